/**
 * Opens what the first build saved, as the add-in's page opens a workbook. The tests of what it saved use the add-in's own
 * modules here alone.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refreshBook } from "../../src/cli/refreshBook";
import * as functions from "../../src/functions/functions";
import metadata from "../../src/functions/functions.json";
import { setHost } from "../../src/functions/host";
import { createSession, type Session } from "../../src/insights";
import { createSandbox } from "../../src/sandbox/sandbox";
import { createLedger, type Run } from "../../src/workbook/ledger/ledger";
import { readCustomXml } from "../../src/workbook/customXml/customXml";
import { loadLedger } from "../../src/workbook/ledger/savedLedger";
import { refreshWorkbook, type Refreshment } from "../../src/workbook/refresh/refresh";
import { formatPosition } from "../../src/grid/address";
import { readSettings, type WorkbookSettings } from "../../src/saved/settings";
import { exchange } from "../sandbox/client";
import { openWorkbook, type SavedWorkbook, type Workbook } from "../workbench/excel";

export { listReports } from "../../src/workbook/reports/report";
export { thaw } from "../../src/workbook/freezing/thaw";

const FOLDER = join(__dirname, "../golden/workbooks");
const FIRST_BUILD = "first-build";
/** Where and when the first build's workbooks were saved. */
const SERVICE = "https://planning.example";
const SAVED_AT = Date.UTC(2026, 2, 16, 9, 30);

/** By address in its sheet, such as "B4"; blank cells are left out. */
export type Cells = Record<string, unknown>;

/** What a workbook showed when it was saved. */
export interface Shown {
  /** Values by sheet and address. */
  values: Record<string, Cells>;
  /** Formulas by sheet and address, with those that were frozen as they had been before. */
  formulas: Record<string, Cells>;
  reports: { kind: string; sheet: string }[];
  settings: WorkbookSettings;
}

export interface OpenedBook {
  readonly workbook: Workbook;
  readonly settings: WorkbookSettings;
  /** Path and query of each request since the last look. */
  asked(): string[];
  /** How many calls cells have made since the workbook was opened, each counted once. */
  called(): number;
  refresh(): Promise<Refreshment>;
}

export interface OpenOptions {
  /** Whether the plans have moved on since the workbook was saved. @default false */
  moved?: boolean;
  /** Whether calls are answered from the ledger that the workbook has kept. @default true */
  remembers?: boolean;
}

export function readSaved(name: string, folder = FIRST_BUILD): SavedWorkbook {
  return JSON.parse(readFileSync(join(FOLDER, folder, `${name}.json`), "utf8")) as SavedWorkbook;
}

export function readShown(name: string, folder = FIRST_BUILD): Shown {
  return JSON.parse(readFileSync(join(FOLDER, folder, `${name}.shown.json`), "utf8")) as Shown;
}

export function readFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FOLDER, FIRST_BUILD, name)));
}

/** The workbook with none of its formulas calculated. */
export function uncalculated({ data, document }: SavedWorkbook): SavedWorkbook {
  const blank = structuredClone(data);
  for (const { cellData } of Object.values(blank.sheets ?? {}))
    for (const row of Object.values(cellData ?? {}))
      for (const cell of Object.values(row as Record<string, { f?: unknown; v?: unknown; t?: unknown }>))
        if (cell.f) Object.assign(cell, { v: undefined, t: undefined });
  return { data: blank, ...(document && { document }) };
}

/** Opens a workbook with the add-in's functions at work in it, connected to the service that it was saved with. */
export async function openBook(
  saved: SavedWorkbook,
  { moved = false, remembers = true }: OpenOptions = {},
): Promise<OpenedBook> {
  // Times are shown as they were where the workbooks were saved.
  jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  Object.assign(globalThis, { Office: { context: { requirements: { isSetSupported: () => true } } } });
  const asked: string[] = [];
  const session = connect(moved, (request) => void asked.push(request));
  const now = () => SAVED_AT + 60_000;
  const current: { settings: WorkbookSettings } = { settings: {} };
  const ledger = createLedger({ now, maxAge: () => Infinity, settings: () => current.settings });
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (start = resolve));
  const workbook = openWorkbook(
    saved,
    metadata.functions.map((description) => {
      const real = (functions as unknown as Record<string, Run>)[description.id]!;
      const run = ledger.memoize(description.id, real, () => description.parameters.length);
      return {
        metadata: description,
        namespace: "INSIGHTS",
        run: (args, { address }) => started.then(() => run(...args, { address })),
      };
    }),
  );
  const settings = readSettings(await readCustomXml("settings"));
  current.settings = settings;
  serve(session, settings);
  if (remembers) await loadLedger(ledger, settings);
  ledger.setService(SERVICE);
  start();
  await workbook.settled();
  const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds / 10));
  return {
    workbook,
    settings,
    asked: () => asked.splice(0),
    called: () => ledger.calls().filter(({ addresses }) => addresses.size > 0).length,
    async refresh() {
      const summary = await refreshWorkbook({ session, ledger, now, wait });
      if (summary.end === "failed") throw summary.error;
      return summary;
    },
  };
}

