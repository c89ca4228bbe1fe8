/** What the cells of the lean workbook should show, worked out plainly: each from what the cells show that it reads. */
import { answerOf } from "../../../../src/spreadsheet/engine/callArguments";
import { qualifiedName } from "../../../../src/spreadsheet/engine/customFunction";
import { toCellError, toValues } from "../../../../src/spreadsheet/engine/returnedValues";
import { isCellError, type Values } from "../../../../src/spreadsheet/engine/values";
import { formatSheetPosition } from "../../../../src/spreadsheet/cells/address";
import type { SheetPosition } from "../../../../src/spreadsheet/cells/area";
import { BUSY, evaluate } from "./evaluation";
import type { Formula } from "./formula";
import { createFunctions, type PersonOptions } from "./person";
import { PLANS, SCENARIOS, type LeanService } from "./service";
import type { LeanWorkbook } from "./workbook";

/** What a call comes to; undefined where the oracle does not say. */
type Answers = (name: string, args: readonly Values[]) => Values | undefined;

/** An error is its code, whatever its message. */
export function plain(values: Values): string {
  return JSON.stringify(values, (_, value: unknown) => (isCellError(value) && "code" in value ? value.code : value));
}

export function addressOf(workbook: LeanWorkbook, { sheet, row, column }: SheetPosition): string {
  return formatSheetPosition({ sheet: workbook.names.nameOf(sheet) ?? sheet, row, column });
}

/** What each cell with a formula shows, by its address. */
export function shownValues(workbook: LeanWorkbook): Map<string, string> {
  return new Map(
    workbook.formulaCells().map(({ position, cell }) => [addressOf(workbook, position), plain(cell.value)]),
  );
}

/**
 * Cells that do not show what their formula comes to with what the service says now, by their addresses. Cells that wait to be
 * calculated by hand are passed over.
 */
export async function findOutdated(
  workbook: LeanWorkbook,
  options: Omit<PersonOptions, "isConnected">,
): Promise<string[]> {
  const { functions, leave } = createFunctions({ ...options, isConnected: true });
  const known = new Map(functions.map((each) => [qualifiedName(each), each]));
  const answers = new Map<string, Values>();
  const missing = new Map<string, () => Promise<unknown>>();
  const call: Answers = (name, args) => {
    const fn = known.get(name.toUpperCase());
    if (!fn) return { code: "#NAME?", message: "" };
    // The age of what cells show is not what the service says now: `findTooNewAges` checks it.
    if (name.toUpperCase() === "INSIGHTS.ASOF") return undefined;
    return answerOf(fn, args, (ready) => {
      const key = `${name} ${JSON.stringify(ready)}`;
      const signal = new AbortController().signal;
      if (!answers.has(key)) missing.set(key, async () => fn.run(ready, { address: "Oracle!A1", signal }));
      return answers.get(key);
    });
  };
  let wrong = findWrong(workbook, call);
  while (missing.size > 0) {
    const asked = [...missing];
    missing.clear();
    await Promise.all(asked.map(async ([key, ask]) => answers.set(key, await ask().then(toValues, toCellError))));
    wrong = findWrong(workbook, call);
  }
  leave();
  return wrong;
}

/** Cells whose formula comes to something else than they show. */
function findWrong(workbook: LeanWorkbook, call: Answers): string[] {
  return workbook.formulaCells().flatMap(({ position, cell, formula }) => {
    if (cell.isDirty || plain(cell.value) === '"#SPILL!"') return [];
    const values = evaluate(formula, { valueAt: (each) => workbook.valueAt(each), call });
    return values === BUSY || plain(values) === plain(cell.value) ? [] : [addressOf(workbook, position)];
  });
}

/**
 * Questions that the workbook shows several answers to. A question is a plan and a scenario here: their fields come in one
 * answer, and the thousandths of each number say which run it is from, and in which currency.
 */
export function findContradictions(workbook: LeanWorkbook, except: ReadonlySet<string> = new Set()): string[] {
  const seen = new Map<string, ShownRun>();
  return shownRuns(workbook).flatMap(({ question, run, address }) => {
    if (except.has(address)) return [];
    const other = seen.get(question);
    if (!other) seen.set(question, { question, run, address });
    return other && other.run !== run
      ? [`${question} is of run ${other.run} at ${other.address} and of run ${run} at ${address}`]
      : [];
  });
}

/** Cells that do not show what comes of what they read. */
export function findUncalculated(workbook: LeanWorkbook): string[] {
  return findWrong(workbook, () => undefined).map((address) => `${address} does not follow what it reads`);
}

/** Which run of a plan's scenario a cell shows. */
interface ShownRun {
  readonly question: string;
  readonly run: number;
  readonly address: string;
}

export function shownRuns(workbook: LeanWorkbook): ShownRun[] {
  return workbook.formulaCells().flatMap(({ position, cell, formula }) => {
    const question = cell.isDirty ? undefined : questionOf(workbook, formula);
    // A call that has failed shows no value.
    const [number] = [cell.value].flat(2).filter((value) => typeof value === "number");
    return question && number !== undefined
      ? [{ question, run: number % 1000, address: addressOf(workbook, position) }]
      : [];
  });
}

/** The plan, the scenario and the month of a formula that asks for numbers of one of each and does nothing else. */
function questionOf(workbook: LeanWorkbook, formula: Formula): string | undefined {
  if (formula.kind !== "call" || !/^INSIGHTS\.(KPI|PNL)$/.test(formula.name)) return undefined;
  const texts = formula.args.slice(0, 2).map((each) => (each ? textOf(workbook, each) : ""));
  // Months and the full year are two answers.
  const month = formula.args[3] ? [textOf(workbook, formula.args[3])] : [];
  return texts.length === 2 && texts.every(Boolean) ? [...texts, ...month].join("/") : undefined;
}

/** What a formula comes to that calls none of our functions: a text without its case, "" for anything else. */
function textOf(workbook: LeanWorkbook, formula: Formula): string {
  const value = evaluate(formula, { valueAt: (position) => workbook.valueAt(position), call: () => undefined });
  return typeof value === "string" ? value.trim().toLowerCase() : "";
}

/** Cells with ASOF that show a later time than the service told with a number of the same plan. */
export function findTooNewAges(workbook: LeanWorkbook, { toldAt }: LeanService): string[] {
  const oldest = new Map<string, number>();
  for (const { question, run } of shownRuns(workbook)) {
    const [plan = "", scenario = ""] = question.split("/");
    const at = toldAt(indexOf(PLANS, plan), indexOf(SCENARIOS, scenario), Math.floor(run));
    if (at !== undefined) oldest.set(plan, Math.min(at, oldest.get(plan) ?? at));
  }
  return workbook.formulaCells().flatMap(({ position, cell, formula }) => {
    const isAge = formula.kind === "call" && formula.name === "INSIGHTS.ASOF" && !cell.isDirty;
    const [plan] = isAge ? formula.args : [];
    if (!plan || typeof cell.value !== "number") return [];
    const limit = oldest.get(textOf(workbook, plan)) ?? Infinity;
    // Days since the end of 1899, to half a second.
    const shown = (cell.value - 25_569) * 86_400_000;
    return shown > limit + 500 ? [`${addressOf(workbook, position)} shows an age newer than its oldest number`] : [];
  });
}

function indexOf(names: readonly string[], text: string): number {
  return names.findIndex((name) => name.toLowerCase() === text);
}
