/** Refreshes one file of a run. */
import { stat } from "node:fs/promises";
import type { Settings } from "../../../numbers/functions/host";
import { NAMESPACE } from "../../../numbers/language/environment";
import type { AnswerSource } from "../../../insights";
import type { RefreshCommand } from "../command/parsedCommand";
import type { CellSetting } from "../book/cellSettings";
import { DONE, createFailure, commandFailureOf, type CommandFailure, wrongUsage } from "../../standalone/failure";
import { createFileSession } from "../book/freshAnswers";
import { refreshBook, type FileSummary } from "../book/refreshBook";
import { refreshTemplate } from "../book/refreshTemplate";
import { isWell } from "../../../reporting/saved/checks";
import { copyKind, plainEnding } from "./copyKind";
import { isTemplateName } from "../../../spreadsheet/documents/template";
import { checkUnlocked, completeFile, isSameFile, readBook, writeBook } from "../book/bookFile";
import { isReadByMore, narrowestRights } from "../book/fileRights";
import { cutSummary, failedReport, type FileReport } from "./refreshPrint";
import { MOST_CHANGES, MOST_OF_A_FILE } from "./runPage";

/** The name of standard output, as a file to write to. */
export const STANDARD_OUTPUT = "-";

/** One file to refresh. */
export interface RefreshTask {
  readonly file: string;
  /** The file to write, "-" for standard output; undefined for the workbook itself. */
  readonly out: string | undefined;
  /** The item of `--each` that it is for. */
  readonly item?: string | undefined;
  /** New values for input cells. */
  readonly inputs: readonly CellSetting[];
  /** True if a folder or pattern contains it, so it may be a workbook without INSIGHTS formulas. */
  readonly isFound: boolean;
}

/** The data that all files of a run share. */
export interface RunContext {
  readonly options: RunOptions;
  readonly source: AnswerSource;
  /** Default plan and currency. */
  readonly settings: Settings;
  /** The connected service, as `serviceOf` returns it. */
  readonly service: string;
}

interface RunOptions extends RefreshCommand {
  /** The most items of each list of a summary. */
  readonly list: number;
  readonly isOneOfMany: boolean;
}

/** The outcome of one file. */
export interface TaskEnd {
  readonly report: FileReport;
  /** The workbook, if it is for standard output. */
  readonly bytes?: Uint8Array | undefined;
}

/** Follows the refresh of one file. */
export interface TaskWatch {
  /** Replaces the line of the terminal. */
  readonly show?: ((line: string) => void) | undefined;
  /** Called before the file is written. */
  readonly willWrite?: () => void;
}

/** Refreshes the file. A failure is its report. */
export async function runRefreshTask(task: RefreshTask, context: RunContext, watch: TaskWatch): Promise<TaskEnd> {
  const progress = startProgress(watch.show ?? (() => undefined), context.options.timeout);
  const end = await refreshFile(task, context, progress, watch).catch((error: unknown) => failedEnd(task, error));
  progress.end();
  return end;
}

export function failedEnd(task: RefreshTask, error: unknown): TaskEnd {
  return { report: failedReport(task, commandFailureOf(error, "file")) };
}

/** Rejects if the service fails or a file cannot be read or written. The workbook is then unchanged. */
async function refreshFile(
  task: RefreshTask,
  { options, source: answers, settings, service }: RunContext,
  progress: RefreshProgress,
  { willWrite }: TaskWatch,
): Promise<TaskEnd> {
  const { file, item, out = file } = task;
  const isInPlace = out !== STANDARD_OUTPUT && (await isSameFile(out, file));
  const isTemplate = isTemplateName(file);
  const kind = isInPlace ? checkInPlace(file, options) : copyKind(file, out === STANDARD_OUTPUT ? undefined : out);
  const checkReplaceable = async () => {
    if (!options.force && out !== STANDARD_OUTPUT) await checkUnlocked(out);
  };
  await checkReplaceable();
  const isCopy = !isInPlace && out !== STANDARD_OUTPUT;
  if (isCopy && !options.dryRun) await completeFile(out);
  const read = await readBook(file, { isDryRun: options.dryRun });
  const asked = {
    kind,
    inputs: task.inputs,
    settings,
    isMove: options.moveService,
    service,
    limits: options.limits,
    onProgress: progress.calculated,
    signal: progress.signal,
  };
  const refreshed = isTemplate
    ? refreshTemplate(read.bytes, { ...asked, source: answers })
    : refreshBook(read.bytes, {
        ...asked,
        session: createFileSession(answers),
        valuesOnly: options.valuesOnly,
        charts: options.charts,
        largest: options.report === undefined ? 0 : MOST_CHANGES,
      });
  const { bytes, summary, hasFormulas, others } = await refreshed.catch((error: unknown) => {
    const { kind, message } = progress.signal.aborted ? timeOver(options.timeout) : commandFailureOf(error, "file");
    throw createFailure(kind, `${file} was not refreshed. ${message}${wayOut(error)}`, error);
  });
  const isWanted = hasFormulas || bytes !== read.bytes;
  const refuse = isTemplate ? incompleteCopy : refusalOf;
  const nothing = isTemplate ? noMarker : noFormulas;
  const refused = isWanted ? refuse(task, options, summary) : nothing(file, others);
  const isWritten = !refused && (!isInPlace || bytes !== read.bytes);
  const place = isWritten ? { [options.dryRun ? "wouldWrite" : "written"]: out } : {};
  const status = statusOf(summary, options);
  const done = { status, file, item, ...(refused && failedReport(task, refused)), ...place };
  const rights = isCopy ? await narrowestRights([file]) : undefined;
  const notes = [...summary.notes, ...(read.isCompleted ? [COMPLETED] : []), ...(await copyNotes(task, rights))];
  const report = { ...done, summary: cutSummary({ ...summary, notes }, Math.max(options.list, MOST_OF_A_FILE)) };
  progress.writing();
  willWrite?.();
  if (!isWritten || options.dryRun) return { report };
  if (out === STANDARD_OUTPUT) return { report, bytes };
  // A user may open or save the workbook until the last moment.
  const check = () => checkReplaceable().then(isInPlace ? read.checkUnchanged : undefined);
  await writeBook(out, bytes, { check, rights });
  return { report };
}

