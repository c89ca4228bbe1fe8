/**
 * Reads arguments of cells as texts and choices, without asking the service. A blank cell, "", null and the number 0 all count as
 * left out. Every mistake is an `argument` error that names the argument and the values it takes.
 */
import { isErrorCode } from "../../spreadsheet/cells/errorCodes";
import { ENDPOINTS, FIELDS, InsightsError, fieldsOf, findField } from "../../insights";
import type { DateSpan, Family, Field, GroupBy, Interval } from "../../insights";
import { getFiscalYear, getHost, getSettings } from "./host";
import { isSameName, listNames, nearestName, quote } from "../language/names";
import { parsePeriod, readCurrent } from "../language/periods";
import type { ScenarioArgument } from "../language/signatures";

export type LayoutName = "statement" | "table" | "values";
export const LAYOUTS: readonly LayoutName[] = ["statement", "table", "values"];

/** A plan and scenarios as written; "" for a blank scenario. */
export interface ScenarioTexts {
  readonly plan: string;
  readonly scenarios: readonly string[];
  /** The argument of the scenarios. */
  readonly argument: ScenarioArgument;
}

/** Returns the text of a single argument; "" if left out. */
export function readText(value: unknown, argument: string): string {
  if (value === null || value === undefined || value === 0) return "";
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
    throw new InsightsError("argument", `The argument ${argument} takes one value, not a range or a data type.`);
  }
  const text = String(value).trim();
  if (isErrorCode(text)) {
    throw new InsightsError(
      "argument",
      `The argument ${argument} is the error ${text} of another cell. Fix that cell first.`,
    );
  }
  return text;
}

/** Returns the texts of one value or a range, row by row; blanks as "". */
export function readList(value: unknown, argument: string): string[] {
  return Array.isArray(value) ? value.flat().map((item) => readText(item, argument)) : [readText(value, argument)];
}

/** As `readText`, for a text parameter: Excel passes a reference to a blank cell as "0". */
function readWord(value: unknown, argument: string): string {
  const text = readText(value, argument);
  return text === "0" ? "" : text;
}

/** Returns one of `choices`, ignoring case; undefined if left out. */
export function readChoice<T extends string>(value: unknown, argument: string, choices: readonly T[]): T | undefined {
  const text = readWord(value, argument);
  const choice = choices.find((candidate) => isSameName(candidate, text));
  if (text === "" || choice) return choice;
  const words = choices.join(", ").replace(/, (\w+)$/, " or $1");
  const mistake = { argument, wrong: text, names: choices };
  throw new InsightsError("argument", `The argument ${argument} takes ${words}, not ${quote(text)}.`, { mistake });
}

/** Reads the plan, by default the workbook's, and the scenarios from the argument of that name. */
export function readScenarioTexts(
  { plan, scenario }: { plan: unknown; scenario: unknown },
  argument: ScenarioArgument = "scenario",
): ScenarioTexts {
  return { plan: readPlan(plan), scenarios: readList(scenario, argument), argument };
}

/** Returns the plan argument, or else the workbook's plan. */
export function readPlan(plan: unknown): string {
  const text = readText(plan, "plan") || (getSettings().plan ?? "");
  if (text) return text;
  throw new InsightsError(
    "unplanned",
    "No plan is given. Name one, or choose the workbook's plan in the Insights pane.",
  );
}

export function readInterval(value: unknown, family: Family): Interval {
  const { intervals, defaultInterval } = ENDPOINTS[family];
  return readChoice(value, "interval", intervals) ?? defaultInterval;
}

/** Reads the grouping of a family that has groups. `label` names the value in a message if it has none. */
export function readGroupBy(groupBy: unknown, family: Family, label: string): { groupBy?: GroupBy } {
  if (readWord(groupBy, "groupBy")) checkGroups(family, label);
  const choice = readChoice(groupBy, "groupBy", ENDPOINTS[family].groupings);
  return choice ? { groupBy: choice } : {};
}

/** Throws `argument` if the family has no groups. */
export function checkGroups(family: Family, label: string): void {
  if (ENDPOINTS[family].groupings.length > 0) return;
  throw new InsightsError("argument", `${label} is not divided into groups. Leave groupBy and item out.`);
}

