/** The names that headings may use in tests, and what their tables lack. */
import type { HeadingDefaults } from "../../../src/reporting/headings/cellNumbers";
import type { KnownNames } from "../../../src/reporting/headings/headingMeaning";
import { createPlanItems } from "../../../src/reporting/headings/planItems";
import { CALENDAR_YEAR } from "../../../src/numbers/language/fiscalYear";

const SCENARIOS: readonly (readonly [name: string, ...flags: string[]])[] = [
  ["Actual", "actual"],
  ["Committed Plan", "committed"],
  ["Optimistic"],
  ["Conservative"],
  ["+5% price"],
];

const OWN = SCENARIOS.map(([name, ...flags], at) => ({ id: `fy26-${at}`, name, flags }));

export const KNOWN: KnownNames = {
  plans: ["FY26 Plan", "FY25 Plan"].map((name) => ({ id: name, name, scenarios: OWN })),
  scenarios: OWN,
};

/** The names of the sandbox's plan, with its items and its currency. */
export const KNOWN_WITH_ITEMS: KnownNames = {
  ...KNOWN,
  currency: "USD",
  items: createPlanItems([
    ...["North", "South", "East", "West", "Central", "Islands"].map((name) => ({ groupBy: "region" as const, name })),
    ...["Modern Trade", "E-commerce", "Pharmacy", "Traditional Trade", "Hospitals"].map((name) => ({
      groupBy: "channel" as const,
      name,
    })),
    ...["Skin Care", "Vitamins", "Cereals"].map((name) => ({ groupBy: "product" as const, name })),
  ]),
};

export const DEFAULTS: HeadingDefaults = {
  plan: "FY26 Plan",
  currency: "USD",
  year: "2026",
  fiscalYear: CALENDAR_YEAR,
  dateSystem: 1900,
};
