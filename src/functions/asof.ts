/** ASOF: how old the shown numbers are. */
import { toSerial } from "../grid/dateSerial";
import { FAMILIES, type Answer, type Family } from "../insights";
import { readChoice, readCurrency, readScenarioTexts } from "./arguments";
import type { CellCall, FunctionInvocation } from "./call";
import { answerCell } from "./cell";
import { getHost } from "./host";
import { toLocalSerial } from "./periods";
import { resolveScenarios, type ResolvedScenarios } from "./resolve";

/** As they arrive from the cell. */
export interface AsOfArguments {
  plan: unknown;
  scenario: unknown;
  family: unknown;
  zone: unknown;
}

/** The usual one first. */
export const ZONES = ["local", "UTC"] as const;

/**
 * When the oldest of the answers in memory for the scenarios was worked out, or received where the service does not say;
 * with none in memory it asks the full-year P&L. An Excel date-time in local time, or in UTC.
 */
export function asOf(given: AsOfArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return answerCell(invocation, async (call) => {
    const family = readChoice(given.family, "family", FAMILIES);
    const zone = readChoice(given.zone, "zone", ZONES);
    const resolved = await resolveScenarios(readScenarioTexts(given), call);
    const cached = await cachedAnswers(resolved, family, call);
    const answers = cached.length > 0 ? cached : await askFullYear(resolved, call);
    const times = answers.map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
    const toDateTime = zone === "UTC" ? toSerial : toLocalSerial;
    return toDateTime(Math.min(...times), getHost().dateSystem);
  });
}

function cachedAnswers(
  resolved: ResolvedScenarios,
  family: Family | undefined,
  call: CellCall,
): Promise<readonly Answer[]> {
  const ids = new Set(resolved.scenarios.map((scenario) => scenario?.id));
  return getHost().session.cachedAnswers(
    ({ endpoint, plan, scenario }) =>
      plan === resolved.plan && ids.has(scenario) && (family === undefined || endpoint === family),
    call,
  );
}

/** The question of a plain PNL, so that both share it. */
function askFullYear({ plan, scenarios }: ResolvedScenarios, call: CellCall): Promise<Answer[]> {
  const { session } = getHost();
  const parameters = { interval: "FY" as const, ...readCurrency(undefined, "pnl") };
  const ids = scenarios.flatMap((scenario) => scenario?.id ?? []);
  return Promise.all(ids.map((scenario) => session.ask({ endpoint: "pnl", plan, scenario, parameters }, call)));
}
