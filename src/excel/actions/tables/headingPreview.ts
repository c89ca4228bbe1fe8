/** What selected cells will show, before one of them changes: the first number of each column, and the first cells. */
import { fullYearsInWords, namedYearsOf } from "../../../numbers/analysis/fullYear";
import { firstOfYear, fiscalYearOf } from "../../../numbers/language/fiscalYear";
import { monthsFrom } from "../../../numbers/language/months";
import { scenariosNamed } from "../../../numbers/language/names";
import { argumentIn } from "../../../numbers/language/signatures";
import type { PartStyle } from "../../../reporting/reports/sheetSpec";
import { shownError } from "../../../reporting/tables/preview";
import type { FilledCells } from "../../../reporting/headings/filledCells";
import { callOfCell } from "../../../reporting/headings/headingFormulas";
import { summedCells } from "../../../reporting/headings/totals";
import type { CellMeanings } from "../../../reporting/headings/cellMeanings";
import type { Filling } from "../../../reporting/headings/cellNumbers";
import type { NumberOfCell } from "../../../reporting/headings/headingNumber";
import type { HeadingSentence } from "../../../reporting/headings/headingSentences";
import type { StoreContext } from "../context";
import { explaining } from "../explain/explaining";
import { formatLanguage } from "../format/formatLanguage";
import { planOfTable } from "./tableOffers";
import type { HeadingsState } from "./tableState";
import type { HeadingReading, ReadToShow } from "./headingReading";
import { createPreviewCalls, type PreviewCalls } from "./previewCalls";
import { textOf, withTexts } from "./previewTexts";

type Previewed = Pick<HeadingsState, "numbers" | "texts" | "block" | "fullYear">;

/** Asks for the numbers, by the calls that the formulas will make. */
export async function previewHeadings(
  context: StoreContext,
  reading: HeadingReading,
  { sentences, ...filled }: ReadToShow,
): Promise<Previewed> {
  const calls = createPreviewCalls(context);
  const [numbers, block] = await Promise.all([
    numbersOf(calls, sentences),
    blockOf(calls, reading, { ...filled, formats: stylesOf(context, filled) }),
  ]);
  return {
    numbers,
    texts: hasStyles(context) ? textsOf(sentences, numbers) : {},
    block: { state: "done", ...block, failure: calls.failure() },
    fullYear: fullYearsShown(context, sentences),
  };
}

/** Returns the looks that the cells will have: none if the workbook's setting is that nothing is formatted. */
export function stylesOf(context: StoreContext, { formats }: FilledCells): readonly PartStyle[] {
  return hasStyles(context) ? formats : [];
}

function hasStyles({ settings }: StoreContext): boolean {
  return settings.current.formats !== false;
}

/** Asks for the first number of each column. */
async function numbersOf(
  calls: PreviewCalls,
  sentences: readonly HeadingSentence[],
): Promise<HeadingsState["numbers"]> {
  const numbers = sentences.map(async ({ address, number }): Promise<readonly [string, unknown][]> =>
    number ? [[address, await resultOf(calls, number)]] : [],
  );
  return Object.fromEntries((await Promise.all(numbers)).flat());
}

function textsOf(sentences: readonly HeadingSentence[], numbers: HeadingsState["numbers"]): HeadingsState["texts"] {
  const language = formatLanguage();
  return Object.fromEntries(
    sentences.flatMap(({ address, numberFormat }) => {
      const text = textOf(numbers[address], numberFormat, language);
      return text === undefined ? [] : [[address, text]];
    }),
  );
}

/** Returns the number of a cell, or an error as its code. */
export async function resultOf({ invoke }: PreviewCalls, number: NumberOfCell): Promise<unknown> {
  const { id, args, divisor = 1 } = number;
  try {
    const [value, by] = await Promise.all([
      invoke(id, args),
      typeof divisor === "number" ? divisor : invoke(divisor.id, divisor.args),
    ]);
    return typeof value === "number" && typeof by === "number" && by !== 0 ? value / by : "#N/A";
  } catch (error) {
    return shownError(error);
  }
}

