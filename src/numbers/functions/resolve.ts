/** Resolves the plan and scenarios of a call among those that the key can see. */
import { InsightsError, type Memory, type Plan, type Scenario } from "../../insights";
import type { ScenarioTexts } from "./arguments";
import { askVisiblePlans } from "./ask";
import type { Settings } from "./host";
import { comparisonsFor, findPlan, findScenario, listNames, onePerId } from "../language/names";
import { PLAN_ARGUMENTS } from "../language/signatures";
import { recallOutcome } from "./outcome";
import type { QueryContext } from "./query";

/** A scenario to ask about. */
export interface ScenarioChoice {
  readonly id: string;
  /** Undefined for a key without plans:read. */
  readonly name: string | undefined;
}

export interface ResolvedScenarios {
  /** The plan's id. */
  readonly plan: string;
  /** In the order given; undefined for a blank between others. */
  readonly scenarios: readonly (ScenarioChoice | undefined)[];
  /** False if a blank stands for scenarios of the plan. */
  readonly named: boolean;
}

/**
 * Finds plan and scenarios by id, name or flag, once for all calls with the same texts. Rejects with `argument`, `unknown` or
 * `missing`, or as the session does.
 */
export async function resolveScenarios(texts: ScenarioTexts, context: QueryContext): Promise<ResolvedScenarios> {
  const plans = await askVisiblePlans(context);
  if (!plans) return takeAsIds(texts);
  const { memory } = context;
  // The scenarios of a blank depend on the settings.
  if (!areNamed(texts)) return findScenarios(texts, plans, context.settings, memory);
  return recallOutcome(memory, plans, textsKey(texts), () => findScenarios(texts, plans, {}, memory));
}

/** Equal for equal texts of equal arguments: an error says in which argument it found a mistake. */
function textsKey({ plan, scenarios, argument }: ScenarioTexts): string {
  return [argument, plan, ...scenarios].map((text) => `${text.length} ${text}`).join(" ");
}

/** Returns the scenario of a call that takes only one. Throws `argument` for none or several; `what` names it there. */
export function onlyScenario({ scenarios }: ResolvedScenarios, functionId: string, what = "scenario"): ScenarioChoice {
  const [scenario, ...others] = scenarios;
  if (scenario && others.length === 0) return scenario;
  const names = scenarios.flatMap((choice) => (choice ? [choice.name ?? choice.id] : []));
  throw new InsightsError("argument", `${functionId} takes one ${what}. Name one of ${listNames(names)}.`);
}

function findScenarios(
  texts: ScenarioTexts,
  plans: readonly Plan[],
  settings: Settings,
  memory: Memory,
): ResolvedScenarios {
  const comparisons = comparisonsFor(plans, memory);
  const inPlan = { argument: PLAN_ARGUMENTS[texts.argument], comparisons };
  const inScenario = { argument: texts.argument, comparisons };
  const plan = recallOutcome(memory, plans, `${inPlan.argument} ${texts.plan}`, () =>
    findPlan(texts.plan, plans, inPlan),
  );
  const named = areNamed(texts);
  if (!named && plan.scenarios.length === 0) {
    throw new InsightsError("missing", `Plan '${plan.name}' has no scenarios.`);
  }
  const scenarios = named
    ? texts.scenarios.map((text) => (text === "" ? undefined : findScenario(text, plan, inScenario)))
    : chosenScenarios(plan, settings);
  return { plan: plan.id, scenarios, named };
}

/** Returns the workbook's chosen scenarios that its plan still has; all scenarios if none is left or chosen. */
function chosenScenarios({ id, scenarios }: Plan, settings: Settings): Plan["scenarios"] {
  const isChosen = (scenario: Scenario) => settings.plan === id && settings.scenarios?.includes(scenario.id) === true;
  const chosen = onePerId(scenarios, isChosen);
  return chosen.length > 0 ? chosen : onePerId(scenarios);
}

/** Takes texts as ids, for a key without plans:read. */
function takeAsIds(texts: ScenarioTexts): ResolvedScenarios {
  if (!areNamed(texts)) {
    throw new InsightsError(
      "argument",
      "This key cannot list scenarios (it lacks the scope plans:read). Name a plan and its scenarios by their ids.",
    );
  }
  const scenarios = texts.scenarios.map((id) => (id === "" ? undefined : { id, name: undefined }));
  return { plan: texts.plan, scenarios, named: true };
}

function areNamed({ scenarios }: ScenarioTexts): boolean {
  return scenarios.some((text) => text !== "");
}
