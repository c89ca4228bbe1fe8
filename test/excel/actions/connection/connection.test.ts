/** Connecting and disconnecting, with a session, a device and a ledger that are the test's. */
import { createConnectionActions, oldestKept, resume } from "../../../../src/excel/actions/connection/connection";
import { nothingChanged, runAction, type StoreContext } from "../../../../src/excel/actions/context";
import { messages } from "../../../../src/excel/actions/messages";
import { NO_MARKS } from "../../../../src/excel/actions/connection/planMarks";
import type { StoreState } from "../../../../src/excel/actions/storeState";
import { InsightsError, type Plan } from "../../../../src/insights";
import type { Ledger, LedgerEntry } from "../../../../src/excel/workbook/ledger/ledger";

const APP = "https://app.example";
const PLAN: Plan = { id: "p1", name: "Plan", currency: "EUR", scenarios: [] };
const ACCESS = { scopes: ["plans:read"], expiresAt: 9 };
const MARKS = { favourites: ["p1"], recent: [] };

let context: StoreContext;
/** The statuses that were shown, and what was done. */
let steps: string[];
let listPlans: () => Promise<readonly Plan[]>;
let readAccess: () => Promise<typeof ACCESS>;

beforeEach(() => {
  steps = [];
  listPlans = () => Promise.resolve([PLAN]);
  readAccess = () => Promise.resolve(ACCESS);
  let isConnected = false;
  const session = {
    get connected() {
      return isConnected;
    },
    connect: ({ appUrl, credentials }: { appUrl: string; credentials: { apiKey: string } }) => {
      isConnected = true;
      steps.push(`connect ${appUrl} ${credentials.apiKey}`);
    },
    disconnect: () => {
      isConnected = false;
      steps.push("disconnect");
    },
    plans: () => listPlans(),
    access: () => readAccess(),
  };
  const device = {
    keepsKeys: true,
    keep: (appUrl: string, apiKey: string) => void steps.push(`keep ${appUrl} "${apiKey}"`),
    forget: () => void steps.push("forget"),
  };
  const ledger = {
    entries: () => [
      { state: "done", addresses: new Set<string>(), result: 1, answeredAt: 7 },
      { state: "failed", addresses: new Set(["Sheet1!A1"]) },
    ],
  };
  context = {
    session,
    device,
    ledger,
    listeners: new Set(),
    markedPlans: { read: (appUrl: string) => (appUrl === APP ? MARKS : NO_MARKS), write: () => undefined },
    network: { isOnline: () => false },
    findSandbox: () => Promise.resolve(undefined),
    state: { status: "disconnected", appUrl: "", isKeyKept: false } as StoreState,
  } as unknown as StoreContext;
});

const entryOf = (result: unknown, answeredAt: number | undefined) => ({ result, answeredAt }) as LedgerEntry;
const ledgerOf = (...entries: LedgerEntry[]) => ({ entries: () => entries }) as unknown as Ledger;

test("The age of kept numbers is that of the oldest result", () => {
  expect(oldestKept(ledgerOf())).toBeUndefined();
  expect(oldestKept(ledgerOf(entryOf(1, 30), entryOf(2, 10), entryOf(undefined, 5), entryOf(3, 40)))).toBe(10);
  expect(oldestKept(ledgerOf(entryOf(null, 30)))).toBe(30);
});

test.each([
  ["keeps the address alone", false, '""'],
  ["keeps the key if the user asks for it", true, '"key"'],
])("Connecting %s", async (_what, keepKey, kept) => {
  // Then cells in error are recalculated, which fails here: there is no Excel.
  await createConnectionActions(context).connect(`${APP}/?token=secret`, "key", keepKey);
  expect(steps).toEqual(["disconnect", `connect ${APP} key`, `keep ${APP} ${kept}`]);
  expect(context.state).toMatchObject({
    status: "connected",
    appUrl: APP,
    isKeyKept: keepKey,
    plans: [PLAN],
    planMarks: MARKS,
    access: ACCESS,
  });
});

