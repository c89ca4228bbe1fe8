/** What headings say in a language: each language is a file of such words, and a line in `words/list.ts`. */
import type { FieldName } from "../../insights";

/** A time with a code of its own: to date, to go, a half, a quarter, the fiscal year, or the current month. */
export type TimeCode = "ytd" | "qtd" | "ytg" | "qtg" | "h1" | "h2" | "q1" | "q2" | "q3" | "q4" | "fy" | "current";

/** The values that a label such as "Currency" may announce. */
export type LabelledValue = "plan" | "currency" | "field" | "scenario" | "base" | "period";

export interface ScaleWords {
  /** What amounts are divided by. */
  readonly by: number;
  /** Words that mean nothing else. */
  readonly words: readonly string[];
  /** Marks that are a scale beside a currency only, such as "k". */
  readonly marks: readonly string[];
}

export interface PartWords {
  readonly months: number;
  /** A star stands for the rest of a word. */
  readonly words: readonly string[];
}

/** All in small letters, without full stops. A hyphen of a time is a space. */
export interface Words {
  /** The names of the months, from January on. Three letters of one are enough. */
  readonly months: readonly string[];
  /** Short names that do not begin a month's name, with the month's number. */
  readonly shortMonths: Readonly<Record<string, number>>;
  /** What people call the scenario that has a flag. */
  readonly scenarios: Readonly<Record<string, readonly string[]>>;
  /** Actual months, then a plan's. */
  readonly outlook: readonly string[];
  readonly priorYear: readonly string[];
  readonly variance: readonly string[];
  readonly times: Readonly<Partial<Record<TimeCode, readonly string[]>>>;
  /** Stands before the number of a year: "year 2026". */
  readonly year: readonly string[];
  /** Between the first and the last of several times: "Jan to Apr". */
  readonly to: readonly string[];
  /** Between two times: "Q1 and Q2". */
  readonly and: readonly string[];
  /** After how many there are: "9 months". */
  readonly countedMonths: readonly string[];
  /** One of them, without a number: "the month ended March 2026". */
  readonly month: readonly string[];
  readonly rolling: readonly string[];
  /** Before the last month: "12 months ending Mar 26". */
  readonly ending: readonly string[];
  /** Before both times of a stretch: "from Jan to Apr". */
  readonly from: readonly string[];
  /** After the last month: "April to date". */
  readonly toDate: readonly string[];
  /** Before a time or a scenario that it makes another one: "without Q1", "since March", "not actual". */
  readonly limiting: readonly string[];
  /** Beside a time whose numbers are then no sums: "average 2026", "FY26 per month". */
  readonly averaging: readonly string[];
  /** Lines that are steps from one number to another: "Price/mix". */
  readonly steps: readonly string[];
  /** Titles above such lines: "EBIT bridge". */
  readonly walks: readonly string[];
  /** A variance from the year before. */
  readonly yearOnYear: readonly string[];
  /** Between a number and what it is compared with: "Actual vs Plan". */
  readonly versus: readonly string[];
  /** Other words of a title that compares: "Actual less Plan". */
  readonly comparing: readonly string[];
  readonly percent: readonly string[];
  /** Before a percentage: "in %". */
  readonly in: readonly string[];
  readonly share: readonly string[];
  /** After a share: "% of net sales". */
  readonly of: readonly string[];
  /** Before the day on which numbers were read, which is no period: "as of 10 June". */
  readonly asOf: readonly string[];
  /** Before what divides the numbers of a table: "by half year". */
  readonly by: readonly string[];
  /** A part of the year, in words that do not say which: "half-year", "quarterly". */
  readonly parts: readonly PartWords[];
  /** Words of titles that say nothing of the numbers: "P&L", "report", "month". */
  readonly idle: readonly string[];
  /** A line of all items together. */
  readonly total: readonly string[];
  /** A line of the items above it, since the last such line. */
  readonly subtotal: readonly string[];
  readonly scales: readonly ScaleWords[];
  readonly labels: Readonly<Partial<Record<LabelledValue, readonly string[]>>>;
  /** A word of several fields is asked about. */
  readonly fields: Readonly<Partial<Record<FieldName, readonly string[]>>>;
  /** Numbers that the service does not have. Some are a letter away from a field, and another number. */
  readonly notServed: readonly string[];
}
