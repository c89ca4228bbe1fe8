/** The two sides of a variance or a bridge: a scenario and its base, over the same months or as many others. */
import {
  InsightsError,
  isInsightsError,
  readLabel,
  rowPeriod,
  type Field,
  type Parameters,
  type Question,
} from "../../insights";
import { readChoice, readScenarioTexts, readText, type ScenarioTexts } from "./arguments";
import { all } from "./ask";
import { BASES } from "../language/bases";
import { readPeriods } from "./currentMonth";
import { extendPeriod, isSamePeriod, readBasePeriod, readKpiPeriod, writtenPeriod, type KpiPeriod } from "./kpiPeriod";
import { monthsIn } from "./monthIndex";
import type { AskedSide, AskedSides, FigurePeriod } from "../language/figure";
import { listNames, quote } from "../language/names";
import type { ScenarioArgument } from "../language/signatures";
import { checkOneCurrency } from "./oneCurrency";
import { askOutlook, readOutlook, type OutlookPeriod } from "./outlook";
import { askPeriod, askUndatedMonths, settlePeriods, type SideRows } from "./periodRows";
import type { QueryContext } from "./query";
import { onlyScenario, resolveScenarios } from "./resolve";

/** The scenario, then its base. */
export type Pair<T> = readonly [own: T, base: T];

/** Unread arguments of a cell. */
export interface ComparisonArguments {
  plan: unknown;
  scenario: unknown;
  base: unknown;
  period: unknown;
  basis: unknown;
  basePeriod: unknown;
  basePlan: unknown;
  /** Of the scenario alone, not of its base. */
  actualsTo?: unknown;
}

/** The names of a function and of its two scenarios, for messages. */
export interface ComparisonNames {
  readonly functionId: string;
  readonly arguments: Pair<ScenarioArgument>;
  /** Such as "base scenario". */
  readonly scenarios: Pair<string>;
}

/** The numbers to compare. */
interface ComparedField extends Pick<Field, "family"> {
  readonly parameters: Parameters;
  readonly isAddable: boolean;
}

export interface ComparedSide {
  /** The plan's id. */
  readonly plan: string;
  /** The name of the scenario. */
  readonly name: string;
  readonly period: KpiPeriod;
  readonly rows: SideRows;
}

interface ReadComparison {
  readonly ask: (context: QueryContext) => Promise<Pair<ComparedSide>>;
  /** Both sides, as far as the arguments tell. */
  readonly written: AskedSides;
}

/** Reads the arguments now, and returns what asks for both sides. Throws `argument`. */
export function readComparison(
  given: ComparisonArguments,
  names: ComparisonNames,
  { family, parameters, isAddable }: ComparedField,
): ReadComparison {
  const [ownTexts, baseTexts] = readSides(given, names);
  const basis = readChoice(given.basis, "basis", BASES);
  const { plan, period, basePeriod, actualsTo } = given;
  const periods = readPeriods([period, basePeriod, actualsTo], { plan, parameters }, (current): ComparedPeriods => {
    const own = readKpiPeriod(period, "period", current);
    return [readOutlook(extendPeriod(own, basis), actualsTo, current), readBasePeriod(basePeriod, own, basis, current)];
  });
  const findSide = async (texts: ScenarioTexts, what: string, context: QueryContext): Promise<SideQuestion> => {
    const resolved = await resolveScenarios(texts, context);
    const { id, name = id } = onlyScenario(resolved, names.functionId, what);
    return { name, question: { endpoint: family, plan: resolved.plan, scenario: id, parameters } };
  };
  const asWritten: Pair<FigurePeriod> = periods.known
    ? settledPeriods(periods.known)
    : [writtenPeriod(period, actualsTo), writtenPeriod(readText(basePeriod, "basePeriod") || period)];
  return {
    written: [writtenSide(ownTexts, asWritten[0]), writtenSide(baseTexts, asWritten[1])],
    async ask(context) {
      const own = await findSide(ownTexts, names.scenarios[0], context);
      const base = await findSide(baseTexts, names.scenarios[1], context);
      context.sides = askedSides([own, base], asWritten, context);
      const questions = [own.question, base.question];
      const settled = await settlePeriods(periods.settle(context), questions, context, (known) => {
        context.sides = askedSides([own, base], settledPeriods(known), context);
      });
      return askSides([own, base], settled, isAddable, context);
    },
  };
}

function writtenSide({ plan, scenarios: [scenario = ""] }: ScenarioTexts, period: FigurePeriod): AskedSide {
  return { plan, scenario, period };
}

