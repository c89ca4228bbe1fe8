/** Excel for code with `Excel.run`: Microsoft's proxies, unmodified, in Node, over the workbook that the workbench has. */
import { readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";
import { DOMImplementation, DOMParser, XMLSerializer } from "@xmldom/xmldom";
import type { CustomFunction } from "../../src/engine/functions";
import type { GridCalls } from "../../src/engine/grid";
import { raiseEvents, type Raise } from "../../src/workbench/model/events";
import { emptyState, type WorkbookState } from "../../src/workbench/model/state";
import { createInterpreter, type RequestBody } from "../../src/workbench/office/interpreter";
import { createWorkbook } from "../../src/workbench/model/workbook";
import { rangeAt, valuesIn } from "../../src/workbench/univer/cells";
import { connectFunctions } from "../../src/workbench/univer/functionCalls";
import { settleGrid } from "../../src/workbench/univer/settling";
import { openSnapshot, takeSnapshot, type Snapshot } from "../../src/workbench/univer/snapshot";
import { createGrid } from "./grid";

/** A workbook as the workbench's page keeps it. */
export interface SavedWorkbook extends Snapshot {
  /** What the document has besides its cells. */
  document?: { workbook: Partial<WorkbookState> };
}

export interface Workbook {
  readonly calls: GridCalls;
  readonly state: WorkbookState;
  /** Puts a value, or a formula that begins with "=", in a cell, as a person would. */
  enter(address: string, content: string | number): void;
  /** Values row by row; an error is its code, a blank null. */
  values(address: string): unknown[][];
  value(address: string): unknown;
  /** Resolves when no cell waits any more. */
  settled(): Promise<void>;
  /** A copy of the workbook as it is now, to be opened again. */
  save(): SavedWorkbook;
  close(): void;
}

/** Opens a workbook, and makes it the one that `Excel.run` works on. */
export function openWorkbook(saved: SavedWorkbook, functions: readonly CustomFunction[] = []): Workbook {
  const grid = createGrid();
  openSnapshot(grid, saved);
  const calls = connectFunctions(grid, functions, () => undefined);
  const state: WorkbookState = { ...emptyState(), ...saved.document?.workbook };
  const workbook = createWorkbook(grid, {
    state,
    renew: (cells) => calls.renew(cells),
    onChange: () => undefined,
  });
  raiseEvents(grid, installProxies(createInterpreter(workbook)));
  const values = (address: string) => valuesIn(grid, address);
  return {
    calls,
    state,
    enter: (address, content) => void rangeAt(grid, address).setValue(content),
    values,
    value: (address) => values(address)[0]?.[0],
    settled: () => settleGrid(grid.calculation, calls),
    save: () => structuredClone({ ...takeSnapshot(grid), document: { workbook: state } }),
    close: () => grid.dispose(),
  };
}

const EVENT = 65536;
const PROXIES = require.resolve("@microsoft/office-js/dist/excel-web-16.00.debug.js");
let script: Script | undefined;

/**
 * The globals that code of an add-in has, `Excel` among them; each request of the proxies goes to `execute`. Gives the way by
 * which the proxies are told of events.
 */
function installProxies(execute: (body: RequestBody) => Promise<unknown>): Raise {
  const { page, tell } = createPage(execute);
  createContext(page);
  script ??= new Script(readFileSync(PROXIES, "utf8"), { filename: PROXIES });
  script.runInContext(page);
  const document = { implementation: new DOMImplementation() };
  Object.assign(globalThis, { Excel: page.Excel, DOMParser, XMLSerializer, document });
  return (messageType, targetId, args) => {
    const entry = { messageCategory: EVENT, messageType, targetId, message: JSON.stringify(args), id: "" };
    tell({ type: 3, message: { entries: [entry] } });
  };
}

/** As much of a browser's page as the proxies touch, with the way to the host that Office's own native apps use. */
function createPage(execute: (body: RequestBody) => Promise<unknown>) {
  const nothing = () => undefined;
  const bridge = {
    onMessageFromHost: nothing as (text: string) => void,
    async sendMessageToHost(text: string) {
      const { id, message } = JSON.parse(text) as { id: unknown; message: { body: RequestBody } };
      const body = await execute(message.body);
      tell({ id, type: 1, message: { statusCode: 200, headers: {}, body } });
    },
  };
  const tell = (message: object) => bridge.onMessageFromHost(JSON.stringify(message));
  const page: Record<string, unknown> = {
    ...{ console, setTimeout, clearTimeout, setInterval, clearInterval, performance, URL },
    navigator: { userAgent: "node" },
    location: { hash: "", search: "", href: "https://localhost/", origin: "https://localhost", protocol: "https:" },
    document: { readyState: "complete", addEventListener: nothing, getElementsByTagName: () => [] },
    addEventListener: nothing,
    removeEventListener: nothing,
    CustomFunctions: { _association: { mappings: {}, onchange: nothing } },
    _richApiNativeBridge: bridge,
  };
  return { page: Object.assign(page, { window: page, self: page, parent: page, top: page }), tell };
}
