/** The labels that a table's head and headings have in the sheet. They are read again by "Fill from headings". */
import { SIGN_NOTES } from "../../numbers/language/varianceSign";
import type { TableDimension } from "./axes";

export const tableTexts = {
  plan: "Plan",
  currency: "Amounts in",
  volumes: "Volumes in",
  units: "units",
  yearToDate: "Year to date",
  amountsIn: (scale: string) => `amounts in ${scale}`,
  volumesInUnits: "volumes in units",
  /** Costs below their base are better too, so they have a plus. */
  sign: SIGN_NOTES.variance,
  dimensions: {
    field: "Line",
    groupBy: "Group by",
    item: "Item",
    scenario: "Scenario",
    actualsTo: "Actuals to",
    base: "Against",
    measure: "Variance",
    year: "Year",
    period: "Period",
    basis: "Basis",
  } satisfies Record<TableDimension, string>,
} as const;
