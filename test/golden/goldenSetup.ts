/** Opens and refreshes golden workbooks. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { refreshBook } from "../../src/headless/cli/book/refreshBook";
import { MAX_COLUMNS } from "../../src/spreadsheet/cells/limits";
import { createSession } from "../../src/insights";
import type { WorkbookSettings } from "../../src/reporting/saved/chosenSettings";
import { loadWorkbook } from "../../src/spreadsheet/xlsx/workbook";
import { openAddin, SERVICE, type Addin } from "./addin";
import { readGolden } from "./goldenFile";
import { BOARD, DAYS, sandboxAfter, SETTINGS } from "./makeGolden";

const FOLDER = join(__dirname, "workbooks");

interface Kept {
  readonly settings: WorkbookSettings;
  readonly reports: readonly (readonly [kind: string, sheet: string])[];
  readonly snapshots: readonly (readonly [sheet: string, liveSheet: string])[];
  /** Cells that the last refresh changed. */
  readonly changed: number;
}

/** What each release, or commit that people may have used, has written into its workbook. */
export const KEPT: Readonly<Record<string, Kept>> = {
  "1.0.0": {
    settings: SETTINGS,
    reports: [["statement", "P&L statement FY26 Plan"]],
    snapshots: [["Board 2026-06-01", BOARD]],
    changed: 78,
  },
  // The last commit whose files and formulas were calculated by another engine; its `npm run golden` wrote it.
  a8b96596: {
    settings: SETTINGS,
    reports: [["statement", "P&L statement FY26 Plan"]],
    snapshots: [["Board 2026-06-01", BOARD]],
    changed: 78,
  },
};

export const releases = readdirSync(FOLDER).map((name) => name.replace(/\.xlsx$/, ""));
export const bytesOf = (release: string) => new Uint8Array(readFileSync(join(FOLDER, `${release}.xlsx`)));

/** Opens the workbook in Excel's model a day after it was saved, with new results. */
export async function openGolden(bytes: Uint8Array, isConnected: boolean): Promise<Addin> {
  const { saved, names } = await readGolden(bytes);
  const { sandbox, now } = sandboxAfter(DAYS + 1);
  return openAddin(saved, { sandbox, now, isConnected }, () => addNames(names));
}

async function addNames(names: readonly (readonly [name: string, formula: string])[]): Promise<void> {
  await Excel.run(async (context) => {
    for (const [name, formula] of names) context.workbook.names.add(name, `=${formula}`).visible = false;
    await context.sync();
  });
}

/** What the sheets show, by address, without blank cells and without cells in error. */
export async function shown(
  { workbook }: Addin,
  sheets: readonly string[],
  rowsAbove = 0,
): Promise<Record<string, unknown>> {
  await workbook.settled();
  const rows = (sheet: string) => workbook.values(`'${sheet}'!A${1 + rowsAbove}:BZ${200 + rowsAbove}`);
  const all = sheets.flatMap((sheet) =>
    rows(sheet).flatMap((row, at) =>
      row.map((value, column) => [`${sheet}!${at * MAX_COLUMNS + column}`, value] as const),
    ),
  );
  return Object.fromEntries(all.filter(([, value]) => !isBlankOrError(value)));
}

export async function inFile(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const { sheets } = await loadWorkbook(bytes);
  const all = sheets.flatMap(({ name, cells }) =>
    [...cells.values].map(([number, value]) => [`${name}!${number}`, value]),
  );
  return Object.fromEntries(all.filter(([, value]) => !isBlankOrError(value)));
}

/** Two engines may round the last digit differently. */
export function rounded(cells: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const short = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(12)) : value);
  return Object.fromEntries(Object.entries(cells).map(([address, value]) => [address, short(value)]));
}

function isBlankOrError(value: unknown): boolean {
  return (
    value === null ||
    value === "" ||
    typeof value === "object" ||
    (typeof value === "string" && /^#(N\/A|VALUE!)/.test(value))
  );
}

/** Refreshes the file a day after it was saved, or by this clock. */
export async function refreshFile(bytes: Uint8Array, { sandbox, now } = sandboxAfter(DAYS + 1), address = SERVICE) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: address, credentials: { apiKey: sandbox.apiKey } });
  return refreshBook(bytes, { session, settings: {}, valuesOnly: false, service: address, now });
}
