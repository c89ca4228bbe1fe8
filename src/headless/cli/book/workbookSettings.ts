/**
 * The settings that a refresh calculates a workbook with: its own, or those of the environment. Notes tell which values were taken for
 * settings that the workbook does not hold, as far as its calls read them.
 */
import type { FunctionHost, Settings } from "../../../numbers/functions/host";
import type { DateSystem } from "../../../spreadsheet/cells/dateSerial";
import { CALENDAR_YEAR, fiscalYearOf, type FiscalYear } from "../../../numbers/language/fiscalYear";
import { ENDPOINTS, FAMILIES, type Answer, type Generation } from "../../../insights";
import { BASES, monthsOfBasis } from "../../../numbers/language/bases";
import { parsePeriod } from "../../../numbers/language/periods";
import {
  argumentIn,
  argumentNames,
  argumentPosition,
  argumentsInOrder,
  takes,
} from "../../../numbers/language/signatures";
import { normalizeArguments, settingsReadBy } from "../../../numbers/language/callKey";
import type { KeptSettings } from "../../../reporting/saved/keptSettings";
import { NO_SETTINGS, takenText, settingText } from "../../../reporting/saved/settingWords";
import { invokeFunction } from "../../standalone/customFunctions";
import type { CallResult } from "../../standalone/savedParts";

/** What is known of a workbook's settings once it is calculated. */
export interface SettingsSources {
  /** The workbook's own; undefined if the add-in keeps nothing in it. */
  readonly own: Settings | undefined;
  /** Defined if the workbook's settings are gone, and `own` are those of its kept numbers. */
  readonly kept?: KeptSettings | undefined;
  /** The environment's. */
  readonly given: Settings;
  readonly calls: readonly CallResult[];
  readonly dateSystem: DateSystem;
  /** The months that "current" meant without a setting. */
  readonly currentMonths: readonly string[];
  /** The answers to questions without a currency. */
  readonly answers: readonly Answer[];
  /** True if other parts of the add-in in the file show that another program has removed what it keeps. */
  readonly areLost: boolean;
  /** True for a template, which cannot keep settings. @default false */
  readonly isTemplate?: boolean | undefined;
  /** True if Excel can calculate the calls again. */
  readonly hasFormulas: boolean;
}

/** The variables of settings without which Excel calculates other numbers. Without a plan it shows an error. */
const VARIABLES = [
  ["currency", "INSIGHTS_CURRENCY"],
  ["fiscalMonth", "INSIGHTS_FISCAL_MONTH"],
  ["fiscalNameByBegin", "INSIGHTS_FISCAL_NAME"],
  ["currentMonth", "INSIGHTS_CURRENT_MONTH"],
] as const;

/**
 * Returns the settings for a workbook. If the add-in has used it, they are the workbook's own, chosen or default. The file then
 * shows the same numbers as Excel.
 * @param own Undefined if the add-in has never used the workbook.
 * @param given The environment's.
 */
export function settingsFor(own: Settings | undefined, given: Settings): Settings {
  return own ? { ...own, plan: own.plan ?? given.plan } : given;
}

/** Returns the notes on settings: which were taken, and which of the environment make a difference but were not used. */
export function settingsNotes(sources: SettingsSources): string[] {
  const { own, given, calls } = sources;
  const unused = own ? differentVariables(own, given, calls).join(", ") : "";
  const notes = sources.kept ? [keptNote(sources.kept, sources.hasFormulas)] : takenNotes(sources);
  return unused === "" ? notes : [...notes, `These were not used, since the workbook's own settings count: ${unused}.`];
}

/** Says what stands in for settings that are gone from the workbook. */
function keptNote({ text }: KeptSettings, hasFormulas: boolean): string {
  return hasFormulas ? `${text} To save them, or others, open the workbook in Excel and the Insights pane.` : text;
}

/** Returns the variables with which the calls would read another setting than Excel's. */
function differentVariables(inExcel: Settings, given: Settings, calls: readonly CallResult[]): string[] {
  const read = calls.map(({ id, args: written }) => {
    const args = normalizeArguments(written);
    return { inExcel: settingsReadBy(id, args, inExcel), given: settingsReadBy(id, args, given) };
  });
  return VARIABLES.flatMap(([name, variable]) => {
    const isDifferent = given[name] !== undefined && read.some((each) => each.given[name] !== each.inExcel[name]);
    return isDifferent ? [variable] : [];
  });
}

/** A call with its arguments normalised. */
type Call = Pick<CallResult, "id" | "args">;

/** A value that stood in for a setting, in words. */
interface Taken {
  readonly text: string;
  /** The variable of the environment that it is from. @default what Excel takes too */
  readonly variable?: string | undefined;
}

/** Returns the note; none if the calls read no such setting and nothing is lost. */
export function takenNotes(sources: SettingsSources): string[] {
  const { own, areLost, hasFormulas, isTemplate } = sources;
  const calls = sources.calls.map(({ id, args }) => ({ id, args: normalizeArguments(args) }));
  const taken = [
    ...(own ? [] : [...fiscalYearTaken(calls, sources), ...currencyTaken(calls, sources)]),
    ...currentMonthTaken(calls, sources),
    ...planTaken(calls, sources),
  ];
  if (taken.length === 0) return areLost ? [LOST] : [];
  const listed = taken.map(({ text, variable }) => (variable ? `${text} (${variable})` : text));
  const reason = own
    ? "The workbook does not say all that its formulas read."
    : areLost
      ? LOST
      : isTemplate
        ? TEMPLATE
        : NO_SETTINGS;
  return [`${takenText(listed, reason)}${hasFormulas ? adviceOn(taken) : ""}`];
}

