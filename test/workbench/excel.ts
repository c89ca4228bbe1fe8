/** Excel for code with `Excel.run`, over the workbook that the workbench has. */
import {
  CellValueType,
  IUndoRedoService,
  IUniverInstanceService,
  type ICellData,
  type IStyleData,
  type IWorksheetData,
} from "@univerjs/core";
import { ConditionalFormattingService } from "@univerjs/sheets-conditional-formatting";
import type { CustomFunction } from "../../src/spreadsheet/engine/customFunction";
import type { Calls } from "../../src/spreadsheet/engine/calls";
import type { SheetPosition } from "../../src/spreadsheet/cells/area";
import { writeBookFile } from "../../workbench/file/bookFile";
import { createBehaviour, type HostBehaviour } from "../../workbench/model/behaviour";
import { behaving } from "../../workbench/model/behavingFunctions";
import { raiseEvents } from "../../workbench/model/events";
import { emptyState, type WorkbookState } from "../../workbench/model/state";
import { createGate } from "../../workbench/office/gate";
import { createInterpreter, type RequestBody } from "../../workbench/office/interpreter";
import { gridTable } from "../../workbench/model/tables";
import { createWorkbook } from "../../workbench/model/workbook";
import { rangeAt, sheetNamed, valuesIn } from "../../workbench/univer/gridValues";
import { GridCalculation } from "../../workbench/univer/calculation";
import { workbookOf } from "../../workbench/univer/grid";
import { untilSettled } from "../../workbench/univer/settled";
import { openSnapshot, snapshotOf, takeSnapshot, type Snapshot } from "../../workbench/univer/univerSnapshot";
import { createClient, type Client, type Execute } from "./client";
import { createGrid } from "./grid";

/** A workbook as the workbench's page keeps it. */
export interface SavedWorkbook extends Snapshot {
  /** What the document has besides its cells. */
  document?: { workbook: Partial<WorkbookState> };
}

type CopiedSheet = IWorksheetData["cellData"];

export interface Workbook {
  readonly calls: Calls;
  readonly state: WorkbookState;
  /** Behaviours of Excel to be switched on and off. */
  readonly host: HostBehaviour;
  /** A second person's add-in on the same workbook: proxies of its own, on the same sheets and custom XML parts. */
  connect(): Client;
  /** How many requests the host has got so far. */
  requests(): number;
  /** Called with the number of each request, and with it, before the host sees it: what comes between two requests. */
  onRequest: (request: number, body: RequestBody) => void | Promise<void>;
  /** How many bytes these requests had. */
  sentBytes(): number;
  /** Removes all custom XML parts, as the Document Inspector does. */
  deleteParts(): void;
  /** A sheet as a person copies it into another workbook by its tab: its cells with what they show, and no part of ours. */
  copySheet(name: string): CopiedSheet;
  /** Adds a sheet that was copied, from another workbook too. */
  pasteSheet(sheet: CopiedSheet, name: string): void;
  /** Takes back the last change of cells, as Ctrl+Z does; custom XML parts stay as they are. */
  undo(): Promise<void>;
  /** Puts a value, or a formula that begins with "=", in a cell, as a person would. */
  enter(address: string, content: string | number): void;
  /** Values row by row; an error is its code, a blank null. */
  values(address: string): unknown[][];
  value(address: string): unknown;
  /** What conditional formats change of a cell's style. */
  conditionalStyle(cell: SheetPosition): IStyleData;
  /** Resolves when no cell waits any more. */
  settled(): Promise<void>;
  /** The workbook as the page writes it into a file. */
  file(): Promise<Uint8Array>;
  /** Renames a sheet by its tab, as a person does. */
  renameTab(name: string, to: string): void;
  /** Copies a sheet by its tab, as a person does. Returns the copy's name. */
  copyTab(name: string): string;
  /** A copy of the workbook as it is now, to be opened again. */
  save(): SavedWorkbook;
  close(): void;
}

