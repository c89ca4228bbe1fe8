/** The lines of a P&L as reports show them: those of the service and those that it implies, so that each sum has all its parts. */
import { DERIVED_FIELDS, fieldsOf, findField, type Field } from "../../insights";

export interface ReportLine {
  readonly field: string;
  readonly label: string;
  readonly unit: "amount" | "ratio" | "volume";
  /** Less of it is better. */
  readonly isCost: boolean;
  /** What the lines above it come to. */
  readonly isSum: boolean;
  readonly indent: number;
  /** The service may leave it out (§2.5); then its cells are blank. */
  readonly isOptional: boolean;
}

const SUMS = ["netFIESales", "grossProfit", "ebit", "dpm"];
const PARTS = ["storageAndHandling", "transport"];
const REQUIRED = ["netFIESales", "cogs", "grossProfit", "ebit", "demandVolume"];

/** @see API specification §2.5: in its order, with each implied line above the sum that it leads to. */
const STATEMENT_FIELDS: readonly Field[] = fieldsOf("pnl").flatMap((field) => {
  const implied = DERIVED_FIELDS.find(({ impliedBy = [] }) => impliedBy.at(-1) === field.name);
  return implied ? [implied, field] : [field];
});

export const STATEMENT_LINES: readonly ReportLine[] = STATEMENT_FIELDS.map(lineOf);

/** Those of the lines, or of other fields, in this order. */
export function fieldLines(...names: string[]): ReportLine[] {
  return names.flatMap((name) => {
    const field = findField(name);
    return field ? [lineOf(field)] : [];
  });
}

/** The row of each, by its field. */
export function rowsOfLines(lines: readonly ReportLine[], first: number): ReadonlyMap<string, number> {
  return new Map(lines.map(({ field }, at) => [field, first + at]));
}

function lineOf({ name, label, unit, direction }: Field): ReportLine {
  return {
    field: name,
    label,
    unit: unit === "ratio" || unit === "volume" ? unit : "amount",
    isCost: direction === "less",
    isSum: SUMS.includes(name),
    indent: unit === "ratio" || PARTS.includes(name) ? 1 : 0,
    isOptional: !REQUIRED.includes(name),
  };
}
