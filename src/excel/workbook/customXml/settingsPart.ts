import { holdSettings, type HeldSettings } from "../../../reporting/saved/keptSettings";
import type { SavedLedger } from "../../../reporting/saved/ledger";
import { readSettings, writeSettings, type WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import { readCustomXml, updateCustomXml, writeInTurn } from "./customXml";

/** The sources for settings that are gone. */
interface KeptNumbers {
  content(): Pick<SavedLedger, "entries">;
  readonly workbook: { readonly hasUnknown: boolean | undefined };
}

/** Changes that are being written, and whether the last one failed. */
const own = { pending: 0, hasFailed: false };

/**
 * Saves these settings in the workbook. Settings that are not named keep their value, also if another user set it.
 * @param changes May follow from what is saved, which another user may have changed.
 * @param standIn The settings of a workbook that has lost them. @default the defaults
 */
export async function saveSettings(
  changes: WorkbookSettings | ((saved: WorkbookSettings) => WorkbookSettings),
  standIn: WorkbookSettings = {},
): Promise<void> {
  own.pending += 1;
  try {
    await updateCustomXml("settings", (root, isNew) => {
      const saved = isNew ? standIn : readSettings(root);
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
export async function followSettings(settings: HeldSettings, numbers: KeptNumbers): Promise<void> {
  await writeInTurn(async () => {
    const before = settings.current;
    const root = await readCustomXml("settings");
    const isOwn = own.pending > 0 || own.hasFailed || settings.current !== before;
    if (isOwn) return;
    holdSettings(settings, root && readSettings(root), () => numbers.content().entries, numbers.workbook.hasUnknown);
  });
}
