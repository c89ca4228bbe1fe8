import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";

/**
 * Makes a folder that several processes need, unless it exists. Each process fills a draft of its own; the first whole draft becomes the
 * folder.
 * @param make Fills the draft.
 */
export function makeOnce(folder: string, make: (draft: string) => void): void {
  if (existsSync(folder)) return;
  const draft = mkdtempSync(`${folder}-draft-`);
  try {
    make(draft);
    if (!existsSync(folder)) renameSync(draft, folder);
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
