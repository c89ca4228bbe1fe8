/** "Check this Excel": compares this Excel with what the add-in expects, for support. */
import { runAction, setState, waitOf, type StoreContext } from "../context";
import { download } from "../connection/page";
import { hostLines, linesAsText } from "./diagnostics";
import type { ExcelCheck } from "./supportState";

const UNCHECKED: ExcelCheck = { isRunning: false, outcomes: [] };

export interface ExcelCheckActions {
  /** Runs all checks, on sheets that it adds and deletes. */
  readonly checkExcel: () => Promise<void>;
  /** Answers the check that asks the user for help: true if they have done it. */
  readonly answerCheck: (isDone: boolean) => void;
  /** Ends the run after the current check. */
  readonly endCheck: () => void;
  /** Returns the outcomes as text to be sent. */
  readonly checkReport: () => Promise<string>;
}

/** @param idle Fulfilled when no refresh is running. */
export function createExcelCheck(context: StoreContext, idle: () => Promise<void>): ExcelCheckActions {
  let answer: ((isDone: boolean) => void) | undefined;
  let controller = new AbortController();
  const show = (next: Partial<ExcelCheck>) =>
    setState(context, { excelCheck: { ...(context.state.excelCheck ?? UNCHECKED), ...next } });
  const ask = async (request: string) => {
    if (controller.signal.aborted) return false;
    const answered = new Promise<boolean>((resolve) => (answer = resolve));
    show({ request });
    const isDone = await answered;
    show({ request: undefined });
    return isDone;
  };
  const runAll = async () => {
    const { CHECKS, runChecks } = await import(/* webpackChunkName: "checks" */ "../../hostChecks/allChecks");
    await runChecks({
      ledger: context.ledger,
      checks: CHECKS,
      ask,
      download,
      signal: controller.signal,
      wait: waitOf(context),
      onCheck: (current) => show({ current }),
      onOutcome: (outcome) => show({ outcomes: [...(context.state.excelCheck?.outcomes ?? []), outcome] }),
    });
  };
  return {
    async checkExcel() {
      await idle();
      if (context.state.isBusy) return;
      controller = new AbortController();
      setState(context, { isBusy: true, excelCheck: { ...UNCHECKED, isRunning: true } });
      await runAction(context, runAll);
      show({ isRunning: false, current: undefined, request: undefined });
      setState(context, { isBusy: false });
    },
    answerCheck: (isDone) => answer?.(isDone),
    endCheck() {
      controller.abort();
      answer?.(false);
    },
    checkReport: async () => reportOf(context),
  };
}

/** One line a check, under what is known of the host. */
function reportOf({ state, version }: StoreContext): string {
  const outcomes = state.excelCheck?.outcomes ?? [];
  const lines = outcomes.map(({ name, expectation, verdict, actual }): [string, string] => {
    return [`${name}: ${verdict}`, [expectation, actual && `Actual: ${actual}`].filter(Boolean).join(" ")];
  });
  return linesAsText([["Scenario Insights", version], ...hostLines(), ...lines]);
}
