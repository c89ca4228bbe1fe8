/** The items that a call names: by name, or by criteria as in SUMIFS. */
import { hasWildcards, isMatch, LONGEST_PATTERN } from "../sheet/wildcards";
import { InsightsError, withoutDirection } from "../insights";
import { cleanText, listNames, quote, suggest, type Comparisons } from "./names";

/** Clean items (`cleanItem`), by their text in lower case. */
export type ItemIndex = ReadonlyMap<string, readonly string[]>;

/** The items of one or several answers. */
export interface KnownItems {
  readonly indexes: readonly ItemIndex[];
  readonly all: ReadonlySet<string>;
}

/** The items that one text of the argument stands for. */
interface Choice {
  readonly items: readonly string[];
  /** True for `<>`: these items are taken out. */
  readonly isExcluded: boolean;
}

/**
 * Unites the items that the texts name, then takes out what any `<>` excludes. With exclusions alone, it starts from all items.
 * Throws `unknown` for a text that names no item, or if no item is left; `argument` if it names several that differ only in case.
 * @param comparisons How many names may be compared for a hint; called if one is needed. Undefined for all
 */
export function findItems(
  texts: readonly string[],
  { indexes, all }: KnownItems,
  comparisons: () => Comparisons | undefined,
): readonly string[] {
  const items = unite(
    texts.map((text) => {
      const choice = choiceOf(text, { indexes, all });
      if (choice) return choice;
      const hint = suggest(text, [...all], [], comparisons());
      const mistake = { argument: "item", wrong: text, names: all };
      throw new InsightsError("unknown", `Item ${quote(text)} is not in the answer. ${hint}`, { mistake });
    }),
    all,
  );
  if (items.length > 0) return items;
  throw new InsightsError("unknown", `No item is left of ${listNames(texts)}. There are ${listNames([...all])}.`);
}

/** Returns the items that the texts name in any of the answers; all items if there are no texts. Ignores texts that name none. */
export function itemsNamed(texts: readonly string[], answers: readonly Iterable<string>[]): readonly string[] {
  const indexes = answers.map(indexItems);
  const all = itemsIn(indexes);
  const none: Choice = { items: [], isExcluded: false };
  return unite(
    texts.map((text) => choiceOf(text, { indexes, all }) ?? none),
    all,
  );
}

function choiceOf(text: string, { indexes, all }: KnownItems): Choice | undefined {
  return findNamed(text, indexes) ?? findByCriteria(text, all);
}

/** Adds up what choices include, or takes all items, and removes what they exclude. */
function unite(choices: readonly Choice[], all: ReadonlySet<string>): readonly string[] {
  const included = choices.filter(({ isExcluded }) => !isExcluded);
  const items = new Set(included.length > 0 ? included.flatMap((choice) => choice.items) : all);
  for (const { items: excluded } of choices.filter(({ isExcluded }) => isExcluded)) {
    for (const item of excluded) items.delete(item);
  }
  return [...items];
}

export function itemsIn(indexes: readonly ItemIndex[]): ReadonlySet<string> {
  return new Set(indexes.flatMap((index) => [...index.values()].flat()));
}

/** Returns the item that a text names: the exact one, else the only one in another case. Throws `argument` for several. */
function findNamed(text: string, indexes: readonly ItemIndex[]): Choice | undefined {
  const found = new Set(indexes.flatMap((index) => index.get(lowerCase(text)) ?? []));
  const exact = cleanItem(text);
  if (found.has(exact)) return { items: [exact], isExcluded: false };
  if (found.size > 1) {
    const names = listNames([...found]);
    throw new InsightsError("argument", `Item ${quote(text)} is ambiguous. Use one of these: ${names}.`);
  }
  return found.size === 1 ? { items: [...found], isExcluded: false } : undefined;
}

/** Returns undefined for a text without an operator or wildcard, and if nothing matches. Case is ignored, as in SUMIFS. */
function findByCriteria(text: string, all: ReadonlySet<string>): Choice | undefined {
  const [operator = ""] = /^(<>|=)?/.exec(text) ?? [];
  const pattern = cleanItem(text.slice(operator.length));
  if ((operator === "" && !hasWildcards(pattern)) || pattern.length > LONGEST_PATTERN) return undefined;
  const items = [...all].filter((item) => isMatch(item, pattern));
  const isExcluded = operator === "<>";
  return isExcluded || items.length > 0 ? { items, isExcluded } : undefined;
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
