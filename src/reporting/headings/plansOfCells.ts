/** Reads words by the scenarios of the plan that their cells are of: below "FY25 Plan" they are that plan's. Pure. */
import type { Scenario, Sliced } from "../../insights";
import type { Area } from "../../spreadsheet/cells/area";
import { cleanText } from "../../numbers/language/names";
import { planNamed } from "../../numbers/language/nameTexts";
import { scenarioName, scenarioNames } from "../tables/definition";
import { headingId, type FoundHeadings, type Heading } from "./heading";
import { columnsBetween } from "./headingCells";
import { compares, takeNames, type HeadingMeaning, type KnownNames, type NamedPlan } from "./headingMeaning";
import { scopeTree } from "./scopeTree";
import { yieldIfLarge } from "./sliced";
import { wordsAndBreaks } from "./timeTokens";

type Scenarios = readonly Scenario[];

/**
 * Reads headings by the scenarios of their cells' plans. A word that these plans understand in two ways is not understood.
 * @param names With the scenarios for cells that name no plan.
 * @param readWith Reads all headings by the names of one plan.
 */
export function* readByPlans(
  names: KnownNames,
  selected: Area,
  readWith: (names: KnownNames) => FoundHeadings,
): Sliced<FoundHeadings> {
  const known = { ...names, ofAnyPlan: together(names.plans) };
  const found = readWith(known);
  const named = new Set(found.headings.flatMap((heading) => plansIn(heading, known)));
  if ([...named].every(({ scenarios }) => scenarios === known.scenarios)) return found;
  const ofNamed = together([known, ...named]);
  yield* yieldIfLarge(selected);
  const byHeading = scenariosByHeading(readWith({ ...known, scenarios: ofNamed }), selected, known);
  const all = [...new Set([...byHeading.values()].flatMap((each) => [...each]))];
  const readings: FoundHeadings[] = [];
  for (const each of all) {
    yield* yieldIfLarge(selected);
    readings.push(each === known.scenarios ? found : readWith({ ...known, scenarios: each }));
  }
  const [first = found, ...more] = readings;
  if (more.length === 0) return first;
  const byId = readings.map(({ headings }) => new Map(headings.map((heading) => [headingId(heading), heading])));
  const headings = found.headings.map((heading) => {
    const id = headingId(heading);
    const ofPlans = [...(byHeading.get(id) ?? [])].map((scenarios) => byId[all.indexOf(scenarios)]?.get(id));
    const [own = heading, ...others] = ofPlans;
    return others.every((each) => isSame(each, own)) ? own : { ...own, meanings: undefined };
  });
  return { ...found, known: { ...known, scenarios: scenariosOfAll(all) }, headings };
}

/** Returns the scenarios that all plans have, as the first names them. */
function scenariosOfAll([first = [], ...others]: readonly Scenarios[]): Scenarios {
  const names = others.map((scenarios) => scenarioNames({ scenarios }));
  return first.filter((each) => names.every((own) => own.includes(scenarioName(each, first))));
}

/** Returns the scenarios of any of these plans: each name once, and each flag, so that words are known before their plan is. */
function together(plans: readonly Pick<NamedPlan, "scenarios">[]): Scenario[] {
  const flagged = new Set<string>();
  const byName = new Map(
    plans.flatMap(({ scenarios }) => scenarios.map((each) => [cleanText(each.name), each] as const)),
  );
  return [...byName.values()].map((each) => {
    const flags = each.flags.filter((flag) => !flagged.has(flag));
    for (const flag of flags) flagged.add(flag);
    return { ...each, flags };
  });
}

/** Returns the scenarios of each heading's cells. Blanks after a heading are its cells, though the user may leave them out. */
function scenariosByHeading(
  { headings, gaps }: FoundHeadings,
  selected: Area,
  known: KnownNames,
): ReadonlyMap<string, ReadonlySet<Scenarios>> {
  const byHeading = new Map<string, Set<Scenarios>>();
  const goingOn = { headings, known, gaps: gaps.map((gap) => ({ ...gap, goesOn: true })) };
  const spokenFor = (speakers: readonly Heading[]) => ({
    ids: speakers.map(headingId),
    plan: speakers.flatMap((heading) => plansIn(heading, known)).at(-1),
  });
  const crosses = (side: "above" | "beside", first: number, count: number) => {
    const scopes = scopeTree(goingOn, side, {}, () => true);
    const all = columnsBetween(first, first + count).map((at) => scopes(at).speakers.map(({ heading }) => heading));
    const headed = all.filter(({ length }) => length > 0);
    return (headed.length > 0 ? headed : [[]]).map(spokenFor);
  };
  const head = spokenFor(headings.filter(({ side }) => side === "head"));
  const lines = crosses("beside", selected.row, selected.rows);
  for (const column of crosses("above", selected.column, selected.columns))
    for (const line of lines) {
      const { scenarios } = line.plan ?? column.plan ?? head.plan ?? known;
      for (const id of [...head.ids, ...column.ids, ...line.ids])
        byHeading.set(id, (byHeading.get(id) ?? new Set()).add(scenarios));
    }
  return byHeading;
}

/** Returns the plans that a heading names, also beside words that are not understood before its scenarios are known. */
function plansIn({ meanings, text }: Heading, { plans }: KnownNames): NamedPlan[] {
  const isPlan = ({ dimension }: HeadingMeaning) => dimension === "plan";
  if (!meanings && compares(text)) return [];
  const names = meanings ?? takeNames(wordsAndBreaks(text), { plans, scenarios: [] }, isPlan).names;
  return names.filter(isPlan).flatMap(({ value }) => planNamed(plans, value) ?? []);
}

function isSame(one: Heading | undefined, other: Heading): boolean {
  const saidBy = ({ meanings, mentions }: Partial<Heading> = {}) => JSON.stringify([meanings, mentions]);
  return saidBy(one) === saidBy(other);
}
