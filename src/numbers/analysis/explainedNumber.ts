/** Explains one number: its question in words, its answers, how these combine, and the dimensions that divide it. */
import { questionKey, type Unit } from "../../insights";
import { describeAnswers, combinationOf, sourcesAmong, type AnswerFacts, type Combination } from "./answerFacts";
import { isNear } from "./bridge";
import { fullYearsBehind, fullYearsInWords } from "./fullYear";
import { fieldOf, measureOf, type NumberCall } from "./numberCall";
import { answersTo, knownNumber, numberIn, reasonIn } from "./numberSource";
import type { FormulaRest } from "./outlookSum";
import { dimensionsOf, isWholeYear, type Dimension } from "./parts";
import { sentenceOf, type Figure, type FigureSide } from "../language/figure";
import { type ExplainContext, planOfCall, wordsOfCall } from "./question";

/** A number as the workbook shows it. */
export interface ShownNumber {
  /** Undefined if the call failed, or the workbook does not know what it returned. */
  readonly value: number | undefined;
  readonly error?: string | undefined;
  /** What the cell's formula adds to the value. */
  readonly besides?: FormulaRest | undefined;
  /** What the ledger knows of the number's answers; undefined if it does not know the number. */
  readonly entry?:
    | {
        readonly questions?: readonly { readonly key: string; readonly computedAt: number }[] | undefined;
        readonly answeredAt?: number | undefined;
      }
    | undefined;
}

/** The unit of a number: that of its field, or of a variance `points` of a ratio and `percent` of the base. */
export type NumberKind = Unit | "points" | "percent";

export interface ExplainedNumber {
  readonly call: NumberCall;
  /** The question in words. */
  readonly title: string;
  /** With what the cell's formula adds. */
  readonly value: number | undefined;
  readonly besides?: FormulaRest | undefined;
  readonly kind: NumberKind;
  readonly error?: string | undefined;
  readonly combination: Combination | undefined;
  /** How many months the service's own full year has, in words; undefined for other periods. */
  readonly fullYear: string | undefined;
  readonly answers: readonly AnswerFacts[];
  readonly dimensions: readonly Dimension[];
  /** True if the answers in memory make another number than the workbook shows. */
  readonly isNewer?: boolean | undefined;
  /** As the function read the call; undefined for a mistake in it. */
  readonly figure?: Figure | undefined;
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
  const { source, plans } = context;
  const known = await knownNumber(source, call);
  const number = numberIn(known);
  const dated = new Map(shown?.entry?.questions?.map(({ key, computedAt }) => [key, computedAt]));
  const { figure } = known;
  // The ledger's questions are those of the cell's number; answers in memory may be newer.
  const asked = dated.size > 0 || known.state !== "known" ? [...dated.keys()] : known.keys;
  const keys = figure ? sourcesAmong(asked, figure) : asked;
  const answers = answersTo(source, keys);
  const words = await wordsOfCall(call, context.source, figure);
  const answersByKey = new Map(answers.map((answer) => [questionKey(answer.question), answer]));
  return {
    call,
    title: sentenceOf(words),
    ...withRest(shown ? shown.value : number, shown?.besides),
    kind: kindOfNumber(call),
    error: shown?.error ?? reasonIn(known),
    combination: figure ? combinationOf(figure) : undefined,
    fullYear: figure && isWholeYear(call) ? fullYearOf(words.scenario, keys, context) : undefined,
    answers: describeAnswers(keys, answersByKey, { plans, dated, answeredAt: shown?.entry?.answeredAt }),
    dimensions: shown?.besides ? ["outlook"] : dimensionsIn(call, figure, context),
    isNewer: isOtherNumber(shown?.value, number),
    figure,
  };
}

function withRest(value: number | undefined, besides: FormulaRest | undefined) {
  return besides && value !== undefined ? { value: value + besides.amount, besides } : { value };
}

function dimensionsIn(call: NumberCall, figure: Figure | undefined, context: ExplainContext): Dimension[] {
  const all = dimensionsOf(call, planOfCall(call, context)?.scenarios.length ?? 0);
  return hasBothSides(figure?.own) ? all : all.filter((dimension) => dimension !== "outlook");
}

/** True unless all months of an outlook are the actuals', or all the scenario's. */
function hasBothSides({ months, actualsTo = "" }: Partial<FigureSide> = {}): boolean {
  const [first, last] = [months?.at(0), months?.at(-1)];
  return first === undefined || last === undefined || (first <= actualsTo && last > actualsTo);
}

/** Without the answers, the months of the scenario are not known. */
function fullYearOf(scenario: string, keys: readonly string[], context: ExplainContext): string | undefined {
  const years = fullYearsBehind(context.source, keys, context.plans);
  return fullYearsInWords(years.length > 0 ? years : [{ scenario }]);
}

/** True if both numbers are known, and they differ by more than floating point. */
export function isOtherNumber(shown: number | undefined, known: number | undefined): boolean {
  return shown !== undefined && known !== undefined && !isNear(shown, known);
}

export function kindOfNumber(call: NumberCall): NumberKind {
  if (measureOf(call) === "percent") return "percent";
  const { unit } = fieldOf(call) ?? { unit: "amount" as const };
  return unit === "ratio" && call.id === "VAR" ? "points" : unit;
}
