/**
 * `npm run corpus -- FOLDER…`: refreshes all workbooks below these folders with constants replaced by formulas of the same
 * value, so that nothing should change, and counts what has changed, what is named and what has failed. Then it refreshes them with
 * formulas of another value, so that everything should change but the formulas. `--list` prints each difference.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Table from "cli-table3";
import { refreshBook } from "../../src/headless/cli/book/refreshBook";
import { bookOf, callersOf } from "../../src/headless/cli/book/refreshSheets";
import { calculateBook, type FormulaOutcome } from "../../src/spreadsheet/engine/calculateBook";
import { isCellError, type Value } from "../../src/spreadsheet/engine/values";
import metadata from "../../src/numbers/functions/functions.json";
import { formatSheetPosition } from "../../src/spreadsheet/cells/address";
import { cellIndex } from "../../src/spreadsheet/cells/area";
import { createSession } from "../../src/insights";
import { createSandbox } from "../../sandbox/sandbox";
import type { FileValue } from "../../src/spreadsheet/xlsx/fileCells";
import { fileErrorCode } from "../../src/spreadsheet/xlsx/cellEdits";
import { loadWorkbook, type Workbook } from "../../src/spreadsheet/xlsx/workbook";
import { differencesOf } from "./otherReader";
import { withCalls } from "./withCalls";

const sandbox = createSandbox();
const functions = metadata.functions.map((each) => ({ metadata: each, namespace: "INSIGHTS", run: () => 1 }));

/** What has become of the formulas of one or more workbooks. */
interface Counts {
  workbooks: number;
  /** They are no workbooks, or damaged, or beyond the limits: told by a message for people. */
  refused: number;
  withoutNumbers: number;
  /** Something else was thrown. */
  failed: number;
  /** Formulas that depend on a replaced constant. */
  formulas: number;
  same: number;
  /** The file holds no value, or the 0 of programs that do not calculate. */
  neverCalculated: number;
  changed: number;
  named: number;
  /** Workbooks of which a refresh of changed numbers would change more than the edited cells. */
  damaged: number;
}

const NONE: Counts = {
  workbooks: 0,
  refused: 0,
  withoutNumbers: 0,
  failed: 0,
  formulas: 0,
  same: 0,
  neverCalculated: 0,
  changed: 0,
  named: 0,
  damaged: 0,
};

async function countIn(path: string, tell: (line: string) => void): Promise<Counts> {
  const bytes = await withCalls(new Uint8Array(readFileSync(path))).catch((error: Error) => error);
  const isDamaged = bytes instanceof Error && /workbook|file/i.test(bytes.message);
  if (isDamaged) tell(`refused: ${bytes.message}`);
  if (bytes === undefined || isDamaged)
    return { ...NONE, workbooks: 1, withoutNumbers: isDamaged ? 0 : 1, refused: isDamaged ? 1 : 0 };
  try {
    if (bytes instanceof Error) throw bytes;
    await loadWorkbook(await refresh(bytes));
    const counts = await countOutcomes(await loadWorkbook(bytes), tell);
    return { ...counts, workbooks: 1, damaged: await countDamaged(path, tell) };
  } catch (error) {
    tell(`FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { ...NONE, workbooks: 1, failed: 1 };
  }
}

async function refresh(bytes: Uint8Array): Promise<Uint8Array> {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  return (await refreshBook(bytes, { session, settings: {}, valuesOnly: false, charts: true })).bytes;
}

/** Returns 1 if a refresh of changed numbers would change other cells too: by the product's own check, or by another reader. */
async function countDamaged(path: string, tell: (line: string) => void): Promise<number> {
  const bytes = await withCalls(new Uint8Array(readFileSync(path)), 1);
  if (!bytes) return 0;
  return refresh(bytes).then(
    async (refreshed) => {
      const differences = await differencesOf(bytes, refreshed);
      for (const difference of differences.slice(0, 5)) tell(`damaged: ${difference}`);
      return differences.length > 0 ? 1 : 0;
    },
    (error: Error) => {
      if (!/which must stay the same/.test(error.message)) throw error;
      tell(`damaged: ${error.message}`);
      return 1;
    },
  );
}

async function countOutcomes(workbook: Workbook, tell: (line: string) => void): Promise<Counts> {
  const book = bookOf(workbook);
  const callers = callersOf(book);
  const outcomes = await calculateBook(book.sheets, functions, {
    blocked: book.blocked,
    dateSystem: workbook.dateSystem,
  });
  const counts = { ...NONE };
  const values = new Map(workbook.sheets.map(({ name, cells }) => [name, cells.values]));
  for (const outcome of outcomes.filter(({ formula }) => !callers.has(formula))) {
    const before = values.get(outcome.cell.sheet)?.get(cellIndex(outcome.cell)) ?? null;
    const kind = kindOf(outcome, before);
    counts.formulas++;
    counts[kind]++;
    const shown = JSON.stringify(outcome.rows[0]?.[0]);
    const what = outcome.problem ?? `${JSON.stringify(before)} becomes ${shown}`;
    if (kind === "changed" || kind === "named")
      tell(`${kind} ${formatSheetPosition(outcome.cell)}: ${what}: ${outcome.formula.text.slice(0, 120)}`);
  }
  return counts;
}

function kindOf(
  { rows, problem }: FormulaOutcome,
  before: FileValue,
): "named" | "same" | "neverCalculated" | "changed" {
  if (problem !== undefined) return "named";
  if (isSame(rows[0]?.[0] ?? null, before)) return "same";
  return before === null || before === 0 ? "neverCalculated" : "changed";
}

/** Programs add up in different orders. */
function isSame(one: Value, other: FileValue): boolean {
  if (typeof one === "number" && typeof other === "number")
    return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other)) || Math.abs(one - other) < 1e-12;
  if (isCellError(one)) return typeof other === "object" && fileErrorCode(one.code) === other?.error;
  return one === other || (one === "" && other === null);
}

function workbooksIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.xls[xm]$/i.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function run(args: readonly string[]): Promise<void> {
  const isListed = args.includes("--list");
  const folders = args.filter((each) => each !== "--list");
  if (folders.length === 0) throw new Error("Name one or more folders: npm run corpus -- FOLDER… [--list]");
  const columns = Object.keys(NONE) as (keyof Counts)[];
  const table = new Table({ head: ["folder", ...columns], style: { head: [], border: [] } });
  for (const folder of folders) {
    const sum = { ...NONE };
    for (const path of workbooksIn(folder)) {
      const counts = await countIn(path, (line) => isListed && console.log(`${path}: ${line}`));
      for (const column of columns) sum[column] += counts[column];
    }
    table.push([folder, ...columns.map((column) => sum[column])]);
  }
  console.log(table.toString());
}

void run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
