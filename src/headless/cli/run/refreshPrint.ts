/** Formats the summary of a refresh for people or programs. */
import { ENVIRONMENT_NAME } from "../command/version";
import type { CommandFailure } from "../../standalone/failure";
import { formatTable, plain, showScalar, type TableCell } from "../../standalone/print";
import { isWell, type WorkbookCheck } from "../../../reporting/saved/checks";
import type { FileSummary } from "../book/refreshBook";
import type { FileChange } from "../book/refreshSheets";

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
  readonly failure?: Pick<CommandFailure, "kind" | "message"> | undefined;
  /** The checks of the workbook of `--require-checks`, if it is why nothing was written. */
  readonly required?: RequiredChecks | undefined;
  /** Undefined if the workbook was not calculated. */
  readonly summary?: CutSummary | undefined;
}

/** The checks of `--require-checks`. */
export interface RequiredChecks {
  /** Its workbook. */
  readonly file: string;
  /** Those that are not TRUE. */
  readonly checks: readonly WorkbookCheck[];
}

/** A summary whose lists may be cut. `checks` has those that are not TRUE. */
interface CutSummary extends FileSummary {
  /** The number of all checks. */
  readonly checked: number;
  /** The lengths of the whole lists. */
  readonly counts: Readonly<Record<"changes" | "errors" | "problems" | "checks", number>>;
}

/** Returns the summary with the first `most` items of each list: processes send it. */
export function cutSummary(summary: FileSummary, most: number): CutSummary {
  const { changes, errors, problems } = summary;
  const failing = summary.checks.filter((check) => !isWell(check));
  const counts = {
    changes: changes.length,
    errors: errors.length,
    problems: problems.length,
    checks: failing.length,
  };
  const [first, wrong, named] = [changes.slice(0, most), errors.slice(0, most), problems.slice(0, most)];
  const checks = failing.slice(0, most);
  return { ...summary, checked: summary.checks.length, counts, changes: first, errors: wrong, problems: named, checks };
}

/** Returns the report of a file that was not refreshed. */
export function failedReport(
  { file, item }: Pick<FileReport, "file" | "item">,
  { exitCode, kind, message, ...more }: CommandFailure & Pick<FileReport, "required">,
): FileReport {
  return { status: exitCode, file, item, failure: { kind, message }, required: more.required };
}

/** What a report tells of its lists. */
export interface Listed {
  /** The most items of each list. */
  readonly most: number;
  /** False if values of cells are left out: the reports of many files are a log, which others may read than the workbooks. */
  readonly hasNumbers: boolean;
}

export const NOTHING_LISTED: Listed = { most: 0, hasNumbers: false };

export function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Returns the report as JSON has it. An error value is {"error": code}, a blank cell null.
 * @param run Undefined for one of many files, which share the times of their run.
 */
export function reportJson(report: FileReport, listed: Listed, run?: RunTimes): object {
  const { status, file, item, written = null, wouldWrite, failure: error, summary, required } = report;
  const results = summary && summaryJson(summary, listed);
  return { status, file, item, written, wouldWrite, ...results, error, required, ...run };
}

function summaryJson(summary: CutSummary, { most, hasNumbers }: Listed): object {
  const { refreshed, checked, counts, changes, errors, problems, checks, notes, asOf } = summary;
  return {
    refreshed,
    checked,
    counts,
    changes: changes.slice(0, most).map((change) => (hasNumbers ? change : { cell: change.cell })),
    errors: errors.slice(0, most),
    problems: problems.slice(0, most),
    checks: checks.slice(0, most).map((check) => (hasNumbers ? check : { ...check, numbers: undefined })),
    notes,
    asOf: asOf ?? null,
  };
}

/**
 * Formats the report for people: the failure, and the text about the rest.
 * @param run Undefined for one of many files, whose text begins with the file's name.
 */
export function formatReport(report: FileReport, listed: Listed, run?: RunTimes): { failure?: string; text: string } {
  const { status, file, item, failure } = report;
  const end = run && `Status ${status}. ${formatRun(run)}\n`;
  const summary = report.summary && formatSummary(report, report.summary, listed);
  const name = plain(`${file ?? ""}${item === undefined ? "" : ` for ${item}`}`);
  const ofMany = summary ? `${name}\n${summary}\n` : "";
  return {
    ...(failure && { failure: `insights: ${plain(failure.message)}\n` }),
    text: end ? `${summary ? `${summary}\n` : ""}${end}` : ofMany,
  };
}

function formatSummary(report: FileReport, summary: CutSummary, { most, hasNumbers }: Listed): string {
  const { refreshed, checked, counts, changes, errors, problems, checks, notes, asOf } = summary;
  const blocks = [
    `${count(refreshed, "cell")} refreshed, ${count(counts.changes, "value")} changed. ${outcomeOf(report)}`,
    asOf && `As of ${asOf.oldest === asOf.newest ? asOf.oldest : `${asOf.oldest} to ${asOf.newest}`}.`,
    checked > 0 && `${count(checked, "check")}, ${counts.checks === 0 ? "all TRUE" : `${counts.checks} not TRUE`}.`,
    ...notes.map(plain),
    // Numbers of checks stand on the page and in JSON: this text goes to logs.
    list("Checks that are not TRUE", most, counts.checks, checks, ({ label, cell, stands }) => [
      plain(label),
      plain(cell),
      plain(stands),
    ]),
    list("Changed values", most, counts.changes, changes, ({ cell, old, new: now }) => [
      plain(cell),
      ...(hasNumbers ? [showValue(old), "→", showValue(now)] : []),
    ]),
    list("Errors", most, counts.errors, errors, ({ cell, code, message }) => [plain(cell), code, plain(message)]),
    list("Not calculated, or calculated from old values", most, counts.problems, problems, ({ cell, problem }) => [
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
  total: number,
  items: readonly Item[],
  cellsOf: (item: Item) => TableCell[],
): string | undefined {
  if (total === 0) return undefined;
  const more = total > most ? `… and ${count(total - most, "more")}` : "";
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

/**
 * When a run began and ended, and against what it ran: without a time, a run that never started shows the day before. Times are in
 * ISO 8601, in UTC.
 */
export interface RunTimes {
  /** The address that was asked, as people read it; null if the connection is not set. */
  readonly service: string | null;
  readonly environment: string;
  readonly startedAt: string;
  readonly endedAt: string;
}

/** Times are milliseconds since the epoch. */
export function timesOf(startedAt: number, endedAt: number, service: string | null): RunTimes {
  const [start, end] = [new Date(startedAt), new Date(endedAt)];
  return { service, environment: ENVIRONMENT_NAME, startedAt: start.toISOString(), endedAt: end.toISOString() };
}

export function formatRun({ service, environment, startedAt, endedAt }: RunTimes): string {
  return `From ${startedAt} to ${endedAt}, ${service ?? "no service"}, environment ${environment}.`;
}
