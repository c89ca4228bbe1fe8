/** The items of a plan, such as its regions and channels, which headings and titles may name. Pure. */
import { ENDPOINTS, type Field, type GroupBy } from "../../insights";
import { cleanText } from "../../numbers/language/names";

export interface PlanItem {
  readonly groupBy: GroupBy;
  /** As the service spells it. */
  readonly name: string;
}

/** Items by their names, as `cleanText` spells them. Several groupings may have one of the same name. */
export type PlanItems = ReadonlyMap<string, readonly PlanItem[]>;

export function createPlanItems(items: readonly PlanItem[]): PlanItems {
  const byName = new Map<string, PlanItem[]>();
  for (const item of items) {
    const name = cleanText(item.name);
    byName.set(name, [...(byName.get(name) ?? []), item]);
  }
  return byName;
}

/** The meaning of a word for an item: its name, or its grouping. */
interface ItemMeaning {
  readonly dimension: "item" | "groupBy";
  readonly value: string;
  readonly isReadable: boolean;
}

/** Reads the name of one item; undefined for that of several. */
export function readItem(text: string, items?: PlanItems): ItemMeaning | undefined {
  const [item, ...others] = items?.get(cleanText(text)) ?? [];
  return item && others.length === 0 ? { dimension: "item", value: item.name, isReadable: true } : undefined;
}

/** True for a text that has the name of an item as words of its own, such as "North/South". */
export function namesItem(text: string, items: PlanItems = new Map()): boolean {
  const spaced = (words: string) => ` ${cleanText(words).replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const words = spaced(text);
  return [...items.keys()].some((name) => words.includes(spaced(name)));
}

/** Adds the grouping that each item is of. */
export function withGroupings<Meaning extends { readonly dimension: string; readonly value: string }>(
  meanings: readonly Meaning[],
  items?: PlanItems,
): (Meaning | ItemMeaning)[] {
  return meanings.flatMap((meaning): (Meaning | ItemMeaning)[] => {
    const [item] = meaning.dimension === "item" ? (items?.get(cleanText(meaning.value)) ?? []) : [];
    return item ? [meaning, { dimension: "groupBy", value: item.groupBy, isReadable: false }] : [meaning];
  });
}

/** True if the service divides the field into items. */
export function hasItems({ family }: Field): boolean {
  return ENDPOINTS[family].groupings.length > 0;
}
