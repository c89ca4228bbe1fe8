/** What a check of Excel is. Each looks at one thing that the add-in takes for granted of the Excel that it runs in. */
import { isWaitingCode } from "../../grid/errorCodes";
import type { Ledger } from "../ledger/ledger";

export interface HostCheck {
  readonly name: string;
  /** What is taken for granted, in one sentence. */
  readonly assumed: string;
  /** Whether this Excel has what is looked at. @default it has */
  readonly isThere?: () => boolean;
  /** Undefined where the person did not help. What it throws is seen too. */
  readonly look: (bench: Bench) => Promise<Seen | undefined>;
}

export interface Seen {
  readonly holds: boolean;
  /** In words or as JSON, for somebody who knows Excel. */
  readonly seen: string;
}

/** What a check works on. */
export interface Bench {
  /** The name of an empty sheet, which is deleted after the check. */
  readonly sheet: string;
  readonly ledger: Ledger;
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Has a person do something. False where the person does not want to. */
  readonly ask: (request: string) => Promise<boolean>;
}

/** The work of a check on its sheet; what has been queued at the end is sent. */
export function onSheet<T>(
  { sheet }: Bench,
  work: (sheet: Excel.Worksheet, context: Excel.RequestContext) => Promise<T> | T,
): Promise<T> {
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const result = await work(context.workbook.worksheets.getItem(sheet), context);
    await context.sync();
    return result;
  });
}

/** Enters rows of formulas or values from A1 on. */
export function enterRows(bench: Bench, rows: readonly (readonly unknown[])[]): Promise<void> {
  return onSheet(bench, (sheet) => {
    sheet.getRangeByIndexes(0, 0, rows.length, rows[0]?.length ?? 0).formulas = rows.map((row) => [...row]);
  });
}

const LOOKS = 100;
const PAUSE = 100;

/** What the cells show when none of them waits any more. */
export async function readSettled(bench: Bench, address: string): Promise<unknown[][]> {
  for (let look = 0; ; look += 1) {
    const values = await readRange(bench, address);
    if (look === LOOKS || !values.flat().some(isWaitingCode)) return values;
    await bench.wait(PAUSE);
  }
}

function readRange(bench: Bench, address: string): Promise<unknown[][]> {
  return onSheet(bench, async (sheet, context) => {
    const range = sheet.getRange(address).load("values");
    await context.sync();
    return range.values as unknown[][];
  });
}

/** Whether it is the very thing that was expected. */
export function sameAs(expected: unknown, found: unknown): Seen {
  const seen = JSON.stringify(found) ?? "nothing";
  return { holds: seen === JSON.stringify(expected), seen };
}

/** The code of Office's error that the work fails with; "" where it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "";
  } catch (error) {
    const { code } = error as { code?: unknown };
    return typeof code === "string" ? code : String(error);
  }
}
