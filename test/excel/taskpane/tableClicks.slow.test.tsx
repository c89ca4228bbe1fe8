/** @jest-environment jsdom */
/** How many clicks a table takes, from the pane as it opens to the written cells. */
import { act, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { createTableActions, type TableActions } from "../../../src/excel/actions/tables/tableActions";
import type { StoreContext } from "../../../src/excel/actions/context";
import type { StoreState } from "../../../src/excel/actions/storeState";
import { fillCells, readSelection, writeBlock, type TableBlock } from "../../../src/excel/workbook/tableArea";
import { onActiveCell, readActiveCell, readOccupied } from "../../../src/excel/workbook/insertion";
import { TableView } from "../../../src/excel/taskpane/view/TableView";
import { newUser } from "./paneTests";

jest.mock("../../../src/excel/workbook/tableArea");
jest.mock("../../../src/excel/workbook/insertion");

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
const user = newUser();

async function click(name: RegExp): Promise<void> {
  clicks += 1;
  await user.click(screen.getByRole("button", { name }));
}

/** A list is opened by one click, and stays open while entries are chosen by others. */
async function pick(list: string, ...entries: string[]): Promise<void> {
  clicks += 1 + entries.length;
  await user.click(screen.getByRole("combobox", { name: list }));
  for (const name of entries) await user.click(screen.getByRole("menuitemcheckbox", { name }));
  await user.keyboard("{Escape}");
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
  const actions = createTableActions(context);
  const View = ({ first, of }: { first: StoreState; of: TableActions }) => {
    const [state, setState] = useState(first);
    show = setState;
    return <TableView state={state} actions={of} isVisible onCancel={() => undefined} />;
  };
  await act(async () => {
    render(<View first={context.state} of={actions} />);
  });
}

function written(): TableBlock["contents"] {
  const [, block] = jest.mocked(writeBlock).mock.lastCall!;
  return block.contents;
}

beforeEach(async () => {
  jest.mocked(writeBlock).mockClear();
  Object.assign(globalThis, { Office: { context: {} } });
  await open();
});

const isCall = (content: string | number) => String(content).startsWith("=INSIGHTS.");

test("the table to date takes two clicks, each Δ with its Δ %, seven with other lines", async () => {
  await click(/^Insert at/);
  expect(clicks).toBe(2);
  expect(written().filter((row) => row.slice(1, 4).every(isCall))).toHaveLength(6);
  expect(written().find((row) => row[0] === "EBIT")).toHaveLength(8);
  expect(written().find((row) => row[0] === "Variance")).toEqual([
    "Variance",
    "",
    "",
    ...["amount", "percent", "", "amount", "percent"],
  ]);
  await pick("Add or remove lines", "Cost of goods sold", "Gross profit %", "Gross sales");
  await click(/^Insert at/);
  expect(clicks).toBe(7);
  expect(written().flatMap((row) => (isCall(row[1]!) && row[0] !== "Period" ? [row[0]] : []))).toEqual([
    "Net sales",
    "Cost of goods sold",
    "Gross profit",
    "Gross profit %",
    "Supply chain costs",
    "EBIT",
    "EBIT %",
  ]);
});

/** Reads the headings around a block whose first row and column hold them. */
async function openHeadings(values: readonly (readonly string[])[]): Promise<void> {
  const [rows, columns] = [values.length, values[0]?.length ?? 0];
  const area = { sheet: "Sheet1", row: 0, column: 0, rows, columns };
  jest.mocked(readSelection).mockResolvedValue({
    selected: { ...area, row: 1, column: 1, rows: rows - 1, columns: columns - 1 },
    around: { ...area, values, numberFormats: values.map((row) => row.map(() => "General")) },
    dateSystem: 1900,
  });
  await click(/^Fill from headings/);
}

test("filling from headings asks what is open, and tells what was assumed", async () => {
  await openHeadings([
    ["", "Jan"],
    ["Gross margin", ""],
    ["EBITDA", ""],
  ]);
  expect(screen.getByText(/no such number: EBITDA$/)).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Fill 0 cells/ }).getAttribute("aria-disabled")).toBe("true");
  await user.click(within(screen.getByRole("group", { name: /“Gross margin”/ })).getByText("Gross profit %"));
  const call = 'INSIGHTS.KPI("FY26 Plan","actual","Gross profit %","2026-01",,,"EUR")';
  expect(screen.getByText(`=IF(AND(B$1="Jan",$A2="Gross margin"),${call},NA())`)).toBeTruthy();
});

test("a title that is not read as a whole may say nothing, and blanks no cells then", async () => {
  await openHeadings([
    ["Actual without Q1 2026", "2026-03"],
    ["EBIT", ""],
  ]);
  expect(screen.getByRole("button", { name: /^Fill 0 cells/ })).toBeTruthy();
  await user.click(screen.getByRole("combobox", { name: /without Q1/ }));
  await user.click(screen.getByRole("option", { name: "None: it says no period" }));
  expect(screen.getByRole("button", { name: /^Fill 1 cell/ })).toBeTruthy();
});

