/** Texts about tables of a user's own that move to another month. */
import type { LeftReason, RolledHeading } from "../../../reporting/roll/rolledBlock";
import type { StayReason } from "../../../reporting/roll/headingTimes";
import type { RolledOutcome } from "../../actions/tables/rollState";
import { monthsLabel } from "../../../numbers/language/monthsLabel";
import { formatCount } from "./numbers";

/** Cells that a sentence names. */
const MOST_CELLS = 4;

function named(cells: readonly string[]): string {
  const rest = cells.length - MOST_CELLS;
  return `${cells.slice(0, MOST_CELLS).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const monthText = (month: string) => monthsLabel([month]);

const STAYING: Readonly<Record<StayReason, string>> = {
  anotherYear: "it is of another year",
  anotherMonth: "it is another month",
  monthsOfYear: "it is one of the months of a year; add a line for the next one",
  stretch: "its months do not begin with the year",
  formula: "a formula computes it",
  yearEnds: "the year ends; write the new one",
  partEnds: "the next month is of another quarter or half",
  unreadable: "its month cannot be moved in these words",
  edited: "it was edited since its cells were filled",
};

const LEFT: Readonly<Record<LeftReason, (cells: string) => string>> = {
  changed: (cells) => `${cells}: changed by hand, so the old month stays in the formula.`,
  guarded: (cells) => `${cells}: changed by hand, and becomes #N/A, since the formula tests a heading that moves.`,
  asksElse: (cells) => `${cells}: stays, since the moved headings would ask for another number.`,
};

export const rollTexts = {
  nextMonth: "Next month",
  /** Of the table at the active cell, or of all tables of the workbook. */
  table: "This table",
  workbook: "All own tables",
  hint: "Moves titles, headings and formulas to the next month. You see first what changes.",
  title: (from: string, to: string) => `${monthText(from)} to ${monthText(to)}`,
  which: "Move the tables of",
  month: monthText,
  tables: "Tables that move",
  nothing: "No table can be moved: none has a heading with a month that its formulas were filled from.",
  others: "Stay as they are:",
  other: (address: string, month: string | undefined) =>
    month === undefined ? `${address}: no heading with a month of its own` : `${address}: holds ${monthText(month)}`,
  cells: (cells: number) => `${formatCount(cells, "cell changes its question", "cells change their question")}`,
  heading: (at: string, { said, shows, months }: RolledHeading) =>
    typeof shows === "number" ? `${at}: becomes ${monthsLabel(months)}` : `${at}: “${said}” becomes “${shows}”`,
  moreHeadings: (headings: number) => `and ${formatCount(headings, "heading", "headings")} more`,
  following: (cells: readonly string[]) => `${named(cells)}: formulas of your own that read these headings follow.`,
  staying: (at: string, text: string, reason: StayReason) => `${at} “${text}” stays: ${STAYING[reason]}.`,
  left: (cells: readonly string[], reason: LeftReason) => LEFT[reason](named(cells)),
  roll: (tables: number, to: string) =>
    to ? `Move ${formatCount(tables, "table", "tables")} to ${monthText(to)}` : "Move",
  rolled: ({ tables, cells, headings, to, left }: RolledOutcome) => {
    const rest = left > 0 ? ` Left as before: ${formatCount(left, "cell", "cells")}.` : "";
    const what = to
      ? `${formatCount(tables, "table", "tables")} moved to ${monthText(to)}: ${formatCount(headings, "heading", "headings")} and ${formatCount(cells, "formula", "formulas")}.`
      : `The headings still read the same: ${formatCount(cells, "formula was", "formulas were")} renewed.`;
    return what + rest;
  },
} as const;
