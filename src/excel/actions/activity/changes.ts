/** The changes of the last refresh, and their drivers: listed for the pane, and kept in the workbook. */
import { momentInWords } from "../../../numbers/language/moments";
import { isHiddenColumn } from "../../../reporting/reports/hiddenColumns";
import type { Dimension } from "../../../numbers/analysis/parts";
import { selectCell } from "../../workbook/insertion";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { plansKnown, runAction, setState, type StoreContext } from "../context";
import { formatLanguage } from "../format/formatLanguage";
import { messages } from "../messages";
import type { OnRefreshed } from "../refresh/refresh";
import type { Aftermath } from "./shownDrivers";

export interface ChangeActions {
  /** Reads the last changes from the workbook, if none are known. */
  readonly readLastChanges: () => Promise<void>;
  /** Finds what drives the change of a listed cell; undefined closes the list. Sends no requests. */
  readonly showDrivers: (address: string | undefined) => Promise<void>;
  /** Finds them again, and asks the service for the new numbers by this dimension. */
  readonly askDrivers: (dimension: Dimension) => Promise<void>;
  /** Selects the cell of a change, and explains its new number by a dimension, or the nearest one that the service divides by it. */
  readonly explainChange: (address: string, by: Dimension) => Promise<void>;
  /** Writes the list as a new sheet. */
  readonly writeChanges: () => Promise<void>;
}

interface Changes extends ChangeActions {
  readonly onRefreshed: OnRefreshed;
}

/** Loaded when there are changes to list, as is all of this chunk: it holds the code that formats numbers as Excel does. */
const loadSummary = () => import(/* webpackChunkName: "activity" */ "../../workbook/changes/savedSummary");
const loadDescription = () => import(/* webpackChunkName: "activity" */ "../../workbook/changes/readChanges");
const loadCopies = () => import(/* webpackChunkName: "reports" */ "../../workbook/reports/likeSheets");
const loadReports = () => import(/* webpackChunkName: "reports" */ "../../workbook/reports/report");
const loadMoved = () => import(/* webpackChunkName: "reports" */ "../../workbook/reports/movedComments");
const loadDrivers = () => import(/* webpackChunkName: "activity" */ "./shownDrivers");
const loadExplaining = () => import(/* webpackChunkName: "activity" */ "../explain/explaining");
const loadSheet = () => import(/* webpackChunkName: "activity" */ "../../workbook/changes/changeSheet");

export function createChanges(context: StoreContext): Changes {
  let aftermath: Aftermath | undefined;
  let isRead = false;
  return {
    onRefreshed({ changes, outcomes }, at, former) {
      aftermath = { at, outcomes, former };
      setState(context, { drivers: undefined });
      // The list must not delay the refresh, and a failure of it concerns the list alone.
      if (changes.length === 0) return;
      void listChanges(context, changes, at).catch(() => undefined);
      void countMoved(context, at).catch(() => undefined);
    },
    async readLastChanges() {
      if (isRead || context.state.changes) return;
      isRead = true;
      // Excel may be busy, or the code may not come; the next look reads it.
      const saved = await loadSummary()
        .then(({ readSummary }) => readSummary(formatLanguage()))
        .catch(() => void (isRead = false));
      if (saved && !context.state.changes) setState(context, { changes: saved });
    },
    async showDrivers(address) {
      setState(context, { drivers: address === undefined ? undefined : { address } });
      await findDriversOf(context, aftermath);
    },
    askDrivers: (dimension) => findDriversOf(context, aftermath, dimension),
    explainChange: (address, by) =>
      runAction(context, async () => {
        await selectCell(address);
        const { explainCell } = await loadExplaining();
        explainCell(context, address, by);
      }),
    writeChanges: () =>
      runAction(context, async () => {
        const { changes } = context.state;
        if (!changes) return;
        const { writeChangeSheet } = await loadSheet();
        const { notes } = await writeChangeSheet(changes, messages.changeSheet(momentInWords(changes.at)));
        setState(context, { notes });
      }),
  };
}

/** Counts the comments whose number the refresh has moved. */
async function countMoved(context: StoreContext, at: number): Promise<void> {
  const { countMovedComments } = await loadMoved();
  const count = await countMovedComments();
  if (count > 0) setState(context, { movedComments: { at, count } });
}

async function listChanges(
  context: StoreContext,
  changes: Parameters<OnRefreshed>[0]["changes"],
  at: number,
): Promise<void> {
  const [{ describeChanges }, { namesOfChanges }, { saveSummary }] = await Promise.all([
    loadDescription(),
    loadDrivers(),
    loadSummary(),
  ]);
  const summary = await describeChanges(changes, {
    at,
    plans: plansKnown(context),
    language: formatLanguage(),
    nameNumber: namesOfChanges(context),
    isHidden: await hiddenCells(),
  });
  // Another refresh has ended meanwhile.
  if (context.state.refreshed?.at !== at) return;
  // Drivers that were opened meanwhile are of the list before.
  setState(context, { changes: summary, drivers: undefined });
  await saveSummary(summary);
}

/** Returns a function that is true for cells which only serve a report. Without a list of reports, all cells count as shown. */
export async function hiddenCells(): Promise<(cell: SheetPosition) => boolean> {
  const [{ listReports }, { listCopies }] = await Promise.all([loadReports(), loadCopies()]);
  const [reports, copies] = await Promise.all([listReports(), listCopies()]).catch(() => [[], []]);
  const sheets = new Set([...reports.map(({ sheet }) => sheet), ...copies]);
  return ({ sheet, column }) => sheets.has(sheet) && isHiddenColumn(column);
}

/** Finds the drivers of the change that is shown, and shows them unless the user has chosen something else meanwhile. */
async function findDriversOf(
  context: StoreContext,
  aftermath: Aftermath | undefined,
  mayAsk?: Dimension,
): Promise<void> {
  const { changes: summary, drivers } = context.state;
  const change = summary?.listed.find((each) => each.address === drivers?.address);
  if (!summary || !drivers || !change) return;
  const asking = { ...drivers };
  setState(context, { drivers: asking });
  const own = aftermath?.at === summary.at ? aftermath : undefined;
  const found = await loadDrivers()
    .then(({ findShownDrivers }) =>
      findShownDrivers(context, summary, change, own, { language: formatLanguage(), mayAsk }),
    )
    .catch(() => ({ divisions: [] }));
  // Only the last click finds its own object here.
  if (context.state.drivers === asking && context.state.changes === summary)
    setState(context, { drivers: { address: change.address, ...found } });
}
