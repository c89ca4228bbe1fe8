/** Lays out a P&L as a statement: one row for each field and group, one column for each scenario and period. */
import { groupOf, rowPeriod, SLICE, type RowColumns, type Sliced } from "../../insights";
import type { ScenarioColumn } from "./scenarioColumns";
import type { OutputValue } from "./cell";
import type { FieldChoice } from "./arguments";
import { cellReader, rowsOf, type Layout, type LayoutInput } from "./layout";
import { rowLabel } from "../language/tableLabels";
import { bytesOf, LEAST_BYTES } from "./size";

/** The key of the only column of a scenario if time is not divided. */
const WHOLE = "";

/** A column of numbers. */
interface Place {
  readonly column: ScenarioColumn | undefined;
  readonly period: string;
  /** The row of each group label. */
  readonly rows: ReadonlyMap<string, number> | undefined;
}

export function* statementLayout({ columns, fields, byPeriod }: LayoutInput): Sliced<Layout> {
  const periods = byPeriod ? periodLabels(columns) : [WHOLE];
  const places: Place[] = [];
  const groups = new Set<string>();
  for (const column of columns) {
    const byPlace = yield* rowsByPlace(rowsOf(column), byPeriod, groups);
    places.push(...periods.map((period) => ({ column, period, rows: byPlace.get(period) })));
  }
  const lines = [...(groups.size === 0 ? [""] : groups)].flatMap((group) => fields.map((field) => ({ group, field })));
  const scenarioNames = [currencyOf(columns), ...places.map(({ column }) => column?.name ?? "")];
  const labels = lines.map(({ group, field }) => rowLabel(group, field?.label ?? ""));
  return {
    headings: byPeriod ? [scenarioNames, ["", ...places.map(({ period }) => period)]] : [scenarioNames],
    height: lines.length,
    width: { labels: 1, numbers: places.length },
    leastBytes: {
      labels: () => labels.reduce((bytes, label) => bytes + bytesOf(label), 0),
      numbers: () => lines.length * places.length * LEAST_BYTES,
    },
    *fill(cells, withLabels) {
      let filled = 0;
      for (const [at, { group, field }] of lines.entries()) {
        const label = withLabels ? [labels[at] ?? ""] : [];
        cells.push([...label, ...places.map((place) => cellAt(place, group, field))]);
        filled += places.length;
        if (filled < SLICE) continue;
        filled = 0;
        yield;
      }
    },
  };
}

function cellAt({ column, rows }: Place, group: string, field: FieldChoice | undefined): OutputValue {
  const at = rows?.get(group);
  return at === undefined ? "" : cellReader(rowsOf(column), field)(at);
}

/** Returns the periods of all scenarios, sorted if all labels can be read, else as received. */
export function periodLabels(columns: LayoutInput["columns"]): string[] {
  const periods = [...new Set(columns.flatMap((column) => rowsOf(column)?.periods.texts ?? []))];
  return periods.every((period) => /^\d{4}(-\w+)*$/.test(period)) ? periods.sort() : periods;
}

/** Indexes rows by period and group, and adds the group labels to `groups`. Throws if two rows take one place: one would be lost. */
function* rowsByPlace(
  rows: RowColumns | undefined,
  byPeriod: boolean,
  groups: Set<string>,
): Sliced<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const byPlace = new Map<string, Map<string, number>>();
  const length = rows?.length ?? 0;
  for (let at = 0; rows && at < length; at += 1) {
    if (at > 0 && at % SLICE === 0) yield;
    const row = { rows, at };
    const period = byPeriod ? rowPeriod(row) : WHOLE;
    const group = groupOf(row) ?? "";
    groups.add(group);
    const byGroup = byPlace.get(period) ?? new Map<string, number>();
    byPlace.set(period, byGroup.set(group, at));
  }
  return byPlace;
}

/** Returns the currency of the answers, or else the requested one. */
function currencyOf(columns: LayoutInput["columns"]): string {
  const answer = columns.find((column) => column?.answer)?.answer;
  return answer?.currency ?? answer?.question.parameters.currency ?? "";
}
