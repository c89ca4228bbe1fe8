/**
 * Writes into a file that keeps its owner or its access list in no other way. While it is written it is not whole: a copy of the new
 * content lies beside it until it was read back. What a crash leaves is the beginning of the copy, since the file is emptied first,
 * so the next refresh can tell it from what a person has saved since, and completes it.
 */
import { open, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { checkWritten, copyPath, draftPath, NOT_RETURNED, syncFolder, withNewFile } from "./drafts";
import { reasonOf } from "./fileReasons";

/**
 * Writes the bytes into the file. Rejects with a message for people; the file is unchanged unless the message says otherwise.
 * @param check Called when the copy is whole. If it rejects, nothing is written.
 */
export async function writeInPlace(target: string, bytes: Uint8Array, check: () => Promise<void>): Promise<void> {
  const copy = copyPath(target);
  const file = await open(target, "r+").catch(explain);
  try {
    const before = await readFile(target).catch(explain);
    await makeCopy(copy, bytes);
    try {
      await check();
      await fill(file, bytes).catch((error: unknown) => restore(file, before, { copy, error }));
      if (!(await readFile(target)).equals(bytes)) throw new IncompleteFile(`${NOT_RETURNED} ${newContentIn(copy)}.`);
    } catch (error) {
      if (!(error instanceof IncompleteFile)) await rm(copy, { force: true });
      throw error;
    }
  } finally {
    await file.close();
  }
  await rm(copy, { force: true });
}

async function makeCopy(copy: string, bytes: Uint8Array): Promise<void> {
  try {
    await withNewFile(copy, 0o600, (file) => fill(file, bytes));
    await checkWritten(copy, bytes);
    await syncFolder(dirname(copy));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new Error(`another refresh is writing it (${copy}). Try again later.`);
    await rm(copy, { force: true });
    explain(error);
  }
}

function explain(error: unknown): never {
  throw new Error(
    `its owner and access list stay only if it is written in place, with a copy beside it. ${reasonOf(error)}`,
  );
}

/** The error of a file that is no longer what it was. */
export class IncompleteFile extends Error {}

function newContentIn(copy: string): string {
  return `The new content is in ${copy}`;
}

/** Empties the file first: its content is then the beginning of the copy at any moment. */
async function fill(file: FileHandle, bytes: Uint8Array): Promise<void> {
  await file.truncate(0);
  await writeOver(file, bytes);
}

async function writeOver(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
  await file.sync();
}

/** Writes the old content back. If that fails too, leaves an empty file, which the next refresh completes from the copy. */
async function restore(
  file: FileHandle,
  before: Uint8Array,
  { copy, error }: { copy: string; error: unknown },
): Promise<never> {
  try {
    await fill(file, before);
  } catch {
    await file.truncate(0).catch(() => undefined);
    throw new IncompleteFile(`${reasonOf(error)} ${newContentIn(copy)}, and the next refresh completes the file.`);
  }
  throw error;
}

/** Milliseconds in which a living process has written a file: its run ends it after a minute. */
const WRITING = 60_000;
/** Milliseconds between two looks at the copy. */
const PAUSE = 1_000;
/** Milliseconds after which a copy is a dead process's, even if the disk has another clock. */
const LONG_AGO = 3_600_000;

export interface FinishOptions {
  /** Waits so many milliseconds. @default timers */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  /** True to write nothing: an incomplete file is an error that says so. */
  readonly isDryRun?: boolean;
}

/**
 * Completes a file that a refresh was ended in the middle of writing. Returns true if it was so. A file that was saved since, or not
 * begun, stays as it is. Waits while another process may still be writing.
 */
export async function finishWriting(target: string, options: FinishOptions = {}): Promise<boolean> {
  const copy = copyPath(target);
  if (!(await untilLeft(copy, options.wait ?? delay))) return false;
  try {
    const whole = await readFile(copy);
    if (!isBeginning(await readFile(target), whole)) {
      // It is removed as drafts are. Its name is needed for the next copy.
      if (!options.isDryRun) await rename(copy, draftPath(target));
      return false;
    }
    if (options.isDryRun) throw new Error("A refresh without --dry-run completes it.");
    await overwrite(target, whole);
  } catch (error) {
    throw new Error(
      `a refresh was ended while it wrote the file, and the whole content is in ${copy}: ${reasonOf(error)}`,
    );
  }
  await rm(copy, { force: true });
  return true;
}

/** Writes over what is there, which is the same: another process may be doing it too. */
async function overwrite(target: string, whole: Uint8Array): Promise<void> {
  const file = await open(target, "r+");
  try {
    await writeOver(file, whole);
  } finally {
    await file.close();
  }
  await checkWritten(target, whole);
}

/** Resolves to true once the copy is a dead process's, and to false once there is none. */
async function untilLeft(copy: string, wait: NonNullable<FinishOptions["wait"]>): Promise<boolean> {
  for (let waited = 0; ; waited += PAUSE) {
    const found = await stat(copy).catch(() => undefined);
    if (!found) return false;
    if (waited >= WRITING || Date.now() - found.mtimeMs > LONG_AGO) return true;
    await wait(PAUSE);
  }
}

/** True if the content is the first bytes of the whole, where a disk may have lost the last ones that it had room for. */
function isBeginning(content: Uint8Array, whole: Uint8Array): boolean {
  return content.length <= whole.length && content.every((byte, at) => byte === whole[at] || byte === 0);
}
