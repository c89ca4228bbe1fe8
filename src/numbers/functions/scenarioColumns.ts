/** Asks for the answers of the scenarios in a table. */
import { isInsightsError, type Answer, type Family, type Parameters } from "../../insights";
import { all, askOne } from "./ask";
import type { QueryContext } from "./query";
import type { ResolvedScenarios, ScenarioChoice } from "./resolve";

/** One scenario of a table. It has no answer if the service returned none. */
export interface ScenarioColumn {
  readonly name: string;
  readonly answer: Answer | undefined;
}

/** Returns a column for each scenario, undefined for a blank. One of several scenarios may lack an answer; a single one rejects. */
export function askScenarios(
  endpoint: Family,
  { plan, scenarios }: ResolvedScenarios,
  parameters: Parameters,
  context: QueryContext,
): Promise<readonly (ScenarioColumn | undefined)[]> {
  const askColumn = async (scenario: ScenarioChoice | undefined): Promise<ScenarioColumn | undefined> => {
    if (!scenario) return undefined;
    const asked = askOne({ endpoint, plan, scenario: scenario.id, parameters }, context);
    const answer = await (scenarios.length > 1 ? asked.catch(undefinedIfMissing) : asked);
    return { name: scenario.name ?? answer?.scenario.name ?? scenario.id, answer };
  };
  return all(scenarios.map(askColumn));
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isInsightsError(error, "missing")) throw error;
}
