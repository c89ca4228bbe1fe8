/** Excel's side of one add-in in a frame: answers its requests and raises its events. */
import { COMMAND_EVENT, createCommands, type OfficeCommands } from "./commands";
import { createCustomFunctions, CUSTOM_FUNCTIONS_SERVICE, type FunctionService } from "./customFunctions";
import { createFileSlices, type FileSlices } from "./fileSlices";
import {
  runtimeServices,
  visibilityEvent,
  type PaneSwitch,
  type Services,
  type StartState,
  type WayOut,
} from "./runtime";
import { connectFrame, type Frame } from "./transport";

/** The add-in's own settings in the document (`Office.context.document.settings`), each value as JSON. */
export interface DocumentSettings {
  read(): Record<string, string>;
  write(settings: Record<string, string>): void;
}

export interface HostOptions {
  page: Window;
  frame: Frame;
  conversation: string;
  /** The add-in's id and name. */
  addin: { id: string; name: string };
  /** The document's name. */
  document: string;
  /** Resolves to the file that `getFileAsync` hands out, if there is one. */
  file?: () => Promise<Uint8Array | undefined>;
  pane: PaneSwitch;
  start: StartState;
  settings: DocumentSettings;
  /** The language of Excel. @default en-US */
  locale?: string;
  /** The requirement sets that the host meets, each with its version. */
  requirements: Record<string, string>;
  /** Runs the body of a rich-API request that was sent with these flags. The host's services stand beside the workbook. */
  interpreter: (services: Services) => (body: unknown, flags: number) => Promise<unknown>;
}

export interface OfficeHost {
  invoke: FunctionService["invoke"];
  runCommand: OfficeCommands["run"];
  /** Tells the add-in of an event of the workbook. */
  raise(type: number, target: string, args: object): void;
  /** Tells the add-in that its pane was shown or hidden. */
  paneTurned(visible: boolean): void;
  /** Puts the keyboard on the pane's first control. */
  enterPane(): void;
  close(): void;
}

/** The DispatchIds of `executeMethod`. */
const DISPATCH = {
  loadSettings: 75,
  saveSettings: 76,
  openFile: 77,
  readSlice: 80,
  closeFile: 81,
  richApi: 93,
  commandCompleted: 94,
};
const UNSUPPORTED = 5000;
/** The file type of a workbook as it is saved. */
const COMPRESSED = 1;
const EXCEL = 16;
/** What host and add-in tell each other of the keyboard, as `OSF.AgaveHostAction`. */
const ENTER_BY_KEY = 4;
const WAYS_OUT = new Map<unknown, WayOut>([
  [5, "cells"],
  [6, "cells"],
  [13, "on"],
  [14, "back"],
  [15, "cells"],
]);
const EVENT_CATEGORY = 65536;
const MESSAGES = "richApiMessage";

export function createHost(options: HostOptions): OfficeHost {
  const { page, frame, conversation } = options;
  const functions = createCustomFunctions((entries) => transport.raise(MESSAGES, { ArrayData: entries }));
  const commands = createCommands((data) => transport.raise(COMMAND_EVENT, data));
  const dispatch = dispatcher(options, functions, commands);
  const answer = async (action: string, data: unknown): Promise<unknown> => {
    if (action === "ContextActivationManager_getAppContextAsync") return contextOf(options);
    if (action === "ContextActivationManager_notifyHost") return followKeyboard(options.pane, data);
    return action === "executeMethod" ? { Version: 1, Error: 0, ...(await dispatch(data as MethodCall)) } : undefined;
  };
  const transport = connectFrame(page, frame, conversation, answer, { [COMMAND_EVENT]: () => commands.start() });
  const raise = (type: number, target: string, args: object): void =>
    transport.raise(MESSAGES, { ArrayData: [[EVENT_CATEGORY, type, target, JSON.stringify(args), ""]] });
  return {
    invoke: (...call) => functions.invoke(...call),
    runCommand: (...command) => commands.run(...command),
    raise,
    paneTurned: (visible) => raise(...visibilityEvent(visible)),
    enterPane: () => transport.notify(ENTER_BY_KEY),
    close: () => transport.close(),
  };
}