/** Returns the sum of cells; what one of them shows in place of a number, if one does. */
async function sumOf(calls: PreviewCalls, cells: readonly CellMeanings[], filling: Filling): Promise<unknown> {
  const numbers = await Promise.all(
    cells.map(async (cell): Promise<unknown> => {
      const call = callOfCell(cell, filling);
      return call ? resultOf(calls, call) : LATER;
    }),
  );
  let sum = 0;
  for (const each of numbers) {
    if (typeof each !== "number") return each;
    sum += each;
  }
  return sum;
}

/** Cells of a block that are shown before it is filled. */
const SHOWN = { rows: 8, columns: 5 };
/** Stands for a number that only the sheet can compute. */
const LATER = "…";

/** Returns the first cells as they will look, with the headings right above and beside them. */
async function blockOf(calls: PreviewCalls, { selected, around }: HeadingReading, filled: FilledCells) {
  const { formulas, cells, filling, formats } = filled;
  const there = (row: number, column: number) => around.values[row - around.row]?.[column - around.column] ?? "";
  const formatThere = (column: number) => around.numberFormats[selected.row - 1 - around.row]?.[column - around.column];
  const shown = cells.slice(0, SHOWN.rows).map((row) => row.slice(0, SHOWN.columns));
  const numbers = shown.map((row, down) =>
    row.map(async (cell, right): Promise<unknown> => {
      const summed = summedCells(cell, { cells, selected, filling });
      if (summed && formulas[down]?.[right]) return sumOf(calls, summed, filling);
      const call = summed ? undefined : callOfCell(cell, filling);
      return call ? resultOf(calls, call) : formulas[down]?.[right] ? LATER : "";
    }),
  );
  const resolved = await Promise.all(numbers.map((row) => Promise.all(row)));
  const above = shown[0]?.map((_, right) => there(selected.row - 1, selected.column + right)) ?? [];
  const headings = above.map((_, right): PartStyle => ({
    row: 0,
    column: right + 1,
    rows: 1,
    columns: 1,
    isHeading: true,
    numberFormat: String(formatThere(selected.column + right)),
  }));
  const first = {
    rows: [["", ...above], ...resolved.map((row, down) => [there(selected.row + down, selected.column - 1), ...row])],
    formats: [...headings, ...formats.map((each) => ({ ...each, row: each.row + 1, column: each.column + 1 }))],
  };
  return withTexts(first, formatLanguage());
}

/** Says which months the scenarios have of the full years that columns show: one without all of them is #N/A there. */
function fullYearsShown(context: StoreContext, sentences: readonly HeadingSentence[]): string | undefined {
  const plan = planOfTable(context);
  const byYear = new Map<string, Set<string>>();
  for (const { number } of sentences) {
    const year = number && fullYearIn(number);
    if (!plan || !number || year === undefined) continue;
    const named = scenariosNamed(String(argumentIn(number, "scenario")), plan.scenarios).map(({ id }) => id);
    byYear.set(year, new Set([...(byYear.get(year) ?? []), ...named]));
  }
  const words = [...byYear].flatMap(([year, ids]) => {
    const months = monthsFrom(firstOfYear(Number(year), fiscalYearOf(context.settings.current)), 12);
    const scenarios = plan?.scenarios.filter(({ id }) => ids.has(id)) ?? [];
    return plan
      ? (fullYearsInWords(namedYearsOf(explaining(context).source, { ...plan, scenarios }, months)) ?? [])
      : [];
  });
  return words.join(" ") || undefined;
}

function fullYearIn(number: NumberOfCell): string | undefined {
  const [period, basis] = [argumentIn(number, "period"), argumentIn(number, "basis")];
  return typeof period === "string" && /^\d{4}$/.test(period) && !basis ? period : undefined;
}
