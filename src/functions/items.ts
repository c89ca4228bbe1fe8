/** One item of an answer: the exact name wins, else upper and lower case count alike if that leaves one. */
import { groupOf, InsightsError, type Answer, type Memory, type Row } from "../insights";
import { cleanText, comparisonsFor, listNames, quote, suggest } from "./names";
import { recallOutcome } from "./outcome";
import type { PeriodRows } from "./periodRows";

/** Groups as spelled, by their text in lower case. */
type ItemIndex = ReadonlyMap<string, readonly string[]>;

/** Rows without a group. */
const UNDIVIDED = "";

/**
 * The rows of one group; all rows for "". None for an item that has rows in other months alone. Throws `unknown` for an item
 * that the answers do not have, `argument` if its case decides, `missing` for a month without groups.
 */
export function rowsOfItem(period: PeriodRows, item: string, memory: Memory): readonly Row[] {
  const { parts } = period;
  const [only, ...others] = parts;
  if (item === "") return only && others.length === 0 ? only : parts.flat();
  const group = recallOutcome(memory, period, item, () => findItem(item, period.answers, memory));
  return parts.flatMap((rows) => {
    const byGroup = memory.recall(rows, "groups", () => indexRows(rows));
    const [undivided] = byGroup.get(UNDIVIDED) ?? [];
    if (!undivided) return byGroup.get(group) ?? [];
    const { rows: columns, at } = undivided;
    const label = columns.periods.texts[columns.periods.codes[at] ?? -1] ?? "";
    throw new InsightsError(
      "missing",
      `The service did not divide ${quote(label)}, so item ${quote(item)} is not known.`,
    );
  });
}

function findItem(text: string, answers: readonly Answer[], memory: Memory): string {
  const indexes = answers.map((answer) => memory.recall(answer, "items", () => indexItems(answer)));
  const found = new Set(indexes.flatMap((index) => index.get(lowerCase(text)) ?? []));
  const exact = identityOf(text);
  const [only = exact, ...others] = found;
  if (found.has(exact) || (found.size > 0 && others.length === 0)) return found.has(exact) ? exact : only;
  if (found.size > 1) {
    const names = listNames([...found]);
    throw new InsightsError("argument", `Item ${quote(text)} is ambiguous. Use one of these: ${names}.`);
  }
  const [answer] = answers;
  const names = answer ? memory.recall(answer, "item names", () => namesIn(indexes)) : [];
  const hint = suggest(text, names, [], answer && comparisonsFor(answer, memory));
  throw new InsightsError("unknown", `Item ${quote(text)} is not in the answer. ${hint}`);
}

function namesIn(indexes: readonly ItemIndex[]): readonly string[] {
  return [...new Set(indexes.flatMap((index) => [...index.values()].flat()))];
}

function indexItems({ scenario: { rows } }: Answer): ItemIndex {
  const byCase = new Map<string, string[]>();
  const column = rows.groupKey === undefined ? undefined : rows.texts.get(rows.groupKey);
  for (const group of new Set(column?.texts.map(identityOf))) {
    if (group === "") continue;
    const others = byCase.get(lowerCase(group));
    if (others) others.push(group);
    else byCase.set(lowerCase(group), [group]);
  }
  return byCase;
}

function indexRows(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const byGroup = new Map<string, Row[]>();
  for (const row of rows) {
    const group = identityOf(groupOf(row) ?? UNDIVIDED);
    const others = byGroup.get(group);
    if (others) others.push(row);
    else byGroup.set(group, [row]);
  }
  return byGroup;
}

/** As spelled, but for the spaces around it and the composition of its characters. */
function identityOf(group: string): string {
  return group.trim().normalize();
}

function lowerCase(group: string): string {
  return cleanText(group.normalize());
}
