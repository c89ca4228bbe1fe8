/** A folder that several processes need and one of them makes. */
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";

/**
 * Makes the folder unless it exists. It appears when it is whole: whoever else needs it meanwhile makes a draft too, and the first counts.
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
