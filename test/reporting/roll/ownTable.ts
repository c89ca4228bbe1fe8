/** A table of a user's own with its headings in many spellings, written anew for each month: the oracle of a roll. */
import { findHeadings } from "../../../src/reporting/headings/findHeadings";
import type { HeadingDefaults } from "../../../src/reporting/headings/cellNumbers";
import type { HeadingAnswers } from "../../../src/reporting/headings/headingAnswers";
import type { BlockReader, OwnBlock, RolledBlock } from "../../../src/reporting/roll/rolledBlock";
import { DEFAULTS, KNOWN_WITH_ITEMS } from "../headings/known";
import { fillFromHeadings } from "../headings/fill";

export type Content = string | number;
/** Rows of headings, with blanks for the cells that are filled. */
export type Rows = readonly (readonly Content[])[];

const [ENGLISH, GERMAN] = ["en", "de"].map((language) => {
  const names = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => names.format(Date.UTC(2026, month)));
}) as [string[], string[]];

/** @param at Months since January 2026. */
export interface Month {
  readonly at: number;
}

const yearOf = ({ at }: Month) => 2026 + Math.floor(at / 12);
const numberOf = ({ at }: Month) => (((at % 12) + 12) % 12) + 1;
const two = (number: number) => String(number).padStart(2, "0");
const long = (month: Month, names = ENGLISH) => names[numberOf(month) - 1]!;
const short = (month: Month, names = ENGLISH) => long(month, names).slice(0, 3);
const lastDay = (month: Month) => new Date(Date.UTC(yearOf(month), numberOf(month), 0)).getUTCDate();
const serial = (month: Month, day: number) => Date.UTC(yearOf(month), numberOf(month) - 1, day) / 86_400_000 + 25_569;

/** Ways to write a month as a time of its own. */
export const MONTHS: readonly ((month: Month) => Content)[] = [
  (month) => `${short(month)} ${yearOf(month)}`,
  (month) => `${short(month)}-${two(yearOf(month) % 100)}`,
  (month) => `${short(month).toUpperCase()} ${yearOf(month)}`,
  (month) => `${short(month)} '${two(yearOf(month) % 100)}`,
  (month) => `${yearOf(month)}-${two(numberOf(month))}`,
  (month) => `${two(numberOf(month))}/${yearOf(month)}`,
  (month) => Number(`${yearOf(month)}${two(numberOf(month))}`),
  (month) => serial(month, 1),
  (month) => serial(month, lastDay(month)),
];

/** Ways to write a year to date in a title or above columns. */
export const YEARS_TO_DATE: readonly ((month: Month) => Content)[] = [
  (month) => `YTD ${short(month)} ${yearOf(month)}`,
  (month) => `ytd ${short(month).toLowerCase()} ${yearOf(month)}`,
  (month) => `YTD ${short(month)}-${two(yearOf(month) % 100)}`,
  (month) => `P&L, year to date to ${short(month)} ${yearOf(month)}`,
  (month) => `YTD ${yearOf(month)}-${two(numberOf(month))}`,
  (month) => `Bericht kumuliert ${short(month, GERMAN)} ${yearOf(month)}`,
  (month) => `YTD as of ${lastDay(month)} ${short(month)} ${yearOf(month)}`,
  (month) => `YTD as of ${lastDay(month)}.${two(numberOf(month))}.${yearOf(month)}`,
  (month) => `R12 ending ${short(month)} ${yearOf(month)}`,
];

/** Tables by the headings of a month. */
export type OwnTable = (month: Month) => Rows;

const LINES = ["EBIT", "Net sales", "Gross margin %"];
const body = (columns: number, lines: readonly string[] = LINES) =>
  lines.map((line) => [line, ...Array<Content>(columns).fill("")]);

/** A title, and scenarios above the columns. */
export const titled =
  (title: (month: Month) => Content): OwnTable =>
  (month) => [[title(month), "", "", ""], ["", "Actual", "Committed Plan", "vs Plan"], ...body(3)];

/** A time above each column, and the scenario in the title. */
export const columned =
  (...columns: readonly ((month: Month) => Content)[]): OwnTable =>
  (month) => [
    ["Actual", ...columns.slice(1).map(() => ""), ""],
    ["", ...columns.map((column) => column(month))],
    ...body(columns.length),
  ];

const ago =
  (months: number, write: (month: Month) => Content) =>
  ({ at }: Month) =>
    write({ at: at - months });

/** The last three months, in each spelling. */
const LAST_MONTHS = MONTHS.map((month) => columned(ago(2, month), ago(1, month), month));
export const WINDOWS: ReadonlySet<OwnTable> = new Set(LAST_MONTHS);

/** Tables of each kind, in each spelling. */
export const TABLES: readonly OwnTable[] = [
  ...YEARS_TO_DATE.map(titled),
  // A number above a table is no title.
  ...MONTHS.filter((month) => typeof month({ at: 0 }) === "string").map(titled),
  ...MONTHS.map((month) => columned(month, YEARS_TO_DATE[0]!)),
  ...LAST_MONTHS,
];

export class OwnSheet {
  values: Content[][];
  /** By row and column; "" for a cell without one. */
  formulas: string[][];

  constructor(
    rows: Rows,
    readonly defaults: HeadingDefaults = DEFAULTS,
  ) {
    const width = Math.max(...rows.map(({ length }) => length));
    this.values = rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ""));
    this.formulas = this.values.map((row) => row.map(() => ""));
    this.fill();
  }

  get selected() {
    const row = this.values.findIndex(([label]) => LINES.includes(String(label)));
    return { row, column: 1, rows: this.values.length - row, columns: this.values[0]!.length - 1 };
  }

  /** Writes what the headings give, as Fill does. */
  fill(): void {
    const { row, column } = this.selected;
    this.reader()
      .read(this.values)
      .formulas.forEach((cells, down) =>
        cells.forEach((formula, right) => (this.formulas[row + down]![column + right] = formula)),
      );
  }

  block(): OwnBlock {
    const numberFormats = this.values.map((row) =>
      row.map((value) => (typeof value === "number" && value > 40_000 && value < 100_000 ? "mmm yy" : "General")),
    );
    const contents = this.values.map((row, at) => row.map((value, to) => this.formulas[at]![to] || value));
    const size = { row: 0, column: 0, rows: this.values.length, columns: this.values[0]!.length };
    return { selected: this.selected, around: { ...size, values: this.values, numberFormats, formulas: contents } };
  }

  /** @param answers Given by the user. */
  reader(answers: HeadingAnswers = {}) {
    const find = (values: OwnBlock["around"]["values"]) =>
      findHeadings({ ...this.block().around, values }, this.selected, KNOWN_WITH_ITEMS);
    const read = (values: OwnBlock["around"]["values"]) => {
      const found = find(values);
      return { found, ...fillFromHeadings(found, this.selected, answers, this.defaults) };
    };
    return { find, read } satisfies BlockReader;
  }

  /** Writes headings and formulas, as the pane does. */
  apply({ headings, cells }: Pick<RolledBlock, "headings" | "cells">): void {
    for (const { row, column, content } of headings) if (content !== undefined) this.values[row]![column] = content;
    for (const { row, column, after } of cells) this.formulas[row]![column] = after;
  }
}
