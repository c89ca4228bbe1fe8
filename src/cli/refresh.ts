/** `insights refresh`: refreshes a workbook's file without Excel. */
import { resolve } from "node:path";
import { checkAddress } from "../insights";
import type { RefreshCommand } from "./arguments";
import { readConnection, readDefaultSettings } from "./environment";
import { openSession } from "./functions";
import type { CommandIO } from "./io";
import { refreshBook } from "./refreshBook";
import { readBook, writeBook } from "./refreshFile";
import { printReport, printReportJson } from "./refreshPrint";

/**
 * Refreshes the workbook and prints a summary. Resolves to the exit status: 0, or 1 if a formula shows an error or could not
 * be calculated. Rejects if the service fails or a file cannot be read or written; the workbook is then as it was.
 */
export async function runRefresh(
  command: RefreshCommand,
  { environment, fetch, print, printError }: CommandIO,
): Promise<number> {
  const { file, out = file } = command;
  const connection = readConnection(environment);
  const session = openSession(connection, fetch);
  const startedAt = performance.now();
  const source = await readBook(file);
  const { bytes, summary } = await refreshBook(source.bytes, {
    session,
    settings: readDefaultSettings(environment),
    freeze: command.freeze,
    service: checkAddress(connection.appUrl),
  }).catch((error: unknown) => {
    throw new Error(`${file} was not refreshed. ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
  const isInPlace = resolve(out) === resolve(file);
  const isWritten = !isInPlace || bytes !== source.bytes;
  if (isInPlace) await source.checkUnchanged();
  if (isWritten) await writeBook(out, bytes);
  const report = { file, written: isWritten ? out : null, ...summary };
  print(command.json ? printReportJson(report) : printReport(report));
  if (command.stats) {
    const milliseconds = Math.round(performance.now() - startedAt);
    printError(`${JSON.stringify({ ...session.traffic, milliseconds })}\n`);
  }
  return summary.errors.length + summary.problems.length > 0 ? 1 : 0;
}
