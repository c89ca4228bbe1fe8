/** Refreshes one workbook's file, and prints its report. */
import { extname } from "node:path";
import type { Settings } from "../../functions/host";
import { NAMESPACE } from "../../sheet/environment";
import type { AnswerSource } from "../../insights";
import type { RefreshCommand } from "../command/arguments";
import type { CellSetting } from "../book/cellSettings";
import { DONE, failure, commandFailureOf, type CommandFailure, wrongUsage } from "../../standalone/failure";
import { createFileSession } from "../book/fileSession";
import { checkUnlocked } from "../book/locks";
import { startProgress, timeOver, type RefreshProgress } from "./progress";
import { refreshBook, type FileSummary } from "../book/refreshBook";
import { refreshTemplate } from "../book/refreshTemplate";
import { isTemplateName } from "../../documents/template";
import { isSameFile, readBook, writeBook, type ReadFile } from "../book/refreshFile";
import { plain } from "../../standalone/print";
import { printReport, printReportJson, type FileReport } from "./refreshPrint";
import { MOST_CHANGES, pageFileOf, type PageFile } from "./runPage";
import { endRun, formatRun, type RunStart } from "./runTimes";

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
}

/** The options of all files of a run. */
export type FileOptions = Pick<
  RefreshCommand,
  | "valuesOnly"
  | "charts"
  | "json"
  | "limits"
  | "strict"
  | "allowMissing"
  | "dryRun"
  | "force"
  | "moveService"
  | "quiet"
  | "timeout"
> & {
  /** The most items of each list of a summary. */
  readonly list: number;
  /** True if the report names its file first, since there are others. */
  readonly isOneOfMany: boolean;
  /** True if the run writes a page about its files. */
  readonly hasPage: boolean;
  /** The run's start; its service is known once the connection is. */
  readonly run: RunStart;
};

/** The data that all files of a run share. */
export interface RunContext {
  readonly options: FileOptions;
  readonly source: AnswerSource;
  /** Default plan and currency. */
  readonly settings: Settings;
  /** The connected service, as `serviceOf` returns it. */
  readonly service: string;
}

/** The outcome of one file. */
export interface TaskEnd {
  readonly status: number;
  readonly isWritten: boolean;
  /** What the page about the run has of the file, if there is one. */
  readonly page: PageFile | undefined;
}

/** The streams for the report, and for a workbook that is written to standard output. */
interface Output {
  readonly print: (text: string) => void;
  readonly printBytes: (bytes: Uint8Array) => Promise<void>;
  readonly printError: (text: string) => void;
  /** Called before the file is written. */
  readonly willWrite?: () => void;
}

/** Refreshes the file and prints a report, also of a failure. @param show Replaces the line of the terminal. */
export async function runTask(
  task: RefreshTask,
  context: RunContext,
  io: Output,
  show: (line: string) => void = () => undefined,
): Promise<FileReport> {
  const { options } = context;
  const progress = startProgress(show, options.timeout);
  const report = await refreshTask(task, context, io, progress).catch((error: unknown) =>
    failedReport(task, commandFailureOf(error, "file")),
  );
  progress.end();
  printTask(report, task, options, io);
  return report;
}

/** Returns what the run needs to know of a file's report. */
export function endOf(report: FileReport, { hasPage }: FileOptions): TaskEnd {
  const page = hasPage ? pageFileOf(report) : undefined;
  return { status: report.status, isWritten: report.written !== undefined, page };
}

/** The report of a file that was not refreshed. */
export function failedReport({ file, item }: RefreshTask, reason: CommandFailure): FileReport {
  return { status: reason.exitCode, file, item, failure: reason };
}

/** Rejects if the service fails or a file cannot be read or written. The workbook is then unchanged. */
async function refreshTask(
  task: RefreshTask,
  { options, source: answers, settings, service }: RunContext,
  io: Output,
  progress: RefreshProgress,
): Promise<FileReport> {
  const { file, item, out = file } = task;
  const isInPlace = out !== STANDARD_OUTPUT && (await isSameFile(out, file));
  if (options.valuesOnly && isInPlace)
    throw wrongUsage("--values needs another file (-o OUT.xlsx), because the copy has no formulas.");
  const isTemplate = isTemplateName(file);
  if (isTemplate && isInPlace)
    throw wrongUsage(`${file} is a template, which stays. Name the copy with its values: -o COPY${extname(file)}.`);
  await checkReplaceable(task, options);
  const source = await readBook(file);
  const asked = {
    inputs: task.inputs,
    settings,
    isMove: options.moveService,
    service,
    limits: options.limits,
    onProgress: progress.calculated,
    signal: progress.signal,
  };
  const refreshed = isTemplate
    ? refreshTemplate(source.bytes, { ...asked, source: answers })
    : refreshBook(source.bytes, {
        ...asked,
        session: createFileSession(answers),
        valuesOnly: options.valuesOnly,
        charts: options.charts,
        largest: options.hasPage ? MOST_CHANGES : 0,
      });
  const { bytes, summary, hasFormulas, others } = await refreshed.catch((error: unknown) => {
    const { kind, message } = progress.signal.aborted ? timeOver(options.timeout) : commandFailureOf(error, "file");
    throw failure(kind, `${file} was not refreshed. ${message}${wayOut(error)}`, error);
  });
  const isWanted = hasFormulas || bytes !== source.bytes;
  const refuse = isTemplate ? incompleteCopy : refusalOf;
  const refused = isWanted ? refuse(task, options, summary) : isTemplate ? noMarker(file) : noFormulas(file, others);
  const isWritten = !refused && (!isInPlace || bytes !== source.bytes);
  progress.writing();
  io.willWrite?.();
  if (isWritten && !options.dryRun) await write(task, options, bytes, isInPlace ? source : undefined, io);
  const place = isWritten ? { [options.dryRun ? "wouldWrite" : "written"]: out } : {};
  return { status: refused?.exitCode ?? statusOf(summary), file, item, ...place, failure: refused, summary };
}

