/** Whole files beside the one that is written: drafts, and the copy that stays until a file is written in place. */
import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readdir, readFile, rm, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Returns a random name: two machines that write to one volume may have the same process id. */
export function draftPath(target: string): string {
  return join(dirname(target), `${draftStart(target)}${randomUUID()}.tmp`);
}

/** Returns the one name of the copy that lies beside a file while it is written in place. Names that are cut alike differ in it. */
export function copyPath(target: string): string {
  const hash = createHash("sha256").update(basename(target)).digest("hex").slice(0, 16);
  return join(dirname(target), `${draftStart(target)}${hash}.copy`);
}

/** A draft's name has this many characters of the file's name, so it has at most 255 bytes, as file systems allow. */
const MOST_CHARACTERS = 50;

function draftStart(target: string): string {
  return `.${Array.from(basename(target)).slice(0, MOST_CHARACTERS).join("")}.`;
}

const DAY = 86_400_000;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes drafts of killed processes: drafts older than a day. */
export async function removeOldDrafts(target: string): Promise<void> {
  const [start, end] = [draftStart(target), ".tmp"];
  const names = (await readdir(dirname(target))).filter((name) => name.startsWith(start) && name.endsWith(end));
  for (const name of names.filter((each) => ID.test(each.slice(start.length, -end.length)))) {
    const path = join(dirname(target), name);
    const written = await lstat(path).catch(() => undefined);
    if (written?.isFile() && Date.now() - written.mtimeMs > DAY) await rm(path, { force: true });
  }
}

/** Makes a file that must not exist yet. */
export async function withNewFile(
  path: string,
  mode: number,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await write(file);
  } finally {
    await file.close();
  }
}

export const NOT_RETURNED = "the disk does not return what was written.";

/** Rejects if the disk does not return the same bytes. */
export async function checkWritten(path: string, bytes: Uint8Array): Promise<void> {
  if (!(await readFile(path)).equals(bytes)) throw new Error(NOT_RETURNED);
}

/** Flushes the folder, so a power failure does not lose the new name. Windows cannot do this. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
