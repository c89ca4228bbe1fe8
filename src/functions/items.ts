/** The items of a call: names, or criteria as in SUMIFS, looked up in an answer. */
import { hasWildcards, isMatch, LONGEST_PATTERN } from "../grid/wildcards";
import { groupOf, InsightsError, type Answer, type Memory, type Row } from "../insights";
import { readList } from "./arguments";
import { cleanText, comparisonsFor, listNames, quote, suggest } from "./names";
import { recallOutcome } from "./outcome";
import type { PeriodRows } from "./periodRows";

/** The rows of the chosen items in a period. */
export interface ItemRows {
  readonly rows: readonly Row[];
  /** True for one item in one month or year; true without items for one month or year. */
  readonly isSingle: boolean;
}

/** Items of an answer, as spelled but for `identityOf`. */
type Items = ReadonlySet<string>;

/** Items by their text in lower case. */
type ItemIndex = ReadonlyMap<string, readonly string[]>;

/** The items that one text of the argument stands for. */
interface Choice {
  readonly items: readonly string[];
  /** True for `<>`: these items are taken out. */
  readonly isExcluded: boolean;
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
  const items = recallOutcome(memory, period, keyOf(texts), () => findItems(texts, period, memory));
  const rows = parts.flatMap((part) => {
    const byItem = memory.recall(part, "groups", () => indexRows(part));
    const [undivided] = byItem.get(UNDIVIDED) ?? [];
    if (undivided) throw notDivided(undivided, texts);
    return items.flatMap((item) => byItem.get(item) ?? []);
  });
  return { rows, isSingle: isOnePart && items.length === 1 };
}

function keyOf(texts: readonly string[]): string {
  return texts.map((text) => `${text.length} ${text}`).join(" ");
}

function notDivided({ rows: { periods }, at }: Row, texts: readonly string[]): InsightsError {
  const label = periods.texts[periods.codes[at] ?? -1] ?? "";
  return new InsightsError(
    "missing",
    `The service did not divide ${quote(label)}, so item ${listNames(texts)} is not known.`,
  );
}

/** Unites what the texts stand for, then takes out what any `<>` excludes. With exclusions alone, it starts from all items. */
function findItems(texts: readonly string[], period: PeriodRows, memory: Memory): readonly string[] {
  const { answers } = period;
  const indexes = answers.map((answer) => memory.recall(answer, "items", () => indexItems(answer)));
  const all = memory.recall(period, "all items", () => itemsIn(indexes));
  const choices = texts.map((text): Choice => {
    const items = findNamed(text, indexes) ?? findByCriteria(text, all);
    if (items) return items;
    const [answer] = answers;
    const hint = suggest(text, [...all], [], answer && comparisonsFor(answer, memory));
    throw new InsightsError("unknown", `Item ${quote(text)} is not in the answer. ${hint}`);
  });
  const included = choices.filter(({ isExcluded }) => !isExcluded);
  const items = new Set(included.length > 0 ? included.flatMap((choice) => choice.items) : all);
  for (const { items: excluded } of choices.filter(({ isExcluded }) => isExcluded)) {
    for (const item of excluded) items.delete(item);
  }
  if (items.size > 0) return [...items];
  throw new InsightsError("unknown", `No item is left of ${listNames(texts)}. There are ${listNames([...all])}.`);
}

function itemsIn(indexes: readonly ItemIndex[]): Items {
  return new Set(indexes.flatMap((index) => [...index.values()].flat()));
}

/** Returns the item of that name: the exact one, else the only one in another case. Throws `argument` for several. */
function findNamed(text: string, indexes: readonly ItemIndex[]): Choice | undefined {
  const found = new Set(indexes.flatMap((index) => index.get(lowerCase(text)) ?? []));
  const exact = identityOf(text);
  if (found.has(exact)) return { items: [exact], isExcluded: false };
  if (found.size > 1) {
    const names = listNames([...found]);
    throw new InsightsError("argument", `Item ${quote(text)} is ambiguous. Use one of these: ${names}.`);
  }
  return found.size === 1 ? { items: [...found], isExcluded: false } : undefined;
}

/** Returns undefined for a text without an operator or wildcard, and if nothing matches. Case is ignored, as in SUMIFS. */
function findByCriteria(text: string, all: Items): Choice | undefined {
  const [operator = ""] = /^(<>|=)?/.exec(text) ?? [];
  const pattern = identityOf(text.slice(operator.length));
  if ((operator === "" && !hasWildcards(pattern)) || pattern.length > LONGEST_PATTERN) return undefined;
  const items = [...all].filter((item) => isMatch(item, pattern));
  const isExcluded = operator === "<>";
  return isExcluded || items.length > 0 ? { items, isExcluded } : undefined;
}

function indexItems({ scenario: { rows } }: Answer): ItemIndex {
  const byCase = new Map<string, string[]>();
  const column = rows.groupKey === undefined ? undefined : rows.texts.get(rows.groupKey);
  for (const item of new Set(column?.texts.map(identityOf))) {
    if (item === "") continue;
    const others = byCase.get(lowerCase(item));
    if (others) others.push(item);
    else byCase.set(lowerCase(item), [item]);
  }
  return byCase;
}

function indexRows(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const byItem = new Map<string, Row[]>();
  for (const row of rows) {
    const item = identityOf(groupOf(row) ?? UNDIVIDED);
    const others = byItem.get(item);
    if (others) others.push(row);
    else byItem.set(item, [row]);
  }
  return byItem;
}

/** As spelled, but for the spaces around it and the composition of its characters. */
function identityOf(item: string): string {
  return item.trim().normalize();
}

function lowerCase(item: string): string {
  return cleanText(item.normalize());
}
