/** Refreshes a workbook's file, from bytes to bytes: completely or not at all. */
import { calculateBook, type FormulaOutcome } from "../engine/book";
import type { BookFormula } from "../engine/bookSheet";
import { isCellError, type CellError, type Value } from "../engine/values";
import type { Settings } from "../functions/host";
import { formatSheetPosition } from "../grid/address";
import { isInsightsError, type Generation, type Session } from "../insights";
import { updateCharts } from "../xlsx/charts";
import { ADDIN_TRACES } from "../saved/traces";
import type { FileLimits } from "../xlsx/limits";
import { loadWorkbook, type Workbook } from "../xlsx/workbook";
import { valuesOnly } from "../xlsx/valuesOnly";
import { writeWorkbook, type BookChanges } from "../xlsx/write";
import { refreshingFunctions, serveFunctions } from "./functions";
import { notesOn } from "./notes";
import { bookOf, callersOf, editsOf, type FileChange, type FileEdits } from "./refreshSheets";
import { bringLedgerAlong, savedSettingsOf, type MadeCall } from "./savedParts";

export interface RefreshBookOptions {
  readonly session: Session;
  /** The defaults for a plan and a currency that a formula leaves out, where the workbook has none. */
  readonly settings: Settings;
  /** True if the result is a values-only copy: all formulas become values, and what the add-in keeps goes. */
  readonly valuesOnly: boolean;
  /** Whether the points that charts keep are brought along. @default false */
  readonly charts?: boolean | undefined;
  /** The address of the service, as the add-in keeps it beside what its calls returned. */
  readonly service?: string | undefined;
  /** How much of the file is read at most. @default FILE_LIMITS */
  readonly limits?: FileLimits | undefined;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface FileSummary {
  /** The number of cells with our functions that were calculated. */
  readonly refreshed: number;
  readonly changes: readonly FileChange[];
  /** The errors that calculated formulas show. */
  readonly errors: readonly ({ readonly cell: string } & CellError)[];
  /** The formulas that could not be calculated and keep their old value. */
  readonly problems: readonly { readonly cell: string; readonly problem: string }[];
  /** What else there is to know of the file, each once. */
  readonly notes: readonly string[];
  /** When the service worked out the oldest and the newest answer, or when it was received, where the service does not say. */
  readonly asOf: { readonly oldest: string; readonly newest: string } | undefined;
}

export interface RefreshedBook {
  readonly bytes: Uint8Array;
  readonly summary: FileSummary;
  /** Whether any of its formulas calls our functions. */
  readonly hasFormulas: boolean;
}

/**
 * The refreshed file; the same bytes if nothing has changed. Rejects if the service fails or the file cannot be read. An
 * answer that something does not exist is no failure: the cells that ask for it show an error.
 */
export async function refreshBook(bytes: Uint8Array, options: RefreshBookOptions): Promise<RefreshedBook> {
  const workbook = await loadWorkbook(bytes, options.limits);
  const book = bookOf(workbook);
  const callers = callersOf(book);
  const settings = await settingsOf(workbook, options.settings);
  let outcomes: readonly FormulaOutcome[] = [];
  const calls: MadeCall[] = [];
  if (callers.size > 0) {
    await options.session.refresh(undefined, async (generation) => {
      serveFunctions({ session: options.session, settings: () => settings, dateSystem: workbook.dateSystem });
      outcomes = await calculateBook(
        book.sheets,
        book.blocked,
        refreshingFunctions(generation, (call) => calls.push(call)),
      );
      const shown = outcomes.filter(({ formula }) => callers.has(formula)).map(valueShown);
      await checkPlansAllowed(generation, shown);
    });
  }
  const edits = editsOf(workbook, outcomes);
  const written = await writeEdits(workbook, edits, { calls, settings }, options);
  const areLeft = callers.size > 0 && !options.valuesOnly;
  const isFileChanged = written.bytes !== bytes;
  const noted = { cells: edits.changed, isFileChanged, hasFormulas: areLeft, charts: written.staleCharts };
  return {
    bytes: written.bytes,
    hasFormulas: callers.size > 0,
    summary: {
      ...summaryOf(outcomes, callers),
      changes: edits.changes,
      notes: await notesOn(workbook, { ...noted, areChartsUpdated: options.charts === true }),
      asOf: callers.size > 0 ? await asOf(options.session) : undefined,
    },
  };
}

/** The file with its new cells, and with what the add-in and charts keep of them. */
async function writeEdits(
  workbook: Workbook,
  { bySheet, changed }: FileEdits,
  made: MadeCalls,
  options: RefreshBookOptions,
): Promise<{ bytes: Uint8Array; staleCharts: readonly string[] }> {
  const ledger = options.valuesOnly ? new Map<string, string>() : await ledgerAfter(workbook, made, options);
  const charts = await updateCharts(workbook, changed);
  const parts = new Map([...ledger, ...(options.charts ? charts.parts : [])]);
  const changes: BookChanges = { cells: bySheet, parts, unwanted: new Set() };
  return {
    bytes: await writeWorkbook(
      workbook,
      options.valuesOnly ? await valuesOnly(workbook, changes, ADDIN_TRACES) : changes,
    ),
    staleCharts: options.charts ? charts.left : [...charts.parts.keys(), ...charts.left],
  };
}

function summaryOf(
  outcomes: readonly FormulaOutcome[],
  callers: ReadonlySet<BookFormula>,
): Pick<FileSummary, "refreshed" | "errors" | "problems"> {
  const calculated = outcomes.filter(({ problem }) => problem === undefined);
  return {
    refreshed: calculated.filter(({ formula }) => callers.has(formula)).length,
    errors: calculated.flatMap((outcome) => {
      const value = valueShown(outcome);
      return isCellError(value) ? [{ cell: formatSheetPosition(outcome.cell), ...value }] : [];
    }),
    problems: outcomes.flatMap(({ cell, problem }) =>
      problem === undefined ? [] : [{ cell: formatSheetPosition(cell), problem }],
    ),
  };
}

/** What a formula shows in its own cell. */
function valueShown({ rows }: FormulaOutcome): Value {
  return rows[0]?.[0] ?? null;
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
  const saved = await savedSettingsOf(workbook);
  return { ...saved, plan: saved.plan ?? plan, currency: saved.currency ?? currency };
}

/** The calls of a refresh, and what they read where their arguments leave it out. */
interface MadeCalls {
  readonly calls: readonly MadeCall[];
  readonly settings: Settings;
}

function ledgerAfter(
  workbook: Workbook,
  { calls, settings }: MadeCalls,
  { service, now = Date.now }: RefreshBookOptions,
): Promise<Map<string, string>> {
  return bringLedgerAlong(workbook, calls, settings, { service, answeredAt: now() });
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
