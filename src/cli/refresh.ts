/** `insights refresh`: refreshes a workbook's file without Excel. */
import { checkAddress } from "../insights";
import type { RefreshCommand } from "./arguments";
import { readConnection, readDefaultSettings } from "./environment";
import { openSession } from "./functions";
import type { CommandIO } from "./io";
import { refreshBook } from "./refreshBook";
import { isSameFile, readBook, writeBook, type ReadFile } from "./refreshFile";
import { printReport, printReportJson, type FileReport } from "./refreshPrint";
import { wrongUsage } from "./usage";

/** The exit status for a workbook without INSIGHTS formulas, so a job notices that it has the wrong file. */
const NO_FORMULAS = 3;

/** The name of standard output, as a file to write to. */
const STANDARD_OUTPUT = "-";

/**
 * Refreshes the workbook and prints a summary. Resolves to the exit status: 1 if a formula shows an error or could not be
 * calculated; 3, without writing, if the workbook has no INSIGHTS formulas; else 0. Rejects if the service fails or a file
 * cannot be read or written. The workbook is then unchanged.
 */
export async function runRefresh(command: RefreshCommand, io: CommandIO): Promise<number> {
  const { file, out = file } = command;
  const isInPlace = out !== STANDARD_OUTPUT && (await isSameFile(out, file));
  if (command.valuesOnly && isInPlace)
    throw wrongUsage("--values needs another file (-o OUT.xlsx), because the copy has no formulas.");
  const connection = readConnection(io.environment);
  const session = openSession(connection, io.fetch);
  const startedAt = performance.now();
  const source = await readBook(file);
  const { bytes, summary, hasFormulas } = await refreshBook(source.bytes, {
    session,
    settings: readDefaultSettings(io.environment),
    valuesOnly: command.valuesOnly,
    charts: command.charts,
    service: checkAddress(connection.appUrl),
    limits: command.limits,
  }).catch((error: unknown) => {
    throw new Error(`${file} was not refreshed. ${messageOf(error)}`, { cause: error });
  });
  // A workbook without formulas may still contain artifacts of the add-in, which --values removes.
  const isWanted = hasFormulas || bytes !== source.bytes;
  if (!isWanted) io.printError(`insights: ${file} has no INSIGHTS formulas. Nothing was written.\n`);
  const isWritten = isWanted && (!isInPlace || bytes !== source.bytes);
  if (isWritten) await write(out, bytes, isInPlace ? source : undefined, io);
  printSummary({ file, written: isWritten ? out : null, ...summary }, command, io);
  if (command.stats) {
    const milliseconds = Math.round(performance.now() - startedAt);
    io.printError(`${JSON.stringify({ ...session.traffic, milliseconds })}\n`);
  }
  if (!isWanted) return NO_FORMULAS;
  return summary.errors.length + summary.problems.length > 0 ? 1 : 0;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const way =
    "limit" in error ? ` If you trust the file, raise the limit with --limit ${String(error.limit)}=NUMBER.` : "";
  return error.message + way;
}

/** @param source The file that was read, if it is replaced. */
async function write(out: string, bytes: Uint8Array, source: ReadFile | undefined, io: CommandIO): Promise<void> {
  if (out === STANDARD_OUTPUT) return io.printBytes(bytes);
  await source?.checkUnchanged();
  await writeBook(out, bytes);
}

/** Prints on standard output, or on standard error if the workbook goes to standard output. */
function printSummary(report: FileReport, { out, json }: RefreshCommand, { print, printError }: CommandIO): void {
  const text = json ? printReportJson(report) : printReport(report);
  if (out === STANDARD_OUTPUT) printError(text);
  else print(text);
}
