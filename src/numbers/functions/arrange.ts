/** Arranges the answers of a table function in their layout. */
import { ENDPOINTS, FIELDS, InsightsError, type Family, type Interval, type Sliced } from "../../insights";
import type { Cells } from "./cell";
import { matchField, type FieldChoice, type LayoutName } from "./arguments";
import { rowsOf, tableLayout, type Layout, type LayoutInput } from "./layout";
import { listNames } from "../language/names";
import { checkSize, LEAST_BYTES } from "./size";
import { periodLabels, statementLayout } from "./statementLayout";

/** The fields and layout that a cell asked for. */
export interface TableForm {
  readonly family: Family;
  /** Undefined for a blank between others. Empty for all returned fields. */
  readonly fields: readonly (FieldChoice | undefined)[];
  readonly interval: Interval;
  /** @default the family's own */
  readonly layout: LayoutName | undefined;
}

/**
 * Returns the cells. Throws `missing` if they hold no number or several full years, and `argument`, before any row is read, if
 * they are more than Excel accepts.
 * @param named True if scenarios were named.
 */
export function* arrange(
  { family, fields: asked, interval, layout }: TableForm,
  named: boolean,
  columns: LayoutInput["columns"],
): Sliced<Cells> {
  const returned = fieldsIn(columns);
  const fields = asked.length === 0 ? returned : asked.map((field) => field && matchField(field, returned, family));
  const all: LayoutInput = { columns, fields, byPeriod: interval !== "FY" };
  const { defaultLayout } = ENDPOINTS[family];
  const isPlain = family === "pnl" && interval === "FY" && layout === undefined;
  const isNumber = isPlain && named && isOne(columns) && isOne(asked);
  // Only the layout `values` keeps blank rows and columns.
  const input = layout === "values" ? all : withoutBlanks(all);
  const form = layout === "statement" || layout === "table" ? layout : defaultLayout;
  if (form === "statement" && !input.byPeriod) checkOneYear(input);
  const laidOut = form === "statement" ? yield* statementLayout(input) : tableLayout(input);
  const withLabels = layout !== "values" && !isNumber;
  checkLeastSize(laidOut, withLabels);
  const cells: Cells = withLabels ? laidOut.headings : [];
  const first = { row: cells.length, column: withLabels ? laidOut.width.labels : 0 };
  yield* laidOut.fill(cells, withLabels);
  if (!hasNumber(cells, first)) throw nothingReturned(withoutBlanks(input));
  return cells;
}

/** Returns all fields of the answers: those of the specification in its order, then new ones. */
function fieldsIn(columns: LayoutInput["columns"]): FieldChoice[] {
  const names = new Set(columns.flatMap((column) => [...(rowsOf(column)?.values.keys() ?? [])]));
  const known = FIELDS.filter(({ name }) => names.has(name));
  for (const { name } of known) names.delete(name);
  return [...known, ...[...names].map((name) => ({ name, label: name }))];
}

/** Throws if the number of cells, or else their least bytes, exceed the limits. */
function checkLeastSize({ headings, height, width, leastBytes }: Layout, withLabels: boolean): void {
  const rows = height + (withLabels ? headings.length : 0);
  const columns = width.numbers + (withLabels ? width.labels : 0);
  checkSize({ rows, columns, bytes: rows * columns * LEAST_BYTES });
  checkSize({ rows, columns, bytes: leastBytes.numbers() + (withLabels ? leastBytes.labels() : 0) });
}

function hasNumber(cells: Cells, first: { readonly row: number; readonly column: number }): boolean {
  for (let row = first.row; row < cells.length; row += 1) {
    if (cells[row]?.some((cell, column) => column >= first.column && typeof cell === "number")) return true;
  }
  return false;
}

function isOne(list: readonly unknown[]): boolean {
  return list.filter((item) => item !== undefined).length === 1;
}

function withoutBlanks(input: LayoutInput): LayoutInput {
  return { ...input, columns: input.columns.filter(Boolean), fields: input.fields.filter(Boolean) };
}

function checkOneYear({ columns }: LayoutInput): void {
  const years = periodLabels(columns);
  if (years.length <= 1) return;
  throw new InsightsError(
    "missing",
    `The service returned several full years, ${listNames(years)}. Set dateFrom and dateTo to one of them, or use the layout table.`,
  );
}

function nothingReturned({ columns, fields }: LayoutInput): InsightsError {
  const what = fields.length > 0 ? listNames(fields.map((field) => field?.label ?? "")) : "Nothing";
  const whose = listNames(columns.map((column) => column?.name ?? ""));
  const verb = fields.length > 0 ? "was not returned" : "was returned";
  return new InsightsError("missing", `${what} ${verb} by the service for ${whose} in this time.`);
}