test("While the plans are listed the former plans are not shown", async () => {
  const shown: unknown[] = [];
  context.state = { ...context.state, plans: [PLAN], access: ACCESS };
  listPlans = () => {
    const { status, plans, access, appUrl } = context.state;
    shown.push([status, plans, access, appUrl]);
    return Promise.resolve([PLAN]);
  };
  await createConnectionActions(context).connect(APP, "key", false);
  expect(shown).toEqual([["connecting", undefined, undefined, APP]]);
});

test("A failed connection is closed, keeps nothing, and tells why", async () => {
  listPlans = () => Promise.reject(new InsightsError("unreachable", "No answer."));
  await createConnectionActions(context).connect(APP, "key", true);
  expect(steps).toEqual(["disconnect", `connect ${APP} key`, "disconnect"]);
  expect(context.state).toMatchObject({ status: "disconnected", plans: undefined, isKeyKept: false });
  expect(context.state.failure?.message).toMatch(/^This device is offline/);
});

test("A device that is offline is told as such, whatever has failed", async () => {
  const error = new InsightsError("unreachable", "No connection to planning.example.", {
    cause: new TypeError("failed"),
  });
  const messageOf = async (act: () => Promise<void>) => {
    await runAction(context, act);
    return context.state.failure;
  };
  const kind = "unreachable";
  expect(await messageOf(() => Promise.reject(error))).toEqual({ kind, message: messages.offline });
  const refresh = async () => {
    throw nothingChanged(error);
  };
  expect(await messageOf(refresh)).toEqual({ kind, message: `${messages.offline} No cell has changed.` });
});

test("Access that cannot be read is no failure", async () => {
  readAccess = () => Promise.reject(new Error("No token."));
  await resume(context);
  expect(context.state).toMatchObject({ status: "connected", access: undefined, failure: undefined });
});

test("A key that may not list plans connects without them", async () => {
  listPlans = () => Promise.reject(new InsightsError("forbidden", "It lacks plans:read."));
  await resume(context);
  expect(context.state).toMatchObject({ status: "connected", plans: undefined, failure: undefined });
});

test.each([
  ["unauthorized", "disconnected", ["disconnect"]],
  ["address", "disconnected", ["disconnect"]],
  ["unreachable", "connected", []],
  ["unavailable", "connected", []],
] as const)("If listing plans again fails as %s, the workbook is %s", async (kind, status, done) => {
  const shown: string[] = [];
  context.listeners.add(() => void shown.push(context.state.status));
  context.state = { ...context.state, failure: { message: "Before" } };
  listPlans = () => {
    expect(context.state.failure).toBeUndefined();
    return Promise.reject(new InsightsError(kind, "No."));
  };
  await createConnectionActions(context).reloadPlans();
  expect(shown).toEqual(["connecting", status]);
  expect(steps).toEqual(done);
  expect(context.state.failure?.kind).toBe(kind);
  expect(context.state.isOffline).toBe(kind === "unreachable");
});

test("Disconnecting forgets the key and the plans, and tells the age of kept numbers", () => {
  const failure = { message: "Before" };
  context.state = { ...context.state, status: "connected", plans: [PLAN], access: ACCESS, isKeyKept: true, failure };
  createConnectionActions(context).disconnect();
  expect(steps).toEqual(["disconnect", "forget"]);
  expect(context.state).toMatchObject({ status: "disconnected", isKeyKept: false, keptSince: 7 });
  const { plans, access, failure: left, refreshed } = context.state;
  expect([plans, access, left, refreshed]).toEqual([undefined, undefined, undefined, undefined]);
});

test("Without a sandbox the button for it does nothing", async () => {
  await createConnectionActions(context).trySandbox();
  expect([steps, context.state.failure]).toEqual([[], undefined]);
});

test("A sandbox is connected by its own key, which is not kept", async () => {
  Object.assign(context, { findSandbox: () => Promise.resolve({ appUrl: APP, apiKey: "sandbox key" }) });
  await createConnectionActions(context).trySandbox();
  expect(steps).toEqual(["disconnect", `connect ${APP} sandbox key`, `keep ${APP} ""`]);
  // Cells in error are recalculated then, which fails here.
  expect(context.state.failure?.message).toContain("Excel");
});
