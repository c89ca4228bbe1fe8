/** Computes the first numbers of a table, before it is in a sheet. */
import { isCurrent } from "../language/periods";
import { argumentsInOrder } from "../language/signatures";
import type { TableLook } from "../reports/sheetSpec";
import { axesOf, type GridDimension, type GridEntry } from "./axes";
import { ACTUAL, PRIOR_YEAR, type GridDefinition } from "./definition";
import { gridCells } from "./cells";
import { nameTexts } from "./labels";
import { codeBefore, periodLabel } from "./periods";

/** Calls one of our functions with its arguments in their order. */
export type InvokeFunction = (id: string, args: readonly unknown[]) => Promise<unknown>;

const MOST_LINES = 3;
const FIRST = { row: 0, column: 0 };

/** The headings, and the first lines as they will look. */
export interface PreviewedGrid {
  readonly rows: unknown[][];
  /** By areas from the first row of headings on. */
  readonly formats: TableLook[];
}

/** Returns the headings and the first lines, each with all of its numbers; an error as its code. */
export async function previewGrid(grid: GridDefinition, invoke: InvokeFunction): Promise<PreviewedGrid> {
  const { head, rows, columns } = axesOf(grid);
  const { contents, body, looks, folded } = gridCells(grid, FIRST);
  const shownRows = rows.entries.slice(0, MOST_LINES);
  const labels = await periodLabels([...shownRows, ...columns.entries], grid, invoke);
  const headingText = (name: GridDimension, entry: GridEntry) =>
    name === "period" ? (labels.get(entry.period) ?? "") : (entry[name] ?? "");
  const numbers = await Promise.all(
    shownRows.map((row, down) =>
      Promise.all(
        columns.entries.map((column, right) =>
          contents[body.row + down]?.[body.column + right] === ""
            ? Promise.resolve("")
            : previewedNumber({ ...head, ...row, ...column }, grid, invoke),
        ),
      ),
    ),
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
    formats: looks.filter(({ row }) => row >= top).map((look) => ({ ...look, row: look.row - top })),
  };
}

/** Returns the periods as people read them. Only the functions know which month is the current one. */
async function periodLabels(
  entries: readonly GridEntry[],
  { plan }: GridDefinition,
  invoke: InvokeFunction,
): Promise<ReadonlyMap<string | undefined, string>> {
  const periods = [...new Set(entries.map(({ period }) => period))];
  const labels = periods.map(async (period = ""): Promise<[string, string]> => {
    if (!isCurrent(period)) return [period, periodLabel(period)];
    const args = argumentsInOrder("PERIOD", { plan, period });
    return [period, periodLabel(String(await invoke("PERIOD", args).catch(() => period)))];
  });
  return new Map(await Promise.all(labels));
}

async function previewedNumber(entry: GridEntry, grid: GridDefinition, invoke: InvokeFunction): Promise<unknown> {
  const id = entry.measure ? "VAR" : "KPI";
  const args = argumentsOf(entry, grid);
  try {
    return await invoke(id, argumentsInOrder(id, args));
  } catch (error) {
    return errorCode(error);
  }
}

/** Returns what a cell shows of an error: `#N/A` if the number does not exist, else `#VALUE!`. */
export function errorCode(error: unknown): string {
  return (error as { code?: unknown }).code === "#N/A" ? "#N/A" : "#VALUE!";
}

function argumentsOf(entry: GridEntry, { plan, currency }: GridDefinition): Readonly<Partial<Record<string, string>>> {
  const { base = "", year, period = "", ...others } = entry;
  const against = base === PRIOR_YEAR ? { basePeriod: base, ...(others.actualsTo && { base: ACTUAL }) } : { base };
  return { ...others, ...against, plan, currency, period: year ? codeBefore(period) : period };
}
