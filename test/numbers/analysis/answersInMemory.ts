/** Answers in memory, made by hand, and a source of numbers that holds them and computes nothing. */
import type { NumberSource } from "../../../src/numbers/analysis/numberSource";
import { questionKey, type Answer, type Generation, type Parameters, type Question } from "../../../src/insights";

export interface YearOptions {
  readonly scenario?: string;
  readonly currency?: string;
  readonly dateFrom?: string;
}

/** Returns the answer of the P&L of plan p1, with one row for each period. */
export function ebitAnswer(
  interval: "FY" | "M",
  periods: readonly string[],
  ebit: readonly number[],
  { scenario = "s1", ...rest }: YearOptions = {},
): Answer {
  const parameters: Parameters = { interval, ...rest };
  const rows = {
    length: periods.length,
    periods: { texts: periods, codes: periods.map((_period, at) => at) },
    texts: new Map(),
    values: new Map([
      ["ebit", Float64Array.from(ebit)],
      ["ebitPercent", Float64Array.from(ebit, () => 0.1)],
    ]),
    groupKey: undefined,
    contradicted: new Set(),
  };
  const question = { endpoint: "pnl", plan: "p1", scenario, parameters };
  return { question, scenario: { rows } } as unknown as Answer;
}

export function generationOf(answers: readonly Answer[]): Generation {
  const byKey = new Map(answers.map((answer) => [questionKey(answer.question), answer]));
  return {
    peekPlans: () => undefined,
    questions: () => answers.map(({ question }) => question),
    peek: (question: Question) => byKey.get(questionKey(question)),
  } as unknown as Generation;
}

export function sourceOf(answers: readonly Answer[]): NumberSource {
  return { generation: generationOf(answers), invoke: () => Promise.reject(new Error("Nothing is computed.")) };
}
