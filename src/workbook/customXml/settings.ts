import { readSettings, writeSettings, type WorkbookSettings } from "../../saved/settings";
import { readCustomXml, updateCustomXml, writeInTurn } from "./customXml";

/** Changes that are being written, and whether the last could not be. */
const own = { pending: 0, hasFailed: false };

/** Has the workbook keep these settings; those that are not named stay as somebody has left them. */
export async function saveSettings(changes: WorkbookSettings): Promise<void> {
  own.pending += 1;
  try {
    await updateCustomXml("settings", (root) => writeSettings(root, { ...readSettings(root), ...changes }));
    own.hasFailed = false;
  } catch (error) {
    own.hasFailed = true;
    throw error;
  } finally {
    own.pending -= 1;
  }
}

/**
 * Reads the settings again, which another person may have changed: Excel tells nobody of it. What has been chosen here and is
 * not written yet stays. Rejects where Excel does not tell them now.
 */
export async function followSettings(settings: { current: WorkbookSettings }): Promise<void> {
  await writeInTurn(async () => {
    const before = settings.current;
    const saved = readSettings(await readCustomXml("settings"));
    const isOwn = own.pending > 0 || own.hasFailed || settings.current !== before;
    if (!isOwn && JSON.stringify(saved) !== JSON.stringify(before)) settings.current = saved;
  });
}
