/** Tables of one's own, and filling from headings. */
import { formatCount, formatInteger } from "./numbers";

export const gridPaneTexts = {
  noPlan: "Choose the plan whose numbers the table shows.",
  plan: "Plan",
  noSuchPlan: "Find a plan",
  templates: {
    yearToDate: "Year to date",
    monthAndYear: "Month and year to date",
    rolling: "Rolling 12 months",
    scenarios: "Scenarios",
  },
  templateColumns: {
    yearToDate: "actual, plan, prior year, Δ %",
    monthAndYear: "actual, plan, Δ",
    rolling: "a row a month, prior year, Δ %",
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
  preview: "Preview",
  working: "Asking the service…",
  incomplete: "Add at least one line, one scenario and one period.",
  size: (rows: number, columns: number) =>
    `${formatCount(rows, "row", "rows")} by ${formatCount(columns, "column", "columns")}`,
  showFormula: "Show formula",
  hideFormula: "Hide formula",
  insert: (address: string) => `Insert at ${address}`,
  written: (address: string) => `Written into ${address}.`,
  fromHeadings: "Fill from headings",
  /** @param address Of the empty cells that are selected, such as "Sheet1!B3:D9". */
  noticed: (headings: number, address: string) =>
    `${formatCount(headings, "heading", "headings")} read around ${address}. See what its cells would show:`,
  fromHeadingsHint: "Select the cells between headings that stand in the sheet already.",
  understood: (headings: number) => `${formatCount(headings, "heading", "headings")} read`,
  block: "The first cells as they will look",
  blankUntilAnswered: "Blank until you answer.",
  assumedChip: "assumed",
  /** @param address A column such as "C", or a row such as "5". */
  changeAssumed: (address: string) => `assumed: change what ${address} shows`,
  noHeadings: "No heading stands above or beside the selected cells.",
  asks: {
    heading: (text: string) => `What does “${text}” mean?`,
    title: (text: string) => `“${text}” and the headings of columns or lines name times. Which ones count?`,
    lines: (texts: readonly string[]) =>
      `What kind of lines are these: ${texts.slice(0, 3).join(", ")}${texts.length > 3 ? ` and ${formatInteger(texts.length - 3)} more` : ""}?`,
    gap: (text: string) => `Does “${text}” also apply to the blank cells after it?`,
    field: "Which line for cells without a line heading?",
    scenario: "Which scenario for cells without one?",
    base: "What are variances compared with?",
    period: "Which months for cells without a period?",
    year: "Which year for months and quarters without one?",
  },
  assumed: "Assumed",
  change: "Change",
  keep: "Hide",
  /** @param lines The service has no such number. */
  unserved: (lines: readonly string[]) =>
    `Left blank, since the planning service has no such number: ${lines.join(", ")}`,
  fullYears: "A full year is all of its months: if one is missing, the cell shows #N/A.",
  ignored: "Leave its cells blank",
  ownTimes: "Only those of the columns and lines",
  choose: "Choose…",
  yes: "Yes",
  no: "No",
  periods: {
    YTD: "Year to date, as far as actuals go",
    current: "The last month of the actuals",
    FY: "The full year",
  },
  groups: { product: "Product families", sku: "Single articles", region: "Regions", channel: "Sales channels" },
  priorYear: "The prior year",
  variancePercent: "A variance in percent",
  shareOfNetSales: "The share of net sales",
  fill: (formulas: number, address: string) => `Fill ${formatCount(formulas, "cell", "cells")} of ${address}`,
  open: "Answer the questions above first: their cells stay blank until then.",
  again: "Read the selection again",
} as const;
