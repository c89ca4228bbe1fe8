/** Computes the first numbers of a table, before it is in a sheet. */
import { argumentsInOrder } from "../language/signatures";
import type { CellFormat } from "../language/numberFormats";
import { axesOf, type GridDimension, type GridEntry } from "./axes";
import { PRIOR_YEAR, type GridDefinition } from "./definition";
import { gridCells } from "./cells";
import { nameTexts } from "./labels";
import { codeBefore, periodLabel } from "./periods";

/** Calls one of our functions with its arguments in their order. */
export type InvokeFunction = (id: string, args: readonly unknown[]) => Promise<unknown>;

const MOST_LINES = 3;
const MOST_COLUMNS = 4;
const FIRST = { row: 0, column: 0 };

/** Returns the headings and the first numbers; an error as its code. */
export async function previewGrid(
  grid: GridDefinition,
  invoke: InvokeFunction,
): Promise<{ rows: unknown[][]; formats: CellFormat[] }> {
  const { head, rows, columns } = axesOf(grid);
  const { contents, body, formats, folded } = gridCells(grid, FIRST);
  const shownRows = rows.entries.slice(0, MOST_LINES);
  const shownColumns = columns.entries.slice(0, MOST_COLUMNS);
  const numbers = await Promise.all(
    shownRows.map((row, down) =>
      Promise.all(
        shownColumns.map((column, right) =>
          contents[body.row + down]?.[body.column + right] === ""
            ? Promise.resolve("")
            : previewedNumber({ ...head, ...row, ...column }, grid, invoke),
        ),
      ),
    ),
  );
  const top = folded ? folded.row + folded.rows : body.row - columns.headings.length;
  const names = folded ? [nameTexts(columns.entries).slice(0, MOST_COLUMNS)] : [];
  const periods = columns.headings.includes("period")
    ? [shownColumns.map((entry) => headingText("period", entry))]
    : [];
  const headings = grid.periodPlace === "outside" ? [...periods, ...names] : [...names, ...periods];
  return {
    rows: [
      ...headings.map((texts, at) => [...(contents[top + at] ?? []).slice(0, body.column), ...texts]),
      ...shownRows.map((row, at) => [...rows.headings.map((name) => headingText(name, row)), ...(numbers[at] ?? [])]),
    ],
    formats: formats.map((format) => ({ ...format, row: format.row - top })),
  };
}

function headingText(name: GridDimension, entry: GridEntry): string {
  const text = entry[name] ?? "";
  return name === "period" ? periodLabel(text) : text;
}

async function previewedNumber(entry: GridEntry, grid: GridDefinition, invoke: InvokeFunction): Promise<unknown> {
  const id = entry.measure ? "VAR" : "KPI";
  const args = argumentsOf(entry, grid);
  try {
    return await invoke(id, argumentsInOrder(id, args));
  } catch (error) {
    return (error as { code?: unknown }).code === "#N/A" ? "#N/A" : "#VALUE!";
  }
}

function argumentsOf(entry: GridEntry, { plan, currency }: GridDefinition): Readonly<Partial<Record<string, string>>> {
  const { base = "", year, period = "", ...others } = entry;
  const against = base === PRIOR_YEAR ? { basePeriod: base } : { base };
  return { ...others, ...against, plan, currency, period: year ? codeBefore(period) : period };
}
