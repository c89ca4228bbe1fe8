/** Indexes the rows of an answer by month and item, once for all cells. */
import { eachRow, groupsOf, InsightsError, rowPeriod, repeated, type Answer, type Memory, type Row } from "../insights";
import { cleanText, quote, suggest } from "./names";
import { monthOfLabel } from "./periods";

/** By month, YYYY-MM. An error if two rows of a month have the same identity. */
export type Months = ReadonlyMap<string, readonly Row[] | InsightsError>;

export function monthsIn(answer: Answer, memory: Memory): Months {
  return memory.recall(answer, "months", () => indexMonths(answer));
}

/** Returns the rows of a month. Throws `malformed` if they are ambiguous. */
export function monthRows(months: Months, month: string): readonly Row[] {
  const rows = months.get(month) ?? [];
  if (rows instanceof InsightsError) throw rows;
  return rows;
}

function indexMonths({ scenario: { rows } }: Answer): Months {
  // Parse each label once: many rows share it.
  const monthOf = new Map(rows.periods.texts.map((label) => [label, monthOfLabel(label)]));
  const byMonth = new Map<string, Row[]>();
  for (const row of eachRow(rows)) {
    const month = monthOf.get(rowPeriod(row));
    if (month) addTo(byMonth, month, row);
  }
  return new Map([...byMonth].map(([month, inMonth]) => [month, twoLabelsIn(inMonth) ?? inMonth]));
}

/** Finds rows that repeat a group in one month under different labels. */
function twoLabelsIn(rows: readonly Row[]): InsightsError | undefined {
  const seen = new Set<string>();
  for (const row of rows) {
    const identity = JSON.stringify(
      groupsOf(row)
        .map((texts) => texts.map((text) => text.trim().normalize()))
        .sort(),
    );
    if (seen.has(identity)) return repeated(row, "two labels of one month");
    seen.add(identity);
  }
  return undefined;
}

/** Returns the rows of an item: by the key named like `groupBy`, or else by any key. Returns all rows for the item "". */
export function rowsOfItem(
  parts: readonly (readonly Row[])[],
  item: string,
  groupBy: string | undefined,
  memory: Memory,
): readonly Row[] {
  const [only, ...others] = parts;
  if (item === "") return only && others.length === 0 ? only : parts.flat();
  const key = groupBy ?? "";
  const indexes = parts.map((rows) => memory.recall(rows, key, () => indexItems(rows, groupBy)));
  const found = indexes.flatMap((byItem) => byItem.get(cleanText(item)) ?? []);
  if (found.length > 0) return found;
  const items = [...new Set(parts.flat().flatMap((row) => itemsOf(row, groupBy)))];
  throw new InsightsError("unknown", `Item ${quote(item)} is not in the answer. ${suggest(item, items)}`);
}

function indexItems(rows: readonly Row[], groupBy: string | undefined): ReadonlyMap<string, readonly Row[]> {
  const byItem = new Map<string, Row[]>();
  for (const row of rows) {
    for (const item of new Set(itemsOf(row, groupBy).map(cleanText))) addTo(byItem, item, row);
  }
  return byItem;
}

function itemsOf(row: Row, groupBy: string | undefined): string[] {
  const groups = groupsOf(row);
  const own = groupBy === undefined ? undefined : groups.find(([key]) => cleanText(key) === cleanText(groupBy));
  return own ? [own[1]] : groups.map(([, group]) => group);
}

function addTo(lists: Map<string, Row[]>, key: string, row: Row): void {
  const list = lists.get(key);
  if (list) list.push(row);
  else lists.set(key, [row]);
}
