/** The rows of the items that a call names. */
import { groupOf, groupTexts, InsightsError, type Memory, type AnswerRow, type RowColumns } from "../../insights";
import { readList } from "./arguments";
import {
  cleanItem,
  distinctItems,
  findItems,
  indexItems,
  itemsNamed,
  type FoundItems,
  type ItemIndex,
} from "../language/items";
import { comparisonsFor, listNames, quote } from "../language/names";
import { recallOutcome } from "./outcome";
import type { PeriodRows } from "./periodRows";

/** The rows of the chosen items in a period. */
export interface ItemRows {
  readonly rows: readonly AnswerRow[];
  /** True for one item in one month or year; true without items for one month or year. */
  readonly isSingle: boolean;
}

/** Rows without a group. */
const UNDIVIDED = "";

/** The items of a part without rows. */
const NO_ITEMS: FoundItems = { items: [], isPartial: true };

/** Returns the texts of one value or a range, without blanks. */
export function readItems(value: unknown): readonly string[] {
  return readList(value, "item").filter((text) => text !== "");
}

/**
 * Returns the rows of the items, each item once; all rows without texts. Each answer finds its items by itself. Returns none for
 * items that have rows in other months or answers alone. Throws `unknown` for a text that stands for no item of the answers,
 * `argument` if the case of its letters decides, `missing` for a month without groups.
 */
export function rowsOfItems(period: PeriodRows, texts: readonly string[], memory: Memory): ItemRows {
  const { parts } = period;
  const [only, ...others] = parts;
  const isOnePart = only !== undefined && others.length === 0;
  if (texts.length === 0) return { rows: isOnePart ? only : parts.flat(), isSingle: isOnePart };
  const found = recallOutcome(memory, period, itemsKey(texts), () => itemsOfParts(texts, period, memory));
  const rows = parts.flatMap((part, at) => {
    const byItem = memory.recall(part, "groups", () => indexRows(part));
    const [undivided] = byItem.get(UNDIVIDED) ?? [];
    if (undivided) throw notDivided(undivided, texts);
    return (found[at]?.items ?? []).flatMap((item) => byItem.get(item) ?? []);
  });
  const [ofOnly] = found;
  return { rows, isSingle: isOnePart && ofOnly?.items.length === 1 && !ofOnly.isPartial };
}

function itemsKey(texts: readonly string[]): string {
  return texts.map((text) => `${text.length} ${text}`).join(" ");
}

function notDivided({ rows: { periods }, at }: AnswerRow, texts: readonly string[]): InsightsError {
  const label = periods.texts[periods.codes[at] ?? -1] ?? "";
  return new InsightsError(
    "missing",
    `The service did not divide ${quote(label)}, so item ${listNames(texts)} is not known.`,
  );
}

/** Finds the items of each part in the answer that it is of: another answer may spell them otherwise. */
function itemsOfParts(texts: readonly string[], period: PeriodRows, memory: Memory): readonly FoundItems[] {
  const { parts, answers } = period;
  const known = answers.map(({ scenario }) => indexOf(scenario.rows, memory));
  const ofParts = parts.flatMap(([row]) => (row ? indexOf(row.rows, memory) : []));
  const own = [...new Set(ofParts)];
  const [answer] = answers;
  const found = findItems(texts, {
    own,
    known,
    names: () => memory.recall(period, "all items", () => distinctItems(known)),
    comparisons: () => answer && comparisonsFor(answer, memory),
  });
  const named = parts.map(([row]) => (row && found[own.indexOf(indexOf(row.rows, memory))]) || NO_ITEMS);
  // One item here is not the only one if another answer has more of those that the texts name.
  const isOfMore = parts.length === 1 && named[0]?.items.length === 1 && countNamed(texts, known) > 1;
  return isOfMore ? named.map((each) => ({ ...each, isPartial: true })) : named;
}

function countNamed(texts: readonly string[], known: readonly ItemIndex[]): number {
  return known.length > 1 ? distinctItems(known, itemsNamed(texts, known)).length : 1;
}

function indexOf(rows: RowColumns, memory: Memory): ItemIndex {
  return memory.recall(rows, "items", () => indexItems(groupTexts(rows)));
}

function indexRows(rows: readonly AnswerRow[]): ReadonlyMap<string, readonly AnswerRow[]> {
  const byItem = new Map<string, AnswerRow[]>();
  for (const row of rows) {
    const item = cleanItem(groupOf(row) ?? UNDIVIDED);
    const others = byItem.get(item);
    if (others) others.push(row);
    else byItem.set(item, [row]);
  }
  return byItem;
}
