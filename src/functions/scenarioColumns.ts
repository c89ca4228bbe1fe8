/** What the service answers for the scenarios of a table. */
import { allKnown, isInsightsError, whenKnown } from "../insights";
import type { Answer, Awaitable, Family, Parameters } from "../insights";
import { askOne } from "./ask";
import type { CellCall } from "./call";
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
