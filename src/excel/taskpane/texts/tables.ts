/** Tables of one's own, and filling from headings. */
import type { FilledBlock } from "../../actions/tables/tableState";
import { formatCount, formatInteger } from "./numbers";

export const tablePaneTexts = {
  noPlan: "Choose the plan whose numbers the table shows.",
  plan: "Plan",
  noSuchPlan: "Find a plan",
  templates: {
    yearToDate: "Year to date",
    monthAndYear: "Month and year to date",
    rolling: "Rolling 12 months",
    outlook: "Outlook of the year",
    scenarios: "Scenarios",
  },
  templateColumns: {
    yearToDate: "actual, plan, Δ, Δ %, prior year, Δ, Δ %",
    monthAndYear: "actual, plan, Δ, Δ %",
    rolling: "a row a month, prior year, Δ, Δ %",
    outlook: "actual and planned months, plan, Δ, Δ %, prior year, Δ, Δ %",
    scenarios: "side by side",
  },
  /** @param months Such as "Jan–May 2026" */
  actuals: (months: string) => `${months}: as far as actuals go`,
  start: "Start with",
  lists: { lines: "Lines", columns: "Columns", periods: "Periods" },
  add: { lines: "Add or remove lines", columns: "Add or remove columns", periods: "Add or remove periods" },
  empty: "Nothing yet.",
  more: (entries: number) => `${formatInteger(entries)} more`,
  remove: (entry: string) => `Remove ${entry}`,
  keys: "Drag an entry, or press Alt with an arrow key, to move it. Delete or a click removes it.",
  year: "Year of periods to add",
  place: "Periods",
  places: { outside: "In columns, around the scenarios", inside: "In columns, within each scenario", down: "In lines" },
  scale: "Amounts in",
  scales: { "": "Whole numbers", thousands: "Thousands", millions: "Millions" },
  style: "Look of the cells",
  styles: { reports: "As the reports: signs, colours, bold sums", numbers: "Only numbers" },
  preview: "Preview",
  working: "Asking the service…",
  /** @param reason The message of a cell without its number. */
  unanswered: (reason: string) => `Some numbers are missing: ${reason}`,
  outlook: "Outlook: actual months to the current one, then whose?",
  outlookOpen: "Say whose months follow the actual ones of the outlook.",
  incomplete: "Add at least one line, one scenario and one period.",
  /** @param scale Of the amounts; none for whole numbers. */
  size: (rows: number, columns: number, scale = "") =>
    `${formatCount(rows, "row", "rows")} by ${formatCount(columns, "column", "columns")}${scale && `, in ${scale}`}`,
  showFormula: "Show formula",
  hideFormula: "Hide formula",
  insert: (address: string) => `Insert at ${address}`,
  written: (address: string) => `Written into ${address}.`,
  filled: ({ formulas, address, blank: { unanswered, unserved } }: FilledBlock) => {
    const reasons = [
      unanswered.length > 0 && `${unanswered.join(", ")} (not answered)`,
      unserved.length > 0 && `${unserved.join(", ")} (not known to the service)`,
    ].filter(Boolean);
    const blank = reasons.length > 0 ? ` Left blank: ${reasons.join(", ")}.` : "";
    return `${formatCount(formulas, "cell", "cells")} of ${address} filled.${blank}`;
  },
  fromHeadings: "Fill from headings",
  /** @param address Of the empty cells that are selected, such as "Sheet1!B3:D9". */
  noticed: (headings: number, address: string) =>
    `${formatCount(headings, "heading", "headings")} read around ${address}. See what its cells would show:`,
  fromHeadingsHint: "Select the cells between headings that stand in the sheet already.",
  understood: (headings: number) => `${formatCount(headings, "heading", "headings")} read`,
  block: "The first cells as they will look",
  blankUntilAnswered: "Blank until you answer.",
  /** Stands before what all cells share. */
  allCells: "All",
  sentences: "What the cells show",
  /** @param part What is assumed, as its chip shows it. */
  assumedPart: (part: string) => `${part}: assumed, change`,
  noHeadings: "No heading stands above or beside the selected cells.",
  /** @param lines The service has no such number. */
  unserved: (lines: readonly string[]) =>
    `Left blank, since the planning service has no such number: ${lines.join(", ")}`,
  /** @param words Of titles, those that stand together in one text. */
  unread: (words: readonly string[]) =>
    `Not read: ${words.map((word) => `“${word}”`).join(", ")}. The numbers do not depend on ${words.join(" ").includes(" ") ? "these words" : "this word"} of the title.`,
  fullYears: "A full year is all of its months: if one is missing, the cell shows #N/A.",
  choose: "Choose…",
  fill: (formulas: number, address: string) => `Fill ${formatCount(formulas, "cell", "cells")} of ${address}`,
  open: "Answer the questions first: their cells stay blank until then.",
  again: "Read the selection again",
  correct: "If no answer fits, correct the heading in the sheet, then read the selection again.",
} as const;
