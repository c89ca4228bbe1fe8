/** The tools about one number: its question and parts, and a variance with its drivers. */
import { bridgeInOrder, bridgeOf } from "../analysis/drivers";
import { divide, type Division, type Part } from "../analysis/division";
import { explainNumber, numberKind, type ExplainContext } from "../analysis/explainedNumber";
import { fullYearsInWords } from "../analysis/fullYear";
import {
  argumentsByName,
  callByNames,
  measureOf,
  periodPartCall,
  withArguments,
  type NumberArguments,
} from "../analysis/numberArguments";
import { fieldOf, type NumberCall } from "../analysis/numberCall";
import { askedNumber, knownNumber, numberIn, reasonIn, type NumberResult } from "../analysis/numberSource";
import { addsUp, dimensionsOf, isGrouping, isWholeYear, type Dimension } from "../analysis/parts";
import { formatCall, literalArgument } from "../formulas/argument";
import { ENDPOINTS } from "../insights";
import { callKey } from "../saved/callKey";
import { createRoom, shortenText, takeItems } from "./answer";
import type { AgentTurn } from "./agentSession";
import { cellFailure, evaluateOne, fullYearsOf, numberOfCall, settleMonths, valueOf } from "./formulas";
import { provenanceOf, questionsOf, type Provenance } from "./provenance";

/** By name, in the order in which a model should try them. */
export const DIMENSIONS = [
  "lines",
  "month",
  "product",
  "sku",
  "region",
  "channel",
  "scenario",
  "base",
  "sides",
] as const satisfies readonly Dimension[];

/**
 * Explains the one number in a formula, and divides it.
 * @param by The dimension. @default the most telling one
 */
export async function explainFormula(
  turn: AgentTurn,
  { formula, by }: { formula: string; by?: Dimension | undefined },
): Promise<object> {
  const evaluated = await evaluateOne(turn, formula);
  const result = valueOf(evaluated);
  const numbers = evaluated.calls.flatMap((call) => numberOfCall(call) ?? []);
  const call = withPlan(onlyNumber([...new Map(numbers.map((each) => [callKey(each), each])).values()]), turn);
  const context = turn.context;
  const value = numberOrThrow(await askedNumber(context.source, call));
  await settleMonths([call], context);
  const explained = await explainNumber(call, context);
  const dimension = chosenDimension(call, explained.dimensions, by);
  const division = dimension && (await divide(call, dimension, { ...context, names: () => context, mayAsk: true }));
  return {
    question: shortenText(explained.title),
    value,
    kind: explained.kind,
    ...(result === value ? {} : { formulaResult: result }),
    months: await monthsOf(call, context),
    combinedBy: explained.combination,
    formula: formulaOf(call),
    dimensions: explained.dimensions,
    ...(division ? { by: dimension, ...showDivision(call, dimension, division) } : {}),
    ...(await originOf(turn, context, call)),
  };
}

/** Compares two numbers by VAR, and returns what the variance is made of. */
export async function compareNumbers(
  turn: AgentTurn,
  { by, ...args }: NumberArguments & { by?: Dimension | undefined },
): Promise<object> {
  const asked = withPlan(callByNames("VAR", args, { settings: turn.settings }), turn);
  const field = fieldOf(asked);
  const call = field && !field.direction ? withArguments(asked, { measure: "difference" }) : asked;
  const context = turn.context;
  const variance = numberOrThrow(await askedNumber(context.source, call));
  const options = { ...context, names: () => context, mayAsk: true };
  const sides = await divide(call, "sides", options);
  await settleMonths([call], context);
  const percent = await knownNumber(context.source, withArguments(call, { measure: "percent" }));
  const { title } = await explainNumber(call, context);
  const dimension = chosenDimension(
    call,
    dimensionsOf(call, 0).filter((each) => addsUp(call, each)),
    by,
  );
  const division = dimension && (await divide(call, dimension, options));
  return {
    question: shortenText(title),
    variance,
    kind: numberKind(call),
    sign: measureOf(call) === "difference" ? "scenario minus base" : "positive is better",
    percent: numberIn(percent) ?? { error: reasonIn(percent) },
    months: await monthsOf(call, context),
    formula: formulaOf(call),
    ...(sides.state === "done" ? { sides: sides.parts.map((part) => showPart({ ...part, sign: 1 })) } : {}),
    ...(division ? { by: dimension, ...showDrivers(variance, dimension, division) } : { drivers: NO_DRIVERS }),
    ...(await originOf(turn, context, call)),
  };
}

const NO_DRIVERS = "A change of this field is no sum of parts. Compare the amounts that it is computed from.";
const PARTIAL = "Partial: some parts have no amount; their reasons say why.";

