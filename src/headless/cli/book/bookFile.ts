/** Reads a workbook's file and writes it, unless a program has it open. */
import { constants, type Stats } from "node:fs";
import { access, lstat, open, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { checkWritten, draftPath, removeOldDrafts, syncFolder, withNewFile } from "./drafts";
import { reasonOf } from "./fileReasons";
import { haveNoAccessList, USUAL_RIGHTS } from "./fileRights";
import { finishWriting, IncompleteFile, writeInPlace, type FinishOptions } from "./inPlace";

export interface ReadFile {
  readonly bytes: Uint8Array;
  /** Rejects if the file has changed since it was read. */
  readonly checkUnchanged: () => Promise<void>;
  /** True if a refresh had been ended while it wrote the file, which was completed before it was read. */
  readonly isCompleted: boolean;
}

/** Reads a file. Rejects with a message for people, also for a device or pipe, which could block forever. */
export async function readBook(path: string, options?: FinishOptions): Promise<ReadFile> {
  const version = () => stat(path).then(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`);
  try {
    checkRegular(await stat(path));
    const isCompleted = await finishWriting(await realpath(path), options);
    const before = await version();
    const bytes = await readRegular(path);
    return {
      bytes,
      isCompleted,
      checkUnchanged: async () => {
        if ((await version().catch(() => "")) === before) return;
        throw new Error(`${path} changed during the refresh, so nothing was written. Refresh it again.`);
      },
    };
  } catch (error) {
    throw new Error(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Completes a file that a refresh was ended in the middle of writing, before it is replaced. */
export async function completeFile(path: string): Promise<void> {
  const target = await realpath(path).catch(() => undefined);
  if (target === undefined) return;
  await finishWriting(target).catch((error: unknown) => {
    throw new Error(`${path} is incomplete: ${reasonOf(error)}`);
  });
}

/** True if two paths lead to the same file, through links or other spellings. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  if (resolve(one) === resolve(other)) return true;
  const [first, second] = await Promise.all(
    [one, other].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

export interface WriteOptions {
  /** Called just before the file is written. If it rejects, nothing is. */
  readonly check?: (() => Promise<void>) | undefined;
  /** The mode of a new file, before the umask. @default USUAL_RIGHTS */
  readonly rights?: number | undefined;
}

/**
 * Writes a file, and changes nothing about who may read or write it: a draft next to it takes its place if owner, group and mode
 * are all that says so and can be kept. Otherwise the file is written in place. Follows links. Rejects with a message for people,
 * also if the path is not a regular file or is read-only.
 */
export async function writeBook(path: string, bytes: Uint8Array, options: WriteOptions = {}): Promise<void> {
  const { rights = USUAL_RIGHTS } = options;
  let refused: unknown;
  const check = async () => {
    try {
      await options.check?.();
    } catch (error) {
      refused = error;
      throw error;
    }
  };
  try {
    const { target, old } = await targetOf(path);
    await removeOldDrafts(target);
    const draft = draftPath(target);
    try {
      if (
        await writeDraft({ draft, bytes, mode: old ? 0o600 : rights }, (file) => takeRights(file, draft, target, old))
      ) {
        await check();
        await rename(draft, target);
        await syncFolder(dirname(target));
        return;
      }
    } finally {
      await rm(draft, { force: true });
    }
    await writeInPlace(target, bytes, check);
  } catch (error) {
    if (error === refused) throw error;
    const state = error instanceof IncompleteFile ? "is incomplete" : "cannot be written and is unchanged";
    throw new Error(`${path} ${state}: ${reasonOf(error)}`);
  }
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

interface Draft {
  readonly draft: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/**
 * Writes the draft, flushes it and reads it again. Returns false if it cannot take the file's place.
 * @param takeRights Gives the empty draft the file's rights. Returns false if that is not possible.
 */
async function writeDraft(
  { draft, bytes, mode }: Draft,
  takeRights: (file: FileHandle) => Promise<boolean>,
): Promise<boolean> {
  let isTaken = false;
  await withNewFile(draft, mode, async (file) => {
    isTaken = await takeRights(file);
    if (!isTaken) return;
    await file.writeFile(bytes);
    await file.sync();
  });
  if (isTaken) await checkWritten(draft, bytes);
  return isTaken;
}

/** Gives the draft the rights of the old file, if there is one and both have no access list: a folder may give each new file one. */
async function takeRights(file: FileHandle, draft: string, target: string, old: Stats | undefined): Promise<boolean> {
  if (!old) return true;
  if (!(await haveNoAccessList([target, draft]))) return false;
  const { uid, gid } = await file.stat();
  try {
    if (uid !== old.uid || gid !== old.gid) await file.chown(old.uid, old.gid);
    await file.chmod(old.mode & 0o7777);
    // A disk may keep other rights than it was told.
    const now = await file.stat();
    return now.uid === old.uid && now.gid === old.gid && now.mode === old.mode;
  } catch {
    return false;
  }
}
