/** A number of a plan in words, as the functions read its call. Sends nothing. */
import type { Plan } from "../../insights";
import { wordsOfFigure, sentenceOf, withTime, type Figure, type FigureWords } from "../language/figure";
import { planNamed } from "../language/nameTexts";
import type { CellLabels } from "./cellLabels";
import { argumentsByName, fieldOf, plainArgument, type NumberCall } from "./numberCall";
import { knownFigure, type NumberSource } from "./numberSource";

/** The plans that the names of a call are looked up in. */
export interface PlanNames {
  readonly plans: readonly Plan[];
  /** The id of the plan that a blank argument means. */
  readonly defaultPlan: string | undefined;
}

/** The sources of an explanation: the numbers in memory, and the defaults of arguments that calls leave out. */
export interface ExplainContext extends PlanNames {
  readonly source: NumberSource;
}

/** Returns the plan that a call names. */
export function planOfCall(call: NumberCall, { plans, defaultPlan }: PlanNames): Plan | undefined {
  return planNamed(plans, plainArgument(argumentsByName(call).plan) || (defaultPlan ?? ""));
}

/**
 * Returns the words of a call; of one with a mistake no more than its field.
 * @param figure Of the call. @default by the answers in memory
 */
export async function wordsOfCall(call: NumberCall, source: NumberSource, figure?: Figure): Promise<FigureWords> {
  const known = figure ?? (await knownFigure(source, call));
  if (known) return wordsOfFigure(known);
  return { ...NO_WORDS, field: fieldOf(call)?.label ?? (plainArgument(argumentsByName(call).field) || call.id) };
}

const NO_WORDS = {
  measure: "",
  scenario: "",
  plan: "",
  base: "",
  baseSide: "",
  items: "",
  months: "",
  basis: "",
  currency: "",
  unit: "",
} as const;

/** Returns the question of a number, such as "EBIT of Committed in FY26 Plan, Jan–Apr 2026 (YTD), in EUR". */
export async function titleOf(call: NumberCall, source: NumberSource): Promise<string> {
  return sentenceOf(await wordsOfCall(call, source));
}

/** Labels a number by its question, as a table would: "Demand value · region North" and "Actual · Jan–Apr 2026". */
export function labelsInWords({ field, items, scenario, measure, baseSide, ...words }: FigureWords): CellLabels {
  const join = (parts: readonly string[]) => parts.filter((part) => part !== "").join(" · ");
  return {
    row: join([field, items]),
    column: join([measure ? `${scenario} vs ${baseSide}` : scenario, withTime(words)]),
  };
}
