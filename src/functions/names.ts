/** What people type, matched with what there is. */
import { distance } from "fastest-levenshtein";
import { InsightsError, type Plan, type Scenario } from "../insights";

const LONGEST_QUOTE = 60;
const LONGEST_LIST = 10;

/** A person's text in a message: in quotes, cut where it is very long. */
export function quote(text: string): string {
  const letters = [...text];
  return `'${letters.length > LONGEST_QUOTE ? `${letters.slice(0, LONGEST_QUOTE).join("")}…` : text}'`;
}

/** "Did you mean …?" for a near miss, else what there is. */
export function suggest(text: string, names: readonly string[]): string {
  const wanted = text.toLowerCase().slice(0, LONGEST_QUOTE);
  const [nearest] = names
    .map((name) => ({ name, steps: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= Math.max(2, name.length / 3))
    .sort((a, b) => a.steps - b.steps);
  if (nearest) return `Did you mean ${quote(nearest.name)}?`;
  if (names.length === 0) return "There are none.";
  const rest = names.length - LONGEST_LIST;
  return `There are ${names.slice(0, LONGEST_LIST).map(quote).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

/** The plan with this id, else name. Throws `unknown`, or `argument` for an ambiguous name. */
export function findPlan(text: string, plans: readonly Plan[]): Plan {
  const tiers = [plans.filter(({ id }) => id === text), plans.filter(({ name }) => isSame(name, text))];
  const candidates = plans.map(({ name }) => name);
  return findOnly(text, tiers, "Plan", "", candidates);
}

/** The plan's scenario with this id, else name, else flag. Throws `unknown`, or `argument` for an ambiguous name. */
export function findScenario(text: string, plan: Plan): Scenario {
  const { scenarios } = plan;
  const tiers = [
    scenarios.filter(({ id }) => id === text),
    scenarios.filter(({ name }) => isSame(name, text)),
    scenarios.filter(({ flags }) => flags.some((flag) => isSame(flag, text))),
  ];
  const candidates = [...new Set(scenarios.flatMap(({ name, flags }) => [name, ...flags]))];
  return findOnly(text, tiers, "Scenario", ` in plan ${quote(plan.name)}`, candidates);
}

/** The only member of the first tier that has any. */
function findOnly<T extends { id: string }>(
  text: string,
  tiers: readonly (readonly T[])[],
  what: string,
  where: string,
  candidates: readonly string[],
): T {
  const [found, ...others] = tiers.find((tier) => tier.length > 0) ?? [];
  if (!found) {
    throw new InsightsError(
      "unknown",
      `${what} ${quote(text)} is not${where || " there"}. ${suggest(text, candidates)}`,
    );
  }
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => quote(id)).join(", ");
  throw new InsightsError("argument", `${what} ${quote(text)} is ambiguous${where}. Use one of these ids: ${ids}.`);
}

export function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