const TEMPLATE = "A template has no settings of its own.";
const LOST =
  "Another program has removed what the add-in keeps in the workbook: its settings, last results and list of reports.";

function adviceOn(taken: readonly Taken[]): string {
  return taken.some(({ variable }) => variable)
    ? " Choose the same in Excel, in the add-in's settings, or it will calculate other numbers."
    : " If others are meant, choose them in Excel, in the add-in's settings.";
}

function fiscalYearTaken(calls: readonly Call[], { given, dateSystem }: SettingsSources): Taken[] {
  if (!calls.some((call) => readsFiscalYear(call, dateSystem))) return [];
  const isGiven = fiscalYearOf(given).firstMonth > 1;
  const variable = isGiven ? "INSIGHTS_FISCAL_MONTH, INSIGHTS_FISCAL_NAME" : undefined;
  return [{ text: settingText("fiscalYear", given), variable }];
}

/** Some year that has no quarter or half in common with the calendar's. */
const OTHER_YEAR = { firstMonth: 2, namedBy: "end" } as const;

/** True if another fiscal year would mean other months: of a year, half or quarter, to date or to go, or full years between dates. */
function readsFiscalYear({ id, args }: Call, dateSystem: DateSystem): boolean {
  const names = argumentNames(id) ?? [];
  const periods = args.filter((value, at) => (value ?? null) !== null && takes(names[at] ?? "", "period"));
  const ends = periods.flat(2).flatMap((value) => (typeof value === "string" ? value.split(":") : [value]));
  const firstOf = (value: unknown, year: FiscalYear) => parsePeriod(value, dateSystem, year)?.first;
  if (ends.some((value) => firstOf(value, CALENDAR_YEAR) !== firstOf(value, OTHER_YEAR))) return true;
  const written = textOf(argumentIn({ id, args }, "basis")).toUpperCase();
  const basis = BASES.find((each) => each === written);
  const monthsIn = (year: FiscalYear) => basis && monthsOfBasis(basis, "2026-03", year).join();
  if (monthsIn(CALENDAR_YEAR) !== monthsIn(OTHER_YEAR)) return true;
  return periods.length > 0 && intervalOf({ id, args }) === "FY";
}

function intervalOf({ id, args }: Call): string {
  if (argumentPosition(id, "interval") < 0) return "";
  const written = textOf(argumentIn({ id, args }, "interval")).toUpperCase();
  const family = FAMILIES.find((name) => ENDPOINTS[name].functionId === id);
  return written || (family ? ENDPOINTS[family].defaultInterval : "");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function currencyTaken(calls: readonly Call[], { given, answers }: SettingsSources): Taken[] {
  if (!calls.some((call) => leavesOut(call, "currency"))) return [];
  if (given.currency) return [{ text: settingText("currency", given), variable: "INSIGHTS_CURRENCY" }];
  const found = [...new Set(answers.flatMap(({ currency }) => currency ?? []))].sort();
  return found.length === 0 ? [] : [{ text: `the service's currency ${found.join(" and ")}` }];
}

function currentMonthTaken(calls: readonly Call[], { own, given, currentMonths }: SettingsSources): Taken[] {
  if (own?.currentMonth || !calls.some(readsCurrentMonth)) return [];
  if (!own && given.currentMonth)
    return [{ text: settingText("currentMonth", given), variable: "INSIGHTS_CURRENT_MONTH" }];
  const months = currentMonths.join(" and ");
  return months === "" ? [] : [{ text: `the current month ${months}, the last of the actuals` }];
}

function planTaken(calls: readonly Call[], { own, given }: SettingsSources): Taken[] {
  if (own?.plan || !given.plan || !calls.some((call) => leavesOut(call, "plan"))) return [];
  return [{ text: settingText("plan", given), variable: "INSIGHTS_PLAN" }];
}

/** True if the function has the argument, and the call leaves it out. */
function leavesOut(call: Call, name: "plan" | "currency"): boolean {
  return argumentPosition(call.id, name) >= 0 && (argumentIn(call, name) ?? null) === null;
}

function readsCurrentMonth({ id, args }: Call): boolean {
  return settingsReadBy(id, args, { currentMonth: "2000-01" }).currentMonth !== undefined;
}

/** Returns the months that "current" means in the plans of these calls, from the answers that they were computed from. */
export async function currentMonthsOf(
  calls: readonly CallResult[],
  host: FunctionHost,
  generation: Generation,
): Promise<string[]> {
  if (host.settings().currentMonth) return [];
  const reading = calls.map(({ id, args }) => ({ id, args: normalizeArguments(args) })).filter(readsCurrentMonth);
  const plans = new Set(reading.map((call) => argumentIn(call, "plan") ?? null));
  const months = [...plans].map((plan) => {
    const args = argumentsInOrder("PERIOD", { plan, period: "current" });
    return invokeFunction(host, { id: "PERIOD", args }, { generation });
  });
  // A call that does not know the current month shows why in its own cell.
  const found = (await Promise.allSettled(months)).map((each) =>
    each.status === "fulfilled" ? textOf(each.value.result) : "",
  );
  return [...new Set(found)].filter((month) => month !== "").sort();
}
