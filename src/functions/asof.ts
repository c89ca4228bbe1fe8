/** ASOF: how old the shown numbers are. */
import { FAMILIES, type AskOptions, type Answer } from "../insights";
import { readChoice, readCurrency } from "./arguments";
import { answerCell, type Invocation } from "./cell";
import { getHost } from "./host";
import { toSerial } from "./periods";
import { chooseScenarios, type Choice } from "./scenarios";

/** As they arrive from the cell. */
export interface AsOfArguments {
  plan: unknown;
  scenario: unknown;
  family: unknown;
}

/**
 * When the oldest of the answers held for the scenarios was worked out, or received where the service does not say;
 * with none held it asks the full-year P&L. An Excel date-time in local time.
 */
export function asOf(given: AsOfArguments, invocation: Invocation | undefined): Promise<number> {
  return answerCell(invocation, async (options) => {
    const family = readChoice(given.family, "family", FAMILIES);
    const { session, dateSystem } = getHost();
    const choice = await chooseScenarios(given.plan, given.scenario, options);
    const ids = new Set(choice.scenarios.map((scenario) => scenario?.id));
    const held = await session.cachedAnswers(
      ({ endpoint, plan, scenario }) =>
        plan === choice.plan && ids.has(scenario) && (family === undefined || endpoint === family),
      options,
    );
    const answers = held.length > 0 ? held : await askFullYear(choice, options);
    const times = answers.map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
    return toSerial(Math.min(...times), dateSystem);
  });
}

/** The question of a plain PNL, so that both share it. */
function askFullYear({ plan, scenarios }: Choice, options: AskOptions): Promise<Answer[]> {
  const { session, settings } = getHost();
  const currency = readCurrency(settings().currency);
  const parameters = { interval: "FY" as const, ...(currency ? { currency } : {}) };
  const asked = scenarios.flatMap((scenario) => (scenario ? [scenario.id] : []));
  return Promise.all(asked.map((scenario) => session.ask({ endpoint: "pnl", plan, scenario, parameters }, options)));
}
