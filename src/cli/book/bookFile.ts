/** Reads and replaces a workbook's file, unless a program has it open. There is a complete file at any moment. */
import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, lstat, open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { reasonOf } from "./fileReasons";

export interface ReadFile {
  readonly bytes: Uint8Array;
  /** Rejects if the file has changed since it was read. */
  readonly checkUnchanged: () => Promise<void>;
}

/** Reads a file. Rejects with a message for people, also for a device or pipe, which could block forever. */
export async function readBook(path: string): Promise<ReadFile> {
  const version = () => stat(path).then(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`);
  try {
    checkRegular(await stat(path));
    const before = await version();
    const bytes = await readRegular(path);
    return {
      bytes,
      checkUnchanged: async () => {
        if ((await version().catch(() => "")) === before) return;
        throw new Error(`${path} changed during the refresh, so nothing was written. Refresh it again.`);
      },
    };
  } catch (error) {
    throw new Error(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** True if two paths lead to the same file, through links or other spellings. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  if (resolve(one) === resolve(other)) return true;
  const [first, second] = await Promise.all(
    [one, other].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/**
 * Writes a draft next to the file, flushes it to the disk, reads it again and renames it, so a failure leaves the old file.
 * Follows links. Keeps the old file's owner, group and permissions. Rejects with a message for people, also if the path is not
 * a regular file or is read-only.
 * @param check Called just before the draft is renamed. If it rejects, nothing is written.
 */
export async function writeBook(path: string, bytes: Uint8Array, check?: () => Promise<void>): Promise<void> {
  const explain = (error: unknown) => {
    throw new Error(`${path} cannot be written and is unchanged: ${reasonOf(error)}`);
  };
  const { target, old } = await targetOf(path).catch(explain);
  const draft = draftOf(target, randomUUID());
  try {
    await removeOldDrafts(target)
      .then(() => writeDraft(draft, bytes, old))
      .catch(explain);
    await check?.();
    await rename(draft, target).catch(explain);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

/** The names of the lock files that programs write next to an open file. */
const LOCKS = [
  { program: "Excel", nameOf: (name: string) => `~$${name}` },
  { program: "LibreOffice", nameOf: (name: string) => `.~lock.${name}#` },
] as const;

/** Rejects if a program has locked the file: it would overwrite a new version, or show the old one for hours. */
export async function checkUnlocked(path: string): Promise<void> {
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) return;
  for (const place of new Set([resolve(path), target]))
    for (const { program, nameOf } of LOCKS) {
      const lock = join(dirname(place), nameOf(basename(place)));
      if (!(await exists(lock))) continue;
      throw new Error(
        `${path} seems to be open in ${program}, so it was not replaced: there is a lock file ${lock}. Close the workbook there. If nobody has it open, use --force.`,
      );
    }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function readRegular(path: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    checkRegular(await file.stat());
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Follows links to the file itself. `old` is undefined for a new file. */
async function targetOf(path: string): Promise<{ target: string; old: Stats | undefined }> {
  const link = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (!link) return { target: resolve(path), old: undefined };
  const target = await realpath(path).catch(() => {
    throw new Error("it is a link to a file that does not exist.");
  });
  const old = await stat(target);
  checkRegular(old);
  // The owner of the folder, or root, could still replace a read-only file.
  if ((old.mode & 0o222) === 0) throw new Error("it is read-only.");
  await access(target, constants.W_OK);
  return { target, old };
}

function checkRegular(found: Stats): void {
  if (found.isDirectory()) throw new Error("it is a folder.");
  if (!found.isFile()) throw new Error("it is a device, a pipe or a socket.");
}

/** Rejects if the disk does not return the same bytes. */
async function writeDraft(draft: string, bytes: Uint8Array, old: Stats | undefined): Promise<void> {
  const file = await open(draft, "wx", old ? 0o600 : 0o666);
  try {
    await file.writeFile(bytes);
    if (old) {
      const { uid, gid } = await file.stat();
      if (uid !== old.uid || gid !== old.gid) await file.chown(old.uid, old.gid).catch(refuseOwner);
      await file.chmod(old.mode & 0o7777);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (!(await readFile(draft)).equals(bytes)) throw new Error("the disk does not return what was written.");
}

function refuseOwner(): never {
  throw new Error("its owner and group cannot be kept. Write to another file (-o OUT.xlsx).");
}

/** Returns a random name: two machines that write to one volume may have the same process id. */
function draftOf(target: string, id: string): string {
  return join(dirname(target), `${draftStart(target)}${id}.tmp`);
}

/** A draft's name has this many characters of the file's name, so it has at most 255 bytes, as file systems allow. */
const MOST_CHARACTERS = 50;

function draftStart(target: string): string {
  return `.${Array.from(basename(target)).slice(0, MOST_CHARACTERS).join("")}.`;
}

const DAY = 86_400_000;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes drafts of killed processes: drafts older than a day. */
async function removeOldDrafts(target: string): Promise<void> {
  const [start, end] = [draftStart(target), ".tmp"];
  const names = (await readdir(dirname(target))).filter((name) => name.startsWith(start) && name.endsWith(end));
  for (const name of names.filter((each) => ID.test(each.slice(start.length, -end.length)))) {
    const path = join(dirname(target), name);
    const written = await lstat(path).catch(() => undefined);
    if (written?.isFile() && Date.now() - written.mtimeMs > DAY) await rm(path, { force: true });
  }
}

/** Flushes the folder, so a power failure does not lose the new name. Windows cannot do this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
