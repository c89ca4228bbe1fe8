/** The settings that a refresh calculates a workbook with: its own, or those of the environment. */
import type { Settings } from "../../functions/host";
import { normalizeArguments, settingsReadBy } from "../../saved/callKey";
import type { CallResult } from "../../standalone/savedParts";
import { takenNotes, type SettingsSources } from "./settingsTaken";

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
  const notes = takenNotes(sources);
  return unused === "" ? notes : [...notes, `These were not used, since the workbook's own settings count: ${unused}.`];
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
