/** Explaining a cell. */
import { COMMENTS_DISPLACED } from "../../../numbers/language/commentWords";
import { formatCount, formatInteger } from "./numbers";

export const explainTexts = {
  reading: (address: string) => `Reading ${address}…`,
  nothing:
    "Select a cell that shows a number of a plan: one of our formulas, a cell of its table, or a formula that reads such cells.",
  /** @param headline Of the briefing. */
  instead: (headline: string) => `Explain: ${headline}`,
  looked: "As the service has it now. Select a cell to explain that one.",
  unread: (addresses: string) =>
    `Not explained: ${addresses}. Its formula shows no single number of a plan, or builds its inputs with other formulas.`,
  isCut: "The cell depends on more cells than are listed here.",
  numbers: (address: string, count: number) => `${address} depends on ${formatCount(count, "number", "numbers")}`,
  all: "All numbers",
  path: "Path of the drill-down",
  noValue: "no value",
  error: (message: string) => `No number: ${message}`,
  newer: (rows: string) =>
    `The service has other numbers by now: the rows are of ${rows}. Refresh to bring the cell up to date.`,
  newerUnknown: "The service has other numbers by now. Refresh to bring the cell up to date.",
  combined: {
    sum: (rows: number) => `Added up from ${formatCount(rows, "row", "rows")} of the answer`,
    ratio: (labels: readonly string[]) => `${labels.join(" ÷ ")}, each added up first`,
    weighted: (rows: number | undefined, [weight = ""]: readonly string[]) =>
      `The mean${rows === undefined ? "" : ` of ${formatCount(rows, "row", "rows")}`}, weighted by ${weight.toLowerCase()}`,
    one: "One number of the answer, as the service returned it",
    year: "the service's own full year",
    months: (months: number) => formatCount(months, "month", "months"),
  },
  answers: "Source",
  answer: (family: string, plan: string, scenario: string) => `${family}: ${scenario}, ${plan}`,
  computed: (at: string) => `calculated at ${at}`,
  computedUnsaid: "the service did not say when it calculated this",
  received: (at: string) => `received at ${at}`,
  divide: "Break down by",
  dimensions: {
    outlook: "Actuals and later months",
    sides: "Scenario and base",
    lines: "Line",
    month: "Month",
    product: "Product",
    sku: "Article",
    region: "Region",
    channel: "Channel",
    scenario: "Scenario",
    base: "Compared with",
  },
  working: "Breaking down…",
  asks: (dimension: string) => `${dimension} · asks the service`,
  rows: (dimension: string, isBySize: boolean) => `By ${dimension.toLowerCase()}${isBySize ? ", by size" : ""}`,
  noRows: "No breakdown available.",
  noValues: (labels: string, reason: string) => [`No value: ${labels}.`, reason].filter(Boolean).join(" "),
  cause: (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`,
  missing: (labels: string) => `Without a value: ${labels}.`,
  sum: (label: string) => `Sum: ${label}`,
  variance: (label: string) => `Δ ${label}`,
  part: (step: string) => `${step} is a step towards this number. The service has no parts of the step itself.`,
  /** @param rest In the words of the cell's formula, such as "500-B7". */
  besides: (rest: string) => `With ${rest}, which the cell's formula adds.`,
  undivided: (label: string) => `${label} is not available by region, article or channel.`,
  /** @param value Of the number that is not divided. */
  gap: (of: string, value: string, label: string, gap: string) =>
    `From ${of} (${value}) to ${label.toLowerCase()}: ${gap}. The service does not tell what this step is made of. Its fill rate says which share of the ordered units was delivered.`,
  nearest: (label: string) => `${label} by`,
  ends: (month: string) =>
    `The numbers end in ${month}. The period "current" with the basis YTD ends there too, and moves with the actuals.`,
  ofWeight: (weight: string, value: string) => `${weight} ${value}`,
  insert: "Insert as formulas",
  why: "Why",
  whyOf: (number: string, months: string) => `${number}, ${months}`,
  write: "Write why",
  change: "Change",
  holds: "Still holds",
  save: "Save",
  cancel: "Cancel",
  by: "Your name",
  byHint: "It stands beside your comment, and is kept on this device.",
  most: (letters: number) => `At most ${formatInteger(letters)} letters. An empty text ends the comment.`,
  /** @param mark How the number has moved, such as "for −12.9 m, now −15.0 m". */
  moved: (mark: string) => `Written ${mark}.`,
  writtenBy: (by: string, at: string, spoken: string) => [by, at, spoken && `for ${spoken}`].filter(Boolean).join(", "),
  before: "Before",
  noComments: {
    gone: "The sheet of comments was deleted, and the comments with it. The next comment begins a new sheet. Excel's Undo or an older version of the workbook may bring the old one back.",
    displaced: COMMENTS_DISPLACED,
  },
  covering: (text: string) =>
    `“${text}” was typed over the words in the report. It is no comment yet, and stays in its place when lines move.`,
  keep: "Keep as a comment",
} as const;
