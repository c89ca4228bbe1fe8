/** What a text names without an error, and the text that finds a plan or a scenario. */
import type { Plan, Scenario } from "../../insights";
import { isSameName, SCENARIOS_CALLED, scenariosNamed } from "./names";

/** What plans and scenarios are found by. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns the plan with this id, else all with this name. Unlike `findPlan`, accepts a list with one id twice. */
export function plansNamed<P extends Named>(plans: readonly P[], text: string): readonly P[] {
  const wanted = text.trim();
  const byId = plans.find(({ id }) => id === wanted);
  if (byId) return [byId];
  return wanted === "" ? [] : plans.filter(({ name }) => isSameName(name, wanted));
}

/** Returns the one plan that a text names; undefined for none, or for several of one name. */
export function planNamed<P extends Named>(plans: readonly P[], text: string): P | undefined {
  const [plan, other] = plansNamed(plans, text);
  return other ? undefined : plan;
}

/** Returns the one scenario of a plan that a text names; undefined for none or several. */
export function scenarioNamed(plan: Plan | undefined, text: string): Scenario | undefined {
  const [only, ...others] = scenariosNamed(text, plan?.scenarios ?? []);
  return others.length > 0 ? undefined : only;
}

/**
 * Returns what the scenario is called that a text finds: its name, and the flag that a formula finds it by, such as "Committed Plan
 * (committed)". A text that finds none, or several, is called as it is.
 */
export function scenarioInWords(text: string, scenarios: readonly Scenario[]): string {
  const [found, ...others] = scenariosNamed(text, scenarios);
  if (!found || others.length > 0) return capitalised(text);
  const name = nameOrId(found, scenarios);
  // "Actuals" needs no "(actual)".
  const isSaid = found.id === text || isSameName(name, text) || SCENARIOS_CALLED[text]?.includes(name.toLowerCase());
  return isSaid ? name : `${name} (${text})`;
}

/** Returns a code such as "actual" as a name: "Actual". */
export function capitalised(code = ""): string {
  return code.slice(0, 1).toUpperCase() + code.slice(1);
}

/** Returns the text that finds one of the plans or scenarios: its name, or its id if the name is blank or finds another. */
export function nameOrId({ id, name }: Named, all: readonly Named[]): string {
  const isFree = all.every((other) => other.id === id || (other.id !== name.trim() && !isSameName(other.name, name)));
  return isFree && name.trim() !== "" ? name : id;
}

/**
 * Returns the text that finds a scenario: a flag that no other scenario has, since a flag finds the scenario of another plan too;
 * else its name or id.
 */
export function scenarioText(scenario: Scenario, all: readonly Scenario[]): string {
  const others = all.filter((each) => each !== scenario).flatMap(({ id, name, flags }) => [id, name, ...flags]);
  const isOwn = (flag: string) => flag.trim() !== "" && !others.some((text) => isSameName(text, flag));
  return scenario.flags.find(isOwn) ?? nameOrId(scenario, all);
}
