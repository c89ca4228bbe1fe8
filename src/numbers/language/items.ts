/** The items that a call names: by name, or by criteria as in SUMIFS. */
import { hasWildcards, isMatch, LONGEST_PATTERN } from "../../spreadsheet/cells/wildcards";
import { InsightsError, withoutDirection } from "../../insights";
import { cleanText, listNames, quote, suggest, type Comparisons } from "./names";

/** Clean items (`cleanItem`), by their text in lower case. */
export type ItemIndex = ReadonlyMap<string, readonly string[]>;

/** The items that one text of the argument stands for in one answer. */
interface Choice {
  readonly items: readonly string[];
  /** True for `<>`: these items are taken out. */
  readonly isExcluded: boolean;
  /** True if the text is none of these names, and they differ from it and from each other only in case. */
  readonly isAmbiguous?: boolean;
}

/** The choice of an answer for a text that only other answers know. */
const NOTHING: Choice = { items: [], isExcluded: false };

/** The answers in which items are looked for. */
export interface SearchedItems {
  readonly own: readonly ItemIndex[];
  /** All answers in which a text may be known. A text that none of `own` knows names nothing there. */
  readonly known: readonly ItemIndex[];
  /** Returns the items of `known`, for a message. */
  readonly names: () => readonly string[];
  /** Returns how many names may be compared for a hint; undefined for all. */
  readonly comparisons: () => Comparisons | undefined;
}

/**
 * Finds what the texts name in each of `own` by itself: unites the items that they name there, then takes out what any `<>`
 * excludes. With exclusions alone, it starts from all items. Throws `unknown` for a text that names nothing in any answer, or if
 * no answer has an item left; `argument` if one of `own` has several that differ only in case.
 */
export function findItems(
  texts: readonly string[],
  { own, known, names: namesOf, comparisons }: SearchedItems,
): readonly FoundItems[] {
  for (const text of texts) {
    if (known.some((index) => choiceOf(text, index))) continue;
    const names = namesOf();
    const hint = suggest(text, names, [], comparisons());
    const mistake = { argument: "item", wrong: text, names: new Set(names) };
    throw new InsightsError("unknown", `Item ${quote(text)} is not in the answer. ${hint}`, { mistake });
  }
  const found = own.map((index) => foundIn(texts, index));
  if (found.some(({ items }) => items.length > 0)) return found;
  if (known.some((index) => unite(choicesIn(texts, index), index).length > 0)) return found;
  throw new InsightsError("unknown", `No item is left of ${listNames(texts)}. There are ${listNames(namesOf())}.`);
}

/** The items that texts name in one answer. */
export interface FoundItems {
  readonly items: readonly string[];
  /** True if a text names nothing in this answer. */
  readonly isPartial: boolean;
}

function foundIn(texts: readonly string[], index: ItemIndex): FoundItems {
  const choices = choicesIn(texts, index);
  const at = choices.findIndex(({ isAmbiguous }) => isAmbiguous);
  const [text, choice] = [texts[at], choices[at]];
  if (text === undefined || !choice) return { items: unite(choices, index), isPartial: choices.includes(NOTHING) };
  const names = listNames(choice.items);
  throw new InsightsError("argument", `Item ${quote(text)} is ambiguous. Use one of these: ${names}.`);
}

/** Returns the items that the texts name in each answer by itself; all items if there are no texts. Ignores texts that name none. */
export function itemsNamed(texts: readonly string[], indexes: readonly ItemIndex[]): readonly (readonly string[])[] {
  return indexes.map((index) => foundIn(texts, index).items);
}

function choicesIn(texts: readonly string[], index: ItemIndex): readonly Choice[] {
  return texts.map((text) => choiceOf(text, index) ?? NOTHING);
}

