/** Reads and replaces a workbook's file. At any moment there is a complete file. */
import { readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";

export interface ReadFile {
  readonly bytes: Uint8Array;
  /** Rejects if the file has changed since it was read. */
  checkUnchanged(): Promise<void>;
}

/** Rejects with a message for people. */
export async function readBook(path: string): Promise<ReadFile> {
  const version = () => stat(path).then(({ mtimeMs, size }) => `${mtimeMs} ${size}`);
  try {
    const before = await version();
    const bytes = await readFile(path);
    return {
      bytes,
      async checkUnchanged() {
        if ((await version().catch(() => "")) === before) return;
        throw new Error(`${path} was changed while it was refreshed, and was left as it is now. Refresh it again.`);
      },
    };
  } catch (error) {
    throw new Error(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/**
 * Writes a new file beside the old one and renames it, so that a failure leaves the old one. Follows links, and keeps the
 * permissions of the old file. Rejects with a message for people.
 */
export async function writeBook(path: string, bytes: Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    const mode = await stat(target).then(
      (old) => old.mode,
      () => undefined,
    );
    await writeFile(draft, bytes, mode === undefined ? { flag: "wx" } : { flag: "wx", mode });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Error(`${path} cannot be written, and was left as it was: ${reasonOf(error)}`);
  }
}

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file or folder.",
  EISDIR: "it is a folder.",
  EACCES: "you have no right to.",
  EPERM: "you have no right to, or it is open in another program.",
  EBUSY: "it is open in another program. Close it there.",
  ENOSPC: "the disk is full.",
  EROFS: "the disk cannot be written to.",
};

function reasonOf(error: unknown): string {
  const { code = "" } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
