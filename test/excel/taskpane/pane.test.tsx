/** @jest-environment jsdom */
import { act, render, screen, within } from "@testing-library/react";
import { App } from "../../../src/excel/taskpane/view/App";
import type { WorkbookCheck } from "../../../src/reporting/saved/checks";
import { NO_ACTIVITY } from "../../../src/excel/actions/activity/activity";
import { functionDescriptions } from "../../../src/excel/actions/formula/functionDescriptions";
import { NO_MARKS } from "../../../src/excel/actions/connection/planMarks";
import type { ReportKind } from "../../../src/reporting/reports/reportParameters";
import type { SnapshotScope } from "../../../src/excel/workbook/snapshot/sources";
import type { FormulaDraft } from "../../../src/excel/actions/formula/formulaState";
import type { Refreshed } from "../../../src/excel/actions/refresh/refreshState";
import type { StoreState } from "../../../src/excel/actions/storeState";
import type { BriefingActions } from "../../../src/excel/actions/briefing/briefingActions";
import type { ExplainActions } from "../../../src/excel/actions/explain/explanation";
import type { BarActions } from "../../../src/excel/actions/reportBar/reportBar";
import type { Store } from "../../../src/excel/actions/store";
import type { Argument } from "../../../src/numbers/language/argument";
import type { WorkbookSettings } from "../../../src/reporting/saved/chosenSettings";
import { NOTHING_KEPT } from "../../../src/reporting/saved/keptSettings";
import { newUser } from "./paneTests";

const FY26 = {
  id: "p1",
  name: "FY26 Plan",
  currency: "EUR",
  scenarios: [{ id: "s1", name: "Committed", flags: ["committed"] }],
};
const FY27 = { id: "p2", name: "<b>FY27</b>", currency: "USD", scenarios: [] };
const DISCONNECTED: StoreState = {
  section: "plans",
  isBusy: false,
  status: "disconnected",
  appUrl: "",
  isAddressFixed: false,
  keepsKeys: true,
  isKeyKept: false,
  hasSandbox: false,
  planMarks: NO_MARKS,
  settings: {},
  activity: NO_ACTIVITY,
  unsettled: [],
};
const WAS_CONNECTED = { appUrl: "https://planning.example.com" };
const CONNECTED: StoreState = {
  ...DISCONNECTED,
  status: "connected",
  appUrl: "https://planning.example.com",
  plans: [FY26, FY27],
  settings: { plan: "p1", currency: "EUR" },
};

beforeAll(() => {
  const preference = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(globalThis, { matchMedia: () => preference });
  // jsdom lays nothing out.
  // As newer browsers do.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });
});

/** Tells the pane that a person closes it, or opens it again. */
let turn: (visibilityMode: "Hidden" | "Taskpane") => void;

beforeEach(() => {
  const onVisibilityModeChanged = (listener: (message: { visibilityMode: string }) => void) => {
    turn = (visibilityMode) => act(() => listener({ visibilityMode }));
    return Promise.resolve(() => Promise.resolve());
  };
  Object.assign(globalThis, {
    Office: {
      context: { requirements: { isSetSupported: () => false } },
      addin: { onVisibilityModeChanged },
      VisibilityMode: { hidden: "Hidden" },
    },
  });
});

type User = ReturnType<typeof newUser>;

const box = (label: string) => screen.getByRole<HTMLInputElement>("combobox", { name: label });
const shownIn = (label: string) => box(label).value;

/** The options of a box, which is closed again. */
async function offeredIn(user: User, label: string): Promise<(string | null)[]> {
  await user.click(box(label));
  const offered = screen.getAllByRole("option").map(({ textContent }) => textContent);
  await user.keyboard("{Escape}");
  return offered;
}

async function choose(user: User, label: string, option: string): Promise<void> {
  await user.click(box(label));
  await user.click(screen.getByRole("option", { name: option }));
}

/** The pane in a given state, what it asked for, and a way to change the state. */
function show(first: StoreState) {
  let state = first;
  const stops = { others: jest.fn(), entries: jest.fn(), activity: jest.fn(), selection: jest.fn() };
  const listeners = new Set<() => void>();
  const store = {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    functions: functionDescriptions,
    reportTitles: new Map(),
    connect: jest.fn<Promise<void>, [string, string, boolean]>().mockResolvedValue(),
    trySandbox: jest.fn<Promise<void>, []>().mockResolvedValue(),
    reloadPlans: jest.fn<Promise<void>, []>().mockResolvedValue(),
    disconnect: jest.fn<void, []>(),
    toggleFavourite: jest.fn<void, [string]>(),
    chooseReportPlan: jest.fn<void, [string]>(),
    choosePlan: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    changeSettings: jest.fn<Promise<void>, [WorkbookSettings]>().mockResolvedValue(),
    followSettings: jest.fn<Promise<void>, []>().mockResolvedValue(),
    refresh: jest.fn<Promise<void>, []>().mockResolvedValue(),
    moveService: jest.fn<Promise<void>, []>().mockResolvedValue(),
    keepNumbers: jest.fn<void, []>(),
    restoreSettings: jest.fn<Promise<void>, []>().mockResolvedValue(),
    takeDefaultSettings: jest.fn<Promise<void>, []>().mockResolvedValue(),
    cancelRefresh: jest.fn<void, []>(),
    readLastChanges: jest.fn<Promise<void>, []>().mockResolvedValue(),
    showDrivers: jest.fn<Promise<void>, [string | undefined]>().mockResolvedValue(),
    askDrivers: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    explainChange: jest.fn<Promise<void>, [string, string]>().mockResolvedValue(),
    writeChanges: jest.fn<Promise<void>, []>().mockResolvedValue(),
    mend: jest.fn<Promise<void>, [readonly string[]]>().mockResolvedValue(),
    makeCheck: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    readHeadingsAgain: jest.fn<Promise<void>, [readonly string[]]>().mockResolvedValue(),
    removeCheck: jest.fn<Promise<void>, [{ name: string }]>().mockResolvedValue(),
    undoMend: jest.fn<Promise<void>, []>().mockResolvedValue(),
    retryFailed: jest.fn<Promise<void>, []>().mockResolvedValue(),
    select: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    version: "1.2.3 (test)",
    watchOthers: jest.fn<() => void, []>().mockReturnValue(stops.others),
    showUnsettled: jest.fn<Promise<void>, []>().mockResolvedValue(),
    watchActivity: jest.fn<() => void, []>().mockReturnValue(stops.activity),
    diagnostics: jest.fn<Promise<string>, []>().mockResolvedValue("Scenario Insights: 1"),
    followActiveCell: jest.fn<() => void, []>().mockReturnValue(stops.selection),
    setFunction: jest.fn<void, [string]>(),
    setArgument: jest.fn<void, [string, Argument]>(),
    turnArgument: jest.fn<void, [string]>(),
    pickArgument: jest.fn<void, [string | undefined]>(),
    insert: jest.fn<Promise<void>, [boolean]>().mockResolvedValue(),
    showSection: jest.fn<void, [string]>(),
    takeInventory: jest.fn<Promise<void>, []>().mockResolvedValue(),
    insertReport: jest.fn<Promise<void>, [ReportKind]>().mockResolvedValue(),
    showReport: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    duplicateReport: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    removeReport: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    linkReport: jest.fn<Promise<void>, [string, boolean]>().mockResolvedValue(),
    loadBar: jest.fn<Promise<BarActions>, []>().mockReturnValue(new Promise(() => undefined)),
    formatCells: jest.fn<Promise<void>, []>().mockResolvedValue(),
    watchEntries: jest.fn<() => void, []>().mockReturnValue(stops.entries),
    dismissFormatOffer: jest.fn<void, []>(),
    takeSnapshots: jest.fn<Promise<void>, [SnapshotScope]>().mockResolvedValue(),
    showSnapshot: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    removeSnapshot: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    sendCopy: jest.fn().mockResolvedValue(undefined),
    askAboutCell: jest.fn<Promise<void>, []>().mockResolvedValue(),
    loadExplain: jest.fn<Promise<ExplainActions>, []>(),
    repair: jest.fn<Promise<void>, []>().mockResolvedValue(),
    checkExcel: jest.fn<Promise<void>, []>().mockResolvedValue(),
    answerCheck: jest.fn<void, [boolean]>(),
    endCheck: jest.fn<void, []>(),
    checkReport: jest.fn<Promise<string>, []>().mockResolvedValue("Date system: holds"),
    loadBriefing: () => new Promise<BriefingActions>(() => {}),
    loadGrid: jest.fn(),
    dismissObstacle: jest.fn<void, []>(),
    dismissFailure: jest.fn<void, []>(),
  } satisfies Store;
  const { container } = render(<App store={store} />);
  const change = (next: StoreState) =>
    act(() => {
      state = next;
      for (const listener of listeners) listener();
    });
  return { store, stops, container, change, user: newUser() };
}

