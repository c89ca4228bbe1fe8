/** Numbers of calls, from the answers in memory or from the service, and the requests that unknown ones take. */
import {
  groupTexts,
  isInsightsError,
  memoryOnly,
  questionKey,
  type Answer,
  type Generation,
  type Question,
} from "../../insights";
import { indexItems, type ItemIndex } from "../language/items";
import { planRequests } from "../../insights/planner";
import type { Figure } from "../language/figure";
import type { FunctionCall } from "../language/callKey";

interface Computed {
  readonly result: unknown;
  readonly questions: readonly { readonly key: string }[];
}

/** Runs a call without reading or changing its entry, like the ledger's `invoke`. */
export type Invoke = (call: FunctionCall, invocation: object) => Promise<Computed>;

/**
 * - `absent`: the service answered, and the value does not exist.
 * - `unasked`: the value takes requests, and none was sent.
 */
export type NumberResult =
  | {
      readonly state: "known";
      readonly value: unknown;
      readonly keys: readonly string[];
      /** As the function read the call; undefined for a mistake in the call, and for other functions. */
      readonly figure?: Figure | undefined;
    }
  | {
      readonly state: "absent";
      readonly message: string;
      /** True if there is no such plan, scenario, item or period; false if only the value is missing. */
      readonly isUnknown: boolean;
      readonly figure?: Figure | undefined;
    }
  | { readonly state: "failed"; readonly message: string; readonly figure?: Figure | undefined }
  | { readonly state: "unasked"; readonly figure?: Figure | undefined };

/** How many requests calls would send. */
export interface RequestCount {
  readonly requests: number;
  /** True if the calls may need more: names are not resolved while the list of plans is not known. */
  readonly isAtLeast: boolean;
}

export interface NumberSource {
  readonly invoke: Invoke;
  /** Undefined if disconnected. */
  readonly generation: Generation | undefined;
}

/** Computes a call from the answers in memory. Sends nothing. */
export async function knownNumber(source: NumberSource, call: FunctionCall): Promise<NumberResult> {
  return (await tryInMemory(source, call)).result;
}

/** Computes a call, and asks the service for what is missing. */
export async function askedNumber({ invoke }: NumberSource, call: FunctionCall): Promise<NumberResult> {
  return resultOf((invocation) => invoke(call, invocation));
}

/** Counts the requests that the calls take together. */
export async function requestsFor(source: NumberSource, calls: readonly FunctionCall[]): Promise<RequestCount> {
  const tried = await Promise.all(calls.map((call) => tryInMemory(source, call)));
  const needsPlans = tried.some(({ lacksPlans }) => lacksPlans);
  const requests = planRequests(tried.flatMap(({ missing }) => missing)).length;
  return { requests: needsPlans ? requests + 1 : requests, isAtLeast: needsPlans };
}

/** Returns the answers in memory to these questions. */
export function answersTo({ generation }: NumberSource, keys: readonly string[]): Answer[] {
  if (!generation) return [];
  const meant = new Set(keys);
  return generation
    .questions()
    .filter((question) => meant.has(questionKey(question)))
    .flatMap((question) => generation.peek(question) ?? []);
}

/** Returns the items of each answer behind these results. */
export function itemsBehind(source: NumberSource, results: readonly NumberResult[]): readonly ItemIndex[] {
  const keys = results.flatMap((result) => (result.state === "known" ? result.keys : []));
  return answersTo(source, keys).map(({ scenario }) => indexItems(groupTexts(scenario.rows)));
}

/** Returns the number of a result; undefined if it has none. */
export function numberIn(result: NumberResult | undefined): number | undefined {
  return result?.state === "known" && typeof result.value === "number" ? result.value : undefined;
}

/** Returns what the number of a call is of; undefined if the answers in memory do not tell. */
export async function knownFigure(source: NumberSource, call: FunctionCall): Promise<Figure | undefined> {
  return (await knownNumber(source, call)).figure;
}

/** Returns the message for users that says why a result is not known. */
export function reasonIn(result: NumberResult): string | undefined {
  return "message" in result ? result.message : undefined;
}

interface Tried {
  readonly result: NumberResult;
  readonly missing: readonly Question[];
  readonly lacksPlans: boolean;
}

async function tryInMemory({ invoke, generation }: NumberSource, call: FunctionCall): Promise<Tried> {
  if (!generation) {
    const { figure } = await resultOf((invocation) => invoke(call, { ...invocation, isInValuePreview: true }));
    return { result: { state: "unasked", figure }, missing: [], lacksPlans: false };
  }
  const missing: Question[] = [];
  let lacksPlans = false;
  const fromMemory = memoryOnly(generation, {
    onQuestion: (question) => void missing.push(question),
    onPlans: () => void (lacksPlans = true),
  });
  const result = await resultOf((invocation) => invoke(call, { ...invocation, generation: fromMemory }));
  if (missing.length > 0) return { result: { state: "unasked", figure: result.figure }, missing, lacksPlans };
  return { result, missing, lacksPlans: lacksPlans && result.state !== "known" };
}

async function resultOf(
  compute: (invocation: { readonly onFigure: (figure: Figure) => void }) => Promise<Computed>,
): Promise<NumberResult> {
  let figure: Figure | undefined;
  try {
    const { result, questions } = await compute({ onFigure: (each) => void (figure = each) });
    return { state: "known", value: result, keys: questions.map(({ key }) => key), figure };
  } catch (error) {
    if (isInsightsError(error, "unasked")) return { state: "unasked", figure };
    const { code, message = "", cause } = error as { code?: string; message?: string; cause?: unknown };
    if (code !== "#N/A") return { state: "failed", message, figure };
    return { state: "absent", message, isUnknown: isInsightsError(cause, "unknown"), figure };
  }
}
