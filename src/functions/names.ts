/** Finds plans and scenarios by what users type. */
import leven from "leven";
import { InsightsError, type Plan, type Scenario } from "../insights";

const LONGEST_QUOTE = 60;
const LONGEST_LIST = 100;

/** Quotes a user's text for a message, and cuts it if it is very long. */
export function quote(text: string): string {
  const letters = [...text.slice(0, 2 * LONGEST_QUOTE + 2)];
  return `'${letters.length > LONGEST_QUOTE ? `${letters.slice(0, LONGEST_QUOTE).join("")}…` : text}'`;
}

/** Lists names for a message, in quotes, as many as fit. */
export function listNames(names: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const name of names.map(quote)) {
    length += name.length;
    if (shown.length > 0 && length > LONGEST_LIST) break;
    shown.push(name);
  }
  const rest = names.length - shown.length;
  return `${shown.join(", ") || "none"}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Returns the name nearest to a mistyped text; undefined if none is near. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  const wanted = text.slice(0, LONGEST_QUOTE).toLowerCase();
  const near = names
    .map((name) => ({ name, steps: leven(wanted, name.slice(0, LONGEST_QUOTE).toLowerCase()) }))
    .filter(({ name, steps }) => steps < name.length && steps <= Math.max(2, name.length / 3));
  return near.sort((a, b) => a.steps - b.steps)[0]?.name;
}

/** Returns "Did you mean …?" if a name or another valid spelling is near, else a list of the names. */
export function suggest(text: string, names: readonly string[], spellings: readonly string[] = []): string {
  const meant = nearest(text, [...names, ...spellings]);
  return meant ? `Did you mean ${quote(meant)}?` : `There are ${listNames(names)}.`;
}

/** Finds a plan by id, then by name. Throws `unknown`, or `argument` if the name is ambiguous. */
export function findPlan(text: string, plans: readonly Plan[]): Plan {
  const found = findOnly(`Plan ${quote(text)} is ambiguous`, [
    plans.filter(({ id }) => id === text),
    plans.filter(({ name }) => isSame(name, text)),
  ]);
  if (found) return found;
  const [names, ids] = [plans.map(({ name }) => name), plans.map(({ id }) => id)];
  throw new InsightsError("unknown", `There is no plan ${quote(text)}. ${suggest(text, names, ids)}`);
}

/** Finds a scenario by id, then name, then flag. Throws `unknown`, or `argument` if the name is ambiguous. */
export function findScenario(text: string, { name: plan, scenarios }: Plan): Scenario {
  const found = findOnly(`Scenario ${quote(text)} is ambiguous in plan ${quote(plan)}`, [
    scenarios.filter(({ id }) => id === text),
    scenarios.filter(({ name }) => isSame(name, text)),
    scenarios.filter(({ flags }) => flags.some((flag) => isSame(flag, text))),
  ]);
  if (found) return found;
  const names = [...new Set(scenarios.flatMap(({ name, flags }) => [name, ...flags]))];
  const hint = suggest(
    text,
    names,
    scenarios.map(({ id }) => id),
  );
  throw new InsightsError("unknown", `Scenario ${quote(text)} is not in plan ${quote(plan)}. ${hint}`);
}

/** Returns the only member of the first non-empty tier. */
function findOnly<T extends { id: string }>(ambiguity: string, tiers: readonly (readonly T[])[]): T | undefined {
  const [found, ...others] = tiers.find((tier) => tier.length > 0) ?? [];
  if (!found || others.length === 0) return found;
  const ids = listNames([found, ...others].map(({ id }) => id));
  throw new InsightsError("argument", `${ambiguity}. Use one of these ids: ${ids}.`);
}

export function isSame(a: string, b: string): boolean {
  return cleanText(a) === cleanText(b);
}

/** Returns equal texts for texts that a user considers equal. */
export function cleanText(text: string): string {
  return text.trim().toLowerCase();
}
