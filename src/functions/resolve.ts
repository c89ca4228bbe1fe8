/** The plan and the scenarios that a call is about, found among those that the key may see. */
import { InsightsError, type Memory, type Plan, type Scenario } from "../insights";
import type { ScenarioTexts } from "./arguments";
import { askVisiblePlans } from "./ask";
import { getHost, type Settings } from "./host";
import { comparisonsFor, findPlan, findScenario, listNames, onePerId } from "./names";
import { recallOutcome } from "./outcome";
import type { QueryContext } from "./query";

/** A scenario to ask about. */
export interface ScenarioChoice {
  readonly id: string;
  /** Undefined for a key without plans:read, which knows ids only. */
  readonly name: string | undefined;
}

export interface ResolvedScenarios {
  /** The plan's id. */
  readonly plan: string;
  /** In the order given; undefined for a blank between others. */
  readonly scenarios: readonly (ScenarioChoice | undefined)[];
  /** Scenarios were named, not all of the plan taken. */
  readonly named: boolean;
}

/**
 * Finds plan and scenarios by id, name or flag, once for all calls that name them alike. Throws `argument`, `unknown` or
 * `missing`, or as the session does.
 */
export async function resolveScenarios(texts: ScenarioTexts, context: QueryContext): Promise<ResolvedScenarios> {
  const plans = await askVisiblePlans(context);
  if (!plans) return takeAsIds(texts);
  // What a blank means depends on the settings too.
  const { memory } = context;
  if (!areNamed(texts)) return findScenarios(texts, plans, getHost().settings(), memory);
  return recallOutcome(memory, plans, keyOf(texts), () => findScenarios(texts, plans, {}, memory));
}

function keyOf({ plan, scenarios }: ScenarioTexts): string {
  return [plan, ...scenarios].map((text) => `${text.length} ${text}`).join(" ");
}

/** The one scenario of a call that takes no more: `what` says which it is. Throws `argument` for none or several. */
export function onlyScenario({ scenarios }: ResolvedScenarios, functionId: string, what = "scenario"): ScenarioChoice {
  const [scenario, ...others] = scenarios;
  if (scenario && others.length === 0) return scenario;
  const names = scenarios.flatMap((choice) => (choice ? [choice.name ?? choice.id] : []));
  throw new InsightsError("argument", `${functionId} takes one ${what}. Name one of ${listNames(names)}.`);
}

/** The same for the same texts, plans and settings. */
function findScenarios(
  texts: ScenarioTexts,
  plans: readonly Plan[],
  settings: Settings,
  memory: Memory,
): ResolvedScenarios {
  const comparisons = comparisonsFor(plans, memory);
  const plan = recallOutcome(memory, plans, `plan ${texts.plan}`, () => findPlan(texts.plan, plans, comparisons));
  const named = areNamed(texts);
  if (!named && plan.scenarios.length === 0) {
    throw new InsightsError("missing", `Plan '${plan.name}' has no scenarios.`);
  }
  const scenarios = named
    ? texts.scenarios.map((text) => (text === "" ? undefined : findScenario(text, plan, comparisons)))
    : chosenScenarios(plan, settings);
  return { plan: plan.id, scenarios, named };
}

/** Those that the workbook has chosen of its plan, as far as they are still there; else all. */
function chosenScenarios({ id, scenarios }: Plan, settings: Settings): Plan["scenarios"] {
  const isChosen = (scenario: Scenario) => settings.plan === id && settings.scenarios?.includes(scenario.id) === true;
  const chosen = onePerId(scenarios, isChosen);
  return chosen.length > 0 ? chosen : onePerId(scenarios);
}

/** For a key that may not list plans, whatever is written is an id. */
function takeAsIds(texts: ScenarioTexts): ResolvedScenarios {
  if (!areNamed(texts)) {
    throw new InsightsError(
      "argument",
      "This key may not list scenarios (it lacks the scope plans:read). Give the ids of a plan and its scenarios.",
    );
  }
  const scenarios = texts.scenarios.map((id) => (id === "" ? undefined : { id, name: undefined }));
  return { plan: texts.plan, scenarios, named: true };
}

function areNamed({ scenarios }: ScenarioTexts): boolean {
  return scenarios.some((text) => text !== "");
}
