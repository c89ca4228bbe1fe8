/**
 * How answers become cells. A layout has headings on top, labels at the left and numbers in the middle;
 * `values` is the numbers alone. What the service left out is "".
 */
import { FIELDS, InsightsError, type Row } from "../insights";
import type { ScenarioColumn } from "./ask";
import type { Cells, OutputValue } from "./cell";
import type { FieldChoice } from "./fieldChoice";
import { quote } from "./names";
import { rowValue } from "./rowValue";

/** Cells in three parts. */
export interface LaidOut {
  /** Rows over all columns, those of the labels included. */
  readonly headings: Cells;
  /** For each row of numbers its leading cells. */
  readonly labels: Cells;
  readonly numbers: Cells;
}

/** What is to be laid out. */
export interface LayoutInput {
  /** undefined: a blank between others, which keeps its place. */
  readonly columns: readonly (ScenarioColumn | undefined)[];
  readonly fields: readonly (FieldChoice | undefined)[];
  /** One column a period and a heading row for them, or one column a scenario. */
  readonly byPeriod: boolean;
}

/** The label of a full year that the service did not label. */
const FULL_YEAR = "FY";

/** The key of the one column that a scenario has where time is not divided. */
const WHOLE = "";

/** A row a field (and group), a column a scenario (and period); the corner says the currency. */
export function statementLayout({ columns, fields, byPeriod }: LayoutInput): LaidOut {
  const periods = byPeriod ? periodLabels(columns) : [WHOLE];
  const places = columns.flatMap((column) => {
    const byPlace = rowsByPlace(column, byPeriod);
    return periods.map((period) => ({ column, period, rows: byPlace.get(period) }));
  });
  const groups = new Set(columns.flatMap(rowsOf).map(groupLabel));
  const lines = [...(groups.size === 0 ? [""] : groups)].flatMap((group) => fields.map((field) => ({ group, field })));
  const scenarioNames = [currencyOf(columns), ...places.map(({ column }) => column?.name ?? "")];
  return {
    headings: byPeriod ? [scenarioNames, ["", ...places.map(({ period }) => period)]] : [scenarioNames],
    labels: lines.map(({ group, field }) => [[group, field?.label].filter(Boolean).join(" · ")]),
    numbers: lines.map(({ group, field }) => places.map(({ rows }) => valueOf(rows?.get(group), field))),
  };
}

/** A row a scenario, period and group, a column a field. */
export function tableLayout({ columns, fields }: LayoutInput): LaidOut {
  const keys = [...new Set(columns.flatMap(rowsOf).flatMap(({ groups }) => [...groups.keys()]))];
  const height = Math.max(1, columns.map(rowsOf).find((rows) => rows.length > 0)?.length ?? 1);
  const lines = columns.flatMap((column) => {
    if (!column) return Array.from({ length: height }, () => ({ name: "", row: undefined }));
    const rows: readonly (Row | undefined)[] = column.answer ? rowsOf(column) : [undefined];
    return rows.map((row) => ({ name: column.name, row }));
  });
  return {
    headings: [["Scenario", "Period", ...keys.map(capitalise), ...fields.map((field) => field?.label ?? "")]],
    labels: lines.map(({ name, row }) => [
      name,
      row ? row.period || FULL_YEAR : "",
      ...keys.map((key) => row?.groups.get(key) ?? ""),
    ]),
    numbers: lines.map(({ row }) => fields.map((field) => valueOf(row, field))),
  };
}

/** All three parts together. */
export function allCells({ headings, labels, numbers }: LaidOut): Cells {
  return [...headings, ...labels.map((label, index) => [...label, ...(numbers[index] ?? [])])];
}

/** Every field that the answers have: those of the specification in its order, then new ones. */
export function fieldsIn(columns: readonly (ScenarioColumn | undefined)[]): FieldChoice[] {
  const names = new Set(columns.flatMap(rowsOf).flatMap(({ values }) => [...values.keys()]));
  const known = FIELDS.filter(({ name }) => names.has(name));
  for (const { name } of known) names.delete(name);
  return [...known, ...[...names].map((name) => ({ name, label: name }))];
}

function rowsOf(column: ScenarioColumn | undefined): readonly Row[] {
  return column?.answer?.scenario.rows ?? [];
}

/** All periods of all scenarios, ordered where their labels tell the order, else as they came. */
export function periodLabels(columns: readonly (ScenarioColumn | undefined)[]): string[] {
  const periods = [...new Set(columns.flatMap(rowsOf).map(({ period }) => period))];
  return periods.every((period) => /^\d{4}(-\w+)*$/.test(period)) ? periods.sort() : periods;
}

/** The rows of a scenario by period and group. Two in one place would leave one of them unseen, so that is an error. */
function rowsByPlace(
  column: ScenarioColumn | undefined,
  byPeriod: boolean,
): ReadonlyMap<string, ReadonlyMap<string, Row>> {
  const byPlace = new Map<string, Map<string, Row>>();
  for (const row of rowsOf(column)) {
    const period = byPeriod ? row.period : WHOLE;
    const byGroup = byPlace.get(period) ?? new Map<string, Row>();
    if (byGroup.has(groupLabel(row))) throw twice(row);
    byPlace.set(period, byGroup.set(groupLabel(row), row));
  }
  return byPlace;
}

function twice(row: Row): InsightsError {
  const place = [row.period || FULL_YEAR, groupLabel(row)].filter(Boolean).map(quote).join(", ");
  return new InsightsError("malformed", `The service returned several rows for ${place}. Use the layout table.`);
}

/** What the service says it answered in, else what was asked for. */
function currencyOf(columns: readonly (ScenarioColumn | undefined)[]): string {
  const answer = columns.find((column) => column?.answer)?.answer;
  return answer?.currency ?? answer?.question.parameters.currency ?? "";
}

function groupLabel({ groups }: Row): string {
  return [...groups.values()].join(" · ");
}

function valueOf(row: Row | undefined, field: FieldChoice | undefined): OutputValue {
  return (field && row && rowValue(row, field.name)) ?? "";
}

function capitalise(key: string): string {
  return `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;
}
