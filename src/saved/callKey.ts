/**
 * Decides which calls are equal. Excel passes a blank cell as 0, null or "", by platform. A whole column comes as a million
 * cells, mostly blank. So arguments are normalised before they are compared, saved or passed to a function.
 */

import type { WorkbookSettings } from "./settings";

/** The settings of the workbook that stand in for arguments left out. */
export type CallSettings = Pick<
  WorkbookSettings,
  "plan" | "scenarios" | "currency" | "fiscalMonth" | "fiscalNameByBegin" | "currentMonth"
>;

/** A call with all that its result depends on. */
export interface CallWithSettings {
  /** The function's id, such as "PNL". */
  readonly id: string;
  /** Normalised. Arguments left out at the end may be missing. */
  readonly args: readonly unknown[];
  /** The settings that the call read when it was made. */
  readonly settings: CallSettings;
}

/** The argument that replaces each setting. `ALWAYS`: no argument does, so the setting is always read. Null: never read. */
interface Positions {
  readonly plan: number | null;
  readonly scenario: number | null;
  readonly currency: number | null;
}

const ALWAYS = Infinity;

/** Functions without a period, which do not read the fiscal year. */
const WITHOUT_PERIOD: ReadonlySet<string> = new Set(["PLANS", "FIELDS", "SCENARIOS", "ASOF"]);

/** By function id. Functions without a row read all settings. */
export const SETTING_POSITIONS: Readonly<Record<string, Positions>> = {
  PLANS: { plan: null, scenario: null, currency: null },
  FIELDS: { plan: null, scenario: null, currency: null },
  // It lists all scenarios, whichever are chosen.
  SCENARIOS: { plan: 0, scenario: null, currency: null },
  PNL: { plan: 0, scenario: 1, currency: 6 },
  DEMAND: { plan: 0, scenario: 1, currency: 7 },
  KPI: { plan: 0, scenario: 1, currency: 6 },
  SUPPLY: { plan: 0, scenario: 1, currency: null },
  SUSTAINABILITY: { plan: 0, scenario: 1, currency: null },
  // Only the current month is of a plan and a currency.
  PERIOD: { plan: 0, scenario: null, currency: ALWAYS },
  // Without answers in memory it asks for a P&L, in the workbook's currency.
  ASOF: { plan: 0, scenario: 1, currency: ALWAYS },
};

const EVERYTHING: Positions = { plan: ALWAYS, scenario: ALWAYS, currency: ALWAYS };

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
  const isFiscal = fiscalMonth !== 1 && !WITHOUT_PERIOD.has(id);
  const positions = SETTING_POSITIONS[id] ?? EVERYTHING;
  const reads = (position: number | null) => position !== null && (args[position] ?? null) === null;
  const areScenariosRead = reads(positions.scenario) && scenarios !== undefined && scenarios.length > 0;
  const read: { -readonly [Name in keyof CallSettings]: CallSettings[Name] } = {};
  if (plan && (reads(positions.plan) || areScenariosRead)) read.plan = plan;
  if (areScenariosRead) read.scenarios = scenarios;
  if (currency && reads(positions.currency)) read.currency = currency;
  if (isFiscal) read.fiscalMonth = fiscalMonth;
  if (isFiscal && fiscalNameByBegin) read.fiscalNameByBegin = true;
  if (currentMonth && !WITHOUT_PERIOD.has(id) && args.some(saysCurrent)) read.currentMonth = currentMonth;
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
