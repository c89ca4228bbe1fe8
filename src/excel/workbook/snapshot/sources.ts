/** The sheets that are to be snapshots, with what they show at one moment. */
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import { isWaitingCode } from "../../../spreadsheet/cells/errorCodes";
import { findCells } from "../cells/formulaCells";
import { isEditRefusal, UnansweredError } from "../cells/runExcel";
import { areaOfExcelRange } from "../cells/usedAreas";
import { computedAt } from "../../../reporting/saved/ledger";
import type { Ledger } from "../ledger/ledger";
import { readMarks } from "./mark";
import { readContents, type SheetContents } from "./sheetContents";

/** The sheet that is shown, the reports, or all sheets with our numbers. */
export type SnapshotScope = "sheet" | "reports" | "workbook";

export interface SnapshotSource {
  readonly worksheet: Excel.Worksheet;
  readonly contents: SheetContents;
  /** When the oldest of its numbers was computed, in milliseconds since the epoch; undefined if that is not known. */
  readonly asOf: number | undefined;
}

export interface SnapshotSources {
  readonly sources: readonly SnapshotSource[];
  /** The names of hidden sheets in the scope: they are left out. */
  readonly hidden: readonly string[];
  /** The names of all sheets. */
  readonly names: readonly string[];
  /** Excel's ids of all sheets. */
  readonly ids: readonly string[];
  /** The sheet that is shown; undefined if it is no worksheet. */
  readonly active: Excel.Worksheet | undefined;
}

export interface SourceOptions {
  readonly ledger: Ledger;
  readonly scope: SnapshotScope;
  /** The names of the sheets that are reports. */
  readonly reports: readonly string[];
}

const IS_SNAPSHOT = "This sheet is already a snapshot. Select the live sheet.";
const NO_SHEET = "This workbook shows no worksheet. Show one, or choose the whole workbook.";
const BLANK = "This sheet is blank, so there is nothing to keep.";
const NONE: Readonly<Record<SnapshotScope, string>> = {
  sheet: BLANK,
  reports: "This workbook has no visible reports.",
  workbook: "No visible sheet has Insights formulas.",
};
const waiting = (address: string) =>
  `${address} is still being calculated. Take the snapshot again when it shows its value.`;
const locked = (sheet: string) => `The sheet “${sheet}” is protected. Unprotect it, then take the snapshot again.`;

/** Reads the sheets of the scope. Rejects with a message for users if a snapshot of them cannot be taken now. */
export async function readSources(context: Excel.RequestContext, options: SourceOptions): Promise<SnapshotSources> {
  const cells = await findCells(context);
  const snapshots = await readMarks(context);
  const isSnapshot = (name: string) => snapshots.some(({ sheet }) => sheet === name);
  const active = await findActive(context, options.scope);
  if (options.scope === "sheet" && active && isSnapshot(active.name)) throw new Error(IS_SNAPSHOT);
  const calling = new Set(cells.map(({ sheet }) => sheet));
  const isMeant: Readonly<Record<SnapshotScope, (sheet: string) => boolean>> = {
    sheet: (sheet) => sheet === active?.name,
    reports: (sheet) => options.reports.includes(sheet),
    workbook: (sheet) => calling.has(sheet),
  };
  const worksheets = context.workbook.worksheets.load(
    "items/id,items/name,items/visibility,items/protection/protected",
  );
  await context.sync();
  const { items } = worksheets;
  const meant = items.filter(({ name }) => isMeant[options.scope](name) && !isSnapshot(name));
  const shown = meant.filter(({ visibility }) => visibility === "Visible");
  const contents = await readSheets(context, shown);
  if (contents.length === 0) throw new Error(NONE[options.scope]);
  for (const { name, protection } of shown) if (protection.protected) throw new Error(locked(name));
  contents.forEach(({ contents: sheet }) => requireSettled(sheet));
  const times = timesByCell(options.ledger);
  const asOf = (sheet: string) =>
    oldest(cells.filter((cell) => cell.sheet === sheet).flatMap((cell) => times.get(formatSheetPosition(cell)) ?? []));
  return {
    sources: contents.map((each) => ({ ...each, asOf: asOf(each.worksheet.name) })),
    hidden: meant.filter((sheet) => !shown.includes(sheet)).map(({ name }) => name),
    names: items.map(({ name }) => name),
    ids: items.map(({ id }) => id),
    active,
  };
}

/** @throws Error with a message for users if the scope is the sheet that is shown, and a chart sheet is shown. */
async function findActive(context: Excel.RequestContext, scope: SnapshotScope): Promise<Excel.Worksheet | undefined> {
  const active = context.workbook.worksheets.getActiveWorksheet().load("name");
  try {
    await context.sync();
    return active;
  } catch (error) {
    if (isEditRefusal(error) || error instanceof UnansweredError) throw error;
    if (scope === "sheet") throw new Error(`${NO_SHEET} Excel says: ${(error as Error).message}`);
    return undefined;
  }
}

/** What the sheets show; blank sheets are left out. */
async function readSheets(context: Excel.RequestContext, worksheets: readonly Excel.Worksheet[]) {
  const used = worksheets.map((worksheet) => {
    const range = worksheet.getUsedRangeOrNullObject(true);
    return { worksheet, range: range.load("rowIndex,columnIndex,rowCount,columnCount") };
  });
  await context.sync();
  const filled = used.filter(({ range }) => !range.isNullObject);
  const areas = filled.map(({ worksheet, range }) => ({ sheet: worksheet.name, ...areaOfExcelRange(range) }));
  const contents = await readContents(context, areas);
  return contents.flatMap((sheet, at) => {
    const worksheet = filled[at]?.worksheet;
    return worksheet ? [{ worksheet, contents: sheet }] : [];
  });
}

function requireSettled({ sheet, row, column, values }: SheetContents): void {
  values.forEach((cells, down) => {
    const right = cells.findIndex(isWaitingCode);
    if (right >= 0) throw new Error(waiting(formatSheetPosition({ sheet, row: row + down, column: column + right })));
  });
}

/** When the results of the calls that each cell is known to make were computed. */
function timesByCell(ledger: Ledger): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const entry of ledger.entries())
    if (entry.result !== undefined)
      for (const address of entry.addresses) times.set(address, [...(times.get(address) ?? []), computedAt(entry)]);
  return times;
}

function oldest(times: readonly number[]): number | undefined {
  return times.length > 0 ? times.reduce((one, other) => Math.min(one, other)) : undefined;
}
