/** ASOF: how old the shown numbers are. */
import { toSerial } from "../grid/dateSerial";
import { FAMILIES, type Answer, type Family, type Question } from "../insights";
import { readChoice, readCurrency, readScenarioTexts, type ScenarioTexts } from "./arguments";
import { all, askOne } from "./ask";
import { checkNumber } from "./cell";
import { getHost } from "./host";
import { toLocalSerial } from "./periods";
import { runCell, type FunctionInvocation, type SharedQuery, type QueryContext } from "./query";
import { resolveScenarios, type ResolvedScenarios } from "./resolve";

/** Unread arguments of a cell. */
export interface AsOfArguments {
  plan: unknown;
  scenario: unknown;
  family: unknown;
  zone: unknown;
}

/** The default first. */
export const ZONES = ["local", "UTC"] as const;

/**
 * Returns when the service computed the oldest answer in memory for the scenarios, as an Excel date-time in local time or UTC.
 * Takes the time received if the service returned none. Without an answer in memory, asks for the full-year P&L.
 */
export function asOf(given: AsOfArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return runCell(invocation, () => {
    const family = readChoice(given.family, "family", FAMILIES);
    const toDateTime = readChoice(given.zone, "zone", ZONES) === "UTC" ? toSerial : toLocalSerial;
    const query = oldestQuery(readScenarioTexts(given), family);
    return { query, select: (oldest) => checkNumber(toDateTime(oldest, getHost().dateSystem)) };
  });
}

/** A query for each cell: later answers change its data, so cells never share it. */
function oldestQuery(texts: ScenarioTexts, family: Family | undefined): SharedQuery<number> {
  return {
    async queryFn(context) {
      const resolved = await resolveScenarios(texts, context);
      const cached = await cachedAnswers(resolved, family, context);
      const answers = cached.length > 0 ? cached : await askFullYear(resolved, context);
      return Math.min(...answers.map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt));
    },
  };
}

async function cachedAnswers(
  resolved: ResolvedScenarios,
  family: Family | undefined,
  { generation, answers }: QueryContext,
): Promise<readonly Answer[]> {
  const ids = new Set(resolved.scenarios.map((scenario) => scenario?.id));
  const isMeant = ({ endpoint, plan, scenario }: Question) =>
    plan === resolved.plan && ids.has(scenario) && (family === undefined || endpoint === family);
  const cached = await getHost().session.cachedAnswers(isMeant, { generation });
  answers.push(...cached);
  return cached;
}

/** Asks the question of a PNL without options, so both share it. */
function askFullYear({ plan, scenarios }: ResolvedScenarios, context: QueryContext): Promise<readonly Answer[]> {
  const parameters = { interval: "FY" as const, ...readCurrency(undefined, "pnl") };
  const ids = scenarios.flatMap((scenario) => scenario?.id ?? []);
  return all(ids.map((scenario) => askOne({ endpoint: "pnl", plan, scenario, parameters }, context)));
}
