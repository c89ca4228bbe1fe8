/** Refreshes many workbooks in one run: each question is asked once, and a bad file stops no other. */
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { isTemplateName, loadTemplate } from "../../documents/template";
import { loadWorkbook } from "../../xlsx/workbook";
import type { RefreshCommand } from "../command/arguments";
import { itemsFor, planOfBook, planOfTemplate } from "./eachItem";
import { commandFailureOf, failure, wrongUsage } from "../../standalone/failure";
import type { CommandIO } from "../command/io";
import { leadsOut, outputsIn, type Source } from "./outputs";
import { runPool } from "./pool";
import { count } from "./refreshPrint";
import { readBook } from "../book/refreshFile";
import {
  endOf,
  failedReport,
  printTask,
  runTask,
  STANDARD_OUTPUT,
  type FileOptions,
  type RefreshTask,
  type RunContext,
  type TaskEnd,
} from "./refreshTask";
import { pageFileOf } from "./runPage";
import { isInShard } from "./shard";
import { addFile, type Tally } from "./tally";
import { findWorkbooks, type WorkbookFile } from "./workbookFiles";

/** A task, and whether a workbook without INSIGHTS formulas is expected among such files. */
interface RunTask extends RefreshTask {
  readonly isFound: boolean;
}

/** The files for which starting another process pays. */
const FILES_A_PROCESS = 10;

/** Refreshes the files, and counts them. Throws an error of usage before the first file is refreshed. */
export async function refreshMany(
  command: RefreshCommand,
  open: () => RunContext,
  options: FileOptions,
  io: CommandIO,
  show: (line: string) => void,
  tally: Tally,
): Promise<void> {
  if (command.out === STANDARD_OUTPUT) throw wrongUsage("Several workbooks need a folder (-o FOLDER), not -.");
  const found = await findWorkbooks(command.files, command.out, (argument) => {
    const needsFolder = command.out === undefined && isTemplateName(argument);
    const reason = failure(
      "noWorkbooks",
      needsFolder
        ? `${argument}: templates need a folder for their copies (-o FOLDER).`
        : `${argument} contains no workbook (.xlsx or .xlsm).`,
    );
    const report = { status: reason.exitCode, file: argument, failure: reason };
    printTask(report, { out: undefined }, options, io);
    tally.empty += 1;
    if (options.hasPage) tally.pages.push(pageFileOf(report));
  });
  const context = open();
  const onFailure = (task: RunTask, error: unknown) => {
    const report = failedReport(task, commandFailureOf(error, "file"));
    printTask(report, task, options, io);
    addFile(tally, endOf(report, options), task.isFound);
  };
  const tasks = await withinFolder(await tasksOf(command, found, context, onFailure), command.out, onFailure);
  if (!command.dryRun) await makeFolders(tasks);
  let done = 0;
  const onOutcome = (outcome: TaskEnd, task: RunTask) => {
    addFile(tally, outcome, task.isFound);
    done += 1;
    show(`${done.toLocaleString("en-US")} of ${count(tasks.length, "workbook")}`);
  };
  const jobs = Math.min(command.jobs ?? defaultJobs(tasks.length), tasks.length);
  if (io.startWorker) await runPool(tasks, jobs, context, io.startWorker, io, onOutcome);
  else for (const task of tasks) onOutcome(endOf(await runTask(task, context, io), options), task);
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
    const planIn = async () => {
      const { bytes } = await readBook(path);
      if (isTemplateName(path)) return planOfTemplate(await loadTemplate(bytes, command.limits), settings.plan);
      return planOfBook(await loadWorkbook(bytes, command.limits), settings.plan);
    };
    try {
      const items = await itemsFor(each, source, inputs, planIn);
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

/** Returns the tasks whose results stay in the folder. */
async function withinFolder(
  tasks: readonly RunTask[],
  folder: string | undefined,
  onFailure: (task: RunTask, error: unknown) => void,
): Promise<RunTask[]> {
  const within: RunTask[] = [];
  for (const task of tasks) {
    if (folder === undefined || task.out === undefined || !(await leadsOut(folder, task.out))) within.push(task);
    else onFailure(task, new Error(`${task.out} cannot be written: a link leads out of ${folder}.`));
  }
  return within;
}

/** If a folder cannot be made, the files for it tell why. */
async function makeFolders(tasks: readonly RefreshTask[]): Promise<void> {
  const folders = new Set(tasks.flatMap(({ out }) => (out === undefined ? [] : [dirname(out)])));
  for (const folder of folders) await mkdir(folder, { recursive: true }).catch(() => undefined);
}
