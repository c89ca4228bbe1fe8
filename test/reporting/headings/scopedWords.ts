/** Puts words into the scope of tables: each changes the cells it speaks for, or it is asked about, or they meant it already. */
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import type { FilledCells } from "../../../src/reporting/headings/filledCells";
import { callOfCell } from "../../../src/reporting/headings/headingFormulas";
import { isTime, readHeading, type HeadingMeaning } from "../../../src/reporting/headings/headingMeaning";
import { LANGUAGES } from "../../../src/numbers/language/words/list";
import { NO_YEAR } from "../../../src/reporting/headings/timeParts";
import { kindOfPeriod } from "../../../src/reporting/tables/periods";
import { argumentIn } from "../../../src/numbers/language/signatures";
import { isOpenCell } from "../../../src/reporting/headings/cellNumbers";
import { fillFromHeadings } from "./fill";
import { DEFAULTS, KNOWN_WITH_ITEMS } from "./known";

export interface TestTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly lines: readonly string[];
}

/** Where a word is put, and which cells it then speaks for. */
export const PLACES = ["title", "row above the lines", "first line", "corner", "column", "line", "note"] as const;
export type Place = (typeof PLACES)[number];

export const WORDS = [
  ["Optimistic", "Budget", "FY24", "H2 26", "Feb 26", "YTD", "GBP m", "in mGBP", "kEUR"],
  ["Variance", "vs PY", "PY", "LY", "FY25 Plan", "excl. Q1", "as of Jun 2026", "Forecast"],
  ["North", "E-commerce", "Skin Care", "10+2", "6M"],
].flat();

/** "By quarter" says nothing of numbers. */
const IDLE: readonly string[] = LANGUAGES.flatMap(({ idle, by }) => [...idle, ...by]);

/** All words of headings that say something of numbers. */
export const VOCABULARY = [
  ...new Set(
    LANGUAGES.flatMap(({ scenarios, times, ...words }) => [
      ...[...Object.values(scenarios), ...Object.values(times)].flat(),
      ...[words.outlook, words.priorYear, words.variance, words.limiting, words.averaging].flat(),
      ...words.walks,
    ]),
  ),
].filter((word) => !IDLE.includes(word));

const COLUMNS: readonly (readonly string[])[] = [
  ["Actual", "Plan"],
  ["Actual", "Plan", "Δ", "Δ %"],
  ["Actual", "PY", "vs PY"],
  ["Jan 26", "Feb 26", "Mar 26"],
  ["Q1 26", "Q2 26", "H1 26"],
  ["2025", "2026"],
  ["Actual YTD Mar 26", "Plan YTD Mar 26"],
  ["Actual FY25", "Optimistic FY26"],
  ["YTD", "Full year"],
];
const LINES: readonly (readonly string[])[] = [
  ["Net sales", "EBIT"],
  ["Net sales", "Gross profit", "EBIT"],
  ["Volume", "EBIT %", "EBIT"],
  ["Demand value", "Fill rate"],
];
const TITLES = ["", "P&L", "FY26", "Actual 2026", "EUR k", "March 2026"];

export const TABLES: readonly TestTable[] = TITLES.flatMap((title) =>
  COLUMNS.flatMap((columns) => LINES.map((lines) => ({ title, columns, lines }))),
);

/** Returns the cells that show the same number as without the word, and did not mean it before; none if the word is shown as unread. */
export function silentCells(table: TestTable, word: string, place: Place): string[] {
  const { columns, lines } = table;
  const before = without(table);
  const after = filled(withWord(table, word, place));
  if (after.unread.some((each) => each.includes(word) || word.includes(each))) return [];
  const meant = readHeading(word, "General", KNOWN_WITH_ITEMS) ?? [];
  const skipped = place === "first line" ? 1 : 0;
  const isChanged = (down: number, right: number) =>
    callAt(before, down, right) !== callAt(after, down + skipped, right);
  const isOfTime = word.startsWith("as of") || (meant.length > 0 && meant.every(({ dimension }) => isTime(dimension)));
  const isOfSome = columns.some((_, right) => lines.some((_line, down) => isChanged(down, right)));
  return lines.flatMap((line, down) =>
    columns.flatMap((column, right) => {
      const isSpokenFor = (place !== "column" || right === 0) && (place !== "line" || down === 0);
      // A title's time is for columns without one.
      const isTimed = isOfTime && isOfSome && place !== "column" && place !== "line" && /\d|YTD|year/i.test(column);
      if (!isSpokenFor || isTimed || isChanged(down, right) || !before.formulas[down]?.[right]) return [];
      const of =
        place === "title" || place === "corner" || place === "note"
          ? before.cells.flat()
          : [before.cells[down]?.[right]];
      return of.some((cell) => cell && says(cell, before, meant)) ? [] : [`${column} / ${line}`];
    }),
  );
}

