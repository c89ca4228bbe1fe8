/** A person with Excel and the add-in open on the lean workbook: the store, the ledger and the functions as the add-in wires them. */
import { AsyncLocalStorage } from "node:async_hooks";
import { openDevice } from "../../../../src/excel/actions/connection/device";
import { createStore, type Store } from "../../../../src/excel/actions/store";
import type { CustomFunction } from "../../../../src/spreadsheet/engine/customFunction";
import { setHost, type FunctionHost } from "../../../../src/numbers/functions/host";
import { createSession, type Session } from "../../../../src/insights";
import type { HeldSettings } from "../../../../src/reporting/saved/keptSettings";
import { createLedger, type Ledger } from "../../../../src/excel/workbook/ledger/ledger";
import { followSettings } from "../../../../src/excel/workbook/customXml/settingsPart";
import { createReader } from "../../../../src/excel/workbook/reader";
import { followOthers, autosave } from "../../../../src/excel/workbook/refresh/autosave";
import { cellError } from "../../../numbers/functions/cellError";
import { functionsOf, hostOf } from "../ledgerFunctions";
import { counted } from "./requests";
import type { LeanService } from "./service";
import type { Act } from "./workbook";

export interface Person {
  readonly settings: HeldSettings;
  readonly ledger: Ledger;
  readonly session: Session;
  readonly store: Store;
  readonly functions: readonly CustomFunction[];
  /** Runs what this person's add-in does, beside what others do. */
  readonly act: Act;
  /** What the add-in does some seconds after calls have returned. Returns false if none has. */
  save(): Promise<boolean>;
  /** What the add-in does every minute. */
  look(): Promise<void>;
  /** Nothing that it has begun is under way. */
  isIdle(): boolean;
  leave(): void;
}

export interface PersonOptions {
  readonly service: Pick<LeanService, "fetch">;
  readonly isConnected: boolean;
  /** @default this service */
  readonly appUrl?: string | undefined;
  /** @default read from the workbook, by a person who opens it */
  readonly settings?: HeldSettings;
  /** The machine's clock: milliseconds since the epoch. */
  readonly now: () => number;
}

interface Runtime {
  readonly host: Required<Pick<FunctionHost, "shown">> & FunctionHost;
  readonly act: Act;
  readonly functions: readonly CustomFunction[];
}

/** Whose add-in is at work: each has functions and a host of its own, although they share this process. */
const acting = new AsyncLocalStorage<Runtime>();

/** Whose Excel changes cells now. */
export function actorNow(otherwise: Person): Act {
  return acting.getStore()?.act ?? otherwise.act;
}

function hostOfActor(): Runtime["host"] {
  const runtime = acting.getStore();
  if (!runtime) throw new Error("Nobody's add-in is at work.");
  return runtime.host;
}

/** The functions of whoever has the cells calculated: each person's Excel calls those of its own add-in. */
export function functionsOfActor(otherwise: Person): CustomFunction[] {
  return otherwise.functions.map((own, at) => ({
    ...own,
    run: (args, context) => (acting.getStore()?.functions[at] ?? own).run(args, context),
  }));
}

setHost({
  get session() {
    return hostOfActor().session;
  },
  service: () => hostOfActor().service?.(),
  settings: () => hostOfActor().settings(),
  dateSystem: 1900,
  shown: () => hostOfActor().shown(),
  cellError,
});

/** As much of Office as changes of settings and numbers in words take. */
const Office = {
  context: { contentLanguage: "en-US" },
  addin: { getStartupBehavior: () => Promise.resolve("None"), setStartupBehavior: () => Promise.resolve() },
  StartupBehavior: { load: "Load", none: "None" },
};
Object.assign(globalThis, { Office });

export const CONNECTION = { appUrl: "https://lean.example", credentials: { apiKey: "key" } };

/** The functions, with a session and a ledger of their own. */
export function createFunctions({ service, isConnected, now, ...options }: PersonOptions) {
  const { appUrl = CONNECTION.appUrl, settings = { current: {} } } = options;
  const session = createSession({
    fetch: counted(service.fetch),
    scheduleBatch: (flush) => void setImmediate(flush),
    // Nothing here takes so long that a limit would end it.
    timers: { now, after: () => () => undefined },
    retries: 0,
  });
  const ledger = createLedger({
    now,
    settings: () => settings.current,
    kept: () => settings.kept,
    connected: () => session.address,
  });
  const host = hostOf(session, ledger, settings);
  const act: Act = (work) => acting.run({ host, functions: own, act }, work);
  const own: CustomFunction[] = functionsOf(ledger).map((each) => ({
    ...each,
    run: (...given) => act(() => each.run(...given)),
  }));
  if (isConnected) session.connect({ ...CONNECTION, appUrl });
  return {
    settings,
    session,
    ledger,
    act,
    functions: own,
    leave: () => session.disconnect(),
  };
}

/** Reads the workbook as the add-in does at its start. */
export async function openPerson(options: PersonOptions): Promise<Person> {
  const own = createFunctions(options);
  return own.act(() => startPerson(options, own));
}

async function startPerson(options: PersonOptions, opened: ReturnType<typeof createFunctions>): Promise<Person> {
  const { settings, session, ledger, ...own } = opened;
  const reader = createReader(settings, ledger);
  await reader.read().catch(() => undefined);
  const readAgain = async () => {
    await reader.read();
    await followSettings(settings, ledger).catch(() => undefined);
  };
  let [isReturned, isAnswered, isOpen, tasks] = [false, false, true, 0];
  ledger.subscribe((event) => {
    isReturned ||= event === "returned";
    isAnswered ||= event === "called" || event === "answered";
  });
  const store = createStore({
    session,
    settings,
    ledger,
    now: options.now,
    reload: readAgain,
    device: openDevice(undefined, undefined),
    fixedAddress: "",
    version: "1",
    findSandbox: () => Promise.resolve(undefined),
    after(_milliseconds, task) {
      tasks += 1;
      const cancel = soon(() => {
        tasks -= 1;
        if (isOpen) task();
      });
      return () => {
        if (cancel()) tasks -= 1;
      };
    },
  });
  return {
    ...own,
    settings,
    ledger,
    session,
    store,
    isIdle: () => tasks === 0,
    async save() {
      if (!isReturned && !isAnswered) return false;
      const keepOrFollow = isReturned ? autosave : followOthers;
      [isReturned, isAnswered] = [false, false];
      const keep = () => readAgain().then(() => keepOrFollow({ session, ledger, now: options.now, wait }));
      await own.act(keep).catch(() => undefined);
      return true;
    },
    async look() {
      const follow = async () => {
        await followOthers({ session, ledger, now: options.now, wait });
        if (ledger.workbook.hasUnknown || settings.kept) await readAgain();
      };
      await own.act(follow).catch(() => undefined);
    },
    leave() {
      isOpen = false;
      own.leave();
      // The add-in that is closed with the workbook hears no more of what is selected: only an unshown ledger listens to that.
      ledger.isUnshown = false;
      ledger.clear();
    },
  };
}

const wait = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Nothing here is scheduled for later than what is waited for. Gives what cancels it, and says whether it was in time. */
function soon(task: () => void): () => boolean {
  let isOver = false;
  const handle = setImmediate(() => {
    isOver = true;
    task();
  });
  return () => {
    if (isOver) return false;
    clearImmediate(handle);
    return (isOver = true);
  };
}
