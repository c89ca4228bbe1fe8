/** Excel for the add-in in the pane: the host, and behind it the workbook's objects over the grid. */
import type { GridCalls } from "../../engine/grid";
import { createHost, type OfficeHost } from "../office/host";
import type { Services } from "../office/runtime";
import type { Addin } from "./addin";
import { valueAt } from "./cells";
import type { Grid } from "./grid";
import { createInterpreter, type HostObject, type RequestBody } from "../office/interpreter";
import { createWorkbook, REQUIREMENTS } from "./interim/workbook";
import type { Pane } from "./pane";

/** What add-ins keep in a document besides its cells. */
export interface DocumentState {
  /** `Office.context.document.settings`, each value as JSON. */
  settings: Record<string, string>;
  /** Whether the add-in starts with the document. */
  startState: string;
  /** Custom XML parts by id. */
  parts: [string, string][];
}

export interface ExcelOptions {
  addin: Addin;
  conversation: string;
  grid: Grid;
  calls: GridCalls;
  pane: Pane;
  /** As it was kept with the document. */
  kept: DocumentState | undefined;
  /** Called when the document's state has changed. */
  onChange: () => void;
}

export interface Excel extends OfficeHost {
  documentState(): DocumentState;
}

export function createExcel({ addin, conversation, grid, calls, pane, kept, onChange }: ExcelOptions): Excel {
  let { settings, startState } = kept ?? { settings: {}, startState: "Inactive" };
  const parts = new Map(kept?.parts);
  const workbook = createWorkbook(grid.api, {
    valueAt: (cell) => valueAt(grid, cell),
    renew: (cells) => calls.renew(cells),
    parts,
    onChange,
  });
  const host = createHost({
    page: window,
    frame: { window: () => pane.frame.contentWindow, origin: location.origin },
    conversation,
    addin: addin.manifest,
    document: "Sample.xlsx",
    pane,
    start: {
      read: () => startState,
      write(state) {
        startState = state;
        onChange();
      },
    },
    settings: {
      read: () => settings,
      write(next) {
        settings = next;
        onChange();
      },
    },
    requirements: REQUIREMENTS,
    interpreter: (services) => interpreterOf(workbook, services),
  });
  return { ...host, documentState: () => ({ settings, startState, parts: [...parts] }) };
}

function interpreterOf(workbook: HostObject, services: Services) {
  const objects = Object.entries(services).map(([type, methods]): [string, HostObject] => [type, { type, methods }]);
  const execute = createInterpreter(workbook, Object.fromEntries(objects));
  return (body: unknown) => execute(body as RequestBody);
}
