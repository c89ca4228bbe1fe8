/** The settings that numbers depend on, in words: pane and command line say with them what stands in for settings. */
import { fiscalYearOf } from "../../numbers/language/fiscalYear";
import type { CallSettings } from "../../numbers/language/callKey";

/** Settings that are chosen together. */
export type SettingGroup = "plan" | "scenarios" | "fiscalYear" | "currency" | "currentMonth";

export const NO_SETTINGS = "The workbook has no settings of its own.";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** Returns one sentence on what stands in for the settings of a workbook that has none. */
export function takenText(taken: readonly string[], reason = NO_SETTINGS): string {
  return `${reason} These were taken: ${taken.join("; ")}.`;
}

/** Returns one group of the settings in words; those that are not set are the defaults. */
export function settingText(group: SettingGroup, settings: CallSettings): string {
  return WORDS[group](settings);
}

const WORDS: Readonly<Record<SettingGroup, (settings: CallSettings) => string>> = {
  plan: ({ plan }) => (plan ? `the plan ${plan}` : "no plan"),
  scenarios: ({ scenarios = [] }) => (scenarios.length > 0 ? `the scenarios ${scenarios.join(", ")}` : "all scenarios"),
  currency: ({ currency }) => (currency ? `the currency ${currency.toUpperCase()}` : "the service's currency"),
  currentMonth: ({ currentMonth }) =>
    currentMonth ? `the current month ${currentMonth}` : "the current month by the actuals",
  fiscalYear(settings) {
    const { firstMonth, namedBy } = fiscalYearOf(settings);
    const name = firstMonth > 1 ? `, named by the year in which it ${namedBy}s` : "";
    return `a fiscal year from ${MONTHS[firstMonth - 1]}${name}`;
  },
};
