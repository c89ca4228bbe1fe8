/** What blank arguments mean in a workbook, kept as attributes of the workbook's part. */
import { updatePart } from "./part";

export interface WorkbookSettings {
  /** The id of the plan that a blank plan argument means. */
  readonly plan?: string | undefined;
  /** The ISO 4217 code that a blank currency argument means. */
  readonly currency?: string | undefined;
}

const NAMES = ["plan", "currency"] as const;

/** The settings in a workbook's part; none where the add-in has kept none. */
export function settingsIn(root: Element | undefined): WorkbookSettings {
  return Object.fromEntries(NAMES.map((name) => [name, root?.getAttribute(name) || undefined]));
}

/** Replaces the workbook's settings. */
export function writeSettings(settings: WorkbookSettings): Promise<void> {
  return updatePart((root) => {
    for (const name of NAMES) {
      const value = settings[name];
      if (value) root.setAttribute(name, value);
      else root.removeAttribute(name);
    }
  });
}
