/** Finds the files of a run, and what is to be written for each. */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { isTemplateName, loadTemplate } from "../../documents/template";
import { failure, wrongUsage, type CommandFailure } from "../../standalone/failure";
import { loadWorkbook } from "../../xlsx/workbook";
import { readBook } from "../book/refreshFile";
import type { RefreshCommand } from "../command/arguments";
import { itemsFor, planOfBook, planOfTemplate } from "./eachItem";
import { leadsOut, outputsIn, type Source } from "./outputs";
import { failedEnd, STANDARD_OUTPUT, type RefreshTask, type RunContext, type TaskEnd } from "./refreshTask";
import { isInShard } from "./shard";
import { findWorkbooks, isFolder, isMissingFolder, standsForMany, type WorkbookFile } from "./workbookFiles";

/** True if the arguments may stand for several files. */
export function isForMany({ files, each, shard }: RefreshCommand): boolean {
  const [file = "", ...others] = files;
  return others.length > 0 || each !== undefined || shard !== undefined || standsForMany(file) || isMissingFolder(file);
}

/**
 * Finds the files that the arguments name. Throws an error of usage if they have no common place to be written to.
 * @param onEmpty Called with an argument that stands for no file, and the reason.
 */
export async function filesOf(
  command: RefreshCommand,
  onEmpty: (argument: string, reason: CommandFailure) => void,
): Promise<WorkbookFile[]> {
  const { files, out } = command;
  if (out === STANDARD_OUTPUT && isForMany(command))
    throw wrongUsage("Several workbooks need a folder (-o FOLDER), not -.");
  return findWorkbooks(files, out, (argument) => {
    const needsFolder = out === undefined && isTemplateName(argument);
    const reason = needsFolder
      ? `${argument}: templates need a folder for their copies (-o FOLDER).`
      : `${argument} contains no workbook (.xlsx or .xlsm).`;
    onEmpty(argument, failure("noWorkbooks", reason));
  });
}

type OnEnd = (task: RefreshTask, end: TaskEnd) => Promise<void>;

/**
 * Returns the tasks of this shard, and makes the folders that they write to.
 * @param onEnd Called for a file that cannot be refreshed, with its failure.
 */
export async function tasksOf(
  files: readonly WorkbookFile[],
  context: RunContext,
  onEnd: OnEnd,
): Promise<readonly RefreshTask[]> {
  const { out, isOneOfMany, dryRun } = context.options;
  const folder = out !== undefined && (isOneOfMany || isFolder(out)) ? out : undefined;
  const found = await sourcesOf(files, context, onEnd);
  // The names of all shards are chosen together, so no two shards write one file.
  const outputs = folder === undefined ? [] : outputsIn(folder, found);
  const { inputs, each, shard } = context.options;
  const tasks = found.flatMap((source, at): RefreshTask[] => {
    const { path, item, isFound } = source;
    const own = each && item !== undefined ? [...inputs, { ...each.target, text: item }] : inputs;
    return isInShard(source, shard) ? [{ file: path, out: outputs[at] ?? out, item, inputs: own, isFound }] : [];
  });
  if (folder === undefined) return tasks;
  const within = await withinFolder(tasks, folder, onEnd);
  if (!dryRun) await makeFolders(within);
  return within;
}

/** Returns a source for each file, or for each of its items. */
async function sourcesOf(
  files: readonly WorkbookFile[],
  { options, source, settings }: RunContext,
  onEnd: OnEnd,
): Promise<(Source & WorkbookFile)[]> {
  const { each, inputs, limits, out, shard } = options;
  if (!each) return [...files];
  const sources: (Source & WorkbookFile)[] = [];
  for (const file of files) {
    const { path, isFound } = file;
    const planIn = async () => {
      const { bytes } = await readBook(path);
      if (isTemplateName(path)) return planOfTemplate(await loadTemplate(bytes, limits), settings.plan);
      return planOfBook(await loadWorkbook(bytes, limits), settings.plan);
    };
    try {
      const items = await itemsFor(each, source, inputs, planIn);
      sources.push(...items.map((item) => ({ ...file, item })));
    } catch (error) {
      const task = { file: path, out, inputs, isFound };
      if (isInShard({ path }, shard)) await onEnd(task, failedEnd(task, error));
    }
  }
  return sources;
}

/** Returns the tasks whose results stay in the folder. */
async function withinFolder(tasks: readonly RefreshTask[], folder: string, onEnd: OnEnd): Promise<RefreshTask[]> {
  const within: RefreshTask[] = [];
  for (const task of tasks) {
    const { out } = task;
    if (out === undefined || !(await leadsOut(folder, out))) within.push(task);
    else await onEnd(task, failedEnd(task, new Error(`${out} cannot be written: a link leads out of ${folder}.`)));
  }
  return within;
}

/** If a folder cannot be made, the files for it tell why. */
async function makeFolders(tasks: readonly RefreshTask[]): Promise<void> {
  const folders = new Set(tasks.flatMap(({ out }) => (out === undefined ? [] : [dirname(out)])));
  for (const folder of folders) await mkdir(folder, { recursive: true }).catch(() => undefined);
}
