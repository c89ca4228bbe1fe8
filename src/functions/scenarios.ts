/** The plan and the scenarios that a call is about, found among those that the key may see. */
import { InsightsError, isInsightsError, type AskOptions, type Plan, type Scenario } from "../insights";
import { readList, readText } from "./arguments";
import { getHost } from "./host";
import { findPlan, findScenario } from "./names";

/** A scenario to ask about. */
export interface ScenarioChoice {
  readonly id: string;
  /** Undefined for a key without plans:read, which knows ids only. */
  readonly name: string | undefined;
}

export interface Choice {
  readonly plan: string;
  /** In the order given; undefined for a blank between others. */
  readonly scenarios: readonly (ScenarioChoice | undefined)[];
  /** Scenarios were named, not all of the plan taken. */
  readonly named: boolean;
}

/** Resolves the arguments plan and scenario. Rejects with `argument` or `unknown`, or as the session does. */
export async function chooseScenarios(plan: unknown, scenario: unknown, options: AskOptions): Promise<Choice> {
  const planText = readPlan(plan);
  const texts = readList(scenario, "scenario");
  const named = texts.some((text) => text !== "");
  const plans = await visiblePlans(options);
  if (plans === undefined) return chooseIds(planText, texts, named);
  const found = findPlan(planText, plans);
  if (!named && found.scenarios.length === 0) {
    throw new InsightsError("missing", `Plan '${found.name}' has no scenarios.`);
  }
  const scenarios = named
    ? texts.map((text) => (text === "" ? undefined : findScenario(text, found)))
    : chosenScenarios(found);
  return { plan: found.id, scenarios, named };
}

/** Those that the workbook has chosen of its plan, as far as they are still there; else all. */
function chosenScenarios({ id, scenarios }: Plan): readonly Scenario[] {
  const settings = getHost().settings();
  const chosen = settings.plan === id ? scenarios.filter((each) => settings.scenarios?.includes(each.id)) : [];
  return chosen.length > 0 ? chosen : scenarios;
}

/** The plan argument, else the plan of the workbook. */
export function readPlan(plan: unknown): string {
  const text = readText(plan, "plan") || (getHost().settings().plan ?? "");
  if (text) return text;
  throw new InsightsError(
    "argument",
    "No plan is given. Name one, or choose the workbook's plan in the Insights pane.",
  );
}

async function visiblePlans(options: AskOptions): Promise<readonly Plan[] | undefined> {
  try {
    return await getHost().session.plans(options);
  } catch (error) {
    if (isInsightsError(error, "forbidden")) return undefined;
    throw error;
  }
}

function chooseIds(plan: string, texts: readonly string[], named: boolean): Choice {
  if (named) return { plan, scenarios: texts.map((id) => (id === "" ? undefined : { id, name: undefined })), named };
  throw new InsightsError(
    "argument",
    "This key may not list scenarios (it lacks the scope plans:read). Give the ids of a plan and its scenarios.",
  );
}