/** Adds up what choices include, or takes all items, and removes what they exclude. */
function unite(choices: readonly Choice[], index: ItemIndex): readonly string[] {
  const included = choices.filter(({ isExcluded }) => !isExcluded);
  const items = new Set(included.length > 0 ? included.flatMap((choice) => choice.items) : itemsOf(index));
  for (const { items: excluded } of choices.filter(({ isExcluded }) => isExcluded)) {
    for (const item of excluded) items.delete(item);
  }
  return [...items];
}

function itemsOf(index: ItemIndex): readonly string[] {
  return [...index.values()].flat();
}

/** Returns the items of several answers, each once: in the spelling of the first answer that has it, if `sameItem` unites them. */
export function distinctItems(
  indexes: readonly ItemIndex[],
  items: readonly (readonly string[])[] = indexes.map(itemsOf),
): readonly string[] {
  return [...new Set(items.flat().map(sameItem(indexes)))];
}

/**
 * Returns what finds the one spelling of an item in several answers. Items that differ only in case are one, unless an answer has
 * several of them: then each is its own.
 */
export function sameItem(indexes: readonly ItemIndex[]): (item: string) => string {
  const spellings = new Map<string, string>();
  const spellingOf = (item: string) => {
    const exact = cleanItem(item);
    const alike = indexes.map((index) => index.get(lowerCase(item)) ?? []);
    return alike.every(({ length }) => length <= 1) ? (alike.flat()[0] ?? exact) : exact;
  };
  return (item) => {
    const spelling = spellings.get(item) ?? spellingOf(item);
    spellings.set(item, spelling);
    return spelling;
  };
}

/**
 * Returns what a text names in an answer: the exact name, else the only one in another case, else by criteria. A text after `=` or
 * `<>` is found in the same way, so `<>` takes out what the text alone would take. Returns undefined if it names nothing.
 */
function choiceOf(text: string, index: ItemIndex): Choice | undefined {
  const named = findNamed(text, index);
  if (named) return named;
  const [operator = ""] = /^(?:<>|=)?/.exec(text) ?? [];
  const rest = text.slice(operator.length);
  const items = (operator && onlyNamed(rest, index)) || findByCriteria(rest, operator !== "", index);
  const isExcluded = operator === "<>";
  return isExcluded || items.length > 0 ? { items, isExcluded } : undefined;
}

function findNamed(text: string, index: ItemIndex): Choice | undefined {
  const items = onlyNamed(text, index) ?? index.get(lowerCase(text));
  return items && { items, isExcluded: false, isAmbiguous: items.length > 1 };
}

/** Returns the exact item, else the only one in another case; undefined if there are none or several. */
function onlyNamed(text: string, index: ItemIndex): readonly string[] | undefined {
  const alike = index.get(lowerCase(text)) ?? [];
  const exact = cleanItem(text);
  if (alike.includes(exact)) return [exact];
  return alike.length === 1 ? alike : undefined;
}

/** Returns the items that match, as in SUMIFS: case is ignored. Without an operator, a text without wildcards matches nothing. */
function findByCriteria(text: string, hasOperator: boolean, index: ItemIndex): readonly string[] {
  const pattern = cleanItem(text);
  if ((!hasOperator && !hasWildcards(pattern)) || pattern.length > LONGEST_PATTERN) return [];
  return itemsOf(index).filter((item) => isMatch(item, pattern));
}

/** Indexes items as the service spells them. Leaves out blank ones. */
export function indexItems(items: Iterable<string>): ItemIndex {
  const byCase = new Map<string, string[]>();
  for (const item of new Set([...items].map(cleanItem))) {
    if (item === "") continue;
    const others = byCase.get(lowerCase(item));
    if (others) others.push(item);
    else byCase.set(lowerCase(item), [item]);
  }
  return byCase;
}

/** Removes the spaces around an item and marks of direction, and composes its characters, so equal items are equal texts. */
export function cleanItem(item: string): string {
  return withoutDirection(item).trim().normalize();
}

function lowerCase(item: string): string {
  return cleanText(item.normalize());
}
