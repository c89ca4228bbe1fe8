/**
 * What people type, as the parts of a question. A blank cell, "", null and the number 0 are all "left out".
 * Every mistake is an `argument` error that names the argument and says what it takes.
 */
import { ENDPOINTS, FIELDS, InsightsError, fieldsOf, findField, type Family, type Interval } from "../insights";
import { isSame, listNames, nearest, quote } from "./names";
import { parsePeriod, type Period } from "./periods";

/** A field to show; one that is not in the specification may still be in the answer. */
export interface FieldChoice {
  readonly name: string;
  readonly label: string;
}

export type LayoutName = "statement" | "table" | "values";
export const LAYOUTS: readonly LayoutName[] = ["statement", "table", "values"];

const CELL_ERROR =
  /^#(N\/A|VALUE!|REF!|NAME\?|NUM!|DIV\/0!|NULL!|SPILL!|CALC!|BUSY!|GETTING_DATA|CONNECT!|FIELD!|BLOCKED!|UNKNOWN!)$/;
const IDENTIFIER = /^[a-z]\w{0,63}$/i;

/** The text of a single argument, "" where it is left out. */
export function readText(value: unknown, argument: string): string {
  if (value === null || value === undefined || value === 0) return "";
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
    throw new InsightsError("argument", `The argument ${argument} takes one value, not a range or a data type.`);
  }
  const text = String(value).trim();
  if (CELL_ERROR.test(text)) {
    throw new InsightsError(
      "argument",
      `The argument ${argument} is the error ${text} of another cell. Mend that cell first.`,
    );
  }
  return text;
}

/** The texts of an argument that takes one value or a range, row by row, blanks as "". */
export function readList(value: unknown, argument: string): string[] {
  return [value].flat(2).map((item) => readText(item, argument));
}

/** As `readText`, where Excel passes text: the 0 of a reference to a blank cell then arrives as "0". */
export function readWord(value: unknown, argument: string): string {
  const text = readText(value, argument);
  return text === "0" ? "" : text;
}

/** One of a few words, upper and lower case alike, or undefined where it is left out. */
export function readChoice<T extends string>(value: unknown, argument: string, choices: readonly T[]): T | undefined {
  const text = readWord(value, argument);
  const choice = choices.find((candidate) => isSame(candidate, text));
  if (text === "" || choice) return choice;
  const words = choices.join(", ").replace(/, (\w+)$/, " or $1");
  throw new InsightsError("argument", `The argument ${argument} takes ${words}, not ${quote(text)}.`);
}

export function readInterval(value: unknown, family: Family): Interval {
  const { intervals, defaultInterval } = ENDPOINTS[family];
  return readChoice(value, "interval", intervals) ?? defaultInterval;
}

/** An ISO 4217 code. */
export function readCurrency(value: unknown): string | undefined {
  const text = readWord(value, "currency");
  if (text === "" || /^[a-z]{3}$/i.test(text)) return text.toUpperCase() || undefined;
  throw new InsightsError("argument", `The argument currency takes a code such as EUR or USD, not ${quote(text)}.`);
}

/** A period, or undefined where it is left out. */
export function readPeriod(value: unknown, argument: string, dateSystem: 1900 | 1904): Period | undefined {
  const text = readText(value, argument);
  if (text === "") return undefined;
  const period = parsePeriod(typeof value === "number" ? value : text, dateSystem);
  if (period) return period;
  throw new InsightsError(
    "argument",
    `The argument ${argument} takes a date or a period such as 2026-03-31, 2026-03, 2026-Q1 or 2026, not ${quote(text)}.`,
  );
}

/** The first day of `dateFrom` and the last of `dateTo`, ISO 8601. */
export function readDates(from: unknown, to: unknown, dateSystem: 1900 | 1904): { dateFrom?: string; dateTo?: string } {
  const dateFrom = readPeriod(from, "dateFrom", dateSystem)?.first;
  const dateTo = readPeriod(to, "dateTo", dateSystem)?.last;
  if (dateFrom && dateTo && dateFrom > dateTo) {
    throw new InsightsError("argument", `dateFrom (${dateFrom}) is after dateTo (${dateTo}).`);
  }
  return { ...(dateFrom ? { dateFrom } : {}), ...(dateTo ? { dateTo } : {}) };
}

/** The fields of a family in the order given, undefined for a blank; none at all where every field is meant. */
export function readFields(value: unknown, family: Family): (FieldChoice | undefined)[] {
  const texts = readList(value, "field");
  if (texts.every((text) => text === "")) return [];
  return texts.map((text) => (text === "" ? undefined : readField(text, family)));
}

function readField(text: string, family: Family): FieldChoice {
  const field = findField(text);
  if (field?.family === family) return field;
  if (field) {
    const [own, other] = [field.family, family].map((name) => ENDPOINTS[name].functionId);
    throw new InsightsError("argument", `${field.label} is not a field of ${other}. Ask for it with ${own} or KPI.`);
  }
  if (IDENTIFIER.test(text)) return { name: text, label: text };
  throw unknownField(text, fieldsOf(family));
}

export function unknownField(text: string, fields: readonly FieldChoice[] = FIELDS): InsightsError {
  const meant = nearest(
    text,
    fields.flatMap(({ name, label }) => [name, label]),
  );
  const known = `There are ${listNames(fields.map(({ name }) => name))}; FIELDS() lists them.`;
  const hint = meant ? `Did you mean ${quote(meant)}?` : known;
  return new InsightsError("argument", `Field ${quote(text)} is not known. ${hint}`);
}
