/** Excel for the add-in in the pane: the host of its frame, and the workbook's objects over the grid. */
import type { HostBehaviour } from "../model/behaviour";
import { createGate, isWriting } from "../office/gate";
import { raiseEvents } from "../model/events";
import { emptyState, type WorkbookState } from "../model/state";
import { createHost, type HostOptions, type OfficeHost } from "../office/host";
import type { PaneSwitch, Services } from "../office/runtime";
import type { Addin } from "./addin";
import type { HostObject, RootObject } from "../office/hostObject";
import { createInterpreter, type RequestBody } from "../office/interpreter";
import type { Grid } from "../univer/grid";
import { createWorkbook, REQUIREMENTS } from "../model/workbook";
import type { WorkbookOptions } from "../model/workbookModel";
import { drawAfterRequests } from "./drawing";

/** The state of a document besides its cells. */
export interface DocumentState {
  workbook: WorkbookState;
  /** True if the add-in starts with the document. */
  startState: string;
}

/** The runtime of one user's add-in. */
export interface AddinFrame {
  conversation: string;
  frame: HTMLIFrameElement;
  pane: PaneSwitch;
}

export interface ExcelOptions extends Pick<WorkbookOptions, "behaviour" | "calculation"> {
  /** Writes the workbook as a file. */
  writeFile: () => Promise<Uint8Array>;
  addin: Addin;
  grid: Grid;
  /** The add-in of the person who has opened the workbook. */
  own: AddinFrame;
  document: DocumentState;
  /** Called when the document's state has changed. */
  onChange: () => void;
}

/** The host of the person's own add-in, and the workbook behind it. */
export interface Excel extends OfficeHost {
  document: DocumentState;
  behaviour: HostBehaviour;
  /** A host for a second person's add-in, on the same workbook. */
  connect: (frame: AddinFrame) => OfficeHost;
}

/** The state of a document as it was stored, or of a new one. */
export function openDocument(stored: DocumentState | undefined): DocumentState {
  return { startState: "Inactive", ...stored, workbook: { ...emptyState(), ...stored?.workbook } };
}

export function createExcel(options: ExcelOptions): Excel {
  const { addin, grid, calculation, own, document, behaviour, onChange, writeFile } = options;
  const { workbook: state } = document;
  // Tried with `?locale=de-DE` at the end of the page's address.
  behaviour.locale = new URLSearchParams(location.search).get("locale") ?? behaviour.locale;
  const workbook = createWorkbook(grid, { state, behaviour, calculation, onChange });
  const pauseDrawing = drawAfterRequests(grid);
  const hosts: OfficeHost[] = [];
  const connect = (frame: AddinFrame): OfficeHost => {
    const interpreter = (services: Services) => interpreterOf(workbook, services, behaviour, pauseDrawing);
    const host = createHost({
      ...hostOptions(addin, frame, document, onChange),
      locale: behaviour.locale,
      file: async () => (behaviour.withholdFile ? undefined : writeFile()),
      interpreter,
    });
    hosts.push(host);
    return host;
  };
  const host = connect(own);
  raiseEvents(grid, { behaviour, state }, (...event) => hosts.forEach((each) => each.raise(...event)));
  return { ...host, document, behaviour, connect };
}

function hostOptions(
  { manifest }: Addin,
  { conversation, frame, pane }: AddinFrame,
  document: DocumentState,
  onChange: () => void,
): Omit<HostOptions, "interpreter" | "file" | "locale"> {
  return {
    page: window,
    frame: { window: () => frame.contentWindow, origin: location.origin },
    conversation,
    addin: manifest,
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
      read: () => document.workbook.settings,
      write(settings) {
        document.workbook.settings = settings;
        onChange();
      },
    },
    requirements: REQUIREMENTS,
  };
}

/** @param beforeWriting Called before each request that writes. */
function interpreterOf(workbook: RootObject, services: Services, behaviour: HostBehaviour, beforeWriting: () => void) {
  const objects = Object.entries(services).map(([type, methods]): [string, HostObject] => [type, { type, methods }]);
  const execute = createInterpreter(workbook, Object.fromEntries(objects), behaviour);
  const gate = createGate(behaviour, execute);
  return (body: unknown, flags: number) => {
    if (isWriting(body as RequestBody)) beforeWriting();
    return gate(body as RequestBody, flags);
  };
}