/** Opens a workbook, and makes it the one that `Excel.run` works on. */
export function openWorkbook(saved: SavedWorkbook, functions: readonly CustomFunction[] = []): Workbook {
  const grid = createGrid();
  openSnapshot(grid, saved);
  const host = createBehaviour();
  const state: WorkbookState = { ...emptyState(), ...saved.document?.workbook };
  const valueBefore = (cell: SheetPosition) => calculation.valueBefore(cell);
  const calculation: GridCalculation = new GridCalculation(
    grid,
    functions.map((each) => behaving(each, { grid, behaviour: host, valueBefore })),
    {
      onChange: () => undefined,
      isManual: () => state.calculationMode === "Manual",
      tables: () => state.tables.map(gridTable),
    },
  );
  const workbook = createWorkbook(grid, {
    state,
    behaviour: host,
    calculation,
    onChange: () => undefined,
  });
  let [requests, sentBytes] = [0, 0];
  const gate = createGate(host, createInterpreter(workbook, {}, host));
  const execute: Execute = async (body, flags, bytes) => {
    requests += 1;
    sentBytes += bytes;
    await opened.onRequest(requests, body);
    return gate(body, flags);
  };
  /** Univer takes back by one Undo what is done until this ends. */
  const beginUndoStep = () => {
    const step = grid.injector.get(IUndoRedoService).__tempBatchingUndoRedo(workbookOf(grid).getId());
    return () => step.dispose();
  };
  const clients = [createClient(execute, beginUndoStep)];
  const [first] = clients;
  first?.use();
  raiseEvents(grid, { behaviour: host, state }, (...event) => clients.forEach(({ raise }) => raise(...event)));
  const values = (address: string) => valuesIn(grid, address);
  let isClosed = false;
  // A closed grid calculates no more, and its calls stay pending.
  const calculating = {
    calls: { idle: () => isClosed || calculation.calls.idle() },
    done: () => (isClosed ? Promise.resolve() : calculation.done()),
    isDone: () => isClosed || calculation.isDone(),
  };
  const opened: Workbook = {
    calls: calculation.calls,
    state,
    host,
    onRequest: () => undefined,
    connect() {
      const client = createClient(execute, beginUndoStep);
      clients.push(client);
      return client;
    },
    requests: () => requests,
    sentBytes: () => sentBytes,
    deleteParts() {
      state.parts = {};
    },
    copySheet: (name) => structuredClone(sheetNamed(grid, name).getSheet().getSnapshot().cellData),
    pasteSheet(sheet, name) {
      const copy = workbookOf(grid).create(name, 100, 26);
      for (const [row, cells] of Object.entries(sheet))
        for (const [column, cell] of Object.entries(cells as Record<string, ICellData>))
          copy.getRange(Number(row), Number(column)).setValue(cell);
    },
    async undo() {
      // Univer takes back changes of the document that has the focus.
      grid.injector.get(IUniverInstanceService).focusUnit(workbookOf(grid).getId());
      await grid.api.undo();
    },
    enter: (address, content) => enterContent(rangeAt(grid, address), content),
    values,
    value: (address) => values(address)[0]?.[0],
    conditionalStyle({ sheet, row, column }) {
      const formats = grid.injector.get(ConditionalFormattingService);
      return formats.composeStyle(workbookOf(grid).getId(), sheet, row, column)?.style ?? {};
    },
    settled: () => untilSettled(calculating),
    file: () => writeBookFile({ ...snapshotOf(grid), document: { workbook: state } }),
    renameTab: (name, to) => void sheetNamed(grid, name).setName(to),
    copyTab: (name) => workbookOf(grid).duplicateSheet(sheetNamed(grid, name)).getSheetName(),
    save: () => structuredClone({ ...takeSnapshot(grid), document: { workbook: state } }),
    close() {
      isClosed = true;
      grid.dispose();
    },
  };
  return opened;
}

/** Enters content as typing does: it drops the apostrophe of the content before, which Univer would keep. */
function enterContent(range: ReturnType<typeof rangeAt>, content: string | number): void {
  if (range.getCellData()?.t === CellValueType.FORCE_STRING) range.setValue({ v: null });
  range.setValue(content);
}
