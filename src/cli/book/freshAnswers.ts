/** Calculates with the answers of one refresh of the session. A failure of the service ends it. */
import type { CustomFunction } from "../../engine/functions";
import { isCellError, type Value } from "../../engine/values";
import type { Settings } from "../../functions/host";
import { isInsightsError, type Generation } from "../../insights";
import type { DateSystem } from "../../sheet/dateSerial";
import { createFunctionHost, refreshingFunctions } from "../../standalone/customFunctions";
import type { CallResult } from "../../standalone/savedParts";
import type { FileSession } from "./fileSession";
import { currentMonthsOf, type SettingsSources } from "./settingsTaken";

/** What a calculation has asked and got. */
export type FreshAnswers = Pick<SettingsSources, "calls" | "currentMonths" | "answers">;

/** In ISO 8601: the `generatedAt` of the oldest and newest answer, or its time of receipt if the service sends none. */
export interface AnswerTimes {
  readonly oldest: string;
  readonly newest: string;
}

export interface FreshOptions {
  readonly session: FileSession;
  readonly settings: Settings;
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
  { session, settings, dateSystem, signal }: FreshOptions,
  calculate: (functions: readonly CustomFunction[]) => Promise<readonly Outcome[]>,
  shownBy: (outcomes: readonly Outcome[]) => readonly Value[],
): Promise<FreshAnswers & { readonly outcomes: readonly Outcome[] }> {
  const calls: CallResult[] = [];
  let found: { outcomes: readonly Outcome[]; currentMonths: readonly string[] } = { outcomes: [], currentMonths: [] };
  await session.refresh(signal, async (generation) => {
    const host = createFunctionHost({ session, settings: () => settings, dateSystem });
    const { functions, rerunAges } = refreshingFunctions(host, generation, (call) => calls.push(call));
    let outcomes = await calculate(functions);
    if (await rerunAges()) outcomes = await calculate(functions);
    await checkPlansAllowed(generation, shownBy(outcomes));
    found = { outcomes, currentMonths: await currentMonthsOf(calls, host, generation) };
  });
  return { ...found, calls, answers: await session.cachedAnswers(({ parameters }) => !parameters.currency) };
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

/** Returns the times of the oldest and newest answer. */
export async function answerTimesOf(session: FileSession): Promise<AnswerTimes | undefined> {
  const times = (await session.cachedAnswers(() => true)).map(
    ({ generatedAt, receivedAt }) => generatedAt ?? receivedAt,
  );
  if (times.length === 0) return undefined;
  const isoOf = (pick: (one: number, other: number) => number) =>
    new Date(times.reduce((one, other) => pick(one, other))).toISOString();
  return { oldest: isoOf(Math.min), newest: isoOf(Math.max) };
}
