/**
 * Decides which calls are equal. Excel passes a blank cell as 0, null or "", by platform. A whole column comes as a million
 * cells, mostly blank. So arguments are normalised before they are compared, saved or passed to a function.
 */

import { argumentNames, argumentPosition, takes, type ArgumentOf } from "./signatures";

/** The settings of the workbook that stand in for arguments left out. */
export interface CallSettings {
  /** The id of the plan that a blank plan argument means. */
  readonly plan?: string | undefined;
  /** The ids of the plan's scenarios that a blank scenario argument means; all if none is chosen. */
  readonly scenarios?: readonly string[] | undefined;
  /** The ISO 4217 code that a blank currency argument means. */
  readonly currency?: string | undefined;
  /** The calendar month that begins the fiscal year, from 1 to 12. @default 1 */
  readonly fiscalMonth?: number | undefined;
  /** A fiscal year is named by the calendar year in which it begins. @default false: in which it ends */
  readonly fiscalNameByBegin?: boolean | undefined;
  /** The month that `current` means, YYYY-MM. @default the last month of the actuals that had ended */
  readonly currentMonth?: string | undefined;
}

/** A call with all that its result depends on. */
export interface CallWithSettings {
  /** The function's id, such as "PNL". */
  readonly id: string;
  /** Normalised. Arguments left out at the end may be missing. */
  readonly args: readonly unknown[];
  /** The settings that the call read when it was made. */
  readonly settings: CallSettings;
}

/** A function's id, and its arguments as Excel passes them. */
export interface FunctionCall {
  readonly id: string;
  readonly args: readonly unknown[];
  /** @default the present settings that the call reads */
  readonly settings?: CallSettings;
}

/** Functions that ask in the workbook's currency although they take none: for the current month, or a P&L's age. */
const WITHOUT_CURRENCY: ReadonlySet<string> = new Set(["PERIOD", "ASOF"]);

/** Functions that read all settings, whatever they name; those of a later version do too. */
const OF_TWO_SCENARIOS: ReadonlySet<string> = new Set(["VAR", "BRIDGE"]);

/** Returns arguments as functions read them: null if left out; ranges without blank rows and columns at their end. */
export function normalizeArguments(args: readonly unknown[]): unknown[] {
  return args.map((value) => (Array.isArray(value) ? normalizeRange(value as unknown[]) : normalizeValue(value)));
}

/** Returns the settings that a call with these normalised arguments reads. The chosen scenarios belong to the chosen plan. */
export function settingsReadBy(
  id: string,
  args: readonly unknown[],
  { plan, scenarios, currency, fiscalMonth = 1, fiscalNameByBegin = false, currentMonth }: CallSettings,
): CallSettings {
  const names = argumentNames(id);
  const hasPeriod = names?.some((name) => takes(name, "period")) ?? true;
  const isFiscal = fiscalMonth !== 1 && hasPeriod;
  const readsAll = !names || OF_TWO_SCENARIOS.has(id);
  const reads = (name: ArgumentOf) => {
    const position = argumentPosition(id, name);
    return readsAll || (position >= 0 && (args[position] ?? null) === null);
  };
  const areScenariosRead = reads("scenario") && scenarios !== undefined && scenarios.length > 0;
  const read: { -readonly [Name in keyof CallSettings]: CallSettings[Name] } = {};
  if (plan && (reads("plan") || areScenariosRead)) read.plan = plan;
  if (areScenariosRead) read.scenarios = scenarios;
  if (currency && (reads("currency") || WITHOUT_CURRENCY.has(id))) read.currency = currency;
  if (isFiscal) read.fiscalMonth = fiscalMonth;
  if (isFiscal && fiscalNameByBegin) read.fiscalNameByBegin = true;
  if (currentMonth && hasPeriod && args.some(saysCurrent)) read.currentMonth = currentMonth;
  return read;
}

/**
 * Returns equal keys for equal calls. Arguments left out at the end do not count, so a later version can add arguments. A range of
 * one cell counts as its value, so a later version can let an argument take a range.
 */
export function callKey({ id, args, settings }: CallWithSettings): string {
  const { plan = null, scenarios = null, currency = null, fiscalMonth, fiscalNameByBegin = false } = settings;
  const { currentMonth } = settings;
  const fiscalYear = fiscalMonth === undefined ? [] : [fiscalMonth, fiscalNameByBegin];
  const months = [...fiscalYear, ...(currentMonth === undefined ? [] : [currentMonth])];
  return JSON.stringify([id, trimArguments(args).map(withoutRange), plan, scenarios, currency, ...months]);
}

/** Returns the value of a normalised range of one cell; any other argument as it is. */
function withoutRange(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [row] = value as unknown[][];
  return row?.length === 1 ? row[0] : value;
}

/** Removes arguments left out at the end. */
export function trimArguments(args: readonly unknown[]): readonly unknown[] {
  let { length } = args;
  while (length > 0 && args[length - 1] === null) length -= 1;
  return args.slice(0, length);
}

/** True if an argument can name the current month, such as "current-1" or "2026-01:current". */
function saysCurrent(value: unknown): boolean {
  return typeof value === "string" && /(?:^|:)\s*current/i.test(value);
}

function normalizeValue(given: unknown): unknown {
  const value = plainValue(given);
  const isBlank = value === undefined || value === null || value === 0;
  return isBlank || (typeof value === "string" && value.trim() === "") ? null : value;
}

/** Returns the value or text of a cell with a data type, which Excel passes as an object. */
function plainValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { type, text, basicValue } = value as Partial<Record<string, unknown>>;
  return typeof type === "string" && type.endsWith("Entity") && typeof text === "string" ? text : basicValue;
}

/** Returns null for a blank range. */
function normalizeRange(range: readonly unknown[]): unknown {
  const rows = range.map((row) => trimArguments((Array.isArray(row) ? (row as unknown[]) : [row]).map(normalizeValue)));
  let height = rows.length;
  while (height > 0 && rows[height - 1]?.length === 0) height -= 1;
  const used = rows.slice(0, height);
  const width = used.reduce((most, { length }) => Math.max(most, length), 0);
  return height === 0 ? null : used.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? null));
}
