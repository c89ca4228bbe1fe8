/** A check of Excel: each compares one fact about this Excel with what the add-in expects. */
import { isWaitingCode } from "../../spreadsheet/cells/errorCodes";
import type { Ledger } from "../workbook/ledger/ledger";
import { runExcel } from "../workbook/cells/runExcel";

export interface HostCheck {
  readonly name: string;
  /** What the add-in expects, in one sentence. */
  readonly expectation: string;
  /** True if this Excel has what the check is about. @default it has */
  readonly isThere?: () => boolean;
  /** Undefined if the user did not help. An error that it throws is recorded as Excel's behaviour. */
  readonly run: (checkContext: CheckContext) => Promise<CheckResult | undefined>;
}

export interface CheckResult {
  readonly passed: boolean;
  /** Excel's behaviour, in words or as JSON, for readers who know Excel. */
  readonly actual: string;
}

/** The tools of a check. */
export interface CheckContext {
  /** The name of an empty sheet, which is deleted after the check. */
  readonly sheet: string;
  readonly ledger: Ledger;
  /** Waits for `milliseconds`. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Asks the user to do something. Resolves to false if the user does not want to. */
  readonly ask: (request: string) => Promise<boolean>;
  /** Saves a file in the user's downloads. */
  readonly download: (file: Blob, name: string) => void;
}

/** Runs work on the check's sheet, and sends what it has queued at the end. */
export function onSheet<T>(
  { sheet }: CheckContext,
  work: (sheet: Excel.Worksheet, context: Excel.RequestContext) => Promise<T> | T,
): Promise<T> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const result = await work(context.workbook.worksheets.getItem(sheet), context);
    await context.sync();
    return result;
  });
}

/** Enters rows of formulas or values from A1 on. */
export function enterRows(checkContext: CheckContext, rows: readonly (readonly unknown[])[]): Promise<void> {
  return onSheet(checkContext, (sheet) => {
    sheet.getRangeByIndexes(0, 0, rows.length, rows[0]?.length ?? 0).formulas = rows.map((row) => [...row]);
  });
}

const MAX_TRIES = 100;
const PAUSE = 100;

/** Reads the cells again until none of them is pending. */
export async function readSettled(checkContext: CheckContext, address: string): Promise<unknown[][]> {
  for (let tries = 0; ; tries += 1) {
    const values = await readRange(checkContext, address);
    if (tries === MAX_TRIES || !values.flat().some(isWaitingCode)) return values;
    await checkContext.wait(PAUSE);
  }
}

export function readRange(checkContext: CheckContext, address: string): Promise<unknown[][]> {
  return onSheet(checkContext, async (sheet, context) => {
    const range = sheet.getRange(address).load("values");
    await context.sync();
    return range.values as unknown[][];
  });
}

/** Passes if both are equal. */
export function sameAs(expected: unknown, found: unknown): CheckResult {
  const actual = JSON.stringify(found) ?? "nothing";
  return { passed: actual === JSON.stringify(expected), actual };
}

/** Returns the code of Office's error that the work fails with, or "" if it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "";
  } catch (error) {
    const { code } = error as { code?: unknown };
    return typeof code === "string" ? code : String(error);
  }
}
