/** Finds what is to be written for each file of a run. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { OUR_MARKERS } from "../book/ourMarkers";
import { isTemplateName, loadTemplate } from "../../../spreadsheet/documents/template";
import { loadWorkbook } from "../../../spreadsheet/xlsx/workbook";
import { readBook } from "../book/bookFile";
import type { FileShard } from "../command/parsedCommand";
import { copyKind } from "./copyKind";
import { itemsFor, planOfBook, planOfTemplate } from "./eachItem";
import { leadsOut, outputsIn, type Output } from "./outputs";
import { failedEnd, type RefreshTask, type RunContext, type TaskEnd } from "./refreshTask";
import { isFolder, type WorkbookFile } from "./workbookFiles";

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
): Promise<(Output & WorkbookFile)[]> {
  const { each, inputs, limits, out, shard } = options;
  if (!each) return [...files];
  const sources: (Output & WorkbookFile)[] = [];
  for (const file of files) {
    const { path, isFound } = file;
    const planIn = async () => {
      const { bytes } = await readBook(path, { isDryRun: options.dryRun });
      if (isTemplateName(path)) return planOfTemplate(await loadTemplate(bytes, OUR_MARKERS, limits), settings.plan);
      return planOfBook(await loadWorkbook(bytes, limits), settings.plan);
    };
    try {
      copyKind(path, path);
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

/** True if the shard has the file. A file keeps its shard if others are added, so none is refreshed twice or by none. */
export function isInShard({ path, item = "" }: Pick<Output, "path" | "item">, shard: FileShard | undefined): boolean {
  if (!shard) return true;
  const hash = createHash("sha256").update(`${path}\n${item}`).digest();
  return hash.readUInt32BE(0) % shard.parts === shard.part - 1;
}
