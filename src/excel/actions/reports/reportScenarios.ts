/** The scenarios that a new report compares. Pure. */
import type { Plan, Scenario } from "../../../insights";
import { hasFlag } from "../../../numbers/language/names";
import { scenarioText } from "../../../numbers/language/nameTexts";

/** Returns the text that finds each scenario. The committed one is first, since others are compared with it; then the actual. */
export function textsOfScenarios({ scenarios }: Plan, chosen: readonly string[] = []): string[] {
  const wanted = chosen.length > 0 ? scenarios.filter(({ id }) => chosen.includes(id)) : scenarios;
  const rank = (scenario: Scenario) => (hasFlag(scenario, "committed") ? 0 : hasFlag(scenario, "actual") ? 1 : 2);
  return [...wanted].sort((one, other) => rank(one) - rank(other)).map((scenario) => scenarioText(scenario, scenarios));
}
