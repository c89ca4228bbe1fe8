/** ASOF: how old the shown numbers are. */
import { toLocalSerial, toSerial } from "../../spreadsheet/cells/dateSerial";
import { FAMILIES, InsightsError, questionInKey, questionKey, stampOf } from "../../insights";
import type { Answer, Family, Question } from "../../insights";
import { readChoice, readCurrency, readScenarioTexts, type ScenarioTexts } from "./arguments";
import { all, askOne } from "./ask";
import { checkedNumber } from "./cell";
import { getHost, readWithSettings, type AnsweredQuestion, type ShownAges } from "./host";
import { runCell, type FunctionInvocation, type QueryContext } from "./query";
import { resolveScenarios, type ResolvedScenarios } from "./resolve";

/** Unread arguments of a cell. */
export interface AsOfArguments {
  plan: unknown;
  scenario: unknown;
  family: unknown;
  zone: unknown;
  part: unknown;
}

/** The default first. */
export const ZONES = ["local", "UTC"] as const;
/** The default first. */
export const AGE_PARTS = ["oldest", "earlier", "later"] as const;

/**
 * Returns when the service computed the oldest number that cells show of the scenarios, as an Excel date-time in local time or
 * UTC. If they show none, asks for the full-year P&L. The parts `earlier` and `later` are the oldest and the newest number of
 * the plan if its cells show numbers of two runs, otherwise 0.
 */
export function dateOfAnswers(given: AsOfArguments, invocation: FunctionInvocation | undefined): Promise<number> {
  return runCell(invocation, () => {
    const family = readChoice(given.family, "family", FAMILIES);
    const toDateTime = readChoice(given.zone, "zone", ZONES) === "UTC" ? toSerial : toLocalSerial;
    const part = readChoice(given.part, "part", AGE_PARTS);
    const texts = readScenarioTexts(given);
    return {
      // A query for each cell: later answers change its data, so cells never share it.
      query: {
        queryFn: (context) => findAge({ texts, family, part }, context, invocation?.shown),
      },
      select: (time) => (time === undefined ? 0 : checkedNumber(toDateTime(time, getHost().dateSystem))),
    };
  });
}

/** The parsed arguments. */
interface AgeChoice {
  readonly texts: ScenarioTexts;
  /** @default all */
  readonly family: Family | undefined;
  /** @default "oldest" */
  readonly part: "oldest" | "earlier" | "later" | undefined;
}

/** Returns milliseconds since the epoch; undefined for a part that a plan of one run lacks. */
async function findAge(
  { texts, family, part = "oldest" }: AgeChoice,
  context: QueryContext,
  shownLater?: () => ShownAges,
): Promise<number | undefined> {
  const resolved = await resolveScenarios(texts, context);
  const shown = shownLater?.() ?? (await shownNow(resolved, context));
  const own = shown.questions.filter(({ key }) => questionInKey(key).plan === resolved.plan);
  if (part !== "oldest") {
    context.aged.push(...own.slice(0, 1));
    const age = shown.plans.get(resolved.plan);
    return age?.isOfTwoRuns ? age[part === "earlier" ? "oldest" : "newest"] : undefined;
  }
  if (shown.hasUnknown)
    throw new InsightsError("missing", "Some cells show numbers of unknown age. Refresh the workbook.");
  const ids = new Set(resolved.scenarios.map((scenario) => scenario?.id));
  const meant = own.filter(({ key }) => {
    const { endpoint, scenario } = questionInKey(key);
    return ids.has(scenario) && (family === undefined || endpoint === family);
  });
  const [first, ...others] = meant.length > 0 ? meant : (await askFullYear(resolved, context)).map(datedQuestion);
  if (!first) return undefined;
  const oldest = others.reduce((one, other) => (other.computedAt < one.computedAt ? other : one), first);
  if (meant.length > 0) context.aged.push(oldest);
  return oldest.computedAt;
}

/** Without a ledger, cells show the answers in memory. */
async function shownNow({ plan }: ResolvedScenarios, { generation }: QueryContext): Promise<ShownAges> {
  const { session, shown } = getHost();
  const isMeant = (question: Question) => !shown && question.plan === plan;
  // Waits for the end of the recalculation as well, so that its other calls are known.
  const answers = await session.cachedAnswers(isMeant, { generation });
  return shown?.() ?? { questions: answers.map(datedQuestion), hasUnknown: false, plans: new Map() };
}

function datedQuestion(answer: Answer): AnsweredQuestion {
  return { key: questionKey(answer.question), computedAt: stampOf(answer) };
}

/** Asks the question of a PNL without options, so both share it. */
function askFullYear({ plan, scenarios }: ResolvedScenarios, context: QueryContext): Promise<readonly Answer[]> {
  const currency = readWithSettings(context.settings, () => readCurrency(undefined, "pnl"));
  const parameters = { interval: "FY" as const, ...currency };
  const ids = scenarios.flatMap((scenario) => scenario?.id ?? []);
  return all(ids.map((scenario) => askOne({ endpoint: "pnl", plan, scenario, parameters }, context)));
}
