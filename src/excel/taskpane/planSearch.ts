/** Finds plans by what users type, and orders them by what users use. Pure. */
import type { PlanMarks } from "../actions/connection/planMarks";
import type { Plan } from "../../insights";

/** Finds the plan with this id, or else with this name; case does not count in a name. */
export function findListedPlan(plans: readonly Plan[] | undefined, text: string | undefined): Plan | undefined {
  return plans?.find(({ id }) => id === text) ?? plans?.find(({ name }) => name.toLowerCase() === text?.toLowerCase());
}

/**
 * Finds the plans whose name, id, currency or scenarios contain each of the words, in any order. Case and accents do not count.
 * Plans that contain all words without their scenarios come first.
 */
export function searchPlans(plans: readonly Plan[], text: string): readonly Plan[] {
  const words = searchable(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return plans;
  const [direct, byScenario]: [Plan[], Plan[]] = [[], []];
  for (const plan of plans) {
    const own = searchable([plan.name, plan.id, plan.currency].join("\n"));
    const all = `${own}\n${searchable(plan.scenarios.map(({ name }) => name).join("\n"))}`;
    if (words.every((word) => own.includes(word))) direct.push(plan);
    else if (words.every((word) => all.includes(word))) byScenario.push(plan);
  }
  return [...direct, ...byScenario];
}

/** Orders the chosen plan first, then favourites, then those used last, then the others as the service lists them. */
export function orderPlans(
  plans: readonly Plan[],
  { favourites, recent }: PlanMarks,
  chosen?: string,
): readonly Plan[] {
  const places = new Map<string, number>();
  for (const id of [chosen ?? "", ...favourites, ...recent]) if (!places.has(id)) places.set(id, places.size);
  const placeOf = ({ id }: Plan) => places.get(id) ?? places.size;
  return [...plans].sort((one, other) => placeOf(one) - placeOf(other));
}

function searchable(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
