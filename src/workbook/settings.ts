import { writeSettings, type WorkbookSettings } from "../saved/settings";
import { updateCustomXml } from "./customXml";

/** Has the workbook keep these settings in place of those before. */
export function saveSettings(settings: WorkbookSettings): Promise<void> {
  return updateCustomXml("settings", (root) => writeSettings(root, settings));
}
