/** @jest-environment jsdom */
/** The pane's home: what it says of the plan, and what to do without one. */
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { fireEvent, render, screen, within } from "@testing-library/react";
import type { WorkbookCheck } from "../../../src/reporting/saved/checks";
import { NO_ACTIVITY } from "../../../src/excel/actions/activity/activity";
import type { Briefing } from "../../../src/excel/actions/briefing/briefing";
import { NO_MARKS } from "../../../src/excel/actions/connection/planMarks";
import type { BriefingState } from "../../../src/excel/actions/briefing/briefingState";
import type { StoreState } from "../../../src/excel/actions/storeState";
import type { Store } from "../../../src/excel/actions/store";
import { NO_NUMBERS } from "../../../src/excel/actions/explain/explaining";
import { ExplainSection } from "../../../src/excel/taskpane/view/ExplainSection";
import { PlansSection } from "../../../src/excel/taskpane/view/PlansSection";
import { newUser } from "./paneTests";

const PLAN = { id: "p1", name: "FY26 Plan", currency: "USD", scenarios: [] };
const OTHER = { ...PLAN, id: "p2", name: "FY27 Plan" };

const STATE: StoreState = {
  section: "plans",
  isBusy: false,
  status: "connected",
  appUrl: "https://planning.example.com",
  isAddressFixed: false,
  keepsKeys: true,
  isKeyKept: false,
  hasSandbox: false,
  planMarks: NO_MARKS,
  plans: [PLAN, OTHER],
  settings: { plan: "p1" },
  activity: NO_ACTIVITY,
  unsettled: [],
};

const SAID: Briefing = {
  own: "Actual",
  base: "Committed",
  period: "Jan–Oct 2026",
  isToDate: true,
  currency: "USD",
  computedAt: Date.UTC(2026, 9, 31, 12),
  headline: "EBIT 3.1 m below Committed (−9.5 %), mainly Gross sales",
  steps: [
    { label: "Committed", short: "Committed", amount: 33, spoken: "33.0 m" },
    { label: "Gross sales", short: "Gross sales", amount: -4, spoken: "−4.0 m" },
    { label: "Other costs", short: "Other costs", amount: 0.9, spoken: "+900 k" },
    { label: "Actual", short: "Actual", amount: 29.9, spoken: "29.9 m" },
  ],
  worth: [
    { kind: "month", label: "2026-08", amount: -1.5, spoken: "−1.5 m", share: "" },
    { kind: "region", label: "Islands", amount: -0.3, spoken: "−300 k", share: " (−5.4 %)" },
  ],
  gaps: [{ scenario: "Actual", months: ["2026-09"] }],
  reason: undefined,
};

const BRIEFING: BriefingState = {
  key: "",
  plan: "p1",
  isLooking: false,
  said: SAID,
  comparison: {
    shownAt: Date.UTC(2026, 5, 1, 11, 45),
    lookedAt: Date.UTC(2026, 5, 2, 11, 45),
    compared: 40,
    differing: 4,
    cells: 7,
    isExact: true,
  },
  news: "newer",
};

beforeAll(() => {
  Object.assign(globalThis, { Office: { context: {} } });
  // As newer browsers do.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });
});

function show(next: Partial<StoreState>) {
  const sent = () => jest.fn<Promise<void>, []>().mockResolvedValue();
  const actions = { open: sent(), look: sent(), compare: sent(), explain: jest.fn<void, []>() };
  const store = {
    loadBriefing: () => Promise.resolve(actions),
    readLastChanges: sent(),
    refresh: sent(),
    reloadPlans: sent(),
    choosePlan: sent(),
    chooseReportPlan: jest.fn<void, [string]>(),
    insertReport: jest.fn<Promise<void>, [string]>().mockResolvedValue(),
    showSection: jest.fn<void, [string]>(),
  };
  const view = (state: StoreState) => (
    <FluentProvider theme={webLightTheme}>
      <PlansSection state={state} store={store as unknown as Store} isVisible />
    </FluentProvider>
  );
  const { rerender } = render(view({ ...STATE, ...next }));
  const choose = (plan: string) => rerender(view({ ...STATE, ...next, settings: { plan } }));
  const user = newUser();
  const click = async (name: string | RegExp) => user.click(await screen.findByRole("button", { name }));
  return { store, actions, click, choose };
}

