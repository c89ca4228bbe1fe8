/** The questions about headings, and those of their answers that are no names of the service. */
import type { HeadingQuestion } from "../../../reporting/headings/headingQuestions";
import { SIGN_NOTES } from "../../../numbers/language/varianceSign";
import { formatInteger } from "./numbers";

const asks = {
  heading: (text: string) => `What does “${text}” mean?`,
  word: (text: string) => `What does “${text}” mean in this workbook?`,
  title: (text: string) => `“${text}” and the headings of columns or lines do not agree. Which count?`,
  time: (text: string) => `Which months does “${text}” say for cells without a period of their own?`,
  holds: (text: string) => `Does “${text}” apply to these cells?`,
  outlook: (text: string) => `“${text}” is actual months to the current one, then whose?`,
  lines: (texts: readonly string[]) => {
    const [only = "", ...others] = texts.map((text) => `“${text}”`);
    if (others.length === 0) return `What kind of line is ${only}?`;
    const more = texts.length > 3 ? ` and ${formatInteger(texts.length - 3)} more` : "";
    return `What kind of lines are these: ${[only, ...others].slice(0, 3).join(", ")}${more}?`;
  },
  total: (text: string) => `Is “${text}” the sum of the lines above, or all that the service has? The two may differ.`,
  gap: (text: string) => `Does “${text}” also apply to the blank cells after it?`,
  compared: (text: string) => `What does “${text}” compare with?`,
  measure: (text: string) => `How does “${text}” count?`,
  toDate: (text: string, month = "") => `Is “${text}” to “${month}”, the month before it?`,
  calendar: (text: string) => `Which year is “${text}”?`,
  field: "Which line for cells without a line heading?",
  scenario: "Which scenario for cells without one?",
  base: "Which scenario do the variances compare with?",
  period: "Which months for cells without a period?",
  year: "Which year for months and quarters without one?",
  plan: "Which plan for cells that name none?",
  currency: "Which currency for amounts that name none?",
  scale: "What are the amounts divided by?",
};

const IGNORED = { ignored: "Leave its cells blank" };
const PRIOR_YEAR = "The prior year";
const YEAR_TO_DATE = "Year to date, as far as actuals go";
const CURRENT_MONTH = "The last month of the actuals";
const TITLE_IGNORED = "Nothing: columns and lines say it all";

const MEANINGS = {
  "year=PY": PRIOR_YEAR,
  "measure=amount": "A variance as an amount",
  "measure=percent": "A variance in percent",
  "measure=share of net sales": "The share of net sales",
};

const answers: Readonly<Partial<Record<HeadingQuestion["kind"], Readonly<Record<string, string>>>>> = {
  heading: { ...IGNORED, nothing: "Nothing more than the other headings", ...MEANINGS },
  word: { forgotten: "Ask again in each table", ...MEANINGS },
  title: { ignored: "Only those of the columns and lines", counts: "Both: the numbers are to date, as it says" },
  time: {
    ignored: "None: it says no period",
    counts: "To date, as far as it says",
    YTD: YEAR_TO_DATE,
    YTG: "Year to go",
    current: CURRENT_MONTH,
  },
  holds: { counts: "Yes", ignored: "No" },
  outlook: IGNORED,
  lines: {
    ...IGNORED,
    product: "Product families",
    sku: "Single articles",
    region: "Regions",
    channel: "Sales channels",
    each: "Ask for each line",
  },
  total: { sum: "The sum of the lines above", whole: "All that the service has", ...IGNORED },
  gap: { yes: "Yes", centred: "Yes, and to those before it: it stands in their middle", no: "No" },
  field: IGNORED,
  base: { PY: PRIOR_YEAR },
  compared: { found: "As its columns stand", PY: PRIOR_YEAR },
  measure: {
    amount: SIGN_NOTES.variance,
    difference: SIGN_NOTES.difference,
    percent: `In percent, ${SIGN_NOTES.variance}`,
  },
  period: {
    YTD: YEAR_TO_DATE,
    current: CURRENT_MONTH,
    FY: "The full year",
  },
  toDate: { month: "To the month before it", current: "To the last month of the actuals" },
  calendar: { fiscal: "The fiscal year", calendar: "The calendar's year" },
  scale: { 1: "Nothing: whole amounts", 1000: "1,000", 1000000: "1,000,000" },
};

/** The hint for a typed time, and the message for a text that is no time. */
export const timeTexts = {
  hint: "Choose, or type one: H1 2026, Jan–Aug 2026, YTD Aug 2026",
  unread: (typed: string) => `“${typed}” is not read as a period. Type one such as H1 2026 or YTD Aug 2026.`,
};

export function questionLabel(question: HeadingQuestion): string {
  // Indented lines have spaces before them.
  if (question.kind === "lines") return asks.lines(question.texts.map((text) => text.trim()));
  if (question.kind === "toDate") return asks.toDate(question.text, question.month);
  const ask = asks[question.kind];
  return typeof ask === "string" ? ask : ask("text" in question ? question.text.trim() : "");
}

/** Returns undefined for an answer that is a name of the service. */
export function answerLabel(question: HeadingQuestion, answer: string): string | undefined {
  if (question.kind === "heading" && question.isTitle && answer === "ignored") return TITLE_IGNORED;
  if (question.kind === "lines" && question.texts.length > 1 && answer === "ignored") return "Leave their cells blank";
  const named = answers[question.kind] ?? {};
  return Object.hasOwn(named, answer) ? named[answer] : undefined;
}
