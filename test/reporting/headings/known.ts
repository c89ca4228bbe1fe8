/** The names that headings may use in tests, and what their tables lack. */
import type { HeadingDefaults } from "../../../src/reporting/headings/cellNumbers";
import type { KnownNames } from "../../../src/reporting/headings/headingMeaning";
import { CALENDAR_YEAR } from "../../../src/numbers/language/months";

const SCENARIOS: readonly (readonly [name: string, ...flags: string[]])[] = [
  ["Actual", "actual"],
  ["Committed Plan", "committed"],
  ["Optimistic"],
  ["Conservative"],
  ["+5% price"],
];

export const KNOWN: KnownNames = {
  plans: ["FY26 Plan", "FY25 Plan"],
  scenarios: SCENARIOS.map(([name, ...flags], at) => ({ id: `fy26-${at}`, name, flags })),
};

export const DEFAULTS: HeadingDefaults = {
  plan: "FY26 Plan",
  currency: "USD",
  scenarios: ["actual", "committed", "Optimistic", "Conservative", "+5% price"],
  year: "2026",
  fiscalYear: CALENDAR_YEAR,
  dateSystem: 1900,
};
