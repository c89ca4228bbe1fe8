/** ASOF: how old the shown numbers are. */
import { toSerial } from "../grid/dateSerial";
import { FAMILIES, type Answer, type Family, type Question } from "../insights";
import { readChoice, readCurrency, readScenarioTexts, type ScenarioTexts } from "./arguments";
import { askOne } from "./ask";
import { obtain, together, type CellCall, type FunctionInvocation } from "./call";
import { numberWork } from "./cell";
import { getHost } from "./host";
import { toLocalSerial } from "./periods";
import { resolveScenarios, type ResolvedScenarios } from "./resolve";
import { runCell } from "./run";

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
  return runCell(invocation, WORK, () => ({ subject: { query: readAsOf(given) }, own: undefined }));
}

const WORK = numberWork({ workOut: workOutAsOf, finish: (dateTime) => dateTime });

interface AsOfQuery {
  readonly family: Family | undefined;
  readonly zone: (typeof ZONES)[number] | undefined;
  readonly texts: ScenarioTexts;
}

function readAsOf(given: AsOfArguments): AsOfQuery {
  const family = readChoice(given.family, "family", FAMILIES);
  return { family, zone: readChoice(given.zone, "zone", ZONES), texts: readScenarioTexts(given) };
}

function workOutAsOf({ family, zone, texts }: AsOfQuery, call: CellCall): number {
  const resolved = resolveScenarios(texts, call);
  const cached = cachedAnswers(resolved, family, call);
  const answers = cached.length > 0 ? cached : askFullYear(resolved, call);
  const times = answers.map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
  const toDateTime = zone === "UTC" ? toSerial : toLocalSerial;
  return toDateTime(Math.min(...times), getHost().dateSystem);
}

function cachedAnswers(resolved: ResolvedScenarios, family: Family | undefined, call: CellCall): readonly Answer[] {
  const ids = new Set(resolved.scenarios.map((scenario) => scenario?.id));
  const isMeant = ({ endpoint, plan, scenario }: Question) =>
    plan === resolved.plan && ids.has(scenario) && (family === undefined || endpoint === family);
  const { generation } = call;
  const answers = obtain(call, "cached answers", () => getHost().session.cachedAnswers(isMeant, { generation }));
  call.answers.push(...answers);
  return answers;
}

/** The question of a plain PNL, so that both share it. */
function askFullYear({ plan, scenarios }: ResolvedScenarios, call: CellCall): readonly Answer[] {
  const parameters = { interval: "FY" as const, ...readCurrency(undefined, "pnl") };
  const ids = scenarios.flatMap((scenario) => scenario?.id ?? []);
  return together(ids.map((scenario) => () => askOne({ endpoint: "pnl", plan, scenario, parameters }, call)));
}
