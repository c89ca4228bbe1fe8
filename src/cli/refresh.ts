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

/** The exit status where a workbook has nothing to refresh: a job that runs on the wrong file has to notice. */
const NO_FORMULAS = 3;

/** The name of standard output, as a file to write to. */
const STANDARD_OUTPUT = "-";

/**
 * Refreshes the workbook and prints a summary. Resolves to the exit status: 0, or 1 if a formula shows an error or could not
 * be calculated, or 3 if the workbook has none of our functions; nothing is written then. Rejects if the service fails or a file cannot be read or written; the workbook is then as it was.
 */
export async function runRefresh(command: RefreshCommand, io: CommandIO): Promise<number> {
  const { file, out = file } = command;
  const isInPlace = out !== STANDARD_OUTPUT && (await isSameFile(out, file));
  if (command.valuesOnly && isInPlace)
    throw wrongUsage("--values needs another file to write to (-o OUT.xlsx): the formulas would be lost.");
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
  // A workbook without formulas may still hold what the add-in keeps, which --values removes.
  const isWanted = hasFormulas || bytes !== source.bytes;
  if (!isWanted) io.printError(`insights: ${file} has no INSIGHTS formulas. Nothing was asked for or written.\n`);
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

/** @param source The file that is replaced, if it is the one that was read. */
async function write(out: string, bytes: Uint8Array, source: ReadFile | undefined, io: CommandIO): Promise<void> {
  if (out === STANDARD_OUTPUT) return io.printBytes(bytes);
  await source?.checkUnchanged();
  await writeBook(out, bytes);
}

/** On standard output, but where the workbook itself goes there. */
function printSummary(report: FileReport, { out, json }: RefreshCommand, { print, printError }: CommandIO): void {
  const text = json ? printReportJson(report) : printReport(report);
  if (out === STANDARD_OUTPUT) printError(text);
  else print(text);
}
