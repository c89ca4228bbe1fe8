/** Excel for the add-in in the pane: the host of its frame, and the workbook's objects over the grid. */
import type { GridCalls } from "../../engine/grid";
import { createBehaviour, type HostBehaviour } from "../model/behaviour";
import { createGate } from "../office/gate";
import { raiseEvents } from "../model/events";
import { emptyState, type WorkbookState } from "../model/state";
import { createHost, type OfficeHost } from "../office/host";
import type { Services } from "../office/runtime";
import type { Addin } from "./addin";
import type { HostObject } from "../office/hostObject";
import { createInterpreter, type RequestBody } from "../office/interpreter";
import type { Grid } from "../univer/grid";
import { createWorkbook, REQUIREMENTS } from "../model/workbook";
import type { Pane } from "./pane";

/** What a document has besides its cells. */
export interface DocumentState {
  workbook: WorkbookState;
  /** Whether the add-in starts with the document. */
  startState: string;
}

export interface ExcelOptions {
  addin: Addin;
  conversation: string;
  grid: Grid;
  calls: GridCalls;
  pane: Pane;
  /** As it was stored with the document. */
  stored: DocumentState | undefined;
  /** Called when the document's state has changed. */
  onChange: () => void;
}

export interface Excel extends OfficeHost {
  document: DocumentState;
  behaviour: HostBehaviour;
}

export function createExcel({ addin, conversation, grid, calls, pane, stored, onChange }: ExcelOptions): Excel {
  const document = { startState: "Inactive", ...stored, workbook: { ...emptyState(), ...stored?.workbook } };
  const { workbook: state } = document;
  const behaviour = createBehaviour();
  // Tried with `?locale=de-DE` at the end of the page's address.
  behaviour.locale = new URLSearchParams(location.search).get("locale") ?? behaviour.locale;
  const workbook = createWorkbook(grid, {
    state,
    behaviour,
    renew: (cells) => calls.renew(cells),
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
      read: () => document.startState,
      write(startState) {
        document.startState = startState;
        onChange();
      },
    },
    settings: {
      read: () => state.settings,
      write(settings) {
        state.settings = settings;
        onChange();
      },
    },
    locale: behaviour.locale,
    requirements: REQUIREMENTS,
    interpreter: (services) => interpreterOf(workbook, services, behaviour),
  });
  raiseEvents(grid, (...event) => host.raise(...event));
  return { ...host, document, behaviour };
}

function interpreterOf(workbook: HostObject, services: Services, behaviour: HostBehaviour) {
  const objects = Object.entries(services).map(([type, methods]): [string, HostObject] => [type, { type, methods }]);
  const execute = createInterpreter(workbook, Object.fromEntries(objects));
  const gate = createGate(behaviour, execute);
  return (body: unknown, flags: number) => gate(body as RequestBody, flags);
}
