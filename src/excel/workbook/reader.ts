/**
 * What is read of a workbook before its functions can answer. Excel may refuse it at that moment; then it is read at the next
 * chance, and until then nothing is written that would replace it.
 */
import type { DateSystem } from "../../spreadsheet/cells/dateSerial";
import { parseSaved, partNamespace } from "../../reporting/saved/document";
import { holdSettings, type HeldSettings } from "../../reporting/saved/keptSettings";
import { readSettings, type WorkbookSettings } from "../../reporting/saved/chosenSettings";
import { readDateSystem } from "./dateSystem";
import type { Ledger } from "./ledger/ledger";
import { BROWSER_DOM } from "./customXml/xml";
import { runExcel, settlesInTime } from "./cells/runExcel";

export interface WorkbookReader {
  /** Reads whatever has not been read yet. Rejects if Excel cannot be read; waits while a user edits a cell. */
  readonly read: () => Promise<void>;
  /** Throws as long as it is not known: with the wrong one, every date would be four years off. */
  readonly dateSystem: () => DateSystem;
}

const UNOPENED = "Excel has not started the add-in. If this lasts, close the workbook and open it again.";
const UNREADABLE = "The add-in's data in the workbook could not be read. The add-in tries again soon. Excel's message:";
const NO_DATES = "The workbook's date system could not be read. Press Refresh in the Insights pane.";

/** Rejects if Excel does not open the add-in: on some machines `Office.onReady` never settles, and cells would wait for ever. */
export async function untilOpened(): Promise<void> {
  if (!(await settlesInTime(Office.onReady()))) throw new Error(UNOPENED);
}

/** Sets the settings and fills the ledger as they are read. */
export function createReader(settings: HeldSettings, ledger: Ledger): WorkbookReader {
  let known: DateSystem | undefined;
  let isRead = false;
  const readSaved = async () => {
    const { settings: saved, hasLedger, sheets } = await readOpening();
    if (saved) settings.current = saved;
    ledger.workbook.sheets ??= sheets;
    const load = () => import(/* webpackChunkName: "reader" */ "./ledger/savedLedger");
    if (hasLedger) await (await load()).loadLedger(ledger);
    holdSettings(settings, saved, () => ledger.content().entries);
    isRead = true;
  };
  let reading: Promise<void> | undefined;
  const read = async () => {
    try {
      await Promise.all([isRead || readSaved(), known ?? readDateSystem().then((system) => (known = system))]);
    } catch (error) {
      throw new Error(`${UNREADABLE} ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      reading = undefined;
    }
  };
  return {
    read: () => (reading ??= read()),
    dateSystem() {
      if (known) return known;
      throw new Error(NO_DATES);
    },
  };
}

interface Opening {
  /** Undefined if the workbook has no readable part with settings. */
  readonly settings: WorkbookSettings | undefined;
  /** The workbook keeps a ledger, whether it can be read or not. */
  readonly hasLedger: boolean;
  /** Ids. */
  readonly sheets: ReadonlySet<string>;
}

async function readOpening(): Promise<Opening> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const { customXmlParts } = context.workbook;
    const worksheets = context.workbook.worksheets.load("items/id");
    const [own, ledger] = (["settings", "ledger"] as const).map((name) =>
      customXmlParts.getByNamespace(partNamespace(name)).load("items/id"),
    );
    await context.sync();
    const xml = own?.items[0]?.getXml();
    await context.sync();
    const root = xml && parseSaved(BROWSER_DOM, xml.value);
    return {
      settings: root && readSettings(root),
      hasLedger: Boolean(ledger?.items.length),
      sheets: new Set(worksheets.items.map(({ id }) => id)),
    };
  });
}
