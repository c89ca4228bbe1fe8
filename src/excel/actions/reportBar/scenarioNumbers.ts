/** The EBIT of a plan's scenarios for the bar: from memory, and from the service only if the user asks. */
import {
  askedNumber,
  knownNumber,
  numberIn,
  reasonIn,
  type NumberSource,
} from "../../../numbers/analysis/numberSource";
import type { Generation, Plan } from "../../../insights";
import { argumentsInOrder } from "../../../numbers/language/signatures";
import type { FunctionCall } from "../../../numbers/language/callKey";
import type { StoreContext } from "../context";
import { callSettingsKey } from "../connection/settings";
import { scenarioOptions } from "./barRows";
import type { ScenarioNumber, ScenarioNumbers } from "./barState";

/** What the numbers are of. */
export interface NumbersSubject {
  readonly plan: Plan;
  readonly period: string;
  readonly basis: string;
  readonly currency: string;
}

/** Answers to a look, beside the generation: no cell and no ledger gets them. */
export interface Look {
  readonly key: string;
  readonly generation: Generation | undefined;
  readonly values: ReadonlyMap<string, Pick<ScenarioNumber, "value" | "reason">>;
}

const WHOLE = new Set(["", "full year", "period"]);

export function numbersKey({ session, settings }: StoreContext, { plan, ...others }: NumbersSubject): string {
  return JSON.stringify([session.address, plan.id, others, callSettingsKey(settings.current)]);
}

/** Computes what is known. Sends nothing. */
export async function knownNumbers(
  context: StoreContext,
  subject: NumbersSubject,
  look: Look | undefined,
): Promise<ScenarioNumbers> {
  const source = sourceOf(context);
  const key = numbersKey(context, subject);
  const isFresh = look?.key === key && look.generation === source.generation;
  const calls = callsOf(subject);
  const known = await Promise.all(calls.map((call) => knownNumber(source, call)));
  const scenarios = scenarioOptions(subject.plan).map((option, at): ScenarioNumber => {
    const result = known[at];
    const value = numberIn(result);
    const looked = isFresh && value === undefined ? look.values.get(option.text) : undefined;
    return { ...option, value, reason: result && reasonIn(result), ...looked };
  });
  const isOpen = source.generation !== undefined && scenarios.some(isUnknown);
  return { key, currency: subject.currency, scenarios, isOpen, isAsking: false };
}

function isUnknown({ value, reason }: ScenarioNumber): boolean {
  return value === undefined && reason === undefined;
}

/** Asks the service for the numbers that are not known, and for no others: one that it lacks would cost requests for all beside it. */
export async function lookAtNumbers(
  context: StoreContext,
  subject: NumbersSubject,
  { key, scenarios }: ScenarioNumbers,
): Promise<Look> {
  const { session, ledger, state } = context;
  const generation = session.look(state.plans ?? []);
  const source: NumberSource = { generation, invoke: (call) => ledger.invoke(call, { generation }) };
  const calls = callsOf(subject);
  const asked = scenarios.flatMap((scenario, at) => {
    const call = calls[at];
    return isUnknown(scenario) && call ? [{ text: scenario.text, call }] : [];
  });
  const results = await Promise.all(asked.map(({ call }) => askedNumber(source, call)));
  const values = asked.map(({ text }, at): [string, Pick<ScenarioNumber, "value" | "reason">] => {
    const result = results[at];
    return [text, { value: numberIn(result), reason: result && reasonIn(result) }];
  });
  return { key, generation: session.generation, values: new Map(values) };
}

function sourceOf({ ledger, session }: StoreContext): NumberSource {
  return { invoke: (call, invocation) => ledger.invoke(call, invocation), generation: session.generation };
}

/** One call for each scenario, in the plan's order. */
function callsOf({ plan, period, basis, currency }: NumbersSubject): FunctionCall[] {
  const given = (text: string) => (WHOLE.has(text.trim().toLowerCase()) ? null : text);
  return plan.scenarios.map(({ id }) => ({
    id: "KPI",
    args: argumentsInOrder("KPI", {
      plan: plan.id,
      scenario: id,
      field: "ebit",
      period: given(period),
      basis: given(period) === null ? null : given(basis),
      currency: given(currency),
    }),
  }));
}