/** Returns the cells that stay blank without a question that the user must answer, though they could have a number. */
export function unaskedCells(table: TestTable, word: string, place: Place): string[] {
  const { cells, formulas, questions, filling, unserved } = filled(withWord(table, word, place));
  if (questions.some(({ assumed }) => assumed === undefined)) return [];
  return cells.flatMap((row, down) =>
    row.flatMap((cell, right) =>
      formulas[down]?.[right] === "" &&
      isOpenCell(cell, filling) &&
      !cell.isBlank &&
      !unserved.some((each) => each.endsWith(` of ${word}`))
        ? [`${down} ${right}`]
        : [],
    ),
  );
}

const filledTables = new Map<TestTable, FilledCells>();

function without(table: TestTable): FilledCells {
  const known = filledTables.get(table);
  if (known) return known;
  const { title, columns, lines } = table;
  const read = filled({ title: [title], columns, lines });
  filledTables.set(table, read);
  return read;
}

function withWord({ title, columns, lines }: TestTable, word: string, place: Place): Sheet {
  const appended = (text: string, index: number) => (index === 0 ? `${text} ${word}` : text);
  return {
    title: place === "title" ? [word, title] : [title],
    corner: place === "corner" ? word : "",
    columns: place === "column" ? columns.map(appended) : columns,
    labelRow: place === "row above the lines" ? word : undefined,
    note: place === "note" ? `All figures ${word}` : undefined,
    lines: place === "first line" ? [word, ...lines] : place === "line" ? lines.map(appended) : lines,
  };
}

function says(
  cell: FilledCells["cells"][number][number],
  { filling }: FilledCells,
  meant: readonly HeadingMeaning[],
): boolean {
  const call = callOfCell(cell, filling);
  const asks = (name: "scenario" | "basis" | "period", value: string) =>
    call !== undefined && argumentIn(call, name) === value;
  const isSaid = ({ dimension, value }: HeadingMeaning) =>
    cell.meanings.get(dimension)?.value === value ||
    (dimension === "scenario" && (cell.meanings.get("base")?.value === value || asks("scenario", value))) ||
    ((dimension === "basis" || dimension === "period") && asks(dimension, value)) ||
    (dimension === "period" && isOfPeriod(value, cell.meanings.get("period")?.value ?? ""));
  return meant.length > 0 && meant.every(isSaid);
}

/** "Full year" above "2026", and "first half" beside "H1 26". */
function isOfPeriod(said: string, period: string): boolean {
  return said === NO_YEAR ? kindOfPeriod(period) === "year" : period.replace(/^\d{4}/, NO_YEAR) === said;
}

function callAt({ cells, formulas, filling }: FilledCells, down: number, right: number): string | undefined {
  const cell = cells[down]?.[right];
  if (!cell || !formulas[down]?.[right]) return undefined;
  const call = callOfCell(cell, filling);
  return call ? JSON.stringify(call) : formulas[down]?.[right];
}

interface Sheet {
  readonly title: readonly string[];
  readonly corner?: string;
  readonly columns: readonly string[];
  readonly labelRow?: string | undefined;
  readonly lines: readonly string[];
  readonly note?: string | undefined;
}

function filled({ title, corner = "", columns, labelRow, lines, note }: Sheet): FilledCells {
  const blank = columns.map(() => "");
  const values = [
    ...title.map((text) => [text, ...blank]),
    [corner, ...columns],
    ...(labelRow === undefined ? [] : [[labelRow, ...blank]]),
    ...lines.map((text) => [text, ...blank]),
    ...(note === undefined
      ? []
      : [
          ["", ...blank],
          [note, ...blank],
        ]),
  ];
  const above = title.length + 1 + (labelRow === undefined ? 0 : 1);
  const cells = { row: 0, column: 0, rows: values.length, columns: columns.length + 1, values };
  const numberFormats = values.map((row) => row.map(() => "General"));
  const selected = { row: above, column: 1, rows: lines.length, columns: columns.length };
  return fillFromHeadings(
    findHeadings({ ...cells, numberFormats }, selected, KNOWN_WITH_ITEMS),
    selected,
    {},
    DEFAULTS,
  );
}
