/** @jest-environment jsdom */
/** The bar for all reports: how many clicks it takes, and what it asks. */
import { act, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import type { StoreContext } from "../../../src/excel/actions/context";
import { createBarActions } from "../../../src/excel/actions/reportBar/reportBar";
import type { StoreState } from "../../../src/excel/actions/storeState";
import type { Store } from "../../../src/excel/actions/store";
import type { InputRole } from "../../../src/reporting/reports/inputRoles";
import { ReportBar } from "../../../src/excel/taskpane/view/ReportBar";
import { countReaders, readOwnFormulas } from "../../../src/excel/workbook/reports/ownTables";
import { readReportInputs, type ReadReport } from "../../../src/excel/workbook/reports/reportInputs";
import { restoreInputs, writeInputs } from "../../../src/excel/workbook/reports/writeInputs";
import { newUser } from "./paneTests";

jest.mock("../../../src/excel/workbook/reports/reportInputs");
jest.mock("../../../src/excel/workbook/reports/ownTables");
jest.mock("../../../src/excel/workbook/reports/writeInputs");

const scenario = (id: string, name: string, ...flags: string[]) => ({ id, name, flags });
const PLANS = [
  {
    id: "p26",
    name: "FY26 Plan",
    currency: "USD",
    scenarios: [
      scenario("c", "Committed Plan", "committed"),
      scenario("a", "Actual", "actual"),
      scenario("o", "Upside"),
    ],
  },
  {
    id: "eu",
    name: "FY26 Europe",
    currency: "EUR",
    scenarios: [scenario("ec", "Budget", "committed"), scenario("ea", "Ist", "actual"), scenario("es", "Stretch")],
  },
];

function report(sheet: string, texts: Partial<Record<InputRole, string>>, isUnlinked = false): ReadReport {
  const inputs = (Object.entries(texts) as [InputRole, string][]).map(([role, text], at) => ({
    role,
    label: role,
    text,
    value: text,
    isFormula: false,
    row: 4,
    column: at + 1,
  }));
  return { id: sheet, sheet, worksheetId: sheet, isUnlinked, inputs };
}

const COMMON = { plan: "FY26 Plan", scenario: "actual", base: "committed", period: "current", basis: "YTD" };
const REPORTS = [
  report("Statement", { ...COMMON, currency: "USD" }),
  report("Comparison", { ...COMMON, other: "" }),
  report("Months", {
    plan: "FY26 Plan",
    actuals: "actual",
    planned: "committed",
    year: "Full year",
    through: "current",
  }),
  report("Europe", { ...COMMON, plan: "FY26 Europe" }, true),
];

beforeAll(() => {
  Object.assign(globalThis, { Office: { context: { contentLanguage: "en-US" } } });
});

const user = newUser();
let clicks = 0;

const button = (name: string | RegExp) => screen.findByRole("button", { name });

async function click(name: string | RegExp): Promise<void> {
  clicks += 1;
  await user.click(await button(name));
}

/** The view with the real actions; the state is a store's, without Excel and the service. */
async function open(reports = REPORTS): Promise<jest.Mocked<Pick<Store, "linkReport">>> {
  clicks = 0;
  let show: (state: StoreState) => void = () => undefined;
  const context = {
    settings: { current: {} },
    session: { generation: undefined, address: "https://app.example" },
    listeners: new Set(),
    state: {
      plans: PLANS,
      settings: {},
      planMarks: { favourites: [], recent: [] },
      isBusy: false,
    } as unknown as StoreState,
    now: () => Date.UTC(2026, 5),
  } as unknown as StoreContext;
  context.listeners.add(() => show(context.state));
  jest.mocked(readReportInputs).mockResolvedValue(reports);
  jest.mocked(readOwnFormulas).mockResolvedValue([]);
  jest.mocked(countReaders).mockReturnValue(2);
  jest.mocked(writeInputs).mockImplementation((planned) =>
    Promise.resolve({
      isOneStep: true,
      changes: planned.map(({ report: { id, sheet }, input: { label, text, value }, to }) => ({
        report: id,
        sheet,
        label,
        before: text,
        value,
        after: to,
      })),
    }),
  );
  jest.mocked(restoreInputs).mockResolvedValue({ reports: 3, removed: [] });
  const actions = createBarActions(context, async (action) => void (await action()));
  const linkReport = jest.fn<Promise<void>, [string, boolean]>().mockResolvedValue();
  const store = { loadBar: () => Promise.resolve(actions), linkReport } as unknown as Store;
  const View = ({ first }: { first: StoreState }) => {
    const [state, setState] = useState(first);
    show = setState;
    return <ReportBar state={state} store={store} />;
  };
  await act(async () => {
    render(<View first={context.state} />);
  });
  return { linkReport };
}

/** What was written, once it can be taken back. */
async function written() {
  await button("Undo");
  return jest
    .mocked(writeInputs)
    .mock.lastCall?.[0].map(({ report: { sheet }, input: { role }, to }) => [sheet, role, to]);
}

test("Another month and plan in all reports takes three clicks, and Undo one more", async () => {
  await open();
  await click("FY26 Europe");
  await click("Mar 2026");
  expect(await screen.findByText("Changes 3 of 4 reports, 2 own tables; 1 is excluded.")).toBeTruthy();
  await click("Change 3 reports");
  expect(clicks).toBe(3);
  expect(await written()).toEqual([
    ["Statement", "plan", "FY26 Europe"],
    ["Statement", "period", "2026-03"],
    ["Comparison", "plan", "FY26 Europe"],
    ["Comparison", "period", "2026-03"],
    ["Months", "plan", "FY26 Europe"],
    ["Months", "year", "2026"],
    ["Months", "through", "2026-03"],
  ]);
  await click("Undo");
  expect(jest.mocked(restoreInputs).mock.lastCall?.[0]).toHaveLength(7);
});

test("Nothing is written before a scenario that the plan does not have has a substitute", async () => {
  await open([report("Statement", { ...COMMON, scenario: "Upside" })]);
  await click("FY26 Europe");
  const asked = await screen.findByRole("group", { name: "“Upside” is not in FY26 Europe. What stands in for it?" });
  expect(screen.queryByRole("button", { name: /^Change \d/ })?.getAttribute("aria-disabled")).toBe("true");
  await user.click(within(asked).getByRole("button", { name: "Stretch" }));
  await click("Change 1 report");
  expect(await written()).toEqual([
    ["Statement", "plan", "FY26 Europe"],
    ["Statement", "scenario", "Stretch"],
  ]);
});

test("Inputs that differ are counted, and none is pressed", async () => {
  await open([report("One", COMMON), report("Two", COMMON), report("Three", { ...COMMON, period: "2026-02" })]);
  expect(await screen.findByText("They differ: current in 2, Feb 2026 in 1.")).toBeTruthy();
  const period = screen.getByRole("group", { name: "Period" });
  expect(within(period).queryByRole("button", { pressed: true })).toBeNull();
});

test("A report that keeps its own is named, and linked again by its button", async () => {
  const { linkReport } = await open();
  expect(await screen.findByText("“Europe” is excluded.")).toBeTruthy();
  await click("Include Europe");
  expect(linkReport.mock.calls).toEqual([["Europe", true]]);
});

test("Each input is one stop of the Tab key, and arrows lead through its choices", async () => {
  await open();
  (await button("FY26 Plan")).focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(await button("FY26 Europe"));
  await user.keyboard("{Enter}");
  expect((await button("FY26 Europe")).getAttribute("aria-pressed")).toBe("true");
  const stops = (group: string) =>
    within(screen.getByRole("group", { name: group }))
      .getAllByRole("button")
      .flatMap((each) => (each.tabIndex === 0 ? [each.textContent] : []));
  expect([stops("Plan"), stops("Scenario")]).toEqual([["FY26 Europe"], [expect.stringMatching(/^Ist/)]]);
});

test("The focus stays in the bar when the focused button goes", async () => {
  await open();
  (await button("Mar 2026")).focus();
  await user.keyboard("{Enter}");
  (await button("Change 3 reports")).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(await button("Undo"));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(await button("Include Europe"));
  await click("QTD");
  (await button("Cancel")).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(await button("Include Europe"));
});

test("A choice is dropped without a change", async () => {
  await open();
  await click("QTD");
  await click("Cancel");
  expect((await button("YTD")).getAttribute("aria-pressed")).toBe("true");
  expect(screen.queryByRole("button", { name: /^Change/ })).toBeNull();
});

test("A workbook without reports has no bar", async () => {
  await open([]);
  expect(screen.queryByRole("heading")).toBeNull();
});
