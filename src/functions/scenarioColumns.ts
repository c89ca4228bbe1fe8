/** What the service answers for the scenarios of a table. */
import { isInsightsError, type Answer, type Family, type Parameters } from "../insights";
import { askOne } from "./ask";
import { together, type CellCall } from "./call";
import type { ResolvedScenarios, ScenarioChoice } from "./resolve";

/** What a table shows of one scenario; without an answer where the service returned none. */
export interface ScenarioColumn {
  readonly name: string;
  readonly answer: Answer | undefined;
}

/** One column a scenario, undefined for a blank. Among several, one that the service left out is a column without an answer. */
export function askScenarios(
  endpoint: Family,
  { plan, scenarios }: ResolvedScenarios,
  parameters: Parameters,
  call: CellCall,
): readonly (ScenarioColumn | undefined)[] {
  const askColumn = (scenario: ScenarioChoice | undefined): ScenarioColumn | undefined => {
    if (!scenario) return undefined;
    const question = { endpoint, plan, scenario: scenario.id, parameters };
    const answer = scenarios.length > 1 ? unlessMissing(() => askOne(question, call)) : askOne(question, call);
    return { name: scenario.name ?? answer?.scenario.name ?? scenario.id, answer };
  };
  return together(scenarios.map((scenario) => () => askColumn(scenario)));
}

function unlessMissing(ask: () => Answer): Answer | undefined {
  try {
    return ask();
  } catch (error) {
    if (isInsightsError(error, "missing")) return undefined;
    throw error;
  }
}
