/** The rows of an answer in the words of tests, an object each. */
import { eachRow, rowPeriod, sentValue, type RowColumns } from "../../src/insights";
import { textsOf } from "../../src/insights/columns";
import { createRowReader } from "../../src/insights/rows";

export interface PlainRow {
  readonly period: string;
  readonly groups: ReadonlyMap<string, string>;
  readonly values: ReadonlyMap<string, number>;
}

export function plainRows(rows: RowColumns): PlainRow[] {
  return eachRow(rows).map((row) => {
    const values = [...rows.values.keys()].flatMap((name) => {
      const value = sentValue(row, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return { period: rowPeriod(row), groups: new Map(textsOf(row)), values: new Map(values) };
  });
}

export function rowsFrom(plain: readonly PlainRow[]): RowColumns {
  const reader = createRowReader(plain.length);
  const place = {
    path: "/path",
    where: () => "a row",
    fields: new Set(plain.flatMap(({ values }) => [...values.keys()])),
    scenario: "s",
  };
  for (const { period, groups, values } of plain) {
    reader.read({ ...(period && { period }), ...Object.fromEntries(groups), ...Object.fromEntries(values) }, [], place);
  }
  const [groupKey] = reader.rows.texts.keys();
  return { ...reader.rows, groupKey, contradicted: new Set() };
}
