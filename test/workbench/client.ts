/** Microsoft's proxies, unmodified, in Node: what code with `Excel.run` works with. */
import { readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";
import { DOMImplementation, DOMParser, XMLSerializer } from "@xmldom/xmldom";
import type { Raise } from "../../workbench/model/events";
import { UNDO_GROUP } from "../../workbench/office/gate";
import type { RequestBody } from "../../workbench/office/interpreter";

/** The proxies of one add-in. */
export interface Client {
  readonly Excel: typeof Excel;
  /** Makes them the ones that code with the global `Excel` works with. */
  use(): void;
  /** Tells the proxies of an event. */
  readonly raise: Raise;
}

const EVENT = 65536;
const PROXIES = require.resolve("@microsoft/office-js/dist/excel-web-16.00.debug.js");
let script: Script | undefined;

/** `bytes`: of the whole message. */
export type Execute = (body: RequestBody, flags: number, bytes: number) => Promise<unknown>;

/**
 * Proxies whose requests go to `execute`.
 * @param beginUndoStep Called for each `Excel.run` with `mergeUndoGroup`. Returns what ends the step.
 */
export function createClient(execute: Execute, beginUndoStep: () => () => void = () => () => undefined): Client {
  const { page, tell } = createPage(execute);
  createContext(page);
  script ??= new Script(readFileSync(PROXIES, "utf8"), { filename: PROXIES });
  script.runInContext(page);
  mergeUndoGroups(page.Excel as ExcelRun, beginUndoStep);
  const document = { implementation: new DOMImplementation() };
  const raise: Raise = (messageType, targetId, args) => {
    const entry = { messageCategory: EVENT, messageType, targetId, message: JSON.stringify(args), id: "" };
    tell({ type: 3, message: { entries: [entry] } });
  };
  return {
    Excel: page.Excel as typeof Excel,
    use: () => void Object.assign(globalThis, { Excel: page.Excel, DOMParser, XMLSerializer, document }),
    raise,
  };
}

type Batch = (context: Excel.RequestContext) => Promise<unknown>;

interface ExcelRun {
  run: (...given: [Batch] | [Excel.RunOptions, Batch]) => Promise<unknown>;
}

/** Adds what the package's proxies lack of newer ones: their requests carry a flag while a batch is one step of Undo. */
function mergeUndoGroups(excel: ExcelRun, begin: () => () => void): void {
  const { run } = excel;
  excel.run = (...given) => {
    const [options, batch] = given;
    if (!batch || !(options as Excel.RunOptions).mergeUndoGroup) return run.apply(excel, given);
    return run.call(excel, options as Excel.RunOptions, async (context: Excel.RequestContext) => {
      (context as unknown as { _requestFlagModifier: number })._requestFlagModifier |= UNDO_GROUP;
      const end = begin();
      return batch(context).finally(end);
    });
  };
}

interface HostMessage {
  id: unknown;
  flags: number;
  message: { body: RequestBody };
}

/** As much of a browser's page as the proxies touch, with the way to the host that Office's own native apps use. */
function createPage(execute: Execute) {
  const nothing = () => undefined;
  const bridge = {
    onMessageFromHost: nothing as (text: string) => void,
    async sendMessageToHost(text: string) {
      const { id, flags, message } = JSON.parse(text) as HostMessage;
      const body = await execute(message.body, flags, Buffer.byteLength(text));
      tell({ id, type: 1, message: { statusCode: 200, headers: {}, body } });
    },
  };
  const tell = (message: object) => bridge.onMessageFromHost(JSON.stringify(message));
  const page: Record<string, unknown> = {
    console,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    performance,
    URL,
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
