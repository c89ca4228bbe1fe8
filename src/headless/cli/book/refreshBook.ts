/** Refreshes the bytes of a workbook, completely or not at all. */
import { createHash } from "node:crypto";
import { calculateBook, type FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import type { BookFormula } from "../../../spreadsheet/engine/bookSheet";
import type { CustomFunction } from "../../../spreadsheet/engine/customFunction";
import { isCellError, type CellError, type Value } from "../../../spreadsheet/engine/values";
import type { Settings } from "../../../numbers/functions/host";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { checkService, isOtherService, spokenService } from "../../../insights";
import { addedCustomXml, type NewCustomXml } from "../../../spreadsheet/xlsx/addition";
import { updateCharts } from "../../../spreadsheet/xlsx/charts";
import type { KeptSettings } from "../../../reporting/saved/keptSettings";
import { ADDIN_ARTIFACTS } from "../../../reporting/saved/artifacts";
import type { FileLimits } from "../../../spreadsheet/xlsx/limits";
import { areKeptValuesOld } from "../../../spreadsheet/xlsx/surroundings";
import { loadWorkbook, type Workbook } from "../../../spreadsheet/xlsx/workbook";
import type { FileKind } from "../../../spreadsheet/xlsx/fileKinds";
import { hasMacroSheets, withKind } from "../../../spreadsheet/xlsx/macros";
import { createFailure } from "../../standalone/failure";
import { valuesOnly } from "../../../spreadsheet/xlsx/valuesOnly";
import { writeWorkbook, type BookChanges } from "../../../spreadsheet/xlsx/write";
import type { WorkbookCheck } from "../../../reporting/saved/checks";
import { checksOfBook, readerOfValues, valuesByCell } from "./bookChecks";
import { commentNotes } from "./bookComments";
import { withBlank, withSettings, type CellSetting } from "./cellSettings";
import { calculateAfresh, type AnswerTimes, type FileSession, type FreshAnswers } from "./freshAnswers";
import type { RefreshedNumbers } from "./changeDrivers";
import { describeLargest, type LargestChange } from "./largestChanges";
import { hiddenMistakes, misspeltNotes, withShownMistake } from "./misspeltNames";
import { notesOn } from "./notes";
import { describeOthers, otherEnvironmentsIn } from "./otherEnvironments";
import { bookOf, callersOf, editsOf, type EngineBook, type FileChange, type FileEdits } from "./refreshSheets";
import {
  createServiceParts,
  replaceLedger,
  savedLedgerOf,
  savedSettingsOf,
  type CallResult,
  type FileLedger,
  type SavedPart,
} from "../../standalone/savedParts";
import { outsideNotes } from "./outsideValues";
import { copyNotes, problemsIn, shownInCopy, withoutBlankReads, type NamedProblem } from "./uncalculated";
import { settingsFor, settingsNotes } from "./workbookSettings";

export interface RefreshBookOptions {
  readonly session: FileSession;
  /** New values for input cells. @default none */
  readonly inputs?: readonly CellSetting[] | undefined;
  /** The environment's. @see `settingsFor` */
  readonly settings: Settings;
  /** True if the result is a values-only copy: all formulas become values, and what the add-in keeps goes. */
  readonly valuesOnly: boolean;
  /** The kind of the written file; undefined if it keeps its own. Macros leave with a kind that has none. */
  readonly kind?: FileKind | undefined;
  /** True to move a file of another service to the connected one. @default false */
  readonly isMove?: boolean | undefined;
  /** True if formulas that hide a misspelt name show its error, as in a deck. @default false: a note names them */
  readonly areMistakesShown?: boolean | undefined;
  /** True to update the values cached in charts. @default false */
  readonly charts?: boolean | undefined;
  /** The connected service, as `serviceOf` returns it; the ledger records it. */
  readonly service?: string | undefined;
  /** Limits on reading the file. @default FILE_LIMITS */
  readonly limits?: FileLimits | undefined;
  /** Called after each calculated formula. An error that it throws ends the refresh. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Cancels the refresh. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** The most of the largest changes to describe. @default 0 */
  readonly largest?: number | undefined;
}

export interface FileSummary {
  /** The number of calculated cells with INSIGHTS formulas. */
  readonly refreshed: number;
  readonly changes: readonly FileChange[];
  /** Errors of calculated formulas. */
  readonly errors: readonly ({ readonly cell: string } & CellError)[];
  /**
   * Formulas that could not be calculated and keep their old value, and those whose new value is calculated from one. In a
   * values-only copy, all of them show #N/A.
   */
  readonly problems: readonly NamedProblem[];
  /** All checks of the workbook, after its calculation. */
  readonly checks: readonly WorkbookCheck[];
  /** The largest changes first. */
  readonly largest: readonly LargestChange[];
  /** @see `notesOn` */
  readonly notes: readonly string[];
  readonly asOf: AnswerTimes | undefined;
}

export interface RefreshedBook {
  readonly bytes: Uint8Array;
  readonly summary: FileSummary;
  /** True if any of its formulas calls an INSIGHTS function. */
  readonly hasFormulas: boolean;
  /** The sentence about formulas of other environments, or about texts that look like markers; "" if there are none. */
  readonly others: string;
}

/**
 * Refreshes the file. Returns the same bytes if nothing has changed. Rejects if the service fails, if the file cannot be
 * read, or with `otherService` if the file belongs to another service. A missing plan, scenario or item is not a failure: its cells show an error.
 */
export async function refreshBook(bytes: Uint8Array, options: RefreshBookOptions): Promise<RefreshedBook> {
  const workbook = await loadWorkbook(bytes, options.limits);
  if (options.kind && !options.kind.hasMacros && (await hasMacroSheets(workbook)))
    throw createFailure(
      "usage",
      "It has sheets of Excel 4 macros, which a copy without macros cannot have. Name the copy .xlsm.",
    );
  const book = withSettings(bookOf(workbook), workbook, options.inputs ?? []);
  const callers = callersOf(book);
  const [{ current: own, kept }, ledger] = [await savedSettingsOf(workbook), await savedLedgerOf(workbook)];
  const settings = settingsFor(own, options.settings);
  const hasFormulas = callers.size > 0;
  if (hasFormulas && !options.isMove) checkService(ledger.stored?.edition.service, options.service);
  const calculated = await calculate({ workbook, book, callers, settings, kept }, options);
  const { outcomes, calls } = calculated;
  const edits = editsOf(workbook, (options.valuesOnly ? outcomes.map(shownInCopy) : outcomes).map(withBlank));
  const counted = summaryOf(outcomes, callers);
  const written = await writeEdits(workbook, edits, { calls, settings, ledger, hasFormulas }, options);
  const others = describeOthers(otherEnvironmentsIn(book.sheets));
  const isFileChanged = written.bytes !== bytes;
  const areLeft = hasFormulas && !options.valuesOnly;
  const noted = { cells: edits.changed, isFileChanged, hasFormulas: areLeft, charts: written.staleCharts };
  const problems = problemsIn(outcomes, options.valuesOnly);
  return {
    bytes: written.bytes,
    hasFormulas,
    others,
    summary: {
      ...counted,
      problems,
      checks: checksOfBook({ workbook, outcomes, calls, areKeptOld: await areKeptValuesOld(workbook) }),
      changes: edits.changes,
      largest: await largestOf(
        { workbook, outcomes, calls, settings, kept: ledger.stored?.entries ?? [] },
        edits,
        options,
      ),
      notes: [
        ...calculated.misspelt,
        ...outsideNotes(outcomes, workbook),
        ...(options.valuesOnly ? copyNotes(problems) : []),
        ...(areLeft ? commentNotes(workbook, readerOfValues(workbook, valuesByCell(outcomes))) : []),
        ...serviceNotes(ledger, options),
        ...settingsNotes({
          ...calculated,
          own,
          kept,
          given: options.settings,
          dateSystem: workbook.dateSystem,
          areLost: !own && workbook.names.some(({ name }) => ADDIN_ARTIFACTS.reports.names.test(name)),
          hasFormulas: areLeft,
        }),
        ...(hasFormulas && others !== "" ? [others] : []),
        ...(await notesOn(workbook, { ...noted, areChartsUpdated: options.charts === true })),
      ],
      asOf: calculated.asOf,
    },
  };
}

/** A workbook to calculate. */
interface Calculable {
  readonly workbook: Workbook;
  readonly book: EngineBook;
  /** Its formulas that call INSIGHTS functions. */
  readonly callers: ReadonlySet<BookFormula>;
  readonly settings: Settings;
  readonly kept: KeptSettings | undefined;
}

interface Calculated extends FreshAnswers {
  readonly outcomes: readonly FormulaOutcome[];
  /** Notes on the misspelt names that the outcomes hide. */
  readonly misspelt: readonly string[];
}

/** Calculates the workbook with the answers of one refresh; without them if it has no INSIGHTS formulas. */
async function calculate(
  { workbook, book, callers, settings, kept: keptSettings }: Calculable,
  { session, valuesOnly, areMistakesShown, signal, onProgress, now }: RefreshBookOptions,
): Promise<Calculated> {
  const kept = { areOld: await areKeptValuesOld(workbook), standAlone: valuesOnly };
  const { sheets, blocked } = book;
  const { dateSystem, iteration } = workbook;
  const bookOptions = { blocked, dateSystem, iteration, onProgress, now, kept };
  const outcomesOf = async (functions: readonly CustomFunction[]) =>
    withoutBlankReads(await calculateBook(sheets, functions, bookOptions), sheets);
  const nothing: Calculated = {
    outcomes: [],
    calls: [],
    misspelt: [],
    currentMonths: [],
    answers: [],
    asOf: undefined,
  };
  if (callers.size === 0) return valuesOnly ? { ...nothing, outcomes: await outcomesOf([]) } : nothing;
  const fresh = { session, settings, kept: keptSettings, dateSystem: workbook.dateSystem, signal };
  const { outcomes, ...answered } = await calculateAfresh(fresh, outcomesOf, (all) =>
    all.filter(({ formula }) => callers.has(formula)).map(valueShown),
  );
  const hidden = hiddenMistakes(outcomes, answered.calls);
  if (!areMistakesShown) return { ...answered, outcomes, misspelt: misspeltNotes(hidden) };
  const shown = outcomes.map((outcome) => withShownMistake(outcome, hidden.get(outcome)));
  return { ...answered, outcomes: shown, misspelt: [] };
}

async function largestOf(
  refreshed: RefreshedNumbers,
  edits: FileEdits,
  { session, largest = 0 }: RefreshBookOptions,
): Promise<FileSummary["largest"]> {
  if (largest === 0 || edits.changes.length === 0) return [];
  // A key without plans:read has no names, and formulas then name ids.
  const plans = await session.plans().catch(() => []);
  return describeLargest(refreshed, edits, { plans, plan: refreshed.settings.plan }, largest);
}

function serviceNotes({ stored }: FileLedger, { service, valuesOnly }: RefreshBookOptions): string[] {
  const former = stored?.edition.service;
  if (!isOtherService(former, service) || valuesOnly) return [];
  const [now, before] = [service, former].map((each = "") => spokenService(each));
  return [`The workbook belongs to the service ${now} now. Before, it belonged to ${before}.`];
}

/** Writes the new cells, ledger and chart values into the file. */
async function writeEdits(
  workbook: Workbook,
  { bySheet, changed }: FileEdits,
  made: CallResults,
  options: RefreshBookOptions,
): Promise<{ bytes: Uint8Array; staleCharts: readonly string[] }> {
  const ledger = options.valuesOnly ? new Map<string, string>() : await ledgerAfter(workbook, made, options);
  const charts = await updateCharts(workbook, changed);
  const xmlParts = new Map([...ledger, ...(options.charts ? charts.xmlParts : [])]);
  const edited: BookChanges = { cells: bySheet, xmlParts, unwanted: new Set() };
  const changes = options.valuesOnly ? await valuesOnly(workbook, edited, ADDIN_ARTIFACTS) : edited;
  // A file without anything to refresh is not written in another kind either.
  const isWritten = made.hasFormulas || hasChanges(changes);
  return {
    bytes: await writeWorkbook(
      workbook,
      options.kind && isWritten ? await withKind(workbook, options.kind, changes) : changes,
    ),
    staleCharts: options.charts ? charts.left : [...charts.xmlParts.keys(), ...charts.left],
  };
}

function hasChanges({ cells, xmlParts, unwanted }: BookChanges): boolean {
  return xmlParts.size > 0 || unwanted.size > 0 || [...cells.values()].some((edits) => edits.length > 0);
}

function summaryOf(
  outcomes: readonly FormulaOutcome[],
  callers: ReadonlySet<BookFormula>,
): Pick<FileSummary, "refreshed" | "errors"> {
  const calculated = outcomes.filter(({ problem }) => problem === undefined);
  return {
    refreshed: calculated.filter(({ formula }) => callers.has(formula)).length,
    errors: calculated.flatMap((outcome) => {
      const value = valueShown(outcome);
      return isCellError(value) && !isGap(outcome, callers)
        ? [{ cell: formatSheetPosition(outcome.cell), ...value }]
        : [];
    }),
  };
}

/** True for #N/A that a formula without our functions writes itself: a gap in a chart. What it reads is told where it is asked. */
function isGap({ formula, rows }: FormulaOutcome, callers: ReadonlySet<BookFormula>): boolean {
  const value = rows[0]?.[0] ?? null;
  return isCellError(value) && value.code === "#N/A" && !callers.has(formula) && /\bNA\(\)/i.test(formula.text);
}

/** Returns the value of the formula's own cell. */
function valueShown({ rows }: FormulaOutcome): Value {
  return rows[0]?.[0] ?? null;
}

/** The calls of a refresh, the settings that they read, and the ledger before it. */
interface CallResults {
  readonly calls: readonly CallResult[];
  readonly settings: Settings;
  readonly ledger: FileLedger;
  readonly hasFormulas: boolean;
}

/** A workbook that keeps nothing of ours gets the parts that say its service: another one must not replace its numbers. */
async function ledgerAfter(
  workbook: Workbook,
  { calls, settings, ledger }: CallResults,
  { service, now = Date.now }: RefreshBookOptions,
): Promise<Map<string, string>> {
  if (ledger.isNew && service !== undefined && calls.length > 0)
    return addedCustomXml(workbook, createServiceParts(service).map(withId));
  return replaceLedger(ledger, calls, settings, { service, answeredAt: now() });
}

/** The same part has the same id in every file: equal refreshes make equal bytes. */
function withId(part: SavedPart): NewCustomXml {
  const hash = createHash("sha256").update(part.text).digest("hex").toUpperCase();
  const groups = [8, 12, 16, 20, 32].map((end, at, ends) => hash.slice(ends[at - 1] ?? 0, end));
  return { ...part, id: `{${groups.join("-")}}` };
}
