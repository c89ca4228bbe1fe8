/** Explains one number: its question in words, its answers, how these combine, and the dimensions that divide it. */
import { fieldLabel, questionKey, type Answer } from "../insights";
import { isNear } from "./bridge";
import { monthsOfCode } from "../language/periods";
import type { NamedNumber, NumberName } from "./facts";
import {
  argumentsByName,
  callByNames,
  fieldOf,
  isOutlook,
  measureOf,
  type NumberCall,
  periodPartCall,
  plainArgument,
} from "./numberCall";
import { fullYearsBehind, fullYearsInWords } from "./fullYear";
import { answersTo, knownNumber, numberIn, reasonIn, type NumberSource } from "./numberSource";
import { callsOfSides, dimensionsOf, isWholeYear, type Dimension } from "./parts";
import {
  answerFacts,
  countRows,
  currencyOf,
  labelsInWords,
  planOfCall,
  questionInWords,
  sidesInWords,
  type AnswerFacts,
  type PlanNames,
  type QuestionNames,
} from "./question";

/** What an explanation reads: the numbers in memory, and the defaults of arguments that calls leave out. */
export interface ExplainContext extends PlanNames {
  readonly source: NumberSource;
  /** The report currency of the workbook. */
  readonly currency: string | undefined;
}

/** A number as the workbook shows it. */
export interface ShownNumber {
  /** Undefined if the call failed, or the workbook does not know what it returned. */
  readonly value: number | undefined;
  readonly error?: string | undefined;
  /** What the ledger knows of the number's answers; undefined if it does not know the number. */
  readonly entry?:
    | {
        readonly questions?: readonly { readonly key: string; readonly computedAt: number }[] | undefined;
        readonly answeredAt?: number | undefined;
      }
    | undefined;
}

/** How a number is written. */
export type NumberKind = "amount" | "ratio" | "points" | "percent" | "amount per unit";

/** How the service's rows become a number. */
export interface Combination {
  readonly by: "sum" | "ratio" | "weighted" | "none";
  /** Rows of the answers that are combined; undefined if they are not in memory. */
  readonly rows?: number | undefined;
  /** Undefined for the service's own full year. */
  readonly months?: number | undefined;
  /** The labels of numerator and denominator, or of the weight. */
  readonly labels: readonly string[];
}

export interface ExplainedNumber {
  readonly call: NumberCall;
  /** The question in words. */
  readonly title: string;
  /** The label of the field. */
  readonly label: string;
  readonly value: number | undefined;
  readonly kind: NumberKind;
  readonly error?: string | undefined;
  readonly combination: Combination | undefined;
  /** How many months the service's own full year has, in words; undefined for other periods. */
  readonly fullYear: string | undefined;
  readonly answers: readonly AnswerFacts[];
  readonly dimensions: readonly Dimension[];
  /** True if the answers in memory make another number than the workbook shows. */
  readonly isNewer?: boolean | undefined;
}

/** Returns the question of a number in words. */
export async function titleOf(call: NumberCall, context: ExplainContext): Promise<string> {
  return questionInWords(call, await namesFor(call, context));
}

/** Names a number, and the sides of a variance, as a table would. Sends nothing. */
export async function nameNumber(
  call: NumberCall,
  context: ExplainContext,
): Promise<Pick<NamedNumber, "name" | "sides">> {
  const name = await nameOf(call, context);
  if (call.id === "KPI") return { name };
  const [, base] = callsOfSides(call, { baseMonths: [] });
  const own = callByNames("KPI", argumentsByName(call), call);
  return { name, sides: { own: await nameOf(own, context), base: base && (await nameOf(base.call, context)) } };
}

async function nameOf(call: NumberCall, context: ExplainContext): Promise<NumberName> {
  const names = await namesFor(call, context);
  const plan = planOfCall(call, context);
  return {
    labels: labelsInWords(call, names),
    plan: plan?.name ?? (plainArgument(argumentsByName(call).plan) || (context.defaultPlan ?? "")),
    scenario: sidesInWords(call, context)
      .slice(0, call.id === "VAR" ? 2 : 1)
      .join(" vs "),
    unit: unitOf(call, names.currency ?? plan?.currency ?? ""),
  };
}

