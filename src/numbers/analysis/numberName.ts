/** The names of a number, as a table would have them. */
import type { CellLabels } from "./cellLabels";
import { argumentsByName, callByNames, type NumberCall } from "./numberCall";
import { figureKey, withTime } from "../language/figure";
import { knownFigure } from "./numberSource";
import { callsOfSides } from "./parts";
import { labelsInWords, wordsOfCall, type ExplainContext } from "./question";

/** A number of a plan in words. */
export interface NumberName {
  /** Equal for the same number, however it was asked for. @default numbers with equal names are the same number */
  readonly key?: string | undefined;
  /** Field and items; scenario and period. */
  readonly labels: CellLabels;
  /** The names of plan and scenario; of a variance, both scenarios. */
  readonly plan: string;
  readonly scenario: string;
  /** Such as "Jan–Apr 2026 (YTD)". */
  readonly period: string;
  /** Such as "EUR" or "units"; "" for a share, or if the currency is not known. */
  readonly unit: string;
}

/** The name of a number, and of those that it compares if it is a variance. */
export interface NumberNames {
  readonly name: NumberName;
  /** The base is left out if its period is another one. */
  readonly sides?: { readonly own: NumberName; readonly base?: NumberName | undefined } | undefined;
}

/** Names a number, and the sides of a variance, as a table would. Sends nothing. */
export async function nameNumber(call: NumberCall, context: ExplainContext): Promise<NumberNames> {
  const name = await nameOf(call, context);
  if (call.id === "KPI") return { name };
  const [, base] = callsOfSides(call, { baseMonths: [] });
  const own = callByNames("KPI", argumentsByName(call), call);
  return { name, sides: { own: await nameOf(own, context), base: base && (await nameOf(base.call, context)) } };
}

async function nameOf(call: NumberCall, context: ExplainContext): Promise<NumberName> {
  const figure = await knownFigure(context.source, call);
  const words = await wordsOfCall(call, context.source, figure);
  const { plan, scenario, baseSide, unit } = words;
  return {
    key: figure && figureKey(figure),
    labels: labelsInWords(words),
    plan,
    scenario: baseSide === "" ? scenario : `${scenario} vs ${baseSide}`,
    period: withTime(words),
    unit,
  };
}
