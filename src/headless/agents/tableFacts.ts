/** What a table of numbers is of: the units of its fields, its months, and its currency. */
import { currencyOf } from "../../numbers/analysis/answerFacts";
import type { ExplainContext } from "../../numbers/analysis/question";
import { argumentsByName, fieldOf, plainArgument, type NumberCall } from "../../numbers/analysis/numberCall";
import { numbersInResult } from "../../numbers/analysis/tableNumbers";
import { answersTo, knownFigure, type NumberSource } from "../../numbers/analysis/numberSource";
import { isWholeYear } from "../../numbers/analysis/parts";
import { GROUPINGS } from "../../insights";
import { codeOfMonths, monthStretches } from "../../numbers/language/periods";
import { argumentIn } from "../../numbers/language/signatures";
import type { FinishedCall } from "./agentSession";

interface TableFacts {
  /** The labels of the fields, by their unit. */
  readonly units?: Readonly<Record<string, readonly string[]>>;
  /** The months of each scenario, such as "2026-01 to 2026-10"; those of full years are in the note. */
  readonly months?: Readonly<Record<string, string>> | string;
  /** ISO 4217. */
  readonly currency?: string;
  /** What the steps of a bridge hold. */
  readonly steps?: string;
}

/** Returns nothing for lists of plans, scenarios and fields. */
export async function tableFacts(calls: readonly FinishedCall[], { source }: ExplainContext): Promise<TableFacts> {
  const units = new Map<string, Set<string>>();
  const dated = new Map<string, NumberCall>();
  // All steps of a bridge are amounts, of months that it names itself.
  const tables = calls.filter(({ id }) => id !== "BRIDGE");
  for (const { call } of tables.flatMap((each) => numbersInResult(each, each.result))) {
    const field = fieldOf(call);
    if (field) add(units, field.unit, field.label);
    const { scenario, period } = argumentsByName(call);
    if (!isWholeYear(call)) dated.set(JSON.stringify([scenario, period]), call);
  }
  const bridge = calls.find(({ id }) => id === "BRIDGE");
  const keys = calls.flatMap(({ questions = [] }) => questions.map(({ key }) => key));
  const currency = currencyOf(answersTo(source, keys));
  const months = bridge ? await monthsOfBridge(bridge, source) : await monthsByScenario([...dated.values()], source);
  return {
    ...(units.size > 0 ? { units: listed(units) } : bridge ? { units: { amount: ["all steps"] } } : {}),
    ...(months === undefined ? {} : { months }),
    ...(currency === undefined ? {} : { currency }),
    ...(bridge ? stepsOf(bridge) : {}),
  };
}

/** Price, volume and mix depend on the grouping, which their names do not tell. */
function stepsOf(call: FinishedCall): { steps?: string } {
  if (plainArgument(argumentIn(call, "by")).toLowerCase() !== "pvm") return {};
  const group = plainArgument(argumentIn(call, "groupBy")) || GROUPINGS[0];
  return {
    steps: `By ${group}: mix is between the ${group}s alone. Price is the change of value per unit of each ${group}, so it also holds the mix within a ${group}.`,
  };
}

function add(lists: Map<string, Set<string>>, key: string, entry: string): void {
  lists.set(key, (lists.get(key) ?? new Set()).add(entry));
}

function listed(lists: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string[]> {
  return Object.fromEntries([...lists].map(([key, entries]) => [key, [...entries]]));
}

async function monthsByScenario(
  calls: readonly NumberCall[],
  source: NumberSource,
): Promise<Record<string, string> | undefined> {
  const figures = await Promise.all(calls.map((call) => knownFigure(source, call)));
  const periods = new Map<string, Set<string>>();
  for (const { own } of figures.filter((figure) => figure !== undefined))
    for (const month of own.months ?? []) add(periods, own.scenario.text, month);
  if (periods.size === 0) return undefined;
  return Object.fromEntries([...periods].map(([scenario, months]) => [scenario, monthStretches(months)]));
}

/** A bridge compares the same months, or those that its arguments name. */
async function monthsOfBridge(call: FinishedCall, source: NumberSource): Promise<string | undefined> {
  const figure = await knownFigure(source, call);
  const [own, base] = [figure?.own, figure?.base].map((side) => codeOfMonths(side?.months ?? []));
  if (!own) return undefined;
  return !base || base === own ? own : `${own} against ${base}`;
}
