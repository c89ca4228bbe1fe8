/** The names of a number, as a table would have them. */
import type { CellLabels } from "./cellLabels";
import { argumentsByName, callByNames, fieldOf, measureOf, type NumberCall } from "./numberCall";
import { figureKey } from "../language/figure";
import { knownFigure } from "./numberSource";
import { callsOfSides } from "./parts";
import { labelsInWords, planOfCall, wordsOfCall, type ExplainContext } from "./question";

/** What a number of a plan is, in words. */
export interface NumberName {
  /** Equal for the same number, however it was asked for. @default numbers with equal names are the same number */
  readonly key?: string | undefined;
  /** Field and items; scenario and period. */
  readonly labels: CellLabels;
  /** The names of plan and scenario; of a variance, both scenarios. */
  readonly plan: string;
  readonly scenario: string;
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
  const { plan, scenario, baseSide, currency } = words;
  return {
    key: figure && figureKey(figure),
    labels: labelsInWords(words),
    plan,
    scenario: baseSide === "" ? scenario : `${scenario} vs ${baseSide}`,
    unit: unitOf(call, currency || (planOfCall(call, context)?.currency ?? "")),
  };
}

/** Returns the unit that stands behind a number; "" for a share. */
function unitOf(call: NumberCall, currency: string): string {
  const unit = measureOf(call) === "percent" ? "ratio" : fieldOf(call)?.unit;
  const units = { amount: currency, "amount per unit": currency, volume: "units", "kg CO2e": "kg CO2e", ratio: "" };
  return unit ? units[unit] : "";
}
