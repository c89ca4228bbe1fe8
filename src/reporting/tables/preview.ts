/** Computes the first numbers of a table, before it is in a sheet. */
import { isCurrent } from "../../numbers/language/periods";
import { argumentsInOrder } from "../../numbers/language/signatures";
import type { PartStyle } from "../reports/sheetSpec";
import { axesOf, type TableDimension, type TableEntry } from "./axes";
import type { TableDefinition } from "./definition";
import { contentOfTable } from "./tableContent";
import { nameTexts } from "./labels";
import { periodLabel } from "./periods";
import { writtenCall, type WrittenNumber } from "./writtenNumber";

/** Calls one of our functions with its arguments in their order. */
export type FunctionInvoker = (id: string, args: readonly unknown[]) => Promise<unknown>;

const MOST_LINES = 3;
const FIRST = { row: 0, column: 0 };

/** The headings, and the first lines as they will look. */
export interface PreviewedTable {
  readonly rows: unknown[][];
  /** By areas from the first row of headings on. */
  readonly formats: PartStyle[];
}

/** Returns the headings and the first lines, each with all of its numbers; an error as its code. */
export async function previewOfTable(grid: TableDefinition, invoke: FunctionInvoker): Promise<PreviewedTable> {
  const { rows, columns } = axesOf(grid);
  const { contents, numbers: written, body, styles, folded } = contentOfTable(grid, FIRST);
  const shownRows = rows.entries.slice(0, MOST_LINES);
  const labels = await periodLabels([...shownRows, ...columns.entries], grid, invoke);
  const headingText = (name: TableDimension, entry: TableEntry) =>
    name === "period" ? (labels.get(entry.period) ?? "") : (entry[name] ?? "");
  const numbers = await Promise.all(
    written.slice(0, MOST_LINES).map((row) => Promise.all(row.map((number) => previewedNumber(number, invoke)))),
  );
  const top = folded.row + folded.rows;
  const periods = columns.headings.includes("period")
    ? [columns.entries.map((entry) => headingText("period", entry))]
    : [];
  const names = periods.length < body.row - top ? [nameTexts(columns.entries)] : [];
  const headings = grid.periodPlace === "outside" ? [...periods, ...names] : [...names, ...periods];
  return {
    rows: [
      ...headings.map((texts, at) => [...(contents[top + at] ?? []).slice(0, body.column), ...texts]),
      ...shownRows.map((row, at) => [...rows.headings.map((name) => headingText(name, row)), ...(numbers[at] ?? [])]),
    ],
    formats: styles.filter(({ row }) => row >= top).map((style) => ({ ...style, row: style.row - top })),
  };
}

/** Returns the periods as people read them. Only the functions know which month is the current one. */
async function periodLabels(
  entries: readonly TableEntry[],
  { plan }: TableDefinition,
  invoke: FunctionInvoker,
): Promise<ReadonlyMap<string | undefined, string>> {
  const periods = [...new Set(entries.map(({ period }) => period))];
  const labels = periods.map(async (period = ""): Promise<[string, string]> => {
    if (!isCurrent(period)) return [period, periodLabel(period)];
    const args = argumentsInOrder("PERIOD", { plan, period });
    return [period, periodLabel(String(await invoke("PERIOD", args).catch(() => period)))];
  });
  return new Map(await Promise.all(labels));
}

async function previewedNumber(number: WrittenNumber | undefined, invoke: FunctionInvoker): Promise<unknown> {
  const call = number && writtenCall(number);
  if (!call) return "";
  try {
    return await invoke(call.id, call.args);
  } catch (error) {
    return shownError(error);
  }
}

/** Returns what a cell shows of an error: `#N/A` if the number does not exist, else `#VALUE!`. */
export function shownError(error: unknown): string {
  return (error as { code?: unknown }).code === "#N/A" ? "#N/A" : "#VALUE!";
}