/** Shows all plans, one click behind the briefing. */
async function showPlans(first: StoreState) {
  const shown = show(first);
  await shown.user.click(screen.getByRole("button", { name: /^Change the plan/ }));
  return shown;
}

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);

describe("the pane, not connected", () => {
  test("connects with what was typed, without outer spaces", async () => {
    const { store, user } = show(DISCONNECTED);
    await user.type(field(/Service address/), "https://planning.example.com ");
    await user.type(field(/API key/), " key-1{Enter}");
    expect(store.connect.mock.calls).toEqual([["https://planning.example.com", "key-1", false]]);
  });

  test("offers the last address, and never shows the key as text", () => {
    show({ ...DISCONNECTED, appUrl: "https://planning.example.com" });
    expect(field(/Service address/).value).toBe("https://planning.example.com");
    expect(field(/API key/).type).toBe("password");
  });

  test("says of when the numbers are that cells show until then, where they show any", () => {
    const { change } = show({ ...DISCONNECTED, keptSince: Date.UTC(2026, 2, 4, 12) });
    expect(screen.getByText(/^Cells show the numbers as of .*2026/)).toBeTruthy();
    expect(screen.getByText(/^Still works: /)).toBeTruthy();
    change(DISCONNECTED);
    expect(screen.queryByText(/^Cells show/)).toBeNull();
  });

  test("calls nobody offline who was never connected, and asks to connect first", () => {
    const { change } = show({ ...DISCONNECTED, keptSince: Date.UTC(2026, 2, 4, 12) });
    expect(screen.queryByText("You work offline")).toBeNull();
    const kept = screen.getByRole("heading", { name: "This workbook has numbers already" });
    const isBelow = screen.getByRole("button", { name: "Connect" }).compareDocumentPosition(kept);
    expect(isBelow).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    change({ ...DISCONNECTED, ...WAS_CONNECTED, keptSince: Date.UTC(2026, 2, 4, 12) });
    expect(screen.getByRole("heading", { name: "You work offline" })).toBeTruthy();
  });

  test("tells of a failure after the numbers that are kept", () => {
    const failure = { message: "The service could not be reached." };
    show({ ...DISCONNECTED, ...WAS_CONNECTED, keptSince: Date.UTC(2026, 2, 4, 12), failure });
    const kept = screen.getByRole("heading", { name: "You work offline" });
    const told = screen.getByText(failure.message);
    expect(kept.compareDocumentPosition(told)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test("completes an address without a scheme, where the user sees it", async () => {
    const { user } = show(DISCONNECTED);
    await user.type(field(/Service address/), "planning.example.com");
    await user.tab();
    expect(field(/Service address/).value).toBe("https://planning.example.com");
  });

  test("shows a failure behind the button that caused it, and scrolls it into sight", async () => {
    const scrollIntoView = jest.spyOn(Element.prototype, "scrollIntoView");
    const { change, user } = show(DISCONNECTED);
    await user.click(screen.getByRole("button", { name: "Connect" }));
    change({ ...DISCONNECTED, failure: { message: "The service could not be reached." } });
    const isBehind = screen.getByRole("button", { name: "Connect" }).compareDocumentPosition(screen.getByRole("alert"));
    expect(isBehind).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(scrollIntoView).toHaveBeenCalledWith({ block: "nearest" });
  });

  test("asks for nothing while an address or a key is missing", async () => {
    const { store, user } = show(DISCONNECTED);
    await user.type(field(/Service address/), "https://planning.example.com");
    await user.click(screen.getByRole("button", { name: "Connect" }));
    expect(store.connect).not.toHaveBeenCalled();
  });

  test("asks once while it is connecting", async () => {
    const { store, user } = show({ ...DISCONNECTED, status: "connecting" });
    await user.click(screen.getByRole("button", { name: "Connecting…" }));
    expect(store.connect).not.toHaveBeenCalled();
  });

  test("keeps the key only where a person says so, and shows an address that is fixed", async () => {
    const { store, user } = show({ ...DISCONNECTED, appUrl: "https://fixed.example", isAddressFixed: true });
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.type(field(/API key/), "key-1");
    await user.click(screen.getByRole("checkbox", { name: "Keep the key on this device" }));
    await user.click(screen.getByRole("button", { name: "Connect" }));
    expect(store.connect.mock.calls).toEqual([["https://fixed.example", "key-1", true]]);
  });

  test("offers to keep no key where the build keeps none, and says so", async () => {
    const { store, user } = show({
      ...DISCONNECTED,
      appUrl: "https://fixed.example",
      isAddressFixed: true,
      keepsKeys: false,
    });
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.getByText(/keeps no key on devices/)).toBeTruthy();
    await user.type(field(/API key/), "key-1");
    await user.click(screen.getByRole("button", { name: "Connect" }));
    expect(store.connect.mock.calls).toEqual([["https://fixed.example", "key-1", false]]);
  });

  test("says what failed, and keeps what was typed so that it can be corrected", async () => {
    const { change, user } = show(DISCONNECTED);
    await user.type(field(/Service address/), "https://planing.example.com");
    await user.type(field(/API key/), "key-1");
    change({ ...DISCONNECTED, failure: { message: "The service could not be reached." } });
    expect(screen.getByRole("alert").textContent).toBe("The service could not be reached.");
    expect(field(/Service address/).value).toBe("https://planing.example.com");
    expect(field(/API key/).value).toBe("key-1");
  });
});

describe("the pane, connected", () => {
  test("forgets the key", async () => {
    const { change, container, user } = show(DISCONNECTED);
    await user.type(field(/API key/), "key-1");
    change(CONNECTED);
    expect(container.innerHTML).not.toContain("key-1");
    change(DISCONNECTED);
    expect(field(/API key/).value).toBe("");
  });

  test("lists plans with currency and scenarios, the workbook's plan chosen", async () => {
    await showPlans(CONNECTED);
    expect(screen.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).checked)).toEqual([true, false]);
    expect(screen.getByText("EUR · Committed")).toBeTruthy();
    expect(screen.getByText("<b>FY27</b>")).toBeTruthy();
  });

  test("shows a thousand plans in parts, and finds one by name, id or currency", async () => {
    const plans = Array.from({ length: 1000 }, (_, at) => ({ ...FY27, id: `plan-${at}`, name: `Plan ${at}` }));
    const { user } = await showPlans({ ...CONNECTED, plans: [...plans, FY26] });
    const shown = () => screen.getAllByRole("radio").map((radio) => radio.closest("div")?.textContent ?? "");
    expect([shown().length, screen.getAllByRole<HTMLInputElement>("radio")[0]!.checked]).toEqual([25, true]);
    await user.click(screen.getByRole("button", { name: "Show more (976 left)" }));
    expect(shown()).toHaveLength(50);
    await user.click(screen.getByRole("searchbox", { name: "Search plans" }));
    await user.paste("plan 77");
    expect(screen.getByRole("status").textContent).toBe("19 of 1,001 plans");
    expect(shown()).toHaveLength(19);
    await user.paste("zzz");
    expect(screen.getByText("No plan matches “plan 77zzz”.")).toBeTruthy();
  });

  test("finds a plan by words of its scenarios and currency in any order", async () => {
    const plans = Array.from({ length: 8 }, (_, at) => ({ ...FY27, id: `plan-${at}`, name: `Plan ${at}` }));
    const { user } = await showPlans({ ...CONNECTED, plans: [...plans, FY26] });
    await user.click(screen.getByRole("searchbox", { name: "Search plans" }));
    await user.paste("committed eur 26");
    expect(screen.getAllByRole("radio")).toHaveLength(1);
    expect(screen.getByRole("radio", { name: /FY26 Plan/ })).toBeTruthy();
  });

  test("keeps plans in their places while one of them becomes a favourite", async () => {
    const { store, change, user } = await showPlans(CONNECTED);
    const star = screen.getByRole("button", { name: "Favourite: <b>FY27</b>" });
    await user.click(star);
    expect(store.toggleFavourite.mock.calls).toEqual([["p2"]]);
    change({ ...CONNECTED, planMarks: { favourites: ["p2"], recent: [] } });
    expect(star.getAttribute("aria-pressed")).toBe("true");
    expect(screen.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value)).toEqual(["p1", "p2"]);
  });

  test("leads to the help with one click", () => {
    show(CONNECTED);
    expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Help" }).getAttribute("href")).toBe("help.html");
  });

  test("makes the chosen scenarios those that formulas read", async () => {
    const { store, user } = await showPlans(CONNECTED);
    await user.click(screen.getByRole("checkbox", { name: /Committed/ }));
    expect(store.changeSettings.mock.calls).toEqual([[{ scenarios: ["s1"] }]]);
  });

  test("tells the flags of a scenario that its name does not say, as one badge", async () => {
    const scenarios = [
      { id: "s1", name: "Committed Plan", flags: ["committed"] },
      { id: "s2", name: "Budget", flags: ["committed", "actual"] },
    ];
    await showPlans({ ...CONNECTED, plans: [{ ...FY26, scenarios }] });
    expect(screen.getAllByText(/^committed/).map(({ textContent }) => textContent)).toEqual(["committed, actual"]);
  });

  test.each(["unauthorized", "forbidden"] as const)("leads from a key that is %s to connecting again", async (kind) => {
    const { store, user } = show({ ...CONNECTED, failure: { message: "The API key was refused.", kind } });
    await user.click(screen.getByRole("button", { name: "Connect again" }));
    expect(store.disconnect).toHaveBeenCalledTimes(1);
  });

  test("does not lead from the form to itself", () => {
    show({ ...DISCONNECTED, failure: { message: "The API key was refused.", kind: "unauthorized" } });
    expect(screen.queryByRole("button", { name: "Connect again" })).toBeNull();
  });

  test("leads from a cell without a plan to the plans", async () => {
    const cell = { address: "P&L!B2", code: "#VALUE!", message: "No plan is given.", kind: "unplanned" } as const;
    const activity = { ...NO_ACTIVITY, failures: [{ ...cell, formula: '=INSIGHTS.PNL("","actual")' }] };
    const { store, user } = show({ ...CONNECTED, section: "activity", activity });
    await user.click(screen.getByRole("button", { name: "Choose a plan" }));
    expect(store.showSection.mock.calls).toEqual([["plans"]]);
  });

  test("says of a service that cannot be reached what may be the cause, and tries again", async () => {
    const failure = { message: "No connection.", kind: "unreachable", details: "The service may be down." } as const;
    const { store, user } = show({ ...CONNECTED, failure, stopped: { at: 0, reason: "failed" } });
    expect(screen.queryByText(/may be down/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Details" }));
    expect(screen.getByRole("alert").textContent).toContain("The service may be down.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(store.refresh).toHaveBeenCalledTimes(1);
  });

  test.each([
    [
      "lacks the scope for results",
      { access: { scopes: ["plans:read"], expiresAt: 0 } },
      /lacks the scope insights:read/,
    ],
    [
      "no longer sees the workbook's plan",
      { settings: { plan: "old" } },
      /The plan of this workbook, old, is not visible/,
    ],
  ])("says so where the key %s", (_what, next, warning) => {
    show({ ...CONNECTED, ...next });
    expect(screen.getByText(warning)).toBeTruthy();
  });

  test("looks again where the plans could not be read", async () => {
    const { store, user } = show({ ...CONNECTED, plans: undefined, failure: { message: "The network is down." } });
    await user.click(screen.getByRole("button", { name: "Look again" }));
    expect(store.reloadPlans).toHaveBeenCalledTimes(1);
  });

  test("makes the plan that is clicked the workbook's", async () => {
    const { store, user } = await showPlans(CONNECTED);
    await user.click(screen.getByRole("radio", { name: /FY27/ }));
    expect(store.choosePlan.mock.calls).toEqual([["p2"]]);
  });

  test("asks whether a workbook of another service keeps its numbers or moves", async () => {
    const activity = { ...NO_ACTIVITY, service: "https://old.example" };
    const { store, change, user } = show({ ...CONNECTED, activity });
    expect(screen.getByText(/^The numbers of this workbook are those of https:\/\/old\.example,/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Move this workbook to https://planning.example.com" }));
    await user.click(screen.getByRole("button", { name: "Keep these numbers" }));
    expect([store.moveService.mock.calls.length, store.keepNumbers.mock.calls.length]).toEqual([1, 1]);
    change({ ...CONNECTED, activity, keptService: "https://planning.example.com" });
    expect(screen.queryByText(/^The numbers of this workbook/)).toBeNull();
  });

  test("says what stands in for settings that are gone, and asks what to save", async () => {
    const text = "The workbook has no settings of its own. These were taken: the currency CHF (kept numbers).";
    const keptSettings = { ...NOTHING_KEPT, text };
    const { store, change, user } = show({ ...CONNECTED, keptSettings });
    expect(screen.getByText(`${text} Nothing is saved until you choose.`)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Save these settings" }));
    await user.click(screen.getByRole("button", { name: "Use the defaults" }));
    expect([store.restoreSettings.mock.calls.length, store.takeDefaultSettings.mock.calls.length]).toEqual([1, 1]);
    change(CONNECTED);
    expect(screen.queryByText(/^The workbook has no settings/)).toBeNull();
  });

  test("says that the age of numbers is unknown, and that another person's refresh was adopted", async () => {
    const { store, user } = show({ ...CONNECTED, adoptedAt: 1, activity: { ...NO_ACTIVITY, isAgeUnknown: true } });
    expect(screen.getByText(/^Another person has refreshed this workbook\./)).toBeTruthy();
    expect(screen.getByText(/^Age unknown:/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Refresh the workbook" }));
    expect(store.refresh).toHaveBeenCalledTimes(1);
  });

  test("reads the settings that another user may have changed whenever it is shown", () => {
    const { store } = show(CONNECTED);
    expect(store.followSettings).toHaveBeenCalledTimes(1);
    turn("Hidden");
    expect(store.followSettings).toHaveBeenCalledTimes(1);
    turn("Taskpane");
    expect(store.followSettings).toHaveBeenCalledTimes(2);
  });

  test("disconnects", async () => {
    const { store, user } = show(CONNECTED);
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(screen.getByRole("button", { name: "Disconnect and forget the key" }));
    expect(store.disconnect).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["there are none", [], /has no plans yet/],
    ["the key may not list them", undefined, /by their ids/],
  ])("says what to do when %s", (_why, plans, advice) => {
    show({ ...CONNECTED, plans });
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.getByText(advice)).toBeTruthy();
  });
});

describe("the pane's settings", () => {
  test("check this Excel, with a person's help, and copy what was seen", async () => {
    const { store, change, user } = show(DISCONNECTED);
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(store.checkExcel).toHaveBeenCalledTimes(1);
    const outcome = { name: "Date system", expectation: "It is told.", verdict: "passed", actual: "1900" } as const;
    const checking = { isRunning: true, outcomes: [outcome], current: "Undo", request: "Press Ctrl+Z." };
    change({ ...DISCONNECTED, isBusy: true, excelCheck: checking });
    expect(screen.getByRole("alert").textContent).toContain("Press Ctrl+Z.");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.click(screen.getByRole("button", { name: "Skip" }));
    expect(store.answerCheck.mock.calls).toEqual([[true], [false]]);
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(store.endCheck).toHaveBeenCalledTimes(1);
    const differing = { name: "Undo", expectation: "Cells alone.", verdict: "differs", actual: "all" } as const;
    change({ ...DISCONNECTED, excelCheck: { isRunning: false, outcomes: [outcome, differing] } });
    expect(screen.getByText("1 of 2 checks as expected")).toBeTruthy();
    expect(screen.getByRole("list", { name: "Check this Excel" }).textContent).toBe(
      "Date systemHoldsUndoDiffersCells alone.all",
    );
    await user.click(screen.getByRole("button", { name: "Copy the result" }));
    expect(store.checkReport).toHaveBeenCalledTimes(1);
  });

  test("say the version, and what colleagues without the add-in see", async () => {
    const { user } = show(DISCONNECTED);
    await user.click(screen.getByRole("button", { name: "Settings" }));
    expect(screen.getByText("Scenario Insights 1.2.3 (test)")).toBeTruthy();
    expect(screen.getByText(/colleagues without it get an error message each time they open it\.$/)).toBeTruthy();
  });

  test("format by themselves only where this Excel keeps the Undo list", async () => {
    const { user } = show(CONNECTED);
    await user.click(screen.getByRole("button", { name: "Settings" }));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Format what you enter" }).disabled).toBe(true);
    expect(screen.getByText(/^Not in this version of Excel/)).toBeTruthy();
  });

  test("turn on that entries are formatted, which is off at first, and set the scale", async () => {
    Office.context.requirements.isSetSupported = (name, version) => `${name} ${version}` === "ExcelApi 1.19";
    const { store, change, user } = show(CONNECTED);
    await user.click(screen.getByRole("button", { name: "Settings" }));
    const entries = screen.getByRole<HTMLInputElement>("checkbox", { name: "Format what you enter" });
    expect([entries.disabled, entries.checked]).toEqual([false, false]);
    await user.click(entries);
    await choose(user, "Scale of formatted amounts", "Thousands");
    change({ ...CONNECTED, settings: { scale: "thousands" } });
    await choose(user, "Scale of formatted amounts", "Whole numbers");
    expect(store.changeSettings.mock.calls).toEqual([
      [{ formatsEntries: true }],
      [{ scale: "thousands" }],
      [{ scale: undefined }],
    ]);
  });

  test("say which month begins the fiscal year, and then what names it", async () => {
    const { store, change, user } = show(CONNECTED);
    await user.click(screen.getByRole("button", { name: "Settings" }));
    expect(shownIn("Fiscal year begins in")).toBe("January");
    expect(await offeredIn(user, "Fiscal year begins in")).toHaveLength(12);
    expect(screen.queryByRole("checkbox", { name: /Name it after/ })).toBeNull();
    await choose(user, "Fiscal year begins in", "April");
    change({ ...CONNECTED, settings: { fiscalMonth: 4 } });
    await user.click(screen.getByRole("checkbox", { name: /Name it after the year in which it begins/ }));
    expect(store.changeSettings.mock.calls).toEqual([[{ fiscalMonth: 4 }], [{ fiscalNameByBegin: true }]]);
  });
});

describe("the pane, after a copy was sent", () => {
  const copy = { name: "Board (values).xlsx", formulas: 2, isOpened: false };
  const sent = (canOpen: boolean): StoreState => ({ ...CONNECTED, section: "reports", copy: { ...copy, canOpen } });
  const open = () => screen.queryByRole("button", { name: /^Not there\? Save this workbook, then open/ });

  test("does not claim that the download arrived, and opens the copy if Excel can", async () => {
    const { store, change, user } = show(sent(false));
    expect(
      screen.getByText(/^Board \(values\)\.xlsx should be in your Downloads\. It has values in place of 2 formulas/),
    ).toBeTruthy();
    expect(open()).toBeNull();
    change(sent(true));
    await user.click(open()!);
    expect(store.sendCopy.mock.calls).toEqual([[true]]);
  });
});

test("the settings take the current month from the actuals or from the user", async () => {
  const { store, change, user } = show(CONNECTED);
  await user.click(screen.getByRole("button", { name: "Settings" }));
  expect(shownIn("Current month")).toBe("Last month of the actuals");
  expect(await offeredIn(user, "Current month")).toHaveLength(38);
  change({ ...CONNECTED, settings: { currentMonth: "2001-04" } });
  expect(shownIn("Current month")).toBe("Apr 2001");
  await choose(user, "Current month", "Last month of the actuals");
  expect(store.changeSettings.mock.calls).toEqual([[{ currentMonth: undefined }]]);
});

describe("the pane, building a formula", () => {
  /** Of a function without arguments yet. */
  function draftOf(id: string): FormulaDraft {
    const callee = functionDescriptions.find((each) => each.id === id)!;
    return { callee, args: {}, target: "Sheet1!A1", formula: `=INSIGHTS.${id}()`, preview: { state: "working" } };
  }
  const building = (draft: FormulaDraft): StoreState => ({ ...CONNECTED, section: "formula", draft });

  test("offers no function that is only announced, unless the cell calls it already", async () => {
    const { change, user } = show(building(draftOf("PNL")));
    const offered = async () => (await offeredIn(user, "Function")).map((label) => label?.split(":")[0]);
    const numbers = ["KPI", "VAR", "PNL", "DEMAND", "BRIDGE", "PERIOD"];
    expect(await offered()).toEqual([...numbers, "PLANS", "SCENARIOS", "FIELDS", "ASOF"]);
    change(building(draftOf("SUPPLY")));
    expect(await offered()).toContain("SUPPLY");
  });

  test("has a field for each argument, with its choices and the one by default", async () => {
    const { user } = show(building(draftOf("DEMAND")));
    expect(await offeredIn(user, "Interval")).toEqual(["Months (default)", "Days", "Weeks", "Months", "Full year"]);
  });

  test("changes nothing while arrows and words look for a currency, the plan's first", async () => {
    const { store, user } = show(building(draftOf("DEMAND")));
    expect((await offeredIn(user, "Currency"))[1]).toBe("EUR – Euro");
    act(() => box("Currency").focus());
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Escape}");
    await user.keyboard("swiss fr");
    expect(store.setArgument).not.toHaveBeenCalled();
    await user.keyboard("{Enter}");
    expect(store.setArgument.mock.calls).toEqual([["currency", { kind: "text", value: "CHF" }]]);
  });

  test("offers an argument that it has no text for, described as Excel describes it", async () => {
    const draft = draftOf("PNL");
    const choices = [{ value: "YTD", description: "Year to date" }];
    const basis = { name: "toDate", description: "How the period is extended", isList: false, choices };
    const { store, user } = show(building({ ...draft, callee: { ...draft.callee, parameters: [basis] } }));
    expect(screen.getByText("How the period is extended")).toBeTruthy();
    await choose(user, "To date", "Year to date");
    expect(store.setArgument.mock.calls).toEqual([["toDate", { kind: "text", value: "YTD" }]]);
  });

  test("offers scenarios for both ends of a bridge, and computed fields for a variance", async () => {
    const { store, change, user } = show(building(draftOf("BRIDGE")));
    await user.click(box("To scenario"));
    await user.click(screen.getByRole("option", { name: "committed" }));
    expect(store.setArgument.mock.calls).toEqual([["to", { kind: "text", value: "committed" }]]);
    change(building(draftOf("VAR")));
    await user.click(box("Fields"));
    expect(screen.getByRole("option", { name: "Other costs" })).toBeTruthy();
  });

  test("closes a list after one choice, with the focus on its box", async () => {
    const { store, user } = show(building(draftOf("KPI")));
    await user.click(box("Fields"));
    await user.click(screen.getByRole("option", { name: "EBIT" }));
    expect(store.setArgument.mock.calls).toEqual([["field", { kind: "text", value: "ebit" }]]);
    expect(box("Fields").getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(box("Fields"));
  });

  test("keeps a list of several choices open until the focus leaves it", async () => {
    const { user } = show(building(draftOf("PNL")));
    await user.click(box("Fields"));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "Gross sales" }));
    expect(screen.getByRole("menuitemcheckbox", { name: "Net sales" })).toBeTruthy();
    await user.click(screen.getByLabelText("From"));
    expect(box("Fields").getAttribute("aria-expanded")).toBe("false");
  });

  test("tells beside its preview how many months a full year has", () => {
    const fullYear = "The full year of Actual has 10 months, 2026-01 to 2026-10.";
    const preview = { state: "done", rows: [[1]], formats: [], fullYear } as const;
    show(building({ ...draftOf("PNL"), preview }));
    expect(screen.getByText(fullYear)).toBeTruthy();
  });

  test("asks for what a function needs, and inserts nothing before", async () => {
    const preview = { state: "incomplete", missing: ["scenario", "field"] } as const;
    const { store, user } = show(building({ ...draftOf("KPI"), preview }));
    expect(screen.getByText("Choose a scenario and a field.")).toBeTruthy();
    expect(box("Fields").placeholder).toBe("Choose a field");
    await user.click(screen.getByRole("button", { name: "Insert into Sheet1!A1" }));
    expect(store.insert).not.toHaveBeenCalled();
  });

  test("turns a reference by F4, takes a typed address, and ends picking by Escape", async () => {
    const args = { scenario: { kind: "reference", text: "$B$2" } } as const;
    const { store, change, user } = show(building({ ...draftOf("KPI"), args }));
    await user.click(screen.getByLabelText("Scenarios"));
    await user.keyboard("{F4}");
    expect(store.turnArgument.mock.calls).toEqual([["scenario"]]);
    change(building({ ...draftOf("KPI"), picking: "field" }));
    await user.keyboard("C5{Enter}");
    expect(store.setArgument.mock.calls).toEqual([["field", { kind: "reference", text: "C5" }]]);
    await user.keyboard("{Escape}");
    expect(store.pickArgument.mock.calls).toEqual([[undefined]]);
  });

  test("finds the plan of a formula by words, with keys alone", async () => {
    const { store, user } = show(building(draftOf("KPI")));
    await user.click(screen.getByRole("combobox", { name: "Plan" }));
    expect(within(screen.getByRole("listbox")).getAllByRole("option")).toHaveLength(2);
    await user.keyboard("usd fy27{Enter}");
    expect(store.setArgument.mock.calls).toEqual([["plan", { kind: "text", value: "<b>FY27</b>" }]]);
    expect(box("Plan").getAttribute("aria-expanded")).toBe("false");
  });

  test("takes an id of a plan that is not listed, but no half of a search", async () => {
    const { store, user } = show(building(draftOf("KPI")));
    await user.type(screen.getByRole("combobox", { name: "Plan" }), "fy2");
    await user.tab();
    expect(store.setArgument).not.toHaveBeenCalled();
    await user.type(screen.getByRole("combobox", { name: "Plan" }), "plan_hidden{Enter}");
    expect(store.setArgument.mock.calls).toEqual([["plan", { kind: "text", value: "plan_hidden" }]]);
  });

  test("follows the workbook only while it is shown", () => {
    const { store, stops } = show(building(draftOf("PNL")));
    expect([store.watchActivity, store.followActiveCell].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    turn("Hidden");
    expect([stops.activity, stops.selection].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    turn("Taskpane");
    expect([store.watchActivity, store.followActiveCell].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });
});

describe("the pane's reports", () => {
  test("are about their own plan, whatever the workbook's is", async () => {
    const { store, user } = show({ ...CONNECTED, section: "reports" });
    const plan = screen.getByRole<HTMLInputElement>("combobox", { name: "About the plan" });
    expect(plan.value).toBe("FY26 Plan");
    await user.click(plan);
    await user.click(screen.getByRole("option", { name: /FY27/ }));
    expect(store.chooseReportPlan.mock.calls).toEqual([["p2"]]);
    expect(store.choosePlan).not.toHaveBeenCalled();
  });

  test("say their failure behind the button that was used", async () => {
    const state: StoreState = { ...CONNECTED, section: "reports" };
    const { change, user } = show(state);
    const button = screen.getByRole("button", { name: "Send a copy" });
    await user.click(button);
    change({ ...state, failure: { message: "Excel returned no file." } });
    expect(button.compareDocumentPosition(screen.getByRole("alert"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe("the pane's snapshots", () => {
  const SNAPSHOT = {
    id: "s1",
    sheet: "P&L 2026-03-16",
    liveSheet: "P&L",
    takenAt: Date.UTC(2026, 10, 22, 12),
    asOf: Date.UTC(2026, 2, 16, 12),
    liveCharts: ["Trend"],
  };
  const STATE: StoreState = { ...CONNECTED, section: "reports" };
  const LISTED: StoreState = {
    ...STATE,
    inventory: { reports: [], copies: [], snapshots: [SNAPSHOT], broken: 0, plan: "p1" },
  };

  test("are taken of the sheets that are chosen", async () => {
    const { store, user } = show(STATE);
    await user.click(screen.getByRole("button", { name: "Take a snapshot" }));
    await choose(user, "Of which sheets", "All reports");
    await user.click(screen.getByRole("button", { name: "Take a snapshot" }));
    expect(store.takeSnapshots.mock.calls).toEqual([["sheet"], ["reports"]]);
  });

  test("are listed with sheet, times and live charts, and opened by their names", async () => {
    const { store, user } = show(LISTED);
    expect(screen.getByText(/^P&L, taken .*2026.*, numbers as of .*2026/).textContent).toMatch(/stay live: Trend$/);
    await user.click(screen.getByRole("button", { name: "P&L 2026-03-16" }));
    expect(store.showSnapshot.mock.calls).toEqual([["s1"]]);
  });

  test("are removed once that is confirmed", async () => {
    const { store, user } = show(LISTED);
    await user.click(screen.getByRole("button", { name: "Remove P&L 2026-03-16" }));
    expect(store.removeSnapshot).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(store.removeSnapshot.mock.calls).toEqual([["s1"]]);
  });

  test("that were taken are told, with the hidden sheets of which there is none", () => {
    const { change } = show({ ...STATE, result: { action: "snapshot", sheets: ["P&L 2026-03-16"], hidden: [] } });
    expect(screen.getByText("The snapshot is the sheet “P&L 2026-03-16”.")).toBeTruthy();
    change({ ...STATE, result: { action: "snapshot", sheets: ["a", "b"], hidden: ["Data"] } });
    expect(screen.getByText("The snapshots are 2 new sheets. Hidden sheets were left out: Data.")).toBeTruthy();
  });

  test("show what Excel has refused of them beside that", () => {
    const notes = ["The snapshot was written without its colours.", "It has no tab."];
    show({ ...STATE, result: { action: "snapshot", sheets: ["a"], hidden: [] }, notes });
    expect(screen.getByText(notes.join(" "))).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

test("Cells that Excel has not updated are listed, with a button that tries again", async () => {
  const { store, user } = show({ ...CONNECTED, section: "activity", unsettled: ["Sheet1!A1"] });
  expect(await screen.findByRole("button", { name: "Select Sheet1!A1" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Update them" }));
  expect(store.showUnsettled).toHaveBeenCalledTimes(1);
  expect(screen.getByText(/^If they stay so, .* on the web, reload its page/)).toBeTruthy();
});

test("A sheet's name cannot reverse what the pane says, and its cell is still found", async () => {
  const address = "'Plan\u202e'!A1";
  const { store, user } = show({ ...CONNECTED, section: "activity", unsettled: [address] });
  await user.click(await screen.findByRole("button", { name: "Select 'Plan'!A1" }));
  expect(store.select).toHaveBeenCalledWith(address);
  expect(document.body.textContent).not.toContain("\u202e");
});

describe("If the host blocks the clipboard, a copy button", () => {
  /** The text that is selected below the button. */
  async function selected(): Promise<string> {
    const area = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /Press Ctrl\+C/ });
    expect(document.activeElement).toBe(area);
    return area.value.slice(area.selectionStart, area.selectionEnd);
  }
  const outcome = { name: "Date system", expectation: "It is told.", verdict: "passed", actual: "1900" } as const;
  const draft = {
    callee: functionDescriptions[0]!,
    args: {},
    target: "S!A1",
    formula: "=1",
    preview: { state: "unknown" },
  } as const;

  test.each<[string, StoreState, string]>([
    ["Copy the report", { ...CONNECTED, section: "activity" }, "Scenario Insights: 1"],
    ["Copy the result", { ...CONNECTED, excelCheck: { isRunning: false, outcomes: [outcome] } }, "Date system: holds"],
    ["Copy", { ...CONNECTED, section: "formula", draft }, "=1"],
    ["Copy for a deck or document", { ...CONNECTED, section: "formula", draft: { ...draft, marker: "{=1}" } }, "{=1}"],
  ])("%s selects the text, each time anew", async (name, state, text) => {
    const { user } = show(state);
    const clipboard = jest.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("NotAllowedError"));
    if (name === "Copy the result") await user.click(screen.getByRole("button", { name: "Settings" }));
    for (let time = 0; time < 2; time += 1) {
      await user.click(await screen.findByRole("button", { name }));
      expect(await selected()).toBe(text);
    }
    clipboard.mockResolvedValue();
    await user.click(screen.getByRole("button", { name }));
    expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: /Press Ctrl/ })).toBeNull();
    clipboard.mockRestore();
  });
});

describe("what changed, and errors", () => {
  const shown = { before: "100", after: "130", difference: "+30", percent: "+30.0%" };
  const listed = Array.from({ length: 60 }, (_, row) => ({
    sheet: "Report",
    row,
    column: 1,
    address: `Report!B${row + 1}`,
    labels: { row: row === 0 ? "EBIT" : `Line ${row}`, column: "Actual" },
    plan: "FY26 Plan",
    scenario: "Actual",
    period: "Jan–Apr 2026 (YTD)",
    before: 100,
    after: 130,
    unit: "EUR",
    places: [{ sheet: "Report", address: `Report!B${row + 1}`, cells: 1 }],
    numberFormat: "#,##0",
    shown,
    weight: { amount: 30, effect: "better" as const },
    explained: {
      call: { id: "KPI" as const, args: [], settings: {} },
      before: 100,
      after: 130,
      scale: 1,
    },
  }));
  const ACTIVITY: StoreState = { ...CONNECTED, section: "activity" };
  const CHANGED: StoreState = { ...ACTIVITY, changes: { at: 1, cells: 100_000, listed, unseen: 2, isSaved: false } };

  test("names changes by their labels, and selects the cell", async () => {
    const { store, user } = show(CHANGED);
    expect(await screen.findByRole("list", { name: "Changes, largest first" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Select EBIT, Actual, Report!B1" }));
    expect(store.select).toHaveBeenCalledWith("Report!B1");
    expect(store.readLastChanges).toHaveBeenCalled();
    expect(screen.getAllByText("+30 EUR")).toHaveLength(50);
    await user.click(screen.getByRole("button", { name: "Show 10 more" }));
    expect(screen.getAllByText("+30 EUR")).toHaveLength(60);
    // One count for the refresh, of which these are parts.
    expect(screen.getByText("60 changes · 100,000 cells")).toBeTruthy();
    expect(screen.getByText("and smaller changes in 99,938 cells")).toBeTruthy();
    expect(screen.getByText("2 cells of these changed too little to show.")).toBeTruthy();
  });

  test("finds changes by words, and writes them to a sheet", async () => {
    const { store, user } = show(CHANGED);
    await user.type(await screen.findByRole("searchbox", { name: "Find in the changes" }), "ebit");
    expect(await screen.findAllByText("+30 EUR")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "To a sheet" }));
    expect(store.writeChanges).toHaveBeenCalled();
  });

  test("shows the drivers of a change", async () => {
    const { store, user, change } = show(CHANGED);
    await user.click(await screen.findByRole("button", { name: "Why EBIT, Actual changed" }));
    expect(store.showDrivers).toHaveBeenCalledWith("Report!B1");
    const stepsOf = (label: string) => [{ label, amount: "+30", share: "+100%", value: 30 }];
    const divisions = [
      { dimension: "lines" as const, steps: stepsOf("Transport") },
      { dimension: "region" as const, steps: undefined },
      { dimension: "month" as const, steps: stepsOf("Jan 2026") },
    ];
    change({ ...CHANGED, drivers: { address: "Report!B1", divisions } });
    const parts = () => screen.getByRole("list", { name: "Parts of the change" }).textContent;
    expect(parts()).toBe("Transport+30+100%");
    expect(screen.getByText(/^Region: not known from before the refresh/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Month" }));
    expect(parts()).toBe("Jan 2026+30+100%");
    change({ ...CHANGED, changes: { ...CHANGED.changes!, at: 2 }, drivers: { address: "Report!B1", divisions } });
    expect(parts()).toBe("Jan 2026+30+100%");
    change({ ...CHANGED, drivers: { address: "Report!B1", divisions: [] } });
    expect(
      screen.getByText("No breakdown available: the service has no parts that add up to this number."),
    ).toBeTruthy();
  });

  const group = { plan: "FY26 Plan", scenario: "Committed Plan", rate: 0.01, isAll: true };
  const raised = listed.slice(0, 4).map((change, at) => {
    const args = ["p1", "committed", ["ebit", "netFIESales", "cogs", "demandValue"][at]];
    const places = [...change.places, { sheet: "One-pager", address: `'One-pager'!C${at + 3}`, cells: at + 2 }];
    const explained = { call: { id: "KPI" as const, args, settings: {} }, before: 1000, after: 1010, scale: 1 };
    return { ...change, scenario: "Committed Plan", places, explained, group };
  });
  const RAISED: StoreState = { ...CHANGED, changes: { at: 1, cells: 18, listed: raised, unseen: 0, isSaved: false } };

  test("draws the numbers of a plan that was raised in steps", async () => {
    const many = listed.map((change) => ({ ...change, scenario: "Committed Plan", group }));
    const { user } = show({ ...CHANGED, changes: { ...CHANGED.changes!, listed: many } });
    await user.click(await screen.findByRole("button", { name: /^Committed Plan raised by 1\.0\s%$/ }));
    const numbers = within(screen.getByRole("list", { name: /^Numbers: / }));
    expect(numbers.getAllByRole("button", { name: /^Why / })).toHaveLength(50);
    await user.click(screen.getByRole("button", { name: "Show 10 more" }));
    expect(numbers.getAllByRole("button", { name: /^Why / })).toHaveLength(60);
  });

  test("shows a raised plan as one row, and its regions with three clicks", async () => {
    const { store, user, change } = show(RAISED);
    expect(await screen.findByText("1 change · 18 cells")).toBeTruthy();
    expect(screen.getByText("4 numbers, 18 cells")).toBeTruthy();
    expect(screen.getByText("EBIT, Jan–Apr 2026 (YTD): +30 EUR")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Committed Plan raised by 1\.0\s%$/ }));
    await user.click(screen.getByRole("button", { name: "Why Line 3, Actual changed" }));
    expect(store.showDrivers).toHaveBeenCalledWith("Report!B4");
    const north = { label: "North", amount: "+30", share: "+100%", value: 30 };
    const divisions = [
      { dimension: "month" as const, steps: [north] },
      { dimension: "region" as const, steps: [north, { ...north, label: "South" }] },
    ];
    change({ ...RAISED, drivers: { address: "Report!B4", divisions } });
    await user.click(screen.getByRole("button", { name: "Region" }));
    const list = screen.getByRole("list", { name: "Parts of the change" });
    expect(list.textContent).toBe("North+30+100%South+30+100%");
  });

  test("selects the first cell of a fact on each sheet", async () => {
    const { store, user } = show({
      ...RAISED,
      changes: { ...RAISED.changes!, listed: [{ ...raised[0]!, group: undefined }] },
    });
    await user.click(await screen.findByRole("button", { name: "Select EBIT, Actual on One-pager: 2 cells" }));
    expect(store.select).toHaveBeenCalledWith("'One-pager'!C3");
  });

  test("says what a click would ask for why a number changed, and what no request tells", async () => {
    const { store, user, change } = show(CHANGED);
    await user.click(await screen.findByRole("button", { name: "Why EBIT, Actual changed" }));
    const divisions = [
      { dimension: "region" as const, steps: undefined, asks: { requests: 1, isAtLeast: false } },
      { dimension: "sku" as const, steps: undefined },
    ];
    change({ ...CHANGED, drivers: { address: "Report!B1", divisions } });
    const group = within(screen.getByRole("group", { name: "Break down the change by" })).getAllByRole("button");
    expect(group.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Region · asks the service" }));
    expect(store.askDrivers).toHaveBeenCalledWith("region");
    expect(screen.getByText(/^Article: not known from before the refresh, and the service/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "The new number by article" }));
    expect(store.explainChange).toHaveBeenCalledWith("Report!B1", "sku");
  });

  test("says that a number is not divided by region, and leads to the one that is", async () => {
    const { store, user, change } = show(CHANGED);
    await user.click(await screen.findByRole("button", { name: "Why EBIT, Actual changed" }));
    const nearest = {
      of: "EBIT",
      label: "Demand value",
      call: { id: "KPI" as const, args: [], settings: {} },
      choices: [
        { dimension: "region" as const, asks: { requests: 1, isAtLeast: false } },
        { dimension: "channel" as const, asks: undefined },
      ],
    };
    change({ ...CHANGED, drivers: { address: "Report!B1", divisions: [], nearest } });
    expect(screen.getByText("EBIT is not available by region, article or channel.")).toBeTruthy();
    expect(within(screen.getByRole("group", { name: "Demand value by" })).getAllByRole("button")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Region · asks the service" }));
    expect(store.explainChange).toHaveBeenCalledWith("Report!B1", "region");
  });

  test("leads to the changes of a refresh from other sections", async () => {
    const refreshed = { cells: 2, changes: listed, failures: [], outcomes: [], at: 1 } as unknown as Refreshed;
    const { store, user, change } = show({ ...CONNECTED, section: "plans", refreshed, isNews: true });
    expect(screen.getByText("2 formulas refreshed, numbers changed.")).toBeTruthy();
    const summary = { at: 1, cells: 60, listed, unseen: 0, isSaved: false };
    change({ ...CONNECTED, section: "plans", refreshed, isNews: true, changes: summary });
    expect(screen.getByText("2 formulas refreshed, 60 cells changed.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "See" }));
    expect(store.showSection).toHaveBeenCalledWith("activity");
    change({ ...CONNECTED, section: "plans", refreshed, isNews: false });
    expect(screen.queryByRole("button", { name: "See" })).toBeNull();
  });

  test("says that nothing changed", () => {
    const { change } = show({ ...ACTIVITY, stopped: { at: 1, reason: "failed" } });
    expect(screen.getByText(/failed. No cell has changed/)).toBeTruthy();
    change({ ...ACTIVITY, stopped: { at: 1, reason: "cancelled" } });
    expect(screen.getByText(/was cancelled. No cell has changed/)).toBeTruthy();
  });

  test("says why it does not know the cells in error", async () => {
    const { change } = show(ACTIVITY);
    expect(await screen.findByText("No cell of the workbook is in error.")).toBeTruthy();
    change({ ...ACTIVITY, activity: { ...NO_ACTIVITY, unread: "A part of the add-in is missing." } });
    expect(screen.getByText("A part of the add-in is missing.")).toBeTruthy();
    expect(screen.queryByText("No cell of the workbook is in error.")).toBeNull();
  });

  test("says which heading has changed since cells were filled, puts it back, and reads the headings again", async () => {
    const fix = { kind: "heading" as const, at: "S!A1", wrong: "YTD Nov", meant: "YTD Oct" };
    const message = "S!A1 said “YTD Oct” when the cell was filled. It says “YTD Nov” now.";
    const failures = ["S!B2", "S!B3"].map((address) => ({ address, formula: "=1", code: "#N/A", message, fix }));
    const { store, user } = show({ ...ACTIVITY, activity: { ...NO_ACTIVITY, failures } });
    await user.click(await screen.findByRole("button", { name: "Put “YTD Oct” back into S!A1" }));
    expect(store.mend).toHaveBeenLastCalledWith(["S!B2", "S!B3"]);
    await user.click(screen.getByRole("button", { name: "Read the headings again" }));
    expect(store.readHeadingsAgain).toHaveBeenLastCalledWith(["S!B2", "S!B3"]);
    expect(screen.queryByRole("button", { name: /Replace only in/ })).toBeNull();
  });

  test("lists the checks, those first that are not TRUE, with what they read, and makes and removes them", async () => {
    const check = { label: "Fill rate", cell: "S!A1", formula: "=A2>1", numbers: [] };
    const checks: WorkbookCheck[] = [
      { ...check, name: "Check_Sums", label: "Sums", cell: "S!A3", state: "true", stands: "TRUE" },
      { ...check, name: "Check_A", state: "false", stands: "FALSE", numbers: [{ of: "S!A2", value: 0.93 }] },
      {
        ...check,
        name: "Check_B",
        label: "Gone",
        cell: "",
        state: "none",
        stands: "not a check: its cell was deleted.",
      },
    ];
    const state = { ...ACTIVITY, activity: { ...NO_ACTIVITY, checks } };
    const { store, user, change } = show(state);
    const list = await screen.findByRole("list", { name: "Checks of the workbook" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Fill rate S!A1FALSERemoveS!A2 = 0.93",
      "Gone Removenot a check: its cell was deleted.",
      "Sums S!A3TRUERemove",
    ]);
    expect(screen.getByText("2 checks are not TRUE.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Select S!A1" }));
    expect(store.select).toHaveBeenCalledWith("S!A1");
    await user.click(screen.getByRole("button", { name: "Remove the check Gone" }));
    expect(store.removeCheck).toHaveBeenCalledWith(checks[2]);
    await user.type(screen.getByLabelText("Label"), "Mine");
    await user.click(screen.getByRole("button", { name: "Check the selected cell" }));
    expect(store.makeCheck).toHaveBeenCalledWith("Mine");
    const refreshed = { at: 1, cells: 1, changes: [], failures: [], outcomes: [], asOf: 1, isReplaced: false };
    change({ ...state, refreshed });
    expect(screen.getByText("1 formula refreshed, no number changed. 2 checks are not TRUE.")).toBeTruthy();
    change({ ...state, section: "plans", refreshed, isNews: true });
    expect(screen.getByText("1 formula refreshed, no number changed. 2 checks are not TRUE.")).toBeTruthy();
  });

  test("says what is wrong in the selected cell, also if its formula hides it or Excel has not updated it", async () => {
    const error = { address: "S!A1", formula: "=1", code: "#N/A", message: "There is no such plan." };
    const state: StoreState = { ...ACTIVITY, activity: { ...NO_ACTIVITY, failures: [error] } };
    const { store, user, change } = show(state);
    await user.click(await screen.findByRole("button", { name: "Selected cell" }));
    expect(store.askAboutCell).toHaveBeenCalled();
    change({ ...state, askedCell: "S!A1" });
    expect(screen.getByRole("status").textContent).toBe("#N/A There is no such plan.S!A1");
    change({ ...state, askedCell: "S!B1" });
    expect(screen.getByRole("status").textContent).toBe("S!B1 has no Insights formula in error.");
    change({ ...state, askedCell: "S!B1", unsettled: ["S!B1"] });
    expect(screen.getByText("Excel has not updated S!B1 since the last refresh.")).toBeTruthy();
    const failures = [{ ...error, address: "S!B1", isCaught: true }];
    const refreshed = { at: 1, cells: 1, changes: [], failures, outcomes: [], asOf: 1, isReplaced: false };
    change({ ...state, askedCell: "S!B1", refreshed });
    expect(screen.getByText(/formula in S!B1 shows something else.*There is no such plan/)).toBeTruthy();
  });

  test("mends all cells of a cause or one, and takes it back", async () => {
    const fix = { kind: "argument" as const, id: "KPI", argument: 1, wrong: "comitted", meant: "committed" };
    const failures = ["S!A1", "S!A2"].map((address) => ({ address, formula: "=1", code: "#N/A", message: "No.", fix }));
    const state = { ...ACTIVITY, activity: { ...NO_ACTIVITY, failures } };
    const { store, user, change } = show(state);
    await user.click(await screen.findByRole("button", { name: "Replace with 'committed' in all 2 cells" }));
    expect(store.mend).toHaveBeenLastCalledWith(["S!A1", "S!A2"]);
    await user.click(screen.getByRole("button", { name: "Replace only in S!A2" }));
    expect(store.mend).toHaveBeenLastCalledWith(["S!A2"]);
    const refused = [{ address: "S!A1", reason: "Its sheet is protected." }];
    change({ ...state, mended: { count: 1, entered: 0, refused, isUndone: false, kept: [] } });
    expect(screen.getByText(/1 cell was changed. S!A1 was left. Its sheet is protected./)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(store.undoMend).toHaveBeenCalled();
  });
});

describe("Number formats", () => {
  test("are offered for what was entered, and applied or declined", async () => {
    const { store, change, user } = show({ ...CONNECTED, formatOffer: 4 });
    expect(screen.getByText("4 cells that you entered have no number format.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Format cells" }));
    await user.click(screen.getByRole("button", { name: "Not now" }));
    expect([store.formatCells, store.dismissFormatOffer].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    change(CONNECTED);
    expect(screen.queryByRole("button", { name: "Format cells" })).toBeNull();
  });

  test("are watched while the pane is shown", () => {
    const { store, stops } = show(CONNECTED);
    expect(store.watchEntries).toHaveBeenCalledTimes(1);
    turn("Hidden");
    expect(stops.entries).toHaveBeenCalledTimes(1);
  });

  test("are applied by a button, and what was left out is said", async () => {
    const { store, change, user } = show({ ...CONNECTED, section: "reports" });
    await user.click(screen.getByRole("button", { name: "Format cells" }));
    expect(store.formatCells).toHaveBeenCalledTimes(1);
    const result = {
      action: "format",
      cells: 1,
      protectedSheets: ["P&L", "Two"],
      isFitted: false,
      isOneStep: true,
    } as const;
    change({ ...CONNECTED, section: "reports", result });
    const message =
      "1 cell is formatted. These sheets are protected and stay as they are: P&L, Two. Excel refused to fit their columns.";
    expect(screen.getByText(message)).toBeTruthy();
    change({ ...CONNECTED, section: "reports", result: { ...result, cells: 0, protectedSheets: [], isFitted: true } });
    expect(screen.getByText("No cell needed a format.")).toBeTruthy();
    const steps = { ...result, protectedSheets: [], isFitted: true, isOneStep: false };
    change({ ...CONNECTED, section: "reports", result: steps });
    expect(screen.getByText(/^1 cell is formatted\. Excel could not make this one step/)).toBeTruthy();
  });
});