/** @param data The add-in's id, then what its page tells: office.js takes Tab in the pane, and tells where the pane ends. */
function followKeyboard(pane: PaneSwitch, data: unknown): null {
  const [, told] = Object.values(data as object) as unknown[];
  const way = WAYS_OUT.get(told);
  if (way) pane.leave?.(way);
  return null;
}

/** Answers `executeMethod`. */
function dispatcher(
  { interpreter, pane, settings, start, file = () => Promise.resolve(undefined) }: HostOptions,
  functions: FunctionService,
  commands: OfficeCommands,
) {
  const execute = interpreter({
    ...runtimeServices(pane, start, (task) => commands.whenCompleted(task)),
    [CUSTOM_FUNCTIONS_SERVICE]: {
      _SetOsfControlContainerReadyForCustomFunctions: () => functions.start(),
      // Results as arrays, in batches that shrink when they are too large, sent every 200 ms rather than every 500.
      _GetEnabledFeatures: () => [1, 2, 3, 4],
      setInvocationArrayResults: (results: unknown[][]) => functions.settle(results),
    },
    "Microsoft.InternalService.AddinInternalService": { notifyActionHandlerReady: () => undefined },
  });
  const slices = createFileSlices(file);
  return async ({ DdaMethod, ArrayData = [], DdaSettingsMethod, ...rest }: MethodCall): Promise<object> => {
    switch (DdaMethod.DispatchId) {
      case DISPATCH.richApi:
        return {
          Data: [200, [], JSON.stringify(await execute(JSON.parse(String(ArrayData[4])), Number(ArrayData[6] ?? 0)))],
        };
      case DISPATCH.loadSettings:
        return { Properties: { Settings: entriesOf(settings).map(([Name, Value]) => ({ Name, Value })) } };
      case DISPATCH.saveSettings:
        settings.write(Object.fromEntries(DdaSettingsMethod?.Properties ?? []));
        return {};
      case DISPATCH.commandCompleted:
        commands.complete(String(rest[0]), Number(rest[1]));
        return {};
      default:
        return (await answerFile(slices, DdaMethod.DispatchId, rest)) ?? { Error: UNSUPPORTED };
    }
  };
}

/** Answers a request for the file; undefined if the host does not offer it. */
async function answerFile(
  slices: FileSlices,
  id: number,
  given: Partial<Record<number, unknown>>,
): Promise<object | undefined> {
  if (id === DISPATCH.openFile) return Number(given[0]) === COMPRESSED ? slices.open(Number(given[1])) : undefined;
  if (id === DISPATCH.readSlice) return slices.slice(Number(given[2]), Number(given[3]));
  if (id !== DISPATCH.closeFile) return undefined;
  slices.close(Number(given[2]));
  return {};
}

/** The arguments of `executeMethod`: each method has its own. */
interface MethodCall {
  DdaMethod: { DispatchId: number };
  ArrayData?: unknown[];
  DdaSettingsMethod?: { Properties: [string, string][] };
  0?: unknown;
  1?: unknown;
  2?: unknown;
  3?: unknown;
}

function entriesOf(settings: DocumentSettings): [string, string][] {
  return Object.entries(settings.read());
}

/** The add-in's context, in the names that office.js reads. */
function contextOf({ addin, conversation, document, requirements, settings, locale = "en-US" }: HostOptions) {
  return {
    _id: addin.id,
    _appName: EXCEL,
    _appVersion: "16.0",
    _appUILocale: locale,
    _dataLocale: locale,
    _docUrl: document,
    _clientMode: 1,
    _reason: "documentOpened",
    _osfControlType: 1,
    _eToken: "",
    _correlationId: conversation,
    _appInstanceId: `${addin.id}-${conversation}`,
    _settings: entriesOf(settings),
    _hostFullVersion: "16.0.17000.10000",
    _addinName: addin.name,
    _appDomains: [],
    _featureGates: {},
    _initialDisplayMode: 2,
    _requirementMatrix: JSON.stringify(requirements),
  };
}