describe("the briefing", () => {
  test("names the checks that are not TRUE, and only those", async () => {
    const check = { label: "Sums", cell: "S!A3", formula: "=A2>1", numbers: [] };
    const checks: WorkbookCheck[] = [
      { ...check, name: "Check_A", state: "true", stands: "TRUE" },
      { ...check, name: "Check_B", label: "Fill rate", cell: "S!A1", state: "false", stands: "FALSE" },
    ];
    const { store, click } = show({ briefing: BRIEFING, activity: { ...NO_ACTIVITY, checks } });
    const list = await screen.findByRole("list", { name: "1 check is not TRUE." });
    expect(list.textContent).toBe("Fill rate S!A1FALSE");
    await click("All checks");
    expect(store.showSection).toHaveBeenCalledWith("activity");
  });

  test("says the report's sentence, the steps as a text, and what is worth a look", async () => {
    show({ briefing: { ...BRIEFING, news: "same" } });
    // A number and its unit stay on one line.
    await screen.findByRole("heading", { name: "EBIT 3.1\u00a0m below Committed (−9.5\u00a0%), mainly Gross sales" });
    const steps = "From Committed 33.0 m to Actual 29.9 m: Gross sales −4.0 m, Other costs +900 k.";
    expect(screen.getByRole("img", { name: steps })).toBeTruthy();
    const worth = within(screen.getByRole("region", { name: "Worth a look" })).getAllByRole("listitem");
    expect(worth.map(({ textContent }) => textContent)).toEqual([
      "Aug 2026: largest difference of EBIT−1.5\u00a0m",
      "Islands: demand value below Committed−300\u00a0k (−5.4\u00a0%)",
      "Actual has no EBIT in Sep 2026",
    ]);
  });

  test("looks when it opens, and again only by a click", async () => {
    const { actions, click } = show({ briefing: BRIEFING });
    await click("Look again");
    expect([actions.open, actions.look, actions.compare].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  });

  test("offers a refresh if the service has other results", async () => {
    const { store, click } = show({ briefing: BRIEFING });
    await screen.findByText(/^New results since .*2026.*: 7 cells would change\.$/);
    await click("Refresh");
    expect(store.refresh).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["newer", /^New since .*Jun.*: EBIT 3\.1.*Gross sales$/, undefined],
    ["older", /^Before your cells, as of .*Jun.*: EBIT 3\.1.*Gross sales$/, undefined],
    ["same", /^EBIT 3\.1.*Gross sales$/, undefined],
    ["newer", /^New since .*Gross sales \(your cells: 2\.9.m below\)$/, "2.9 m below"],
  ] as const)(
    "says in its headline which number is newer if the cells' is another one: %s",
    async (news, name, inCells) => {
      show({ briefing: { ...BRIEFING, news, inCells } });
      expect(await screen.findByRole("heading", { name })).toBeTruthy();
    },
  );

  test.each([
    ["about 7 cells would change", { isExact: false }],
    ["4 formulas would change", { cells: undefined, isExact: false }],
  ])("counts as a refresh does, as far as that is known: %s", async (words, known) => {
    show({
      briefing: {
        ...BRIEFING,
        comparison: { ...BRIEFING.comparison!, ...known },
      },
    });
    expect(await screen.findByText(new RegExp(`^New results since .*: ${words}\\.$`))).toBeTruthy();
  });

  test("does not count cells that only serve a report", async () => {
    show({
      briefing: {
        ...BRIEFING,
        comparison: { ...BRIEFING.comparison!, cells: 0 },
      },
    });
    expect(await screen.findByText(/^New results since /)).toBeTruthy();
    expect(screen.queryByText(/would change/)).toBeNull();
  });

  test.each([
    ["none", /^No cell of this workbook shows/],
    ["again", /^Computed again on .*: 40 compared formulas stay the same\.$/],
    ["same", /^Up to date: 40 formulas checked, results of .*\.$/],
    ["unknown", /^Not known if there are newer results/],
  ] as const)("offers no refresh if the news is: %s", async (news, text) => {
    show({ briefing: { ...BRIEFING, news } });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Refresh" })).toBeNull();
  });

  test("puts the one-pager of its own plan on a sheet, and leads to Explain and Build", async () => {
    const { store, actions, click } = show({ briefing: BRIEFING, reportPlan: "p2" });
    for (const name of ["Put this on a sheet", "Explain", "Build"]) await click(name);
    expect([store.chooseReportPlan.mock.calls, store.insertReport.mock.calls]).toEqual([[["p1"]], [["onePage"]]]);
    expect(store.showSection.mock.calls).toEqual([["explain"], ["grid"]]);
    expect(actions.explain).toHaveBeenCalledTimes(1);
  });

  test("of another plan is not shown", async () => {
    show({ briefing: { ...BRIEFING, plan: "p2" } });
    expect(await screen.findByText("Looking at the service…")).toBeTruthy();
    expect(screen.queryByText(SAID.headline)).toBeNull();
  });

  test("keeps what an earlier look said if the service fails, and says so", async () => {
    show({
      briefing: {
        ...BRIEFING,
        news: "same",
        failure: { message: "No connection." },
        isEarlier: true,
      },
    });
    await screen.findByText(/^Not updated\. No connection\. These are the results of .*2026.*\.$/);
    expect(screen.getByText(SAID.headline)).toBeTruthy();
  });

  test("leaves a reason out that the message of a refresh has said", async () => {
    const briefing = { ...BRIEFING, failure: { message: "No connection." }, isEarlier: true };
    show({ briefing, failure: { message: "No connection. No cell has changed." } });
    await screen.findByText(/^Not updated\. These are the results of .*2026.*\.$/);
  });
});

test("the focus goes from the briefing to the plans and back", async () => {
  show({ briefing: BRIEFING });
  const user = newUser();
  const change = await screen.findByRole("button", { name: /^Change .*FY26 Plan|FY26 Plan/ });
  change.focus();
  await user.keyboard("{Enter}");
  expect(screen.getAllByRole("radio")).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Back to the briefing" }));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /FY26 Plan/ }));
});

test("arrows lead past plans, and Enter shows the briefing of the chosen one", async () => {
  const { choose } = show({ briefing: BRIEFING });
  const user = newUser();
  await user.click(await screen.findByRole("button", { name: /FY26 Plan/ }));
  fireEvent.keyDown(screen.getByRole("radio", { name: /FY26 Plan/ }), { key: "ArrowDown" });
  choose("p2");
  expect(screen.getAllByRole("radio")).toHaveLength(2);
  fireEvent.keyDown(screen.getByRole("radio", { name: /FY27 Plan/ }), { key: "Enter" });
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByRole("heading", { name: "FY27 Plan" })).toBeTruthy();
  // The briefing's code is loaded again as the plans close.
  await screen.findByText("Looking at the service…");
});

