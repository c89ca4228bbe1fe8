/** The rows of the items that a call names. */
import { groupOf, InsightsError, type Answer, type Memory, type Row } from "../insights";
import { readList } from "./arguments";
import { findItems, cleanItem, indexItems, itemsIn } from "../language/items";
import { comparisonsFor, listNames, quote } from "../language/names";
import { recallOutcome } from "./outcome";
import type { PeriodRows } from "./periodRows";

/** The rows of the chosen items in a period. */
export interface ItemRows {
  readonly rows: readonly Row[];
  /** True for one item in one month or year; true without items for one month or year. */
  readonly isSingle: boolean;
}

/** Rows without a group. */
const UNDIVIDED = "";

/** Returns the texts of one value or a range, without blanks. */
export function readItems(value: unknown): readonly string[] {
  return readList(value, "item").filter((text) => text !== "");
}

/**
 * Returns the rows of the items, each item once; all rows without texts. Returns none for items that have rows in other months
 * alone. Throws `unknown` for a text that stands for no item of the answers, `argument` if the case of its letters decides,
 * `missing` for a month without groups.
 */
export function rowsOfItems(period: PeriodRows, texts: readonly string[], memory: Memory): ItemRows {
  const { parts } = period;
  const [only, ...others] = parts;
  const isOnePart = only !== undefined && others.length === 0;
  if (texts.length === 0) return { rows: isOnePart ? only : parts.flat(), isSingle: isOnePart };
  const items = recallOutcome(memory, period, itemsKey(texts), () => itemsNamed(texts, period, memory));
  const rows = parts.flatMap((part) => {
    const byItem = memory.recall(part, "groups", () => indexRows(part));
    const [undivided] = byItem.get(UNDIVIDED) ?? [];
    if (undivided) throw notDivided(undivided, texts);
    return items.flatMap((item) => byItem.get(item) ?? []);
  });
  return { rows, isSingle: isOnePart && items.length === 1 };
}

function itemsKey(texts: readonly string[]): string {
  return texts.map((text) => `${text.length} ${text}`).join(" ");
}

function notDivided({ rows: { periods }, at }: Row, texts: readonly string[]): InsightsError {
  const label = periods.texts[periods.codes[at] ?? -1] ?? "";
  return new InsightsError(
    "missing",
    `The service did not divide ${quote(label)}, so item ${listNames(texts)} is not known.`,
  );
}

function itemsNamed(texts: readonly string[], period: PeriodRows, memory: Memory): readonly string[] {
  const { answers } = period;
  const indexes = answers.map((answer) => memory.recall(answer, "items", () => indexItems(textsOf(answer))));
  const all = memory.recall(period, "all items", () => itemsIn(indexes));
  const [answer] = answers;
  return findItems(texts, { indexes, all }, () => answer && comparisonsFor(answer, memory));
}

/** Returns the texts of the answer's groups. */
function textsOf({ scenario: { rows } }: Answer): readonly string[] {
  return (rows.groupKey === undefined ? undefined : rows.texts.get(rows.groupKey)?.texts) ?? [];
}

function indexRows(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const byItem = new Map<string, Row[]>();
  for (const row of rows) {
    const item = cleanItem(groupOf(row) ?? UNDIVIDED);
    const others = byItem.get(item);
    if (others) others.push(row);
    else byItem.set(item, [row]);
  }
  return byItem;
}
