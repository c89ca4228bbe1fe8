/** "Check this Excel": whether the Excel that the add-in runs in is as it takes for granted, for the people who help. */
import { runAction, setState, waitOf, type StoreContext } from "./context";
import { hostLines, linesAsText } from "./diagnostics";
import type { ExcelCheck } from "./state";

const UNCHECKED: ExcelCheck = { isRunning: false, outcomes: [] };

export interface ExcelCheckActions {
  /** Looks at everything, on sheets that it makes and deletes. */
  readonly checkExcel: () => Promise<void>;
  /** Answers the check that asks the user for help: true if they have done it. */
  readonly answerCheck: (isDone: boolean) => void;
  /** Ends it after the check that is under way. */
  readonly endCheck: () => void;
  /** The outcomes as a text to be sent. */
  readonly checkReport: () => Promise<string>;
}

/** @param idle Fulfilled when no refresh is under way. */
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
  const lookAtAll = async () => {
    const { CHECKS, runChecks } = await import(/* webpackChunkName: "checks" */ "../workbook/checks/checks");
    await runChecks({
      ledger: context.ledger,
      checks: CHECKS,
      ask,
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
      await runAction(context, lookAtAll);
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
  const lines = outcomes.map(({ name, assumed, verdict, seen }): [string, string] => {
    return [`${name}: ${verdict}`, [assumed, seen && `Seen: ${seen}`].filter(Boolean).join(" ")];
  });
  return linesAsText([["Scenario Insights", version], ...hostLines(), ...lines]);
}
