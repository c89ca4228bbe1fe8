/** Finds the workbooks that the arguments name: files, folders and patterns. */
import { existsSync, realpathSync, statSync, type Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { createFailure, wrongUsage, type CommandFailure } from "../../standalone/failure";
import type { RefreshCommand } from "../command/parsedCommand";
import { isTemplateName } from "../../../spreadsheet/documents/template";
import { reasonOf } from "../book/fileReasons";

export interface WorkbookFile {
  /** As the arguments name it, or the folder's name and the place in the folder. */
  readonly path: string;
  /** Its place in the folder or pattern that contains it; its name if the arguments name the file. */
  readonly place: string;
  /** True if a folder or pattern contains it, so it may be a workbook without INSIGHTS formulas. */
  readonly isFound: boolean;
}

/** Round brackets are not wildcards: programs name copies "report (1).xlsx". */
const WILDCARD = /[*?[{]/;

/** True if the arguments may stand for several files. */
export function isForMany({ files, each, shard }: RefreshCommand): boolean {
  const [file = "", ...others] = files;
  return others.length > 0 || each !== undefined || shard !== undefined || standsForMany(file) || isMissingFolder(file);
}

/** True if an argument may stand for several workbooks. */
function standsForMany(argument: string): boolean {
  return isFolder(argument) || (!existsSync(argument) && WILDCARD.test(argument));
}

/** True for the name of something that does not exist, and that is no name of a workbook. */
function isMissingFolder(argument: string): boolean {
  return !existsSync(argument) && !/\.\w{1,5}$/.test(basename(argument));
}

/**
 * Finds the workbooks, each once, in the order of the arguments, and of the names in a folder. A missing file is an error of its
 * refresh.
 * Folders and patterns have templates of decks and documents only for results elsewhere: a template is never replaced.
 * The folder `out` has results, so a folder around it does not list them. Throws an error of usage if several would be one output.
 * @param onEmpty Called with an argument that stands for no workbook, and the reason.
 */
export async function findWorkbooks(
  command: RefreshCommand,
  onEmpty: (argument: string, reason: CommandFailure) => void,
): Promise<WorkbookFile[]> {
  const { files, out } = command;
  if (out === "-" && isForMany(command)) throw wrongUsage("Several workbooks need a folder (-o FOLDER), not -.");
  const found = new Map<string, WorkbookFile>();
  for (const argument of files) {
    const named = standsForMany(argument) ? await contentsOf(argument, out) : [namedFile(argument)];
    if (named.length === 0) onEmpty(argument, noWorkbooks(argument, out));
    for (const file of named) {
      const identity = identityOf(file.path);
      if (!found.has(identity)) found.set(identity, file);
    }
  }
  return [...found.values()];
}

function noWorkbooks(argument: string, out: string | undefined): CommandFailure {
  const needsFolder = out === undefined && isTemplateName(argument);
  const reason = needsFolder
    ? "templates need a folder for their copies (-o FOLDER)."
    : "contains no workbook (.xlsx or .xlsm).";
  return createFailure("noWorkbooks", `${argument}${needsFolder ? ":" : ""} ${reason}`);
}

function namedFile(path: string): WorkbookFile {
  return { path, place: basename(path), isFound: false };
}

async function contentsOf(argument: string, out: string | undefined): Promise<WorkbookFile[]> {
  const isWhole = isFolder(argument);
  const root = isWhole ? argument : fixedPart(slashed(argument));
  const pattern = isWhole ? "**/*" : slashed(argument).slice(root === "" ? 0 : root.length + 1);
  const isMatch = picomatch(pattern.replace(/[()]/g, "\\$&"), { nocase: sep === "\\", noextglob: true });
  const depth = pattern.includes("**") ? Infinity : pattern.split("/").length;
  const places = (await filesIn(root === "" ? "." : root, depth)).filter((name) => isMatch(name));
  const results = out === undefined ? undefined : resolve(out) + sep;
  return places
    .filter((name) => isVisible(name) && (isWorkbook(name) || (out !== undefined && isTemplateName(name))))
    .sort()
    .map((place) => ({ path: join(root, place), place, isFound: true }))
    .filter(({ path }) => !isWhole || results === undefined || !resolve(path).startsWith(results) || isSame(out, root));
}

/**
 * Returns the names of files, with "/" after those of subfolders. Leaves out hidden subfolders, such as a disk's snapshots, and
 * links to folders, since they may lead in circles.
 * @param depth How many names a path may have.
 */
async function filesIn(folder: string, depth: number): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await entriesOf(folder)) {
    const { name } = entry;
    const path = join(folder, name);
    if (entry.isDirectory() && depth > 1 && !name.startsWith("."))
      files.push(...(await filesIn(path, depth - 1)).map((file) => `${name}/${file}`));
    else if (!entry.isDirectory() && !(entry.isSymbolicLink() && isFolder(path))) files.push(name);
  }
  return files;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw createFailure("file", `${folder} cannot be read: ${reasonOf(error)}`, error);
  }
}

/** A folder that is refreshed into itself is no folder of results only. */
function isSame(one: string | undefined, other: string): boolean {
  return one !== undefined && relative(one, other) === "";
}

/** Neither hidden files nor the lock files of Office. */
function isVisible(place: string): boolean {
  return !basename(place).startsWith("~$") && !basename(place).startsWith(".");
}

function isWorkbook(place: string): boolean {
  return /\.xls[xm]$/i.test(place);
}

/** The folders of a pattern before its first wildcard. */
function fixedPart(pattern: string): string {
  const parts = pattern.split("/");
  const first = parts.findIndex((part) => WILDCARD.test(part));
  return parts.slice(0, first).join("/");
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // A link that leads to itself has no target, and its refresh tells.
    return false;
  }
}

/** Two names of one file must not be refreshed at once. */
function identityOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

function slashed(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}
