/** The summary of a run over many files: the outcomes of all files, counted. */
import { DONE, EXIT_STATUS, type CommandFailure } from "../../standalone/failure";
import { count, formatRun, type FileReport, type RunTimes } from "./refreshPrint";
import { pageFileOf, type PageFile } from "./runPage";

export interface Tally {
  /** The number of files by exit status. */
  readonly byStatus: Map<number, number>;
  /** Workbooks without INSIGHTS formulas in a folder or pattern. */
  passedOver: number;
  written: number;
  /** True for a part of a run (`--shard`), whose other parts may have the workbooks with INSIGHTS formulas. */
  readonly isPart: boolean;
  /** Folders and patterns without a workbook. */
  empty: number;
  /** Why the run ended before its files were done. */
  failure?: CommandFailure | undefined;
  /** True if the run writes a page about its files. */
  readonly hasPage: boolean;
  /** The files for the page. */
  readonly pages: PageFile[];
}

export function createTally(isPart: boolean, hasPage: boolean): Tally {
  return { isPart, hasPage, byStatus: new Map(), passedOver: 0, written: 0, empty: 0, pages: [] };
}

/** @param isFound True if a folder or pattern contains the file, so it may be a workbook without INSIGHTS formulas. */
export function addFile(tally: Tally, report: FileReport, isFound: boolean): void {
  const { status, written } = report;
  if (isFound && status === EXIT_STATUS.noFormulas) tally.passedOver += 1;
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
  if (written !== undefined) tally.written += 1;
  if (tally.hasPage) tally.pages.push(pageFileOf(report));
}

/** Adds a folder or pattern without a workbook. */
export function addEmpty(tally: Tally, report: FileReport): void {
  tally.empty += 1;
  if (tally.hasPage) tally.pages.push(pageFileOf(report));
}

/** Adds the workbook of `--require-checks` to the page, if its checks have ended the run. */
export function addRequired(tally: Tally, report: FileReport): void {
  if (tally.hasPage && report.required) tally.pages.push(pageFileOf({ ...report, file: report.required.file }));
}

function filesOf({ byStatus }: Tally): number {
  return [...byStatus.values()].reduce((sum, number) => sum + number, 0);
}

/** Returns the exit status. A folder may contain other workbooks, which count only if the whole run has no others. */
export function statusOf(tally: Tally): number {
  const { byStatus, passedOver, empty, failure, isPart } = tally;
  const mayBeOthers = isPart || passedOver < filesOf(tally);
  const counted = [...byStatus].flatMap(([status, number]) =>
    status === EXIT_STATUS.noFormulas && number === passedOver && mayBeOthers ? [] : [status],
  );
  return Math.max(DONE.clean, ...counted, empty > 0 ? EXIT_STATUS.noWorkbooks : 0, failure?.exitCode ?? 0);
}

/** Returns the summary as JSON has it. @param requests How many were sent. */
export function tallyJson(tally: Tally, requests: number, run: RunTimes): object {
  const { byStatus, written, passedOver, empty, failure } = tally;
  const summary = {
    status: statusOf(tally),
    files: filesOf(tally),
    written,
    passedOver,
    empty,
    byStatus: Object.fromEntries(sorted(byStatus)),
    requests,
    ...run,
    error: failure && { kind: failure.kind, message: failure.message },
  };
  return { summary };
}

export function formatTally(tally: Tally, requests: number, run: RunTimes): string {
  const { byStatus, written, empty } = tally;
  const statuses = sorted(byStatus).map(([each, number]) => `${number.toLocaleString("en-US")} with status ${each}`);
  const files = `${count(filesOf(tally), "workbook")}: ${statuses.join(", ") || "none was refreshed"}.`;
  const done = `${written.toLocaleString("en-US")} written, ${count(requests, "request")}.`;
  const without = empty > 0 ? ` Without a workbook: ${count(empty, "folder or pattern")}.` : "";
  return `${files} ${done}${without}\nStatus ${statusOf(tally)}. ${formatRun(run)}\n`;
}

function sorted(byStatus: ReadonlyMap<number, number>): [number, number][] {
  return [...byStatus].sort(([one], [other]) => one - other);
}
