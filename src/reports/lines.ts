/** The lines of a P&L in reports: the service's lines and implied ones, so each sum is complete. */
import { DERIVED_FIELDS, fieldsOf, findField, type Field } from "../insights";

export interface ReportLine {
  readonly field: string;
  readonly label: string;
  readonly unit: "amount" | "ratio" | "volume";
  /** True if less is better. */
  readonly isCost: boolean;
  /** True if it sums up the lines above. */
  readonly isSum: boolean;
  readonly indent: number;
  /** True if the service may omit it (§2.5). Its cells are then blank. */
  readonly isOptional: boolean;
}

const SUMS = ["netFIESales", "grossProfit", "ebit", "dpm"];
const PARTS = ["storageAndHandling", "transport"];
const REQUIRED = ["netFIESales", "cogs", "grossProfit", "ebit", "demandVolume"];

/** @see API specification §2.5, in its order, with each implied line above its sum. */
const STATEMENT_FIELDS: readonly Field[] = fieldsOf("pnl").flatMap((field) => {
  const implied = DERIVED_FIELDS.find(({ impliedBy = [] }) => impliedBy.at(-1) === field.name);
  return implied ? [implied, field] : [field];
});

export const STATEMENT_LINES: readonly ReportLine[] = STATEMENT_FIELDS.map(lineOf);

/** Returns the lines of these fields, in this order. */
export function fieldLines(...names: string[]): ReportLine[] {
  return names.flatMap((name) => {
    const field = findField(name);
    return field ? [lineOf(field)] : [];
  });
}

/** Returns the rows of lines by field. */
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