/** Names the default plan: a workbook may have another. */
function withPlan(call: NumberCall, { settings: { plan } }: AgentTurn): NumberCall {
  return plan === undefined || argumentsByName(call).plan !== undefined ? call : withArguments(call, { plan });
}

function onlyNumber(calls: readonly NumberCall[]): NumberCall {
  const [call, ...others] = calls;
  if (!call)
    throw new Error("The formula has no single number of a plan. Explain one call of INSIGHTS.KPI or INSIGHTS.VAR.");
  if (others.length === 0) return call;
  const texts = calls
    .slice(0, 5)
    .map((each) => formulaOf(each))
    .join(", ");
  throw new Error(`The formula has ${calls.length} numbers. Explain one of them: ${shortenText(texts)}`);
}

function chosenDimension(
  call: NumberCall,
  dimensions: readonly Dimension[],
  by: Dimension | undefined,
): Dimension | undefined {
  if (by === undefined || dimensions.includes(by)) return by ?? dimensions[0];
  const field = fieldOf(call);
  const isUndivided = field && isGrouping(by) && !ENDPOINTS[field.family].groupings.some((each) => each === by);
  const reason = isUndivided
    ? `The service does not divide ${field.label} by ${by}, but demandValue and demandVolume.`
    : `This number has no parts by ${by}.`;
  const others = dimensions.length > 0 ? `Divide it by ${dimensions.join(", ")}` : "Ask for it without by";
  throw new Error(`${reason} ${others}.`);
}

function numberOrThrow(result: NumberResult): number {
  const value = numberIn(result);
  if (value !== undefined) return value;
  const message = reasonIn(result) ?? "The result is not one number. Name one scenario, field and period.";
  throw cellFailure({ code: result.state === "absent" ? "#N/A" : "#VALUE!", message });
}

/** Returns the months of a number, such as "2026-01:2026-04"; of a full year as far as they are known. */
async function monthsOf(call: NumberCall, context: ExplainContext): Promise<string> {
  const { source } = context;
  if (!isWholeYear(call)) {
    const code = await askedNumber(source, periodPartCall(call, "code"));
    return code.state === "known" ? String(code.value) : `not known: ${reasonIn(code)}`;
  }
  const known = await knownNumber(source, call);
  const questions = questionsOf(source, known.state === "known" ? known.keys : []);
  const words = fullYearsInWords(await fullYearsOf([{ questions }], context));
  return `the service's own full year. ${words ?? "How many months it has is not known."}`;
}

function formulaOf(call: NumberCall, sign: 1 | -1 = 1): string {
  return `=${sign === -1 ? "-" : ""}${formatCall(call.id, call.args.map(literalArgument))}`;
}

function showPart({ label, amount, share, weight, reason, call, sign }: Part): object {
  return {
    label: shortenText(label),
    amount,
    share,
    weight,
    ...(reason ? { reason: shortenText(reason) } : {}),
    ...(call ? { formula: formulaOf(call, sign) } : {}),
  };
}

function showDivision(call: NumberCall, dimension: Dimension, division: Division): object {
  if (division.state !== "done") return { parts: [], partial: noParts(division) };
  // The scenario and the base of a variance are shown as they are.
  const shown = division.parts.map((part) => showPart(dimension === "sides" ? { ...part, sign: 1 } : part));
  const { items, cut } = takeItems(createRoom(), shown, "parts");
  return {
    addsUp: addsUp(call, dimension),
    parts: items,
    ...(isComplete(division.parts) ? {} : { partial: PARTIAL }),
    ...(cut ? { cut } : {}),
  };
}

/** The largest steps of the variance, with "Other" for the rest; months in their order. */
function showDrivers(variance: number, dimension: Dimension, division: Division): object {
  if (division.state !== "done") return { drivers: [], partial: noParts(division) };
  const steps = division.parts.flatMap(({ label, amount, call }) => (call && amount ? [{ label, amount }] : []));
  const bridge = dimension === "month" ? bridgeInOrder : bridgeOf;
  const drivers = bridge({ before: 0, after: variance }, steps);
  return {
    drivers: drivers.map(({ label, ...rest }) => ({ label: shortenText(label), ...rest })),
    ...(isComplete(division.parts) ? {} : { partial: PARTIAL }),
  };
}

function isComplete(parts: readonly Part[]): boolean {
  return parts.every(({ amount }) => amount !== undefined);
}

function noParts(division: Division): string {
  return division.state === "failed" ? division.message : "The answers were dropped meanwhile. Ask again.";
}

async function originOf(turn: AgentTurn, { source }: ExplainContext, call: NumberCall): Promise<Provenance> {
  const known = await knownNumber(source, call);
  return provenanceOf(turn, source, questionsOf(source, known.state === "known" ? known.keys : []));
}
