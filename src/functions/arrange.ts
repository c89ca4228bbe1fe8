/** Which layout a table function's answers get, and what keeps them from having one. */
import { ENDPOINTS, InsightsError, type Family, type Parameters } from "../insights";
import type { LayoutName } from "./arguments";
import type { ScenarioColumn } from "./ask";
import type { Cells } from "./cell";
import { matchField, type FieldChoice } from "./fieldChoice";
import { allCells, fieldsIn, periodLabels, statementLayout, tableLayout, type LayoutInput } from "./layout";
import { listNames } from "./names";

/** What the cell asked to see. */
export interface TableForm {
  readonly family: Family;
  /** undefined: a blank between others. None: all that are returned. */
  readonly fields: readonly (FieldChoice | undefined)[];
  readonly parameters: Parameters;
  /** undefined: the family's own. */
  readonly layout: LayoutName | undefined;
}

/** The cells. `named`: the scenarios were named. Throws `missing` where there is no number, or one too many for its place. */
export function arrange(
  { family, fields: asked, parameters, layout }: TableForm,
  named: boolean,
  columns: readonly (ScenarioColumn | undefined)[],
): Cells {
  const returned = fieldsIn(columns);
  const fields = asked.length === 0 ? returned : asked.map((field) => field && matchField(field, returned, family));
  const all: LayoutInput = { columns, fields, byPeriod: parameters.interval !== "FY" };
  const { defaultLayout } = ENDPOINTS[family];
  const isPlain = family === "pnl" && parameters.interval === "FY" && layout === undefined;
  const isNumber = isPlain && named && isOne(columns) && isOne(asked);
  // Blanks keep their place among the values alone.
  const input = layout === "values" ? all : withoutBlanks(all);
  const form = layout === "statement" || layout === "table" ? layout : defaultLayout;
  if (form === "statement" && !input.byPeriod) checkOneYear(input);
  const laidOut = form === "statement" ? statementLayout(input) : tableLayout(input);
  if (!laidOut.numbers.flat().some((cell) => typeof cell === "number")) throw nothingReturned(withoutBlanks(input));
  return layout === "values" || isNumber ? laidOut.numbers : allCells(laidOut);
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
