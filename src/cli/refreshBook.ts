/** Refreshes a workbook's file, from bytes to bytes: completely or not at all. */
import { calculateBook, type FormulaOutcome } from "../engine/book";
import { isCellError, type CellError, type Value } from "../engine/values";
import type { Settings } from "../functions/host";
import { formatSheetPosition } from "../grid/address";
import { isInsightsError, type Generation, type Session } from "../insights";
import { partNamespace, SAVED_NAMESPACE } from "../saved/document";
import { findCustomXml, loadWorkbook, type Workbook } from "../xlsx/workbook";
import { writeWorkbook } from "../xlsx/write";
import { customFunctions, serveFunctions } from "./functions";
import { bookOf, callersOf, editsOf, spillReadersOf, type FileChange } from "./refreshSheets";

export interface RefreshBookOptions {
  readonly session: Session;
  /** The defaults for a plan and a currency that a formula leaves out, where the workbook has none. */
  readonly settings: Settings;
  /** Whether formulas that call our functions are replaced by their values. */
  readonly freeze: boolean;
}

export interface FileSummary {
  /** The number of cells with our functions that were calculated. */
  readonly refreshed: number;
  readonly changes: readonly FileChange[];
  /** The errors that calculated formulas show. */
  readonly errors: readonly ({ readonly cell: string } & CellError)[];
  /** The formulas that could not be calculated and keep their old value. */
  readonly problems: readonly { readonly cell: string; readonly problem: string }[];
  /** When the service worked out the oldest and the newest answer, or when it was received, where the service does not say. */
  readonly asOf: { readonly oldest: string; readonly newest: string } | undefined;
}

/**
 * The refreshed file; the same bytes if nothing has changed. Rejects if the service fails or the file cannot be read. An
 * answer that something does not exist is no failure: the cells that ask for it show an error.
 */
export async function refreshBook(
  bytes: Uint8Array,
  options: RefreshBookOptions,
): Promise<{ bytes: Uint8Array; summary: FileSummary }> {
  const workbook = await loadWorkbook(bytes);
  const book = bookOf(workbook);
  const callers = callersOf(book);
  const settings = await settingsOf(workbook, options.settings);
  let outcomes: readonly FormulaOutcome[] = [];
  if (callers.size > 0) {
    await options.session.refresh(undefined, async (generation) => {
      serveFunctions({ session: options.session, settings: () => settings, dateSystem: workbook.dateSystem });
      outcomes = await calculateBook(book.sheets, book.blocked, customFunctions(generation));
      const shown = outcomes.map(described).flatMap(({ cell, value }) => (callers.has(cell) ? [value] : []));
      await checkPlansAllowed(generation, shown);
    });
  }
  const frozen = new Set(options.freeze ? [...callers, ...spillReadersOf(book)] : []);
  const { bySheet, changes } = editsOf(workbook, outcomes, frozen);
  return {
    bytes: await writeWorkbook(workbook, bySheet),
    summary: {
      ...summaryOf(outcomes, callers),
      changes,
      asOf: callers.size > 0 ? await asOf(options.session) : undefined,
    },
  };
}

function summaryOf(
  outcomes: readonly FormulaOutcome[],
  callers: ReadonlySet<string>,
): Omit<FileSummary, "changes" | "asOf"> {
  const calculated = outcomes.filter(({ problem }) => problem === undefined).map(described);
  return {
    refreshed: calculated.filter(({ cell }) => callers.has(cell)).length,
    errors: calculated.flatMap(({ cell, value }) => (isCellError(value) ? [{ cell, ...value }] : [])),
    problems: outcomes.flatMap((outcome) => {
      const { problem } = outcome;
      return problem === undefined ? [] : [{ cell: described(outcome).cell, problem }];
    }),
  };
}

/** The address of a formula's cell, and the value that it shows there. */
function described({ cell, rows }: FormulaOutcome): { cell: string; value: Value } {
  return { cell: formatSheetPosition(cell), value: rows[0]?.[0] ?? null };
}

/**
 * With a key that may not list plans, the functions take a plan's name for its id, and what they show then says nothing
 * about the plan. Rejects in that case if our cells show only errors or any #VALUE!, so that these do not overwrite values.
 */
async function checkPlansAllowed(generation: Generation, shown: readonly Value[]): Promise<void> {
  const errors = shown.filter(isCellError);
  if (errors.length < shown.length && !errors.some(({ code }) => code === "#VALUE!")) return;
  await generation.plans().catch((error: unknown) => {
    if (isInsightsError(error, "forbidden")) throw error;
  });
}

/** The settings that the add-in has saved in the workbook come before those of the environment. */
async function settingsOf(workbook: Workbook, { plan, currency }: Settings): Promise<Settings> {
  const own = await findCustomXml(workbook, partNamespace("settings"));
  // The first build kept everything in one part.
  const saved = (own ?? (await findCustomXml(workbook, SAVED_NAMESPACE)))?.attributes ?? {};
  const scenarios = saved.scenarios ? saved.scenarios.split(",") : undefined;
  return { plan: saved.plan || plan, scenarios, currency: saved.currency || currency };
}

async function asOf(session: Session): Promise<FileSummary["asOf"]> {
  const times = (await session.cachedAnswers(() => true)).map(
    ({ generatedAt, receivedAt }) => generatedAt ?? receivedAt,
  );
  if (times.length === 0) return undefined;
  const isoOf = (pick: (one: number, other: number) => number) =>
    new Date(times.reduce((one, other) => pick(one, other))).toISOString();
  return { oldest: isoOf(Math.min), newest: isoOf(Math.max) };
}
