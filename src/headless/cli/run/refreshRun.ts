/**
 * `insights refresh`: refreshes the files of a list, which may have one alone, and tells how each of them ended, and all together.
 * Each question is asked once for all files, and a bad file stops no other.
 */
import { availableParallelism } from "node:os";
import { readableAddress, serviceOf } from "../../../insights";
import { commandFailureOf, createFailure, type CommandFailure } from "../../standalone/failure";
import type { RefreshCommand } from "../command/parsedCommand";
import { readConnection, readDefaultSettings } from "../command/environment";
import type { CommandIO } from "../command/io";
import { createRunSource, type RunSource } from "./answerSource";
import { runPool, startWorker, type TaskWorker } from "./pool";
import {
  count,
  failedReport,
  jsonLine,
  NOTHING_LISTED,
  formatReport,
  reportJson,
  type FileReport,
  type Listed,
  timesOf,
  type RunTimes,
} from "./refreshPrint";
import { requireChecks } from "./requireChecks";
import { runRefreshTask, STANDARD_OUTPUT, type RefreshTask, type RunContext, type TaskEnd } from "./refreshTask";
import { formatRunPage, writePage, type RunPage } from "./runPage";
import { addEmpty, addFile, addRequired, createTally, formatTally, statusOf, tallyJson, type Tally } from "./tally";
import { tasksOf } from "./tasks";
import { findWorkbooks, isForMany } from "./workbookFiles";

interface Run {
  readonly io: CommandIO;
  readonly asked: Pick<RefreshCommand, "json" | "quiet" | "report">;
  /** True if a report names its file first, since there are others. Undefined if the arguments are wrong. */
  readonly isOneOfMany: boolean | undefined;
  readonly listed: Listed;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly tally: Tally;
  /** Undefined while nothing is connected. */
  context?: OpenContext;
}

type OpenContext = RunContext & {
  readonly source: RunSource;
  /** The address that is asked, as people read it. */
  readonly address: string;
};

/** Refreshes the workbooks and prints a report, also of a failure. Resolves to the exit status. */
export async function runRefresh(command: RefreshCommand, io: CommandIO): Promise<number> {
  const isOneOfMany = isForMany(command);
  const { list, quiet, json, stats, shard } = command;
  const listed = { most: list ?? (isOneOfMany ? 5 : 50), hasNumbers: list !== undefined || !isOneOfMany };
  const run: Run = { ...startRun(command, io, shard !== undefined), isOneOfMany, listed };
  const startedAt = performance.now();
  const show = quiet || (json && io.isOutputTerminal !== true) ? undefined : io.showProgress;
  try {
    await Promise.race([refreshAll(run, command, show), interruption(io)]);
  } catch (error) {
    const reason = commandFailureOf(error, "file");
    const [file = ""] = command.files;
    // One file tells itself why its run could not begin.
    if (isOneOfMany || run.context) failRun(run, reason, command.out);
    else await endTask(run, { ...command, file, isFound: false }, { report: failedReport({ file }, reason) });
  } finally {
    run.context?.source.close();
  }
  show?.("");
  const status = await endRun(run);
  const milliseconds = Math.round(performance.now() - startedAt);
  if (stats && run.context) io.printError(jsonLine({ ...run.context.source.traffic, milliseconds }));
  return status;
}

/** Tells of a run whose arguments are wrong. A monitor of a nightly run reads its summary and its page all the same. */
export async function refuseRefresh(
  asked: Pick<RefreshCommand, "json" | "report">,
  reason: CommandFailure,
  io: CommandIO,
): Promise<number> {
  const run = startRun({ ...asked, quiet: false }, io, false);
  failRun(run, reason, undefined);
  return endRun(run);
}

function startRun({ json, quiet, report }: Run["asked"], io: CommandIO, isPart: boolean): Run {
  const asked = { json, quiet, report };
  const run = { asked, io, startedAt: nowOf(io), isOneOfMany: undefined, listed: NOTHING_LISTED };
  return { ...run, tally: createTally(isPart, report !== undefined) };
}

function nowOf({ now = Date.now }: CommandIO): number {
  return now();
}

/** Rejects with an error of usage before the first file is refreshed. */
async function refreshAll(run: Run, command: RefreshCommand, show: CommandIO["showProgress"]): Promise<void> {
  const { io, tally, listed, isOneOfMany = false } = run;
  const { startWorker: startProcess } = io;
  const files = await findWorkbooks(command, (file, reason) => {
    const report = failedReport({ file }, reason);
    print(run, report, undefined);
    addEmpty(tally, report);
  });
  const context = (run.context = openContext({ ...command, list: listed.most, isOneOfMany }, io));
  const onEnd = (task: RefreshTask, end: TaskEnd) => endTask(run, task, end);
  if (command.requireChecks !== undefined) await requireChecks(command.requireChecks, context);
  const tasks = await tasksOf(files, context, onEnd);
  const showFile = isOneOfMany ? undefined : show;
  const start = () => (startProcess ? startWorker(startProcess, context, showFile) : inThisProcess(context, showFile));
  const jobs = Math.min(command.jobs ?? defaultJobs(tasks.length), tasks.length);
  let done = 0;
  await runPool(tasks, startProcess ? jobs : 1, start, async (task, end) => {
    await onEnd(task, end);
    done += 1;
    if (isOneOfMany) show?.(`${done.toLocaleString("en-US")} of ${count(tasks.length, "workbook")}`);
  });
}

