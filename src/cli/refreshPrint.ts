/** Formats the summary of a refresh for people or programs. */
import { formatTable, plain, showScalar, type TableCell } from "./print";
import type { FileSummary } from "./refreshBook";
import type { FileChange } from "./refreshSheets";

export interface FileReport extends FileSummary {
  readonly file: string;
  /** The written file; null if nothing had changed. */
  readonly written: string | null;
}

/** Formats one JSON object. An error value is {"error": code}, a blank cell null. */
export function printReportJson(report: FileReport): string {
  return `${JSON.stringify({ ...report, asOf: report.asOf ?? null })}\n`;
}

export function printReport({ file, written, refreshed, changes, errors, problems, notes, asOf }: FileReport): string {
  const outcome =
    written === null
      ? `Nothing has changed in ${file}.`
      : `Written to ${written === "-" ? "standard output" : written}.`;
  const blocks = [
    `${count(refreshed, "cell")} refreshed, ${count(changes.length, "value")} changed. ${outcome}`,
    asOf && `As of ${asOf.oldest === asOf.newest ? asOf.oldest : `${asOf.oldest} to ${asOf.newest}`}.`,
    ...notes,
    list("Changed values", changes, ({ cell, old, new: now }) => [plain(cell), show(old), "→", show(now)]),
    list("Errors", errors, ({ cell, code, message }) => [plain(cell), code, plain(message)]),
    list("Not calculated, or calculated from old values", problems, ({ cell, problem }) => [
      plain(cell),
      plain(problem),
    ]),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

/** The most lines printed for people. `--json` prints all. */
const MAX_LINES = 50;

function list<Item>(title: string, items: readonly Item[], cellsOf: (item: Item) => TableCell[]): string | undefined {
  if (items.length === 0) return undefined;
  const more = items.length > MAX_LINES ? `\n… and ${count(items.length - MAX_LINES, "more")}` : "";
  return `${title}\n${formatTable(items.slice(0, MAX_LINES).map(cellsOf))}${more}`;
}

function show(value: FileChange["old"]): TableCell {
  if (value === null) return "(blank)";
  return typeof value === "object" ? value.error : showScalar(value);
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 || noun === "more" ? "" : "s"}`;
}
