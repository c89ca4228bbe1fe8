/** Refreshes many workbooks in one run: each question is asked once, and a bad file stops no other. */
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { loadWorkbook } from "../xlsx/workbook";
import type { RunSource } from "./answerSource";
import type { RefreshCommand } from "./arguments";
import { itemsFor } from "./eachItem";
import { commandFailureOf, DONE, EXIT_STATUS } from "./failure";
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
import { isInShard } from "./shard";
import { wrongUsage } from "./usage";
import type { TaskOutcome } from "./workerMessages";
import { findWorkbooks, type WorkbookFile } from "./workbookFiles";

/** A task, and whether a workbook without INSIGHTS formulas is expected among such files. */
interface RunTask extends RefreshTask {
  readonly isFound: boolean;
}

/** The outcomes of all files, counted. */
interface Tally {
  /** The number of files by exit status. */
  readonly byStatus: Map<number, number>;
  /** Workbooks without INSIGHTS formulas in a folder or pattern. */
  passedOver: number;
  written: number;
}

/** The files for which starting another process pays. */
const FILES_A_PROCESS = 10;

/** Resolves to the exit status: the highest of the files. Throws an error of usage before the first file is refreshed. */
export async function refreshMany(
  command: RefreshCommand,
  open: () => RunContext & { readonly source: RunSource },
  options: FileOptions,
  io: CommandIO,
  show: (line: string) => void,
): Promise<number> {
  if (command.out === STANDARD_OUTPUT) throw wrongUsage("Several workbooks need a folder (-o FOLDER), not -.");
  const found = await findWorkbooks(command.files, command.out);
  const context = open();
  const tally: Tally = { byStatus: new Map(), passedOver: 0, written: 0 };
  const tasks = await tasksOf(command, found, context, (task, error) => {
    const report = failedReport(task, commandFailureOf(error, "file"));
    printTask(report, task, options, io);
    add(tally, report.status, false, task);
  });
  if (!command.dryRun) await makeFolders(tasks);
  let done = 0;
  const onOutcome = (outcome: Pick<TaskOutcome, "status" | "isWritten">, task: RunTask) => {
    add(tally, outcome.status, outcome.isWritten, task);
    done += 1;
    show(`${done.toLocaleString("en-US")} of ${count(tasks.length, "workbook")}`);
  };
  const jobs = Math.min(command.jobs ?? defaultJobs(tasks.length), tasks.length);
  if (io.startWorker) await runPool(tasks, jobs, context, io.startWorker, io, onOutcome);
  else
    for (const task of tasks) {
      const report = await runTask(task, () => context, options, io);
      onOutcome({ status: report.status, isWritten: report.written !== undefined }, task);
    }
  show("");
  const status = statusOf(tally);
  if (options.isOneOfMany) printTally(status, tally, context.source, options, io);
  return status;
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

function add(tally: Tally, status: number, isWritten: boolean, { isFound }: RunTask): void {
  if (isFound && status === EXIT_STATUS.noFormulas) tally.passedOver += 1;
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
  if (isWritten) tally.written += 1;
}

/** A folder may contain other workbooks, which count only if there are no others. */
function statusOf({ byStatus, passedOver }: Tally): number {
  const files = [...byStatus.values()].reduce((sum, number) => sum + number, 0);
  const counted = [...byStatus].flatMap(([status, number]) =>
    status === EXIT_STATUS.noFormulas && number === passedOver && passedOver < files ? [] : [status],
  );
  return Math.max(DONE.clean, ...counted);
}

function printTally(
  status: number,
  { byStatus, written, passedOver }: Tally,
  { traffic }: RunSource,
  { json, quiet }: FileOptions,
  io: CommandIO,
): void {
  const files = [...byStatus.values()].reduce((sum, number) => sum + number, 0);
  const sorted = [...byStatus].sort(([one], [other]) => one - other);
  const { requests } = traffic;
  if (json) {
    const summary = { status, files, written, passedOver, byStatus: Object.fromEntries(sorted), requests };
    return io.print(`${JSON.stringify({ summary })}\n`);
  }
  if (quiet) return;
  const statuses = sorted.map(([each, number]) => `${number.toLocaleString("en-US")} with status ${each}`).join(", ");
  const writtenFiles = `${written.toLocaleString("en-US")} written`;
  io.print(
    `${count(files, "workbook")}: ${statuses || "none in this shard"}. ${writtenFiles}, ${count(requests, "request")}.\n`,
  );
}
