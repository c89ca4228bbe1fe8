/** @jest-environment jsdom */
/** How many clicks a table takes, from the pane as it opens to the written cells. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createGridActions, type GridActions } from "../../src/actions/grid/gridActions";
import type { StoreContext } from "../../src/actions/context";
import type { StoreState } from "../../src/actions/state";
import { writeBlock, type GridBlock } from "../../src/workbook/gridArea";
import { onActiveCell, readActiveCell, readOccupied } from "../../src/workbook/insertion";
import { GridView } from "../../src/taskpane/view/GridView";

jest.mock("../../src/workbook/gridArea");
jest.mock("../../src/workbook/insertion");

const PLAN = {
  id: "p1",
  name: "FY26 Plan",
  currency: "EUR",
  scenarios: [
    { id: "s1", name: "Base", flags: ["committed"] },
    { id: "s2", name: "Actuals", flags: ["actual"] },
    { id: "s3", name: "Upside", flags: [] },
  ],
};

let clicks = 0;
const user = userEvent.setup({ delay: null });

async function click(name: RegExp): Promise<void> {
  clicks += 1;
  await user.click(screen.getByRole("button", { name }));
}

/** A list is opened by one click, and an entry is chosen by another. */
async function pick(list: string, entry: string): Promise<void> {
  clicks += 2;
  await user.selectOptions(screen.getByLabelText(list), entry);
}

/** The view with the real actions; the state is a store's, without Excel and the service. The section's button is one click. */
async function open(): Promise<void> {
  clicks = 1;
  let show: (state: StoreState) => void = () => undefined;
  const context = {
    settings: { current: { plan: "p1" } },
    listeners: new Set(),
    state: { plans: [PLAN], settings: { plan: "p1" } } as unknown as StoreState,
    now: () => Date.UTC(2026, 5),
    after: () => () => undefined,
    // No month has ended.
    ledger: { invoke: () => Promise.reject(new Error("There is no current month.")) },
  } as unknown as StoreContext;
  context.listeners.add(() => show(context.state));
  jest.mocked(onActiveCell).mockResolvedValue(() => Promise.resolve());
  jest.mocked(readActiveCell).mockResolvedValue({ address: "Sheet1!A1", formula: "" });
  jest.mocked(readOccupied).mockResolvedValue([]);
  const actions = createGridActions(context);
  const View = ({ first, of }: { first: StoreState; of: GridActions }) => {
    const [state, setState] = useState(first);
    show = setState;
    return <GridView state={state} actions={of} isVisible onCancel={() => undefined} />;
  };
  await act(async () => {
    render(<View first={context.state} of={actions} />);
  });
}

function written(): GridBlock["contents"] {
  const [, block] = jest.mocked(writeBlock).mock.lastCall!;
  return block.contents;
}

beforeEach(async () => {
  Object.assign(globalThis, { Office: { context: {} } });
  await open();
});

test("a table of five KPIs by three scenarios takes two clicks, six with another KPI", async () => {
  await click(/^Insert at/);
  expect(clicks).toBe(2);
  const isFormula = (content: string | number) => String(content).startsWith("=");
  expect(written().filter((row) => row.slice(1).every(isFormula))).toHaveLength(5);
  await click(/^Remove Gross sales/);
  await pick("Add a line", "EBIT %");
  await click(/^Insert at/);
  expect(clicks).toBe(6);
  expect(
    written()
      .slice(5)
      .map(([label]) => label),
  ).toEqual(["Net sales", "Gross profit", "Supply chain costs", "EBIT", "EBIT %"]);
});

test("a table of actual, plan and prior year by month takes at most ten clicks", async () => {
  await click(/^Year to date/);
  await click(/^Remove EBIT/);
  await pick("Add a line", "Net sales");
  await click(/^Insert at/);
  expect(clicks).toBeLessThanOrEqual(10);
  const months = written().filter((row) => String(row[1]).startsWith("=INSIGHTS.KPI"));
  expect(months).toHaveLength(12);
  expect(written()[2]!.slice(0, 2)).toEqual(["Line", "Net sales"]);
  expect(written()[3]!.slice(0, 2)).toEqual(["Basis", "YTD"]);
});

test("entries are moved and removed with keys alone", async () => {
  screen.getByRole("button", { name: "Move Net sales up" }).focus();
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  const lines = () =>
    screen.getAllByRole("button", { name: /^Remove / }).map((each) => each.getAttribute("aria-label"));
  expect(lines().slice(0, 2)).toEqual(["Remove Net sales", "Remove Gross sales"]);
  screen.getByRole("button", { name: "Move EBIT up" }).focus();
  await user.keyboard("{Delete}");
  expect(lines()).not.toContain("Remove EBIT");
});
