/**
 * Calculates one file with new answers. They come from the run's source, which asks each question once. The file's own session holds
 * the answers of this file only, so that the file's age is its own.
 */
import type { CustomFunction } from "../../../spreadsheet/engine/customFunction";
import { isCellError, type Value } from "../../../spreadsheet/engine/values";
import type { Settings } from "../../../numbers/functions/host";
import {
  createGeneration,
  isInsightsError,
  refreshGeneration,
  type Answer,
  type AnswerSource,
  type Generation,
  type Session,
} from "../../../insights";
import type { KeptSettings } from "../../../reporting/saved/keptSettings";
import type { DateSystem } from "../../../spreadsheet/cells/dateSerial";
import { createFunctionHost, createRefreshingFunctions } from "../../standalone/customFunctions";
import type { CallResult } from "../../standalone/savedParts";
import { currentMonthsOf, type SettingsSources } from "./workbookSettings";

export type FileSession = Pick<Session, "generation" | "plans" | "ask" | "cachedAnswers" | "refresh">;

/** Creates a session that sends nothing itself. Throws nothing; failures of the source reject the refresh. */
export function createFileSession(source: AnswerSource): FileSession {
  const start = () =>
    createGeneration({
      plans: () => source.plans(),
      ask: (open) => void source.ask(open.question).then(open.answer, open.fail),
      whenAsked: () => new Promise((resolve) => setImmediate(resolve)),
    });
  const slot = { generation: start() };
  return {
    get generation() {
      return slot.generation;
    },
    plans: ({ generation = slot.generation } = {}) => generation.plans(),
    ask: async (question, { generation = slot.generation, signal } = {}) => generation.ask(question, signal),
    cachedAnswers: async (matches, { generation = slot.generation } = {}) => generation.cachedAnswers(matches),
    refresh: (signal, fill) => refreshGeneration(slot, start, signal, fill),
  };
}

/** What a calculation has asked and got. */
export interface FreshAnswers extends Pick<SettingsSources, "calls" | "currentMonths" | "answers"> {
  /** Undefined if nothing was asked. */
  readonly asOf: AnswerTimes | undefined;
}

/** In ISO 8601: the `generatedAt` of the oldest and newest answer, or its time of receipt if the service sends none. */
export interface AnswerTimes {
  readonly oldest: string;
  readonly newest: string;
}

export interface FreshOptions {
  readonly session: FileSession;
  readonly settings: Settings;
  /** The settings that kept numbers imply, for a file that has lost its own. @default none are gone */
  readonly kept?: KeptSettings | undefined;
  readonly dateSystem: DateSystem;
  /** Cancels the refresh. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calculates with new answers. Rejects if the service fails.
 * @param calculate Called again if the age of the answers has changed meanwhile.
 * @param shownBy Returns the values of the cells with INSIGHTS formulas.
 */
export async function calculateAfresh<Outcome>(
  { session, settings, kept, dateSystem, signal }: FreshOptions,
  calculate: (functions: readonly CustomFunction[]) => Promise<readonly Outcome[]>,
  shownBy: (outcomes: readonly Outcome[]) => readonly Value[],
): Promise<FreshAnswers & { readonly outcomes: readonly Outcome[] }> {
  const calls: CallResult[] = [];
  let found: { outcomes: readonly Outcome[]; currentMonths: readonly string[] } = { outcomes: [], currentMonths: [] };
  await session.refresh(signal, async (generation) => {
    const host = createFunctionHost({ session, settings: () => settings, dateSystem });
    const { functions, rerunAges } = createRefreshingFunctions(host, generation, (call) => calls.push(call), kept?.of);
    let outcomes = await calculate(functions);
    if (await rerunAges()) outcomes = await calculate(functions);
    await checkPlansAllowed(generation, shownBy(outcomes));
    found = { outcomes, currentMonths: await currentMonthsOf(calls, host, generation) };
  });
  const answers = await session.cachedAnswers(() => true);
  const withoutCurrency = answers.filter(({ question }) => !question.parameters.currency);
  return { ...found, calls, answers: withoutCurrency, asOf: timesOf(answers) };
}

/**
 * Without the right to list plans, the functions use a plan's name as its id, so an error says nothing about the plan.
 * Rejects in that case if all our cells show errors, or any shows #VALUE!: errors must not overwrite values.
 */
async function checkPlansAllowed(generation: Generation, shown: readonly Value[]): Promise<void> {
  const errors = shown.filter(isCellError);
  if (errors.length < shown.length && !errors.some(({ code }) => code === "#VALUE!")) return;
  await generation.plans().catch((error: unknown) => {
    if (isInsightsError(error, "forbidden")) throw error;
  });
}

function timesOf(answers: readonly Answer[]): AnswerTimes | undefined {
  const times = answers.map(({ generatedAt, receivedAt }) => generatedAt ?? receivedAt);
  if (times.length === 0) return undefined;
  const isoOf = (pick: (one: number, other: number) => number) =>
    new Date(times.reduce((one, other) => pick(one, other))).toISOString();
  return { oldest: isoOf(Math.min), newest: isoOf(Math.max) };
}
