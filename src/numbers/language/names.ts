/** Finds plans and scenarios by what users type, and writes names in messages. */
import leven from "leven";
import { InsightsError, withoutDirection, type Memory, type Plan, type Scenario } from "../../insights";
import type { ArgumentOf } from "./signatures";

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
  for (const name of names) {
    const quoted = quote(name);
    length += quoted.length;
    if (shown.length > 0 && length > LONGEST_LIST) break;
    shown.push(quoted);
  }
  const rest = names.length - shown.length;
  return `${shown.join(", ") || "none"}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** How many more names may be compared. A hint is for a mistyped name, not for thousands that have vanished. */
export interface Comparisons {
  left: number;
}

/** Comparisons that take some ten milliseconds. */
const MOST_COMPARISONS = 10_000;

/** Returns the comparisons left for the names of an owner, such as a list of plans or an answer. */
export function comparisonsFor(owner: object, memory: Memory): Comparisons {
  return memory.recall(owner, "comparisons", () => ({ left: MOST_COMPARISONS }));
}

/** A word that is a single letter or a Roman numeral. */
const MARK = /^(?:\p{L}|[ivx]{2,4})$/iu;

/**
 * Returns what tells "FY25 Plan" from "FY26 Plan", and "Forecast A" from "Forecast B". Without a look-behind: Safari below 16.4
 * would not load this file with one.
 */
function distinctions(text: string): string {
  return wordsOf(text)
    .flatMap((word) => (MARK.test(word) ? word : (word.match(/\p{N}+/gu) ?? [])))
    .join(" ");
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Two letters of a shorter name that differ make another word: East is no misspelt West. */
const LEAST_OF_TWO_LETTERS = 6;

/** True if the text may be the name mistyped. One that differs in a number, such as a year, is another name. */
function isMisspelt(text: string, name: string, steps: number): boolean {
  if (distinctions(text) !== distinctions(name)) return false;
  const letters = (word: string) => [...word].sort().join("");
  return steps < 2 || name.length >= LEAST_OF_TWO_LETTERS || letters(text) === letters(name);
}

/** Returns the name nearest to a mistyped text; undefined if none is near, or no comparisons are left. */
export function nearestName(text: string, names: readonly string[], comparisons?: Comparisons): string | undefined {
  if (comparisons) {
    if (comparisons.left < names.length) return undefined;
    comparisons.left -= names.length;
  }
  const wanted = text.slice(0, LONGEST_QUOTE).toLowerCase();
  let best: string | undefined;
  let fewest = LONGEST_QUOTE;
  for (const name of names) {
    const most = Math.min(fewest - 1, name.length - 1, Math.max(2, Math.floor(name.length / 3)));
    const other = name.slice(0, LONGEST_QUOTE).toLowerCase();
    if (Math.abs(other.length - wanted.length) > most) continue;
    // Beyond `maxDistance`, leven returns any larger number.
    const steps = leven(wanted, other, { maxDistance: most + 1 });
    if (steps > most || !isMisspelt(wanted, other, steps)) continue;
    [best, fewest] = [name, steps];
    if (steps === 0) break;
  }
  return best;
}

/** Returns "Did you mean …?" if a name or another valid spelling is near, else a list of the names: of those that the text begins. */
export function suggest(
  text: string,
  names: readonly string[],
  spellings: readonly string[] = [],
  comparisons?: Comparisons,
): string {
  const begun = names.filter((name) => text.length > 1 && name.toLowerCase().startsWith(text.toLowerCase()));
  // One of several would be a guess.
  if (begun.length > 1) return `There are ${listNames(begun)}.`;
  const meant = nearestName(text, [...names, ...spellings], comparisons);
  return meant ? `Did you mean ${quote(meant)}?` : `There are ${listNames(names)}.`;
}

/** The argument that a name stands in, and how many names may be compared for a hint. */
interface NamedIn {
  readonly argument: ArgumentOf;
  /** @default all */
  readonly comparisons?: Comparisons;
}

/** Finds a plan by id, then by name. Throws `unknown`, or `argument` if the name is ambiguous. */
export function findPlan(
  text: string,
  plans: readonly Plan[],
  { argument, comparisons }: NamedIn = { argument: "plan" },
): Plan {
  const wanted = cleanText(text);
  const named = firstTier(plans, [({ id }) => id === text, (plan) => cleanName(plan) === wanted]);
  const found = onlyOne(`Plan ${quote(text)} is ambiguous`, named);
  if (found) return found;
  const [names, ids] = [plans.map(({ name }) => name), plans.map(({ id }) => id)];
  const hint = suggest(text, names, ids, comparisons);
  const mistake = { argument, wrong: text, names, ids };
  throw new InsightsError("unknown", `There is no plan ${quote(text)}. ${hint}`, { mistake });
}

/** Finds a scenario by id, then name, then flag. Throws `unknown`, or `argument` if the name is ambiguous. */
export function findScenario(
  text: string,
  { name: plan, scenarios }: Plan,
  { argument, comparisons }: NamedIn = { argument: "scenario" },
): Scenario {
  const found = onlyOne(`Scenario ${quote(text)} is ambiguous in plan ${quote(plan)}`, scenariosNamed(text, scenarios));
  if (found) return found;
  const all = scenarios.flatMap(({ name, flags }) => [...flags, name]);
  // A name that differs from a flag only in its case stands for both.
  const names = [...new Map(all.map((name) => [cleanText(name), name])).values()];
  const ids = scenarios.map(({ id }) => id);
  const hint = suggest(text, names, ids, comparisons);
  const mistake = { argument, wrong: text, names, ids };
  throw new InsightsError("unknown", `Scenario ${quote(text)} is not in plan ${quote(plan)}. ${hint}`, { mistake });
}

/** What people call the scenario that has a flag, in English: the functions read these words too. */
export const SCENARIOS_CALLED: Readonly<Record<string, readonly string[]>> = {
  committed: ["budget", "plan", "target"],
  actual: ["actuals", "act", "ac"],
};

/**
 * Returns the scenarios that a text names: the one with this id, else those with this name, else those with this flag, else those
 * whose flag people call so. Throws `malformed` if an id also stands for another scenario.
 */
export function scenariosNamed(text: string, scenarios: readonly Scenario[]): readonly Scenario[] {
  const wanted = cleanText(text);
  const has = ({ flags }: Scenario, sought: string | undefined) => flags.some((flag) => cleanText(flag) === sought);
  const called = Object.keys(SCENARIOS_CALLED).find((flag) => SCENARIOS_CALLED[flag]?.includes(wanted));
  // A scenario "Budget v2" may be the Budget as well as the committed one.
  const isOpen = (scenario: Scenario) => !has(scenario, called) && wordsOf(cleanName(scenario)).includes(wanted);
  return firstTier(scenarios, [
    ({ id }) => id === text,
    (scenario) => cleanName(scenario) === wanted,
    (scenario) => has(scenario, wanted),
    (scenario) => called !== undefined && has(scenario, called) && !scenarios.some(isOpen),
  ]);
}

/** Returns the members of the first tier that has any. */
function firstTier<T extends Plan | Scenario>(
  all: readonly T[],
  tiers: readonly ((member: T) => boolean)[],
): readonly T[] {
  for (const isMeant of tiers) {
    const found = onePerId(all, isMeant);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the only member; undefined for none. Throws `argument` for several. */
function onlyOne<T extends Plan | Scenario>(ambiguity: string, [found, ...others]: readonly T[]): T | undefined {
  if (!found || others.length === 0) return found;
  const ids = listNames([found, ...others].map(({ id }) => id));
  throw new InsightsError("argument", `${ambiguity}. Use one of these ids: ${ids}.`);
}

/** Returns the meant members, each once. Throws `malformed` if the service lists one of their ids with different contents. */
export function onePerId<T extends Plan | Scenario>(
  all: readonly T[],
  isMeant: (member: T) => boolean = () => true,
): readonly T[] {
  const meant = all.filter(isMeant);
  const ids = new Set(meant.map(({ id }) => id));
  const firsts = new Map<string, T>();
  for (const member of all) {
    const { id } = member;
    if (!ids.has(id)) continue;
    const first = firsts.get(id);
    if (!first) firsts.set(id, member);
    else if (JSON.stringify(first) !== JSON.stringify(member)) {
      throw new InsightsError(
        "malformed",
        `The service lists the id ${quote(id)} twice, with different contents. Report this to the operator of the service.`,
      );
    }
  }
  return [...firsts.values()];
}

export function isSameName(a: string, b: string): boolean {
  return cleanText(a) === cleanText(b);
}

/** True if the service has given the scenario this flag. */
export function hasFlag({ flags }: Pick<Scenario, "flags">, flag: "actual" | "committed"): boolean {
  return flags.some((each) => isSameName(each, flag));
}

const cleanNames = new WeakMap<Plan | Scenario, string>();

/** Cleans each name once, however many cells name something else. */
function cleanName(member: Plan | Scenario): string {
  let name = cleanNames.get(member);
  if (name === undefined) cleanNames.set(member, (name = cleanText(member.name)));
  return name;
}

/** Returns equal texts for texts that a user considers equal. Names of the service have no marks of direction; a formula's may. */
export function cleanText(text: string): string {
  return withoutDirection(text).trim().toLowerCase();
}
