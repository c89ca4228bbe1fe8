/** Questions to the session, and what it answers: at once where that is in memory. */
import {
  allKnown,
  isInsightsError,
  whenKnown,
  type Answer,
  type Awaitable,
  type Family,
  type Parameters,
} from "../insights";
import type { Plan, Question } from "../insights";
import type { Call } from "./call";
import { getHost } from "./host";
import type { ResolvedScenarios, ScenarioChoice } from "./resolve";

/** What a table shows of one scenario; without an answer where the service returned none. */
export interface ScenarioColumn {
  readonly name: string;
  readonly answer: Answer | undefined;
}

export function askPlans(call: Call): Awaitable<readonly Plan[]> {
  const { session } = getHost();
  return (call.generation ?? session.generation)?.peekPlans() ?? session.plans(call);
}

/** A generation that a refresh fills is asked also for what it holds, since the refresh listens to what is asked. */
export function askOne(question: Question, call: Call): Awaitable<Answer> {
  const { session } = getHost();
  const held = call.generation ? undefined : session.generation?.peek(question);
  return held ?? session.ask(question, call);
}

/** One column a scenario, undefined for a blank. Among several, one that the service left out is a column without an answer. */
export function askScenarios(
  endpoint: Family,
  { plan, scenarios }: ResolvedScenarios,
  parameters: Parameters,
  call: Call,
): Awaitable<readonly (ScenarioColumn | undefined)[]> {
  const askColumn = (scenario: ScenarioChoice | undefined): Awaitable<ScenarioColumn | undefined> => {
    if (!scenario) return undefined;
    const asked = askOne({ endpoint, plan, scenario: scenario.id, parameters }, call);
    const answer = asked instanceof Promise && scenarios.length > 1 ? asked.catch(undefinedIfMissing) : asked;
    return whenKnown<Answer | undefined, ScenarioColumn>(answer, (known) => ({
      name: scenario.name ?? known?.scenario.name ?? scenario.id,
      answer: known,
    }));
  };
  return allKnown(scenarios.map((scenario) => () => askColumn(scenario)));
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isInsightsError(error, "missing")) throw error;
}