/** Rejects when a signal asks the process to end: what was done until then is summed up. */
async function interruption({ interrupted }: CommandIO): Promise<never> {
  const { signal, status } = await (interrupted ?? new Promise<never>(() => undefined));
  const reason = createFailure(
    "interrupted",
    `The run was ended by ${signal}. Files without a line were not refreshed.`,
  );
  throw Object.assign(reason, { exitCode: status });
}

/** Sends nothing. Throws an error of usage if the connection is not set. */
function openContext(options: RunContext["options"], { environment, fetch }: CommandIO): OpenContext {
  const [connection, settings] = [readConnection(environment), readDefaultSettings(environment)];
  const { appUrl } = connection;
  const source = createRunSource(connection, fetch);
  return { options, settings, service: serviceOf(appUrl), address: readableAddress(appUrl), source };
}

/** The files for which starting another process pays. */
const FILES_A_PROCESS = 10;

function defaultJobs(files: number): number {
  return Math.min(availableParallelism(), Math.ceil(files / FILES_A_PROCESS));
}

/** A calculation in this process cannot be ended. */
function inThisProcess(context: RunContext, show?: (line: string) => void): TaskWorker {
  return { refresh: (task) => runRefreshTask(task, context, { show }), isEnded: () => false, end: () => undefined };
}

/** Writes a workbook for standard output, tells of the file, and counts it. */
async function endTask(run: Run, task: RefreshTask, { report, bytes }: TaskEnd): Promise<void> {
  let told = report;
  if (bytes)
    await run.io.printBytes(bytes).catch((error: unknown) => {
      told = failedReport(task, commandFailureOf(error, "file"));
    });
  print(run, told, task.out);
  addFile(run.tally, told, task.isFound);
}

function failRun(run: Run, reason: CommandFailure, out: string | undefined): void {
  run.tally.failure = reason;
  addRequired(run.tally, failedReport({ file: null }, reason));
  // Whether one workbook or many were meant, wrong arguments make one object, at the end.
  if (run.isOneOfMany !== undefined || !run.asked.json) print(run, failedReport({ file: null }, reason), out);
}

/** Prints a report on standard output, or on standard error if a workbook goes to standard output. */
function print(run: Run, report: FileReport, out: string | undefined): void {
  const { io, asked, listed, isOneOfMany } = run;
  const printText = out === STANDARD_OUTPUT ? io.printError : io.print;
  const times = isOneOfMany === false ? timesIn(run) : undefined;
  if (asked.json) return printText(jsonLine(reportJson(report, listed, times)));
  const { failure, text } = formatReport(report, listed, times);
  if (failure) io.printError(failure);
  if (!asked.quiet) printText(text);
}

function timesIn({ io, startedAt, context }: Run): RunTimes {
  return timesOf(startedAt, nowOf(io), context?.address ?? null);
}

/** Writes the page about the run, and prints the summary of many files. Resolves to the exit status. */
async function endRun(run: Run): Promise<number> {
  const { io, asked, isOneOfMany, context } = run;
  // After a signal, files may still be done while the page is written: page and summary are of the same moment.
  const tally = { ...run.tally, byStatus: new Map(run.tally.byStatus), pages: [...run.tally.pages] };
  const [times, requests] = [timesIn(run), context ? seenBy(context.source) : 0];
  if (asked.report !== undefined) await writeReport(asked.report, tally, { requests, run: times }, io);
  const { failure } = run.tally;
  const refused =
    isOneOfMany === undefined && failure
      ? reportJson(failedReport({ file: null }, failure), NOTHING_LISTED, times)
      : {};
  if (isOneOfMany !== false && asked.json) io.print(jsonLine({ ...refused, ...tallyJson(tally, requests, times) }));
  else if (isOneOfMany && !asked.quiet) io.print(formatTally(tally, requests, times));
  return statusOf(tally);
}

/** How many requests the service has seen: with those of tokens, and those sent again. */
function seenBy({ traffic }: RunSource): number {
  return traffic.tokens + traffic.requests + traffic.retries;
}

async function writeReport(
  path: string,
  tally: Tally,
  facts: Pick<RunPage, "requests" | "run">,
  io: CommandIO,
): Promise<void> {
  const { pages: files, failure } = tally;
  const page = formatRunPage({ ...facts, status: statusOf(tally), files, failure: failure?.message });
  const workbooks = new Set(files.flatMap((file) => file.path ?? []));
  try {
    if (await writePage(path, page, [...workbooks]))
      io.printError(
        `insights: More people may read ${path} than its workbooks: a page that exists keeps its rights.\n`,
      );
  } catch (error) {
    tally.failure = commandFailureOf(error, "file");
    io.printError(`insights: ${tally.failure.message}\n`);
  }
}
