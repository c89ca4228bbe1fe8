import { readSettings, writeSettings, type WorkbookSettings } from "../../saved/settings";
import { readCustomXml, updateCustomXml, writeInTurn } from "./customXml";

/** Changes that are being written, and whether the last one failed. */
const own = { pending: 0, hasFailed: false };

/**
 * Saves these settings in the workbook. Settings that are not named keep their value, also if another user set it.
 * @param changes May follow from what is saved, which another user may have changed.
 */
export async function saveSettings(
  changes: WorkbookSettings | ((saved: WorkbookSettings) => WorkbookSettings),
): Promise<void> {
  own.pending += 1;
  try {
    await updateCustomXml("settings", (root) => {
      const saved = readSettings(root);
      writeSettings(root, { ...saved, ...(typeof changes === "function" ? changes(saved) : changes) });
    });
    own.hasFailed = false;
  } catch (error) {
    own.hasFailed = true;
    throw error;
  } finally {
    own.pending -= 1;
  }
}

/**
 * Reads the settings again: another user may have changed them, and Excel raises no event for that. Choices that are not
 * written yet stay. Rejects if Excel cannot be read now.
 */
export async function followSettings(settings: { current: WorkbookSettings }): Promise<void> {
  await writeInTurn(async () => {
    const before = settings.current;
    const saved = readSettings(await readCustomXml("settings"));
    const isOwn = own.pending > 0 || own.hasFailed || settings.current !== before;
    if (!isOwn && JSON.stringify(saved) !== JSON.stringify(before)) settings.current = saved;
  });
}