describe("without a briefing the next step is said in three tiles", () => {
  const tiles = async () =>
    within(await screen.findByRole("list", { name: "What to do next" }))
      .getAllByRole("button")
      .map(({ textContent }) => textContent?.split(/[.,]| a /)[0]);

  test("which are a plan, a report and a table before a plan is chosen", async () => {
    const { store, click } = show({ settings: {} });
    expect(await tiles()).toHaveLength(3);
    await click(/^Choose a plan/);
    expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]);
    await click(/^Build a table/);
    expect(store.showSection.mock.calls).toEqual([["grid"]]);
  });

  test("which begin with another look if the service fails", async () => {
    const { actions, click } = show({
      briefing: { key: "", plan: "p1", isLooking: false, failure: { message: "No connection." } },
    });
    await screen.findByText("The service was not read: No connection.");
    await click(/^Look again/);
    expect(actions.look).toHaveBeenCalledTimes(1);
  });

  test("which begin with another plan if the scenarios share no month", async () => {
    const said = { ...SAID, period: undefined, steps: [], worth: [], gaps: [], headline: "EBIT not available" };
    const { click } = show({ briefing: { ...BRIEFING, said } });
    await click(/^Choose another plan/);
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    await click("Back to the briefing");
    expect(screen.queryByRole("radio")).toBeNull();
  });
});

test("a service that cannot be reached leaves the numbers their age, and says what still works", async () => {
  const ages = [{ plan: "p1", oldest: Date.UTC(2026, 5, 1), newest: Date.UTC(2026, 5, 1), isOfTwoRuns: false }];
  const failure = { message: "This device is offline." };
  const { store, click } = show({ plans: undefined, failure, activity: { ...NO_ACTIVITY, ages } });
  expect(screen.getByRole("region", { name: "The service cannot be reached" })).toBeTruthy();
  expect(screen.getByText(/^Cells show the numbers as of .*2026/)).toBeTruthy();
  await click("Look again");
  expect(store.reloadPlans).toHaveBeenCalledTimes(1);
});

test("A cell without a number of a plan leads to that of the briefing", async () => {
  const explain = jest.fn<void, []>();
  const store = {
    loadExplain: () => Promise.resolve({ followCell: () => () => undefined }),
    loadBriefing: () => Promise.resolve({ explain }),
  } as unknown as Store;
  const explanation = { ...NO_NUMBERS, version: 1, address: "Sheet1!A1", state: "done" as const };
  const looked = {} as NonNullable<BriefingState["looked"]>;
  render(
    <FluentProvider theme={webLightTheme}>
      <ExplainSection state={{ ...STATE, explanation, briefing: { ...BRIEFING, looked } }} store={store} isVisible />
    </FluentProvider>,
  );
  await newUser().click(await screen.findByRole("button", { name: /^Explain: EBIT 3\.1/ }));
  expect(explain).toHaveBeenCalledTimes(1);
});