/** Reads the currency, by default the workbook's, for a family with amounts. */
export function readCurrency(value: unknown, family: Family): { currency?: string } {
  if (!ENDPOINTS[family].parameters.includes("currency")) return {};
  const currency = readCode(value) ?? readCode(getSettings().currency);
  return currency ? { currency } : {};
}

/** An ISO 4217 code. */
function readCode(value: unknown): string | undefined {
  const text = readWord(value, "currency");
  if (text === "" || /^[a-z]{3}$/i.test(text)) return text.toUpperCase() || undefined;
  throw new InsightsError("argument", `The argument currency takes a code such as EUR or USD, not ${quote(text)}.`);
}

/**
 * Returns a period; undefined if left out.
 * @param current The current month, if the value names it.
 */
export function readPeriod(value: unknown, argument: string, current: string): DateSpan | undefined {
  const text = readText(value, argument);
  if (text === "") return undefined;
  const written = typeof value === "number" ? value : (readCurrent(text, current) ?? text);
  const period = parsePeriod(written, getHost().dateSystem, getFiscalYear());
  if (period) return period;
  throw new InsightsError(
    "argument",
    `The argument ${argument} takes a date or a period such as 2026-03-31, 2026-03, 2026-Q1, 2026 or current, not ${quote(text)}.`,
  );
}

/** Reads TRUE or FALSE, as a value or text; FALSE if left out. */
export function readSwitch(value: unknown, argument: string): boolean {
  return readChoice(value, argument, ["TRUE", "FALSE"]) === "TRUE";
}

/** A field to show. One outside the specification can still be in the answer. */
export interface FieldChoice {
  readonly name: string;
  readonly label: string;
}

const IDENTIFIER = /^[a-z]\w{0,63}$/i;

/** Returns the fields of a family in the order given, undefined for a blank. Returns an empty list for all fields. */
export function readFields(value: unknown, family: Family): (FieldChoice | undefined)[] {
  const texts = readList(value, "field");
  if (texts.every((text) => text === "")) return [];
  return texts.map((text) => (text === "" ? undefined : readFamilyField(text, family)));
}

/** Returns the named field of the specification, of any family. */
export function readField(value: unknown): Field {
  const text = readText(value, "field");
  if (text === "") {
    throw new InsightsError("argument", "No field is given. Name one, such as ebit; FIELDS() lists them.");
  }
  const field = findField(text);
  if (!field) throw unknownField(text, FIELDS);
  return field;
}

/**
 * Finds a field in the answers: one of the specification by its exact name, any other also in another case. Throws `argument`
 * for a field that neither they nor the specification have.
 */
export function matchField(field: FieldChoice, returned: readonly FieldChoice[], family: Family): FieldChoice {
  if (findField(field.name)) return field;
  const alike = returned.filter(({ name }) => name.toLowerCase() === field.name.toLowerCase());
  const found = alike.find(({ name }) => name === field.name) ?? alike[0];
  if (found) return found;
  throw unknownField(field.name, [...fieldsOf(family), ...returned.filter(({ name }) => !findField(name))]);
}

function readFamilyField(text: string, family: Family): FieldChoice {
  const field = findField(text);
  if (field?.family === family) return field;
  if (field) {
    const [own, other] = [field.family, family].map((name) => ENDPOINTS[name].functionId);
    throw new InsightsError("argument", `${field.label} is not a field of ${other}. Ask for it with ${own} or KPI.`);
  }
  if (IDENTIFIER.test(text)) return { name: text, label: text };
  throw unknownField(text, fieldsOf(family));
}

function unknownField(text: string, fields: readonly FieldChoice[]): InsightsError {
  const names = fields.flatMap(({ name, label }) => [name, label]);
  const meant = nearestName(text, names);
  const known = `There are ${listNames(fields.map(({ label }) => label))}; FIELDS() lists them.`;
  const hint = meant ? `Did you mean ${quote(meant)}?` : known;
  const mistake = { argument: "field", wrong: text, names };
  return new InsightsError("argument", `Field ${quote(text)} is not known. ${hint}`, { mistake });
}
