/**
 * How answers become cells. A layout has headings on top, labels at the left and numbers in the middle;
 * `values` is the numbers alone. What the service left out is "".
 */
import { FIELDS, InsightsError, type Answer, type Row } from "../insights";
import type { FieldChoice } from "./arguments";
import type { CellValue, Cells } from "./cell";
import { quote } from "./names";

/** One scenario asked for; without an answer where the service returned none. */
export interface Block {
  readonly name: string;
  readonly answer: Answer | undefined;
}

export interface Sheet {
  /** Rows over all columns, those of the labels included. */
  readonly headings: Cells;
  /** For each row of numbers its leading cells. */
  readonly labels: Cells;
  readonly numbers: Cells;
}

export interface Shape {
  /** undefined: a blank between others, which keeps its place. */
  readonly blocks: readonly (Block | undefined)[];
  readonly fields: readonly (FieldChoice | undefined)[];
  /** One column a period and a heading row for them, or one column a scenario. */
  readonly byPeriod: boolean;
}

/** The label of a full year that the service did not label. */
const FULL_YEAR = "FY";

/** The key of the one column that a scenario has where time is not divided. */
const WHOLE = "";

/** A row a field (and group), a column a scenario (and period); the corner says the currency. */
export function statement({ blocks, fields, byPeriod }: Shape): Sheet {
  const periods = byPeriod ? periodsOf(blocks) : [WHOLE];
  const columns = blocks.flatMap((block) => {
    const byColumn = rowsByColumn(block, byPeriod);
    return periods.map((period) => ({ block, period, rows: byColumn.get(period) }));
  });
  const groups = new Set(blocks.flatMap(rowsOf).map(groupLabel));
  const lines = [...(groups.size === 0 ? [""] : groups)].flatMap((group) => fields.map((field) => ({ group, field })));
  const scenarioNames = [currencyOf(blocks), ...columns.map(({ block }) => block?.name ?? "")];
  return {
    headings: byPeriod ? [scenarioNames, ["", ...columns.map(({ period }) => period)]] : [scenarioNames],
    labels: lines.map(({ group, field }) => [[group, field?.label].filter(Boolean).join(" · ")]),
    numbers: lines.map(({ group, field }) => columns.map(({ rows }) => valueOf(rows?.get(group), field))),
  };
}

/** A row a scenario, period and group, a column a field. */
export function table({ blocks, fields }: Shape): Sheet {
  const keys = [...new Set(blocks.flatMap(rowsOf).flatMap(({ groups }) => [...groups.keys()]))];
  const height = Math.max(1, blocks.map(rowsOf).find((rows) => rows.length > 0)?.length ?? 1);
  const lines = blocks.flatMap((block) => {
    if (!block) return Array.from({ length: height }, () => ({ name: "", row: undefined }));
    const rows: readonly (Row | undefined)[] = block.answer ? rowsOf(block) : [undefined];
    return rows.map((row) => ({ name: block.name, row }));
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

/** The whole sheet as cells. */
export function whole({ headings, labels, numbers }: Sheet): Cells {
  return [...headings, ...labels.map((label, index) => [...label, ...(numbers[index] ?? [])])];
}

/** Every field that the answers have: those of the specification in its order, then new ones. */
export function fieldsIn(blocks: readonly (Block | undefined)[]): FieldChoice[] {
  const names = new Set(blocks.flatMap(rowsOf).flatMap(({ values }) => [...values.keys()]));
  const known = FIELDS.filter(({ name }) => names.has(name));
  for (const { name } of known) names.delete(name);
  return [...known, ...[...names].map((name) => ({ name, label: name }))];
}

function rowsOf(block: Block | undefined): readonly Row[] {
  return block?.answer?.scenario.rows ?? [];
}

/** All periods of all scenarios, ordered where their labels tell the order, else as they came. */
export function periodsOf(blocks: readonly (Block | undefined)[]): string[] {
  const periods = [...new Set(blocks.flatMap(rowsOf).map(({ period }) => period))];
  return periods.every((period) => /^\d{4}(-\w+)*$/.test(period)) ? periods.sort() : periods;
}

/** The rows of a scenario by period and group. Two in one place would leave one of them unseen, so that is an error. */
function rowsByColumn(block: Block | undefined, byPeriod: boolean): ReadonlyMap<string, ReadonlyMap<string, Row>> {
  const columns = new Map<string, Map<string, Row>>();
  for (const row of rowsOf(block)) {
    const period = byPeriod ? row.period : WHOLE;
    const column = columns.get(period) ?? new Map<string, Row>();
    if (column.has(groupLabel(row))) throw twice(row);
    columns.set(period, column.set(groupLabel(row), row));
  }
  return columns;
}

function twice(row: Row): InsightsError {
  const place = [row.period || FULL_YEAR, groupLabel(row)].filter(Boolean).map(quote).join(", ");
  return new InsightsError("malformed", `The service returned several rows for ${place}. Use the layout table.`);
}

/** What the service says it answered in, else what was asked for. */
function currencyOf(blocks: readonly (Block | undefined)[]): string {
  const answer = blocks.find((block) => block?.answer)?.answer;
  return answer?.currency ?? answer?.question.parameters.currency ?? "";
}

function groupLabel({ groups }: Row): string {
  return [...groups.values()].join(" · ");
}

function valueOf(row: Row | undefined, field: FieldChoice | undefined): CellValue {
  return (field && row?.values.get(field.name)) ?? "";
}

function capitalise(key: string): string {
  return `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;
}
