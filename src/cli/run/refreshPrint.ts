/** Formats the summary of a refresh for people or programs. */
import type { CommandFailure } from "../../standalone/failure";
import { formatTable, plain, showScalar, type TableCell } from "../../standalone/print";
import type { FileSummary } from "../book/refreshBook";
import type { FileChange } from "../book/refreshSheets";
import type { RunTimes } from "./runTimes";

/** The outcome of a refresh. */
export interface FileReport {
  /** The exit status. */
  readonly status: number;
  /** Null if the arguments name no file. */
  readonly file: string | null;
  /** The item of `--each` that the written file is for. */
  readonly item?: string | undefined;
  /** The written file. Undefined if nothing was written. */
  readonly written?: string | undefined;
  /** The file that a dry run would have written. */
  readonly wouldWrite?: string | undefined;
  /** Why nothing was written. Undefined if nothing had changed. */
  readonly failure?: CommandFailure | undefined;
  /** Undefined if the workbook was not calculated. */
  readonly summary?: FileSummary | undefined;
}

/**
 * Formats one JSON object. An error value is {"error": code}, a blank cell null.
 * @param most The most items of each list.
 * @param run Undefined for one of many files, which share the times of their run.
 */
export function printReportJson(report: FileReport, most: number, run?: RunTimes): string {
  const { status, file, item, written = null, wouldWrite, failure, summary } = report;
  const printed = {
    status,
    file,
    item,
    written,
    wouldWrite,
    ...(summary && summaryJson(summary, most)),
    error: failure && { kind: failure.kind, message: failure.message },
    ...run,
  };
  return `${JSON.stringify(printed)}\n`;
}

function summaryJson({ refreshed, changes, errors, problems, notes, asOf }: FileSummary, most: number): object {
  return {
    refreshed,
    counts: { changes: changes.length, errors: errors.length, problems: problems.length },
    changes: changes.slice(0, most),
    errors: errors.slice(0, most),
    problems: problems.slice(0, most),
    notes,
    asOf: asOf ?? null,
  };
}

/** @param most The most lines of each list. */
export function printReport(report: FileReport, summary: FileSummary, most: number): string {
  const { refreshed, changes, errors, problems, notes, asOf } = summary;
  const blocks = [
    `${count(refreshed, "cell")} refreshed, ${count(changes.length, "value")} changed. ${outcomeOf(report)}`,
    asOf && `As of ${asOf.oldest === asOf.newest ? asOf.oldest : `${asOf.oldest} to ${asOf.newest}`}.`,
    ...notes,
    list("Changed values", most, changes, ({ cell, old, new: now }) => [
      plain(cell),
      showValue(old),
      "→",
      showValue(now),
    ]),
    list("Errors", most, errors, ({ cell, code, message }) => [plain(cell), code, plain(message)]),
    list("Not calculated, or calculated from old values", most, problems, ({ cell, problem }) => [
      plain(cell),
      plain(problem),
    ]),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function outcomeOf({ file, written, wouldWrite, failure }: FileReport): string {
  const place = (path: string) => (path === "-" ? "standard output" : plain(path));
  if (written !== undefined) return `Written to ${place(written)}.`;
  if (wouldWrite !== undefined) return `This dry run did not write to ${place(wouldWrite)}.`;
  return failure ? "Nothing was written." : `Nothing has changed in ${plain(file ?? "")}.`;
}

function list<Item>(
  title: string,
  most: number,
  items: readonly Item[],
  cellsOf: (item: Item) => TableCell[],
): string | undefined {
  if (items.length === 0) return undefined;
  const more = items.length > most ? `… and ${count(items.length - most, "more")}` : "";
  const table = most > 0 ? formatTable(items.slice(0, most).map(cellsOf)) : "";
  return [title, table, more].filter(Boolean).join("\n");
}

/** Formats the value of a cell. */
export function showValue(value: FileChange["old"]): TableCell {
  if (value === null) return "(blank)";
  return typeof value === "object" ? value.error : showScalar(value);
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 || noun === "more" ? "" : "s"}`;
}