/** Returns the unit that stands behind a number; "" for a share. */
function unitOf(call: NumberCall, currency: string): string {
  const unit = measureOf(call) === "percent" ? "ratio" : fieldOf(call)?.unit;
  const units = { amount: currency, "amount per unit": currency, volume: "units", "kg CO2e": "kg CO2e", ratio: "" };
  return unit ? units[unit] : "";
}

/**
 * Explains the number of a call by the answers in memory, else by its entry in the ledger. Sends nothing.
 * @param shown The number as a cell shows it. @default the number by the answers in memory
 */
export async function explainNumber(
  call: NumberCall,
  context: ExplainContext,
  shown?: ShownNumber,
): Promise<ExplainedNumber> {
  const { source } = context;
  const known = await knownNumber(source, call);
  const number = numberIn(known);
  const dated = new Map(shown?.entry?.questions?.map(({ key, computedAt }) => [key, computedAt]));
  // The ledger's questions are those of the cell's number; answers in memory may be newer.
  const keys = known.state === "known" ? known.keys : [...dated.keys()];
  const answers = answersTo(source, keys);
  const names = await namesFor(call, context, currencyOf(answers));
  const answersByKey = new Map(answers.map((answer) => [questionKey(answer.question), answer]));
  return {
    call,
    title: questionInWords(call, names),
    label: fieldOf(call)?.label ?? "",
    value: shown ? shown.value : number,
    kind: numberKind(call),
    error: shown?.error ?? reasonIn(known),
    combination: await findCombination(call, source, answers),
    fullYear: isWholeYear(call) ? fullYearOf(call, keys, context) : undefined,
    answers: answerFacts(keys, answersByKey, { ...names, dated, answeredAt: shown?.entry?.answeredAt }),
    dimensions: dimensionsOf(call, planOfCall(call, context)?.scenarios.length ?? 0),
    isNewer: isOtherNumber(shown?.value, number),
  };
}

/** Without the answers, the months of the scenario are not known. */
function fullYearOf(call: NumberCall, keys: readonly string[], context: ExplainContext): string | undefined {
  const years = fullYearsBehind(context.source, keys, context.plans);
  return fullYearsInWords(years.length > 0 ? years : [{ scenario: sidesInWords(call, context)[0] }]);
}

/** True if both numbers are known, and they differ by more than floating point. */
export function isOtherNumber(shown: number | undefined, known: number | undefined): boolean {
  return shown !== undefined && known !== undefined && !isNear(shown, known);
}

export function numberKind(call: NumberCall): NumberKind {
  const { unit } = fieldOf(call) ?? { unit: "amount" as const };
  if (measureOf(call) === "percent") return "percent";
  if (unit === "ratio") return call.id === "VAR" ? "points" : "ratio";
  return unit === "amount per unit" ? unit : "amount";
}

async function findCombination(
  call: NumberCall,
  source: NumberSource,
  answers: readonly Answer[],
): Promise<Combination | undefined> {
  const field = fieldOf(call);
  if (!field || call.id === "VAR") return undefined;
  const isYear = isWholeYear(call);
  const code = isYear ? undefined : await knownPeriod(call, source, "code");
  const months = code === undefined ? undefined : monthsOfCode(code);
  const { total } = field;
  const names =
    total.by === "ratio" ? [total.numerator, total.denominator] : total.by === "weighted" ? [total.weight] : [];
  // The answers of an outlook have more months than it takes of each.
  const isCounted = (months || isYear) && !isOutlook(argumentsByName(call));
  const rows = isCounted ? countRows(call, answers, months) : undefined;
  return { by: total.by, rows: rows || undefined, months: months?.length, labels: names.map(fieldLabel) };
}

async function namesFor(call: NumberCall, context: ExplainContext, answered?: string): Promise<QuestionNames> {
  const label = isWholeYear(call) ? undefined : await knownPeriod(call, context.source, "label");
  const { currency } = argumentsByName(call);
  return {
    plans: context.plans,
    defaultPlan: context.defaultPlan,
    period: typeof label === "string" ? label : undefined,
    currency: answered ?? (typeof currency === "string" ? currency.toUpperCase() : context.currency),
  };
}

/** Returns the result of PERIOD for the call's period; undefined if it is not known. */
async function knownPeriod(call: NumberCall, source: NumberSource, part: "code" | "label"): Promise<unknown> {
  const result = await knownNumber(source, periodPartCall(call, part));
  return result.state === "known" ? result.value : undefined;
}
