/** `insights refresh`: refreshes a workbook's file without Excel. */
import { NAMESPACE } from "../grid/environment";
import { checkAddress } from "../insights";
import type { RefreshCommand } from "./arguments";
import { readConnection, readDefaultSettings } from "./environment";
import { openSession } from "./functions";
import { DONE, failure, commandFailureOf, type CommandFailure } from "./failure";
import type { CommandIO } from "./io";
import { checkUnlocked } from "./locks";
import { startProgress, timeOver, type RefreshProgress } from "./progress";
import { refreshBook, type FileSummary } from "./refreshBook";
import { isSameFile, readBook, writeBook, type ReadFile } from "./refreshFile";
import { printReport, printReportJson, type FileReport } from "./refreshPrint";
import { wrongUsage } from "./usage";

/** The name of standard output, as a file to write to. */
const STANDARD_OUTPUT = "-";

/** Refreshes the workbook and prints a report, also of a failure. Resolves to the exit status. */
export async function runRefresh(command: RefreshCommand, io: CommandIO): Promise<number> {
  const { file, json, quiet, timeout } = command;
  const isShown = !quiet && (!json || io.isOutputTerminal === true);
  const progress = startProgress((isShown && io.showProgress) || (() => undefined), timeout);
  const report = await refreshFile(command, io, progress).catch((error: unknown): FileReport => {
    const failure = commandFailureOf(error, "file");
    return { status: failure.exitCode, file, failure };
  });
  progress.end();
  print(report, command, io);
  return report.status;
}

/** Rejects if the service fails or a file cannot be read or written. The workbook is then unchanged. */
async function refreshFile(command: RefreshCommand, io: CommandIO, progress: RefreshProgress): Promise<FileReport> {
  const { file, out = file } = command;
  const isInPlace = out !== STANDARD_OUTPUT && (await isSameFile(out, file));
  if (command.valuesOnly && isInPlace)
    throw wrongUsage("--values needs another file (-o OUT.xlsx), because the copy has no formulas.");
  const connection = readConnection(io.environment);
  const session = openSession(connection, io.fetch);
  // Requests that are still open would keep the process alive.
  progress.signal.addEventListener("abort", () => session.disconnect());
  const startedAt = performance.now();
  await checkReplaceable(command);
  const source = await readBook(file);
  const { bytes, summary, hasFormulas } = await refreshBook(source.bytes, {
    session,
    settings: readDefaultSettings(io.environment),
    valuesOnly: command.valuesOnly,
    charts: command.charts,
    service: checkAddress(connection.appUrl),
    limits: command.limits,
    onProgress: progress.calculated,
    signal: progress.signal,
  }).catch((error: unknown) => {
    const { kind, message } = progress.signal.aborted ? timeOver(command.timeout) : commandFailureOf(error, "file");
    throw failure(kind, `${file} was not refreshed. ${message}${wayOut(error)}`, error);
  });
  const refused = refusalOf(command, summary, hasFormulas || bytes !== source.bytes);
  const isWritten = !refused && (!isInPlace || bytes !== source.bytes);
  progress.writing();
  if (isWritten && !command.dryRun) await write(command, bytes, isInPlace ? source : undefined, io);
  if (command.stats) {
    const milliseconds = Math.round(performance.now() - startedAt);
    io.printError(`${JSON.stringify({ ...session.traffic, milliseconds })}\n`);
  }
  const place = isWritten ? { [command.dryRun ? "wouldWrite" : "written"]: out } : {};
  return { status: refused?.exitCode ?? statusOf(summary), file, ...place, failure: refused, summary };
}

function statusOf({ errors, problems }: FileSummary): number {
  if (problems.length > 0) return DONE.named;
  return errors.length > 0 ? DONE.errors : DONE.clean;
}

/** @param isWanted False for a workbook without INSIGHTS formulas. It may still have artifacts, which --values removes. */
function refusalOf(
  { file, strict }: RefreshCommand,
  { problems }: FileSummary,
  isWanted: boolean,
): CommandFailure | undefined {
  if (!isWanted) return failure("noFormulas", `${file} has no ${NAMESPACE} formulas. Nothing was written.`);
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
  command: RefreshCommand,
  bytes: Uint8Array,
  source: ReadFile | undefined,
  io: CommandIO,
): Promise<void> {
  const { file, out = file } = command;
  if (out === STANDARD_OUTPUT) return io.printBytes(bytes);
  await checkReplaceable(command);
  await source?.checkUnchanged();
  await writeBook(out, bytes);
}

/** Rejects if another program has the file open that is to be replaced. */
async function checkReplaceable({ file, out = file, force }: RefreshCommand): Promise<void> {
  if (!force && out !== STANDARD_OUTPUT) await checkUnlocked(out);
}

/** Prints the report on standard output, or on standard error if the workbook goes to standard output. */
function print(report: FileReport, { out, json, quiet, list }: RefreshCommand, io: CommandIO): void {
  const printReportText = out === STANDARD_OUTPUT ? io.printError : io.print;
  if (json) return printReportText(printReportJson(report, list));
  if (report.failure) io.printError(`insights: ${report.failure.message}\n`);
  if (report.summary && !quiet) printReportText(printReport(report, report.summary, list));
}