/** A file, refreshed. @param settings What is set around it, where it does not say itself. */
export async function refreshFile(
  bytes: Uint8Array,
  { moved = false, settings = {} }: { moved?: boolean; settings?: WorkbookSettings } = {},
): ReturnType<typeof refreshBook> {
  jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  return refreshBook(bytes, { session: connect(moved), settings, freeze: false });
}

/** Values and formulas of all cells that show something, by sheet and address. */
export async function readCells(): Promise<Pick<Shown, "values" | "formulas">> {
  return Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/name");
    await context.sync();
    const used = sheets.items.map((sheet) => ({
      sheet: sheet.name,
      range: sheet.getUsedRange(true).load("values,formulas,rowIndex,columnIndex"),
    }));
    await context.sync();
    const cells = (read: (range: Excel.Range) => unknown[][], isMeant: (content: unknown) => boolean) =>
      Object.fromEntries(used.map(({ sheet, range }) => [sheet, cellsOf(range, read(range), isMeant)]));
    return {
      values: cells(
        ({ values }) => values,
        (value) => value !== "" && value !== null,
      ),
      formulas: cells(
        ({ formulas }) => formulas as unknown[][],
        (text) => String(text).startsWith("="),
      ),
    };
  });
}

function cellsOf(
  { rowIndex, columnIndex }: Excel.Range,
  rows: unknown[][],
  isMeant: (content: unknown) => boolean,
): Cells {
  return Object.fromEntries(
    rows.flatMap((row, down) =>
      row.flatMap((content, right) => {
        const place = { row: rowIndex + down, column: columnIndex + right };
        return isMeant(content) ? [[formatPosition(place), content]] : [];
      }),
    ),
  );
}

function serve(session: Session, settings: WorkbookSettings): void {
  setHost({
    session,
    settings: () => settings,
    dateSystem: 1900,
    cellError: (code, message) => Object.assign(new Error(message), { code }),
  });
}

/** The full year's P&L of scenarios by id, as the service itself answers it (API specification §4.5). */
export async function fullYearOf(
  scenarioIds: readonly string[],
  { currency, moved = false }: { currency?: string; moved?: boolean } = {},
): Promise<Record<string, Record<string, number>>> {
  const sandbox = services[moved ? 1 : 0]!;
  const query = new URLSearchParams({ planId: "fy26", scenarioIds: scenarioIds.join(","), interval: "FY" });
  if (currency) query.set("currency", currency);
  const headers = { Authorization: await exchange(sandbox, sandbox.apiKey) };
  const response = await sandbox.fetch(`${SERVICE}/api/insights/v1/pnl-summary?${query}`, { headers });
  const { scenarios } = (await response.json()) as { scenarios: { scenarioId: string; pnl: Record<string, number> }[] };
  return Object.fromEntries(scenarios.map(({ scenarioId, pnl }) => [scenarioId, pnl]));
}

/** One service as it was, and one whose plans have moved on, for all tests of a file: they are simulated but once. */
const services = [false, true].map((moved) => {
  let time = SAVED_AT;
  const sandbox = createSandbox({ now: () => time });
  if (moved) {
    time += 60_000;
    sandbox.step();
  }
  return sandbox;
});

function connect(moved: boolean, onRequest: (request: string) => void = () => undefined): Session {
  const sandbox = services[moved ? 1 : 0]!;
  const session = createSession({
    fetch: (input, init) => {
      const [, request] = /\/insights\/v1\/(.*)$/.exec(input as string) ?? [];
      if (request !== undefined) onRequest(request);
      return sandbox.fetch(input, init);
    },
    scheduleBatch: (flush) => void setImmediate(flush),
    retries: 0,
  });
  session.connect({ appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } });
  return session;
}
