/** A P&L as people read one: a row a field (and group), a column a scenario (and period); the corner says the currency. */
import { groupOf, rowPeriod, SLICE, type RowColumns, type Sliced } from "../insights";
import type { ScenarioColumn } from "./scenarioColumns";
import type { OutputValue } from "./cell";
import type { FieldChoice } from "./fieldChoice";
import { cellReader, rowsOf, type Layout, type LayoutInput } from "./layout";
import { bytesOf } from "./size";

/** The key of the one column that a scenario has where time is not divided. */
const WHOLE = "";

/** A column of numbers. */
interface Place {
  readonly column: ScenarioColumn | undefined;
  readonly period: string;
  /** By the label of a group, which row of the column's is there. */
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
  const labels = lines.map(({ group, field }) => [group, field?.label].filter(Boolean).join(" · "));
  return {
    headings: byPeriod ? [scenarioNames, ["", ...places.map(({ period }) => period)]] : [scenarioNames],
    height: lines.length,
    width: { labels: 1, numbers: places.length },
    leastBytes: {
      labels: () => labels.reduce((bytes, label) => bytes + bytesOf(label), 0),
      numbers: () => lines.length * places.length * bytesOf(""),
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

/** All periods of all scenarios, ordered where their labels tell the order, else as they came. */
export function periodLabels(columns: LayoutInput["columns"]): string[] {
  const periods = [...new Set(columns.flatMap((column) => rowsOf(column)?.periods.texts ?? []))];
  return periods.every((period) => /^\d{4}(-\w+)*$/.test(period)) ? periods.sort() : periods;
}

/** The rows of a scenario by period and group, whose labels are added to `groups`. */
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

/** What the service says it answered in, else what was asked for. */
function currencyOf(columns: LayoutInput["columns"]): string {
  const answer = columns.find((column) => column?.answer)?.answer;
  return answer?.currency ?? answer?.question.parameters.currency ?? "";
}