/** Throws an error of usage for a file that is only copied. Another file that is refreshed in place keeps its kind. */
function checkInPlace(file: string, { valuesOnly }: RunOptions): undefined {
  if (valuesOnly) throw wrongUsage("--values needs another file (-o OUT.xlsx), because the copy has no formulas.");
  if (isTemplateName(file))
    throw wrongUsage(`${file} is a template, which stays. Name the copy with its values: -o COPY${plainEnding(file)}.`);
}

const COMPLETED = "A refresh had been ended while it wrote this file. It was completed first, from the copy beside it.";

/** Returns a note if more people may read a copy that exists than its source. @param rights The rights of a new copy. */
async function copyNotes({ file, out = file }: RefreshTask, rights: number | undefined): Promise<string[]> {
  const old = rights === undefined ? undefined : await stat(out).catch(() => undefined);
  if (rights === undefined || !old || !isReadByMore(old.mode, rights)) return [];
  return [`More people may read ${out} than ${file}: a copy that exists keeps its rights.`];
}

function statusOf({ errors, problems, checks }: FileSummary, options: RunOptions): number {
  if (options.checks && !checks.every(isWell)) return DONE.checks;
  if (problems.length > 0) return DONE.named;
  return errors.length > 0 ? DONE.errors : DONE.clean;
}

/** The failure of a workbook without INSIGHTS formulas. It may still have artifacts, which --values removes. */
function noFormulas(file: string, others: string): CommandFailure {
  return createFailure("noFormulas", `${file} has no ${NAMESPACE} formulas. Nothing was written. ${others}`.trim());
}

function noMarker(file: string, others: string): CommandFailure {
  const example = `{=${NAMESPACE}.KPI("FY26 Plan","committed","ebit")}`;
  return createFailure(
    "noFormulas",
    `${file} has no marker such as ${example} in it. Nothing was written. ${others}`.trim(),
  );
}

/** A deck with a wrong place is worse than none. */
function incompleteCopy(
  { file }: RefreshTask,
  { allowMissing, strict }: RunOptions,
  { errors, problems }: FileSummary,
): CommandFailure | undefined {
  const missing = allowMissing && !strict ? 0 : errors.length;
  if (problems.length + missing === 0) return undefined;
  const what = [
    ...(missing > 0 ? [`${missing} ${missing === 1 ? "number is" : "numbers are"} missing`] : []),
    ...(problems.length > 0 ? [`${problems.length} ${problems.length === 1 ? "place is" : "places are"} wrong`] : []),
  ];
  const wayOut = problems.length === 0 ? ' --allow-missing writes "n/a" for missing numbers.' : "";
  return createFailure("strict", `${file}: ${what.join(", ")}. Nothing was written.${wayOut}`);
}

function refusalOf(
  { file }: RefreshTask,
  { strict }: RunOptions,
  { problems }: FileSummary,
): CommandFailure | undefined {
  if (!strict || problems.length === 0) return undefined;
  const cells = `${problems.length} ${problems.length === 1 ? "formula" : "formulas"}`;
  return createFailure("strict", `${file} has ${cells} without a new value. Nothing was written (--strict).`);
}

/** Returns how to allow a file over a limit. */
function wayOut(error: unknown): string {
  if (!(error instanceof Error) || !("limit" in error)) return "";
  return ` If you trust the file, raise the limit with --limit ${String(error.limit)}=NUMBER.`;
}

interface RefreshProgress {
  /** Shows how many cells are calculated. Throws if the time is over. */
  readonly calculated: (done: number, total: number) => void;
  /** Shows that the file is written. Throws if the time is over. */
  readonly writing: () => void;
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Removes the progress from the terminal and stops the time. */
  readonly end: () => void;
}

/** Milliseconds between two changes of the terminal. */
const PAUSE = 100;

/**
 * Starts the time of a refresh.
 * @param show Replaces the line of the terminal.
 * @param timeout Milliseconds that the refresh may take. A long calculation delays timers, so each step checks the time too.
 */
export function startProgress(show: (line: string) => void, timeout: number): RefreshProgress {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeout);
  const startedAt = performance.now();
  let shownAt = -Infinity;
  const checkTime = (now: number) => {
    if (now - startedAt <= timeout) return;
    abort.abort();
    throw timeOver(timeout);
  };
  return {
    signal: abort.signal,
    calculated(done, total) {
      const now = performance.now();
      checkTime(now);
      if (now - shownAt < PAUSE) return;
      shownAt = now;
      show(`${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} cells calculated`);
    },
    writing() {
      checkTime(performance.now());
      show("writing");
    },
    end() {
      clearTimeout(timer);
      show("");
    },
  };
}

/** Creates the error for a refresh that took longer than `timeout` milliseconds. */
export function timeOver(timeout: number): CommandFailure {
  const minutes = timeout / 60_000;
  return createFailure(
    "timeout",
    `It took longer than ${minutes} ${minutes === 1 ? "minute" : "minutes"}. Allow more with --timeout MINUTES.`,
  );
}