function statusOf({ errors, problems }: FileSummary): number {
  if (problems.length > 0) return DONE.named;
  return errors.length > 0 ? DONE.errors : DONE.clean;
}

/** The failure of a workbook without INSIGHTS formulas. It may still have artifacts, which --values removes. */
function noFormulas(file: string, others: string): CommandFailure {
  return failure("noFormulas", `${file} has no ${NAMESPACE} formulas. Nothing was written. ${others}`.trim());
}

function noMarker(file: string): CommandFailure {
  const example = `{=${NAMESPACE}.KPI("FY26 Plan","committed","ebit")}`;
  return failure("noFormulas", `${file} has no marker such as ${example} in it. Nothing was written.`);
}

/** A deck with a wrong place is worse than none. */
function incompleteCopy(
  { file }: RefreshTask,
  { allowMissing, strict }: FileOptions,
  { errors, problems }: FileSummary,
): CommandFailure | undefined {
  const missing = allowMissing && !strict ? 0 : errors.length;
  if (problems.length + missing === 0) return undefined;
  const what = [
    ...(missing > 0 ? [`${missing} ${missing === 1 ? "number is" : "numbers are"} missing`] : []),
    ...(problems.length > 0 ? [`${problems.length} ${problems.length === 1 ? "place is" : "places are"} wrong`] : []),
  ];
  const wayOut = problems.length === 0 ? ' --allow-missing writes "n/a" for missing numbers.' : "";
  return failure("strict", `${file}: ${what.join(", ")}. Nothing was written.${wayOut}`);
}

function refusalOf(
  { file }: RefreshTask,
  { strict }: FileOptions,
  { problems }: FileSummary,
): CommandFailure | undefined {
  if (!strict || problems.length === 0) return undefined;
  const cells = `${problems.length} ${problems.length === 1 ? "formula" : "formulas"}`;
  return failure("strict", `${file} has ${cells} without a new value. Nothing was written (--strict).`);
}

/** Returns how to allow a file over a limit. */
function wayOut(error: unknown): string {
  if (!(error instanceof Error) || !("limit" in error)) return "";
  return ` If you trust the file, raise the limit with --limit ${String(error.limit)}=NUMBER.`;
}

/** @param source The file that was read, if it is replaced. */
async function write(
  task: RefreshTask,
  options: FileOptions,
  bytes: Uint8Array,
  source: ReadFile | undefined,
  io: Output,
): Promise<void> {
  const { file, out = file } = task;
  if (out === STANDARD_OUTPUT) return io.printBytes(bytes);
  // A user may open or save the workbook until the last moment.
  await writeBook(out, bytes, async () => {
    await checkReplaceable(task, options);
    await source?.checkUnchanged();
  });
}

/** Rejects if another program has the file open that is to be replaced. */
async function checkReplaceable({ file, out = file }: RefreshTask, { force }: FileOptions): Promise<void> {
  if (!force && out !== STANDARD_OUTPUT) await checkUnlocked(out);
}

/** Prints the report on standard output, or on standard error if the workbook goes to standard output. */
export function printTask(
  report: FileReport,
  { out }: Pick<RefreshTask, "out">,
  { json, quiet, list, isOneOfMany, run }: FileOptions,
  io: Output,
): void {
  const printText = out === STANDARD_OUTPUT ? io.printError : io.print;
  const times = isOneOfMany ? undefined : endRun(run, Date.now());
  if (json) return printText(printReportJson(report, list, times));
  if (report.failure) io.printError(`insights: ${plain(report.failure.message)}\n`);
  if (quiet) return;
  const name = plain(`${report.file ?? ""}${report.item === undefined ? "" : ` for ${report.item}`}`);
  const summary = report.summary && printReport(report, report.summary, list);
  if (times) printText(`${summary ? `${summary}\n` : ""}Status ${report.status}. ${formatRun(times)}\n`);
  else if (summary) printText(`${name}\n${summary}\n`);
}
