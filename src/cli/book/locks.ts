/** Finds files that are open in a spreadsheet program. */
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

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