test("the focus stays in what takes the button's place, and comes back to the button", async () => {
  const opener = () => screen.getByRole("button", { name: /^Fill from headings/ });
  await openHeadings([
    ["", "Jan"],
    ["EBIT", ""],
  ]);
  expect(document.activeElement?.closest("section")?.textContent).toContain("Fill from headings");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(opener());
});

test("who types into the cells while they are filled keeps the focus there", async () => {
  let written = () => {};
  jest.mocked(fillCells).mockReturnValueOnce(new Promise((resolve) => (written = () => resolve([]))));
  await openHeadings([
    ["", "2026-01"],
    ["EBIT", ""],
  ]);
  await click(/^Fill 1 cell/);
  const fill = screen.getByRole("button", { name: /^Fill 1 cell/ });
  expect(document.activeElement).toBe(fill);
  // The cells are another document's, so here nothing has the focus.
  act(() => fill.blur());
  await act(async () => Promise.resolve(written()));
  expect(await screen.findByText("1 cell of Sheet1!B2 filled.")).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
});

test("what is assumed is changed with keys alone, and the focus returns to its chip", async () => {
  await openHeadings([
    ["", "Jan", "Var"],
    ["EBIT", "", ""],
  ]);
  const chip = (name: RegExp) => screen.getByRole("button", { name });
  act(() => chip(/^Jan 2026: assumed/).focus());
  await user.keyboard("{Enter}");
  expect(chip(/^Jan 2026/).getAttribute("aria-expanded")).toBe("true");
  act(() => chip(/^2026$/).focus());
  await user.keyboard("{ArrowLeft}{Enter}");
  expect(document.activeElement).toBe(chip(/^Jan 2025: assumed/));
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("B: Actuals · Jan 2025");
  expect(screen.getByText(/"2025-01"/)).toBeTruthy();
  await user.keyboard("{Enter}");
  act(() => chip(/^2025$/).focus());
  // There office.js would take it, and give the focus to the cells.
  const atWindow = jest.fn();
  window.addEventListener("keydown", atWindow, { once: true });
  await user.keyboard("{Escape}");
  expect(atWindow).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(chip(/^Jan 2025/));
  expect(chip(/^Jan 2025/).getAttribute("aria-expanded")).toBe("false");
});

test("actual and prior year by month take three clicks", async () => {
  await click(/^Rolling 12 months/);
  await click(/^Insert at/);
  expect(clicks).toBe(3);
  expect(written().filter((row) => isCall(row[1]!))).toHaveLength(12);
  expect(written()).toContainEqual(expect.arrayContaining(["Line", "Net sales"]));
});

test("an outlook asks once whose months follow the actual ones", async () => {
  await click(/^Outlook of the year/);
  expect(screen.getByText("Say whose months follow the actual ones of the outlook.")).toBeTruthy();
  await click(/^Insert at/);
  expect(jest.mocked(writeBlock)).not.toHaveBeenCalled();
  const question = () => screen.getByRole("combobox", { name: /^Outlook: .* whose\?$/ });
  await user.click(question());
  await user.click(screen.getByRole("option", { name: "Actual months, then Base (committed)" }));
  expect(screen.getByRole("button", { name: /^Remove Outlook \(.*, then Base \(committed\)\)$/ })).toBeTruthy();
  await click(/^Insert at/);
  expect(written()).toContainEqual(["Actuals to", "current", "", "current", "current", "", "current", "current"]);
  await click(/^Year to date/);
  await pick("Add or remove columns", "Outlook (actual to the current month, then Base (committed))");
  expect((question() as HTMLInputElement).value).toBe("Actual months, then Base (committed)");
  await click(/^Insert at/);
  expect(written()).toContainEqual(["Actuals to", ...Array<string>(7).fill(""), "current"]);
});

const lines = () =>
  within(screen.getByRole("toolbar", { name: "Lines" }))
    .getAllByRole("button")
    .map((each) => each.textContent);

test("entries are moved and removed with keys alone", async () => {
  const chip = (name: string) => screen.getByRole("button", { name: `Remove ${name}` });
  act(() => chip("Gross sales").focus());
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(chip("Net sales"));
  await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
  expect(lines().slice(0, 2)).toEqual(["Net sales", "Gross sales"]);
  expect(document.activeElement).toBe(chip("Net sales"));
  const stops = within(screen.getByRole("toolbar", { name: "Lines" })).getAllByRole("button");
  expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toEqual([chip("Net sales")]);
  act(() => chip("EBIT").focus());
  await user.keyboard("{Delete}");
  expect(lines()).not.toContain("EBIT");
});

test("lines are found and chosen by typing, with Enter for each", async () => {
  act(() => screen.getByRole("combobox", { name: "Add or remove lines" }).focus());
  await user.keyboard("sold{Enter}{Escape}");
  expect(lines()).toContain("Cost of goods sold");
});
