/** Describes a number of the explained cell: its question in words, its answers, and how they combine. */
import { fieldLabel, questionKey, type Plan } from "../insights";
import type { CellNumber } from "../workbook/explain/cellNumbers";
import { dimensionsOf, isWholeYear } from "../analysis/parts";
import { answersTo, knownNumber, type NumberResult, type NumberSource } from "../analysis/numberSource";
import { monthsOfCode } from "../analysis/monthsOfCode";
import { argumentsByName, measureOf } from "../analysis/numberArguments";
import {
  answerFacts,
  countRows,
  currencyOf,
  planOfCall,
  questionInWords,
  type PlanNames,
  type QuestionNames,
} from "../analysis/question";
import { fieldOf, type NumberCall } from "../analysis/numberCall";
import type { StoreContext } from "./context";
import type { Combination, ExplainedNumber, ExplainStep, NumberKind } from "./state";

/** A smaller difference, as a share of the number, comes from floating point. */
const TOLERANCE = 1e-9;

export async function describeNumber(
  context: StoreContext,
  { address, call, value }: CellNumber,
): Promise<ExplainedNumber> {
  const names = await namesFor(context, call, currencyNamed(context, call));
  return { address, title: questionInWords(call, names), value, kind: kindOf(call) };
}

/** Describes a call: by the answers in memory, else by what the ledger has of it. */
export async function stepOf(context: StoreContext, call: NumberCall, cell?: CellNumber): Promise<ExplainStep> {
  const source = sourceOf(context);
  const known = await knownNumber(source, call);
  const keys = keysOf(known, cell);
  const answers = new Map(answersTo(source, keys).map((answer) => [questionKey(answer.question), answer]));
  const names = await namesFor(context, call, currencyOf([...answers.values()]) ?? currencyNamed(context, call));
  const dated = new Map((cell?.entry?.questions ?? []).map(({ key, computedAt }) => [key, computedAt]));
  const own = valueOf(known);
  return {
    call,
    title: questionInWords(call, names),
    label: fieldOf(call)?.label ?? "",
    value: cell ? cell.value : own,
    kind: kindOf(call),
    error: cell?.error ?? (known.state === "absent" || known.state === "failed" ? known.message : undefined),
    combination: await combinationOf(call, source, [...answers.values()]),
    answers: answerFacts(keys, answers, { plans: names.plans, dated, answeredAt: cell?.entry?.answeredAt }),
    dimensions: dimensionsOf(call, planOf(context, call)?.scenarios.length ?? 0),
    isNewer: isOther(cell?.value, own),
  };
}

/** True if the answers in memory make another number than the cell shows. */
export function isOther(shown: number | undefined, known: number | undefined): boolean {
  if (shown === undefined || known === undefined) return false;
  return Math.abs(known - shown) > TOLERANCE * Math.max(Math.abs(shown), Math.abs(known));
}

/** The ledger's questions are those of the cell's number; answers in memory may be newer. */
function keysOf(known: NumberResult, cell: CellNumber | undefined): string[] {
  if (known.state === "known") return [...known.keys];
  return (cell?.entry?.questions ?? []).map(({ key }) => key);
}

async function combinationOf(
  call: NumberCall,
  source: NumberSource,
  answers: Parameters<typeof countRows>[1],
): Promise<Combination | undefined> {
  const field = fieldOf(call);
  if (!field || call.id === "VAR") return undefined;
  const { plan, period, basis } = argumentsByName(call);
  const code = isWholeYear(call) ? undefined : await knownNumber(source, { id: "PERIOD", args: [plan, period, basis] });
  const months = code?.state === "known" ? monthsOfCode(code.value) : undefined;
  const { total } = field;
  const names =
    total.by === "ratio" ? [total.numerator, total.denominator] : total.by === "weighted" ? [total.weight] : [];
  const rows = months || isWholeYear(call) ? countRows(call, answers, months) : undefined;
  const labels = names.map(fieldLabel);
  return { by: total.by, rows: rows || undefined, months: months?.length, labels };
}

async function namesFor(context: StoreContext, call: NumberCall, currency: string | undefined): Promise<QuestionNames> {
  const { plan, period, basis } = argumentsByName(call);
  const label = isWholeYear(call)
    ? undefined
    : await knownNumber(sourceOf(context), { id: "PERIOD", args: [plan, period, basis, "label"] });
  const text = label?.state === "known" && typeof label.value === "string" ? label.value : undefined;
  return { ...planNames(context), period: text, currency };
}

function kindOf(call: NumberCall): NumberKind {
  const { unit } = fieldOf(call) ?? { unit: "amount" as const };
  if (measureOf(call) === "percent") return "percent";
  if (unit === "ratio") return call.id === "VAR" ? "points" : "ratio";
  return unit === "amount per unit" ? unit : "amount";
}

function currencyNamed({ settings }: StoreContext, call: NumberCall): string | undefined {
  const { currency } = argumentsByName(call);
  return typeof currency === "string" ? currency.toUpperCase() : settings.current.currency;
}

function valueOf(result: NumberResult): number | undefined {
  return result.state === "known" && typeof result.value === "number" ? result.value : undefined;
}

export function sourceOf({ ledger, session }: StoreContext): NumberSource {
  return { invoke: (call, invocation) => ledger.invoke(call, invocation), generation: session.generation };
}

export function plansOf({ session, state }: StoreContext): readonly Plan[] {
  return session.generation?.peekPlans() ?? state.plans ?? [];
}

export function planNames(context: StoreContext): PlanNames {
  return { plans: plansOf(context), defaultPlan: context.settings.current.plan };
}

export function planOf(context: StoreContext, call: NumberCall): Plan | undefined {
  return planOfCall(call, planNames(context));
}
