/** The settings that a formula leaves to its workbook, where its number may be another one. */
import { plainTexts } from "../analysis/numberCall";
import { findField } from "../insights";
import { BASES, monthsOfBasis } from "../language/bases";
import { isCurrent, parsePeriod } from "../language/periods";
import { argumentIn, SIGNATURES, takes, type ArgumentOf, type FunctionId } from "../language/signatures";
import { settingText, type SettingGroup } from "../saved/settingWords";
import type { Settings } from "../functions/host";
import { CALENDAR_YEAR, type FiscalYear } from "../sheet/months";

/** A call without settings. */
interface PlainCall {
  readonly id: FunctionId;
  readonly args: readonly unknown[];
}

/** Returns a sentence that names the settings, as they are here; {} if the formula is the same number in any workbook. */
export function openSettings(call: PlainCall, settings: Settings): { settings?: string } {
  const open = GROUPS.filter((group) => IS_OPEN[group](call));
  if (open.length === 0) return {};
  const here = open.map((group) => settingText(group, settings)).join("; ");
  return {
    settings: `In a workbook the formula reads the workbook's settings, which may be others than here: ${here}.`,
  };
}

const IS_OPEN: Readonly<Record<SettingGroup, (call: PlainCall) => boolean>> = {
  plan: (call) => isBlank(call, "plan"),
  scenarios: (call) => isBlank(call, "scenario"),
  fiscalYear: (call) => isFiscalBasis(textsOf(call, "basis")) || periodsOf(call).some(isFiscalPeriod),
  currency: (call) => isBlank(call, "currency") && hasMoney(call),
  currentMonth: (call) => periodsOf(call).some(isCurrent),
};
const GROUPS = Object.keys(IS_OPEN) as SettingGroup[];

/** True if the function takes the argument, and the call leaves it out. */
function isBlank(call: PlainCall, name: ArgumentOf): boolean {
  return SIGNATURES[call.id].some((each) => each === name) && textsOf(call, name).length === 0;
}

/** Returns the texts of an argument, without blanks. */
function textsOf({ id, args }: PlainCall, name: ArgumentOf): string[] {
  return plainTexts(argumentIn({ id, args }, name));
}

/** True unless all fields are quantities. */
function hasMoney(call: PlainCall): boolean {
  const fields = textsOf(call, "field").map((name) => findField(name)?.unit);
  return fields.length === 0 || fields.some((unit) => unit !== "volume" && unit !== "kg CO2e");
}

/** Returns the periods of a call, and the two ends of ranges. */
function periodsOf(call: PlainCall): string[] {
  const names = SIGNATURES[call.id].filter((name) => takes(name, "period"));
  return names.flatMap((name) => textsOf(call, name)).flatMap((text) => text.split(":"));
}

/** Its years, halves and quarters all differ from the calendar's. */
const FISCAL_YEAR: FiscalYear = { firstMonth: 2, namedBy: "end" };

/** True if the months depend on the fiscal year, as those of a quarter do. */
function isFiscalPeriod(period: string): boolean {
  const [one, other] = [CALENDAR_YEAR, FISCAL_YEAR].map((year) => parsePeriod(period, 1900, year)?.first);
  return one !== other;
}

function isFiscalBasis([text = ""]: readonly string[]): boolean {
  const basis = BASES.find((each) => each === text.toUpperCase());
  const [one, other] = [CALENDAR_YEAR, FISCAL_YEAR].map(
    (year) => basis && monthsOfBasis(basis, ANY_MONTH, year).join(),
  );
  return one !== other;
}

const ANY_MONTH = "2026-05";
