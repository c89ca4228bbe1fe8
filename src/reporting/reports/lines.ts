/** The lines of a P&L in reports: the service's lines and implied ones, so each sum is complete. */
import { FIELDS, findField, isSumLine, LINE_PARTS, type Field, type FieldName } from "../../insights";
import { orderedFields } from "../../numbers/language/fieldOrder";

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

const REQUIRED = ["netFIESales", "cogs", "grossProfit", "ebit", "demandVolume"];

/** @see API specification §2.5, in its order. A ratio that it does not list is no line. */
export const STATEMENT_LINES: readonly ReportLine[] = orderedFields("pnl")
  .filter((field) => FIELDS.includes(field) || field.parent)
  .map(lineOf);

/** Returns the lines that lead from gross sales to a sum: each sum, then the costs up to the next. Parts of costs are left out. */
export function linesTo(sum: string): { readonly field: string; readonly isSum: boolean }[] {
  const [[, first] = [], ...costs] = LINE_PARTS[sum] ?? [];
  const own = [...costs.map(([, field]) => ({ field, isSum: false })), { field: sum, isSum: true }];
  return first ? [...linesTo(first), ...own] : own;
}

/** Returns the lines of these fields, in this order. */
export function fieldLines(...names: FieldName[]): ReportLine[] {
  return names.flatMap((name) => {
    const field = findField(name);
    return field ? [lineOf(field)] : [];
  });
}

/** Returns the rows of lines by field. */
export function rowsOfLines(lines: readonly ReportLine[], first: number): ReadonlyMap<string, number> {
  return new Map(lines.map(({ field }, at) => [field, first + at]));
}

/** Returns the cell of a line in a column; a heading's cell, which is no number, if the table lacks the line. */
export function cellOfLine(column: string, field: string, rowOf: ReadonlyMap<string, number>): string {
  return `${column}$${rowOf.get(field) ?? 1}`;
}

function lineOf(field: Field): ReportLine {
  const { name, label, unit, direction, parent } = field;
  const isCost = direction === "less";
  const isPartOfCosts = parent !== undefined && findField(parent)?.direction === "less";
  return {
    field: name,
    label,
    unit: unit === "ratio" || unit === "volume" ? unit : "amount",
    isCost,
    isSum: isSumLine(field),
    indent: unit === "ratio" || isPartOfCosts ? 1 : 0,
    isOptional: !REQUIRED.includes(name),
  };
}
