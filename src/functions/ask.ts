/** Questions to the session, and what it answers. */
import { isInsightsError, type Answer, type AskOptions, type Family, type Parameters } from "../insights";
import { getHost } from "./host";
import type { ResolvedScenarios } from "./resolve";

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
  options: AskOptions,
): Promise<(ScenarioColumn | undefined)[]> {
  return Promise.all(
    scenarios.map(async (scenario) => {
      if (!scenario) return undefined;
      const answer = await getHost()
        .session.ask({ endpoint, plan, scenario: scenario.id, parameters }, options)
        .catch((error: unknown) => {
          if (isInsightsError(error, "missing") && scenarios.length > 1) return undefined;
          throw error;
        });
      return { name: scenario.name ?? answer?.scenario.name ?? scenario.id, answer };
    }),
  );
}
