/** Refreshes many workbooks in one run: each question is asked once, and a bad file stops no other. */
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { loadWorkbook } from "../xlsx/workbook";
import type { RunSource } from "./answerSource";
import type { RefreshCommand } from "./arguments";
import { itemsFor } from "./eachItem";
import { commandFailureOf, failure, type CommandFailure } from "./failure";
import type { CommandIO } from "./io";
import { outputsIn, type Source } from "./outputs";
import { runPool } from "./pool";
import { count } from "./refreshPrint";
import { readBook } from "./refreshFile";
import {
  failedReport,
  printTask,
  runTask,
  STANDARD_OUTPUT,
  type FileOptions,
  type RefreshTask,
  type RunContext,
} from "./refreshTask";
import { endRun } from "./runTimes";
import { isInShard } from "./shard";
import { addFile, createTally, printTally, printTallyJson, statusOf, type Tally } from "./tally";
import { wrongUsage } from "./usage";
import type { TaskOutcome } from "./workerMessages";
import { findWorkbooks, type WorkbookFile } from "./workbookFiles";

/** A task, and whether a workbook without INSIGHTS formulas is expected among such files. */
interface RunTask extends RefreshTask {
  readonly isFound: boolean;
}

/** The files for which starting another process pays. */
const FILES_A_PROCESS = 10;

/**
 * Refreshes the files and prints a summary in any case. Resolves to the exit status: the highest of the files, or that of an error
 * before the first one.
 */
export async function refreshMany(
  command: RefreshCommand,
  open: () => OpenContext,
  options: FileOptions,
  io: CommandIO,
  show: (line: string) => void,
): Promise<number> {
  const tally = createTally();
  const opened: OpenContext[] = [];
  const openOnce = () => {
    const context = open();
    opened.push(context);
    return context;
  };
  try {
    await refreshAll(command, openOnce, options, io, show, tally);
  } catch (error) {
    tally.failure = commandFailureOf(error, "file");
    printFailure(null, tally.failure, options, io);
  }
  show("");
  const [context] = opened;
  const requests = context?.source.traffic.requests ?? 0;
  const run = endRun(context?.options.run ?? options.run, (io.now ?? Date.now)());
  if (options.isOneOfMany && options.json) io.print(printTallyJson(tally, requests, run));
  else if (options.isOneOfMany && !options.quiet) io.print(printTally(tally, requests, run));
  return statusOf(tally);
}

type OpenContext = RunContext & { readonly source: RunSource };

/** Throws an error of usage before the first file is refreshed. */
async function refreshAll(
  command: RefreshCommand,
  open: () => OpenContext,
  options: FileOptions,
  io: CommandIO,
  show: (line: string) => void,
  tally: Tally,
): Promise<void> {
  if (command.out === STANDARD_OUTPUT) throw wrongUsage("Several workbooks need a folder (-o FOLDER), not -.");
  const found = await findWorkbooks(command.files, command.out, (argument) => {
    tally.empty += 1;
    printFailure(argument, failure("noWorkbooks", `${argument} contains no workbook (.xlsx or .xlsm).`), options, io);
  });
  const context = open();
  const tasks = await tasksOf(command, found, context, (task, error) => {
    const report = failedReport(task, commandFailureOf(error, "file"));
    printTask(report, task, options, io);
    addFile(tally, report.status, false, task.isFound);
  });
  if (!command.dryRun) await makeFolders(tasks);
  let done = 0;
  const onOutcome = (outcome: Pick<TaskOutcome, "status" | "isWritten">, task: RunTask) => {
    addFile(tally, outcome.status, outcome.isWritten, task.isFound);
    done += 1;
    show(`${done.toLocaleString("en-US")} of ${count(tasks.length, "workbook")}`);
  };
  const jobs = Math.min(command.jobs ?? defaultJobs(tasks.length), tasks.length);
  if (io.startWorker) await runPool(tasks, jobs, context, io.startWorker, io, onOutcome);
  else
    for (const task of tasks) {
      const report = await runTask(task, context, io);
      onOutcome({ status: report.status, isWritten: report.written !== undefined }, task);
    }
}

/** @param file The argument that failed; null if the whole run did. */
function printFailure(file: string | null, reason: CommandFailure, options: FileOptions, io: CommandIO): void {
  printTask({ status: reason.exitCode, file, failure: reason }, { out: undefined }, options, io);
}

function defaultJobs(files: number): number {
  return Math.min(availableParallelism(), Math.ceil(files / FILES_A_PROCESS));
}

/** Returns the tasks of this shard. @param onFailure Called for a workbook whose items cannot be found. */
async function tasksOf(
  command: RefreshCommand,
  files: readonly WorkbookFile[],
  { source, settings }: RunContext,
  onFailure: (task: RunTask, error: unknown) => void,
): Promise<RunTask[]> {
  const { each, out, inputs, shard } = command;
  const sources: (Source & { isFound: boolean })[] = [];
  for (const { path, place, isFound } of files) {
    if (!each) {
      sources.push({ path, place, isFound });
      continue;
    }
    const read = async () => loadWorkbook((await readBook(path)).bytes, command.limits);
    try {
      const items = await itemsFor(each, source, inputs, read, settings.plan);
      sources.push(...items.map((item) => ({ path, place, item, isFound })));
    } catch (error) {
      const task = { file: path, out, inputs, isFound };
      if (isInShard({ path }, shard)) onFailure(task, error);
    }
  }
  // The names of all shards are chosen together, so no two shards write one file.
  const outputs = out === undefined ? [] : outputsIn(out, sources);
  return sources
    .map(({ path, item, isFound, place }, at) => {
      const own = each && item !== undefined ? [...inputs, { ...each.target, text: item }] : inputs;
      return { task: { file: path, out: outputs[at], item, inputs: own, isFound }, place: { path, place, item } };
    })
    .filter(({ place }) => isInShard(place, shard))
    .map(({ task }) => task);
}

/** If a folder cannot be made, the files for it tell why. */
async function makeFolders(tasks: readonly RefreshTask[]): Promise<void> {
  const folders = new Set(tasks.flatMap(({ out }) => (out === undefined ? [] : [dirname(out)])));
  for (const folder of folders) await mkdir(folder, { recursive: true }).catch(() => undefined);
}
