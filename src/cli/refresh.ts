/** `insights refresh`: a workbook's file brought up to date without Excel. */
import { readConnection, readSettings } from "./environment";
import { openSession } from "./functions";
import { refreshBook } from "./refreshBook";
import { readBook, writeBook } from "./refreshFile";
import { printReport, printReportJson } from "./refreshPrint";
import type { Surroundings } from "./command";

export interface RefreshOrder {
  readonly file: string;
  /** Where the refreshed workbook goes. @default the file itself */
  readonly out: string | undefined;
  readonly freeze: boolean;
  readonly json: boolean;
  readonly stats: boolean;
}

/**
 * Refreshes and prints the summary. Resolves to 0, or to 1 if a formula gave an error or could not be calculated.
 * Rejects, with the file as it was, if the service fails or a file cannot be read or written.
 */
export async function refresh(
  order: RefreshOrder,
  { environment, fetch, print, printError }: Surroundings,
): Promise<number> {
  const { file, out = file } = order;
  const session = openSession(readConnection(environment), fetch);
  const startedAt = performance.now();
  const source = await readBook(file);
  const { bytes, summary } = await refreshBook(source.bytes, {
    session,
    settings: readSettings(environment),
    freeze: order.freeze,
  }).catch((error: unknown) => {
    throw new Error(`${file} was not refreshed. ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
  const isNew = out !== file || bytes !== source.bytes;
  if (out === file) await source.checkUnchanged();
  if (isNew) await writeBook(out, bytes);
  const report = { file, written: isNew ? out : null, ...summary };
  print(order.json ? printReportJson(report) : printReport(report));
  if (order.stats) {
    const milliseconds = Math.round(performance.now() - startedAt);
    printError(`${JSON.stringify({ ...session.traffic, milliseconds })}\n`);
  }
  return summary.errors.length + summary.problems.length > 0 ? 1 : 0;
}