function askedSides(
  [own, base]: Pair<SideQuestion>,
  [ownPeriod, basePeriod]: Pair<FigurePeriod>,
  { plans }: QueryContext,
): Pair<AskedSide> {
  const side = ({ question: { plan, scenario } }: SideQuestion, period: FigurePeriod) => ({
    plan,
    scenario,
    period,
    plans,
  });
  return [side(own, ownPeriod), side(base, basePeriod)];
}

type ComparedPeriods = readonly [own: OutlookPeriod, base: KpiPeriod];

function settledPeriods([own, base]: ComparedPeriods): Pair<FigurePeriod> {
  return [own, { months: base }];
}

interface SideQuestion {
  /** The name of the scenario. */
  readonly name: string;
  readonly question: Question;
}

/** Without a base, the scenario is its own base, in another period or plan. */
function readSides(given: ComparisonArguments, names: ComparisonNames): Pair<ScenarioTexts> {
  const { plan, scenario, base, basePeriod } = given;
  const [ownArgument, baseArgument] = names.arguments;
  const own = readScenarioTexts({ plan, scenario }, ownArgument);
  const basePlan = readText(given.basePlan, "basePlan");
  const ofBase = readScenarioTexts({ plan: basePlan || plan, scenario: base }, baseArgument);
  if (ofBase.scenarios.some((text) => text !== "")) return [own, ofBase];
  if (basePlan || !isSamePeriod(basePeriod)) return [own, { ...own, plan: ofBase.plan, argument: baseArgument }];
  throw new InsightsError("argument", `${names.functionId} needs a ${names.scenarios[1]}, or a basePeriod such as PY.`);
}

async function askSides(
  [own, base]: Pair<SideQuestion>,
  settled: ComparedPeriods,
  isAddable: boolean,
  context: QueryContext,
): Promise<Pair<ComparedSide>> {
  const [outlook, basePeriod] = settled;
  const ownPeriod = outlook.months;
  const of = askedSides([own, base], settledPeriods(settled), context);
  const isFullYear = !ownPeriod;
  const [ownRows, baseRows, ownMonths, baseMonths] = await all([
    askOutlook(own.question, outlook, context, isAddable),
    askPeriod(base.question, basePeriod, context, isAddable),
    isFullYear ? askMonthsHeld(own.question, context) : undefined,
    isFullYear ? askMonthsHeld(base.question, context) : undefined,
  ]);
  // An item that either side has is known to both: a new or lost one is 0 on the other side.
  const answers = [...ownRows.answers, ...baseRows.answers];
  checkOneCurrency(answers, context.plans);
  const sides = [
    {
      plan: own.question.plan,
      name: own.name,
      period: ownPeriod,
      rows: { parts: ownRows.parts, answers, of: of[0] },
    },
    {
      plan: base.question.plan,
      name: base.name,
      period: basePeriod,
      rows: { parts: baseRows.parts, answers, of: of[1] },
    },
  ] as const;
  if (ownMonths && baseMonths) checkSameMonths(sides, [ownMonths, baseMonths]);
  return sides;
}

/** Returns the months that a full year can be of; undefined if the service has no numbers by month. */
async function askMonthsHeld(question: Question, context: QueryContext): Promise<readonly string[] | undefined> {
  try {
    return [...monthsIn(await askUndatedMonths(question, context), context.memory).rows.keys()];
  } catch (error) {
    if (isInsightsError(error, "unknown", "missing", "refused")) return undefined;
    throw error;
  }
}

/** Throws `missing` if one full year has months that the other lacks: their difference would be no variance. */
function checkSameMonths(sides: Pair<ComparedSide>, held: Pair<readonly string[]>): void {
  const [own, base] = [monthsOfYear(sides[0], held[0]), monthsOfYear(sides[1], held[1])];
  const [scenario, others] = own.length < base.length ? [sides[0], base] : [sides[1], own];
  const lacking = others.filter((month) => !(scenario === sides[0] ? own : base).includes(month));
  if (lacking.length === 0) return;
  throw new InsightsError(
    "missing",
    `The full years are not of the same months: ${quote(scenario.name)} lacks ${listNames(lacking)}. Name a period.`,
  );
}

/** Returns the months within the year that labels the rows; all of them if none does. */
function monthsOfYear({ rows }: ComparedSide, held: readonly string[]): readonly string[] {
  const [row] = rows.parts.flat();
  const year = row && readLabel(rowPeriod(row));
  return year ? held.filter((month) => month >= year.first.slice(0, 7) && month <= year.last.slice(0, 7)) : held;
}
