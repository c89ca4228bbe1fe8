/** Formulas that are not ours and depend on our cells: after a refresh they are new, or named. */
import { findDependents, findReach, findVolatile, readCells } from "../../../../src/excel/workbook/refresh/reach";
import { calculateReached } from "../../../../src/excel/workbook/refresh/recalculation";
import type { FormulaAt } from "../../../../src/excel/workbook/cells/formulaCells";
import { parseSheetPosition, formatSheetPosition } from "../../../../src/spreadsheet/cells/address";
import { openLeanWorkbook } from "../lean/leanSetup";

const OURS = '=INSIGHTS.KPI("Plan","One","ebit")';
const TWELVE = Array.from({ length: 12 }, (_, at) => `S${at + 1}`);
const NEWEST_FIRST = [...TWELVE].reverse();

type Opened = Awaited<ReturnType<typeof openLeanWorkbook>>;
let opened: Opened | undefined;
const open = async (...given: Parameters<typeof openLeanWorkbook>) => (opened = await openLeanWorkbook(...given));
afterEach(() => opened?.close());

const MODES = [
  ["in an Excel that calculates by itself", "Automatic", false],
  ["in an Excel that reaches direct dependents only", "Automatic", true],
  ["in a workbook that calculates by hand", "Manual", false],
  ["by hand, in an Excel that reaches direct dependents only", "Manual", true],
] as const;

describe.each(MODES)("%s,", (_what, mode, isShallow) => {
  const openIn = async (sheets: readonly string[], cells: Readonly<Record<string, string>>) => {
    const workbook = await open(sheets, cells, { isShallow, keepOldValues: true });
    await workbook.refresh();
    workbook.workbook.document.calculationMode = mode;
    workbook.service.step(0, 0);
    return workbook;
  };

  test.each([
    ["newest tab first", NEWEST_FIRST],
    ["oldest tab first", TWELVE],
  ])("a chain over twelve sheets is new after a refresh, %s", async (_order, sheets) => {
    const links = TWELVE.slice(1).map((sheet, at) => [`${sheet}!A1`, `='${TWELVE[at]}'!A1+1`] as const);
    const workbook = await openIn(sheets, { "S1!A1": OURS, ...Object.fromEntries(links) });
    expect([await workbook.refresh(), workbook.value("S12!A1")]).toEqual([[], 1012]);
  });

  test("a call at the end of such a chain asks for what it means now", async () => {
    const links = TWELVE.slice(1).map((sheet, at) => [`${sheet}!A1`, `='${TWELVE[at]}'!A1+0`] as const);
    const last = '=INSIGHTS.KPI("Plan",IF(S12!A1>1000,"Two","One"),"ebit")';
    const workbook = await openIn(NEWEST_FIRST, {
      "S1!A1": OURS,
      ...Object.fromEntries(links),
      "S7!B1": last,
      "S3!B1": "=S7!B1*2",
    });
    expect([await workbook.refresh(), workbook.value("S7!B1"), workbook.value("S3!B1")]).toEqual([[], 5000, 10_000]);
  });

  test("a sum over sheets between two tabs is new after a refresh, and what reads it", async () => {
    const scenarios = ["One", "Two", "Three"];
    const parts = ["Jan", "Feb", "Mar"].map((sheet, at) => [
      `${sheet}!A1`,
      `=INSIGHTS.KPI("Plan","${scenarios[at]}","ebit")`,
    ]);
    const workbook = await openIn(["Total", "Jan", "Feb", "Mar"], {
      ...Object.fromEntries(parts),
      "Total!A1": "=SUM(Jan:Mar!A1)",
      "Total!A2": "=A1*2",
    });
    expect([await workbook.refresh(), workbook.value("Total!A1"), workbook.value("Total!A2")]).toEqual([
      [],
      15_001,
      30_002,
    ]);
  });

  test.each([21, 22, 24, 36])("a chain of %i calls, each of which reads the one before, is new", async (links) => {
    const cells = Array.from({ length: links }, (_, at) => {
      const former = `IF(A${at}>${at === 1 ? 1000 : 1001},"Two","One")`;
      return [`S1!A${at + 1}`, at === 0 ? OURS : `=INSIGHTS.KPI("Plan",${former},"ebit")`] as const;
    });
    const workbook = await openIn(["S1"], Object.fromEntries(cells));
    expect(await workbook.refresh()).toEqual([]);
    expect(cells.map(([address]) => workbook.value(address))).toEqual([1001, ...cells.slice(1).map(() => 5000)]);
  });

  test("a chain that goes to and fro between two sheets is new, or its old cells are named", async () => {
    const chain = Array.from({ length: 30 }, (_, at) => [
      `${at % 2 ? "A" : "B"}!A${at + 2}`,
      `=${at % 2 ? "B" : "A"}!A${at + 1}+1`,
    ]);
    const workbook = await openIn(["A", "B"], { "A!A1": OURS, ...Object.fromEntries(chain) });
    const named = new Set(await workbook.refresh());
    const old = chain.filter(([address = ""], at) => workbook.value(address) !== 1002 + at).map(([address]) => address);
    expect(old.filter((address = "") => !named.has(address))).toEqual([]);
    // The button goes on from there.
    for (let times = 0; times < 10 && workbook.person.ledger.isUnshown; times += 1)
      await workbook.person.act(() => workbook.person.store.showUnsettled());
    expect([workbook.person.ledger.late, workbook.value("A!A31")]).toEqual([[], 1031]);
  });
});

// Fails if each sheet is calculated once.
test("Sheets that read each other take turns until none changes", async () => {
  const cells = { "A!A1": OURS, "C!A1": "=A!A1+1", "B!A1": "=C!A1+1", "C!A2": "=B!A1+1" };
  const { workbook, enter, value } = await open(["C", "B", "A"], cells);
  workbook.document.calculationMode = "Manual";
  enter("A!A1", '=INSIGHTS.KPI("Plan","Two","ebit")');
  await workbook.settled();
  const reach = findReach(await readCells());
  expect([reach.sheets, await calculateReached(reach), value("C!A2")]).toEqual([["A", "C", "B"], [], 5003]);
});

test("Only sheets with our cells, and those that read them, are calculated", async () => {
  const workbook = await open(["Far", "Reading", "Ours"], {
    "Far!A1": "=1+1",
    "Ours!A1": OURS,
    "Reading!A1": "=Ours!A1*2",
  });
  workbook.service.step(0, 0);
  const calculate = jest.spyOn(workbook.workbook, "calculate");
  await workbook.refresh();
  const sheets = calculate.mock.calls.flatMap(([only]) => (only && "sheet" in only ? [only.sheet] : []));
  expect([...new Set(sheets)].map((id) => workbook.workbook.names.nameOf(id))).toEqual(["Ours", "Reading"]);
});

test("Formulas that were left old in a workbook that calculates by hand are new after a refresh without news", async () => {
  const workbook = await open(["A", "B"], { "A!A1": OURS, "B!A1": "=A!A1+1" });
  await workbook.refresh();
  workbook.workbook.document.calculationMode = "Manual";
  workbook.enter("A!A1", '=INSIGHTS.KPI("Plan","Two","ebit")');
  await workbook.workbook.settled();
  expect(workbook.value("B!A1")).toBe(1001);
  expect([await workbook.refresh(), workbook.value("B!A1")]).toEqual([[], 5001]);
});

test("If Excel calculates no ranges by hand, as with iteration, a refresh is done by sheets", async () => {
  const workbook = await open(["A", "B"], { "A!A1": OURS, "A!B1": "=A1+1", "B!A1": "=A!B1+1" });
  await workbook.refresh();
  workbook.workbook.document.calculationMode = "Manual";
  workbook.behaviour.iterates = true;
  workbook.service.step(0, 0);
  expect([await workbook.refresh(), workbook.value("A!A1"), workbook.value("B!A1")]).toEqual([[], 1001, 1003]);
});

test("If Excel refuses to calculate a sheet, what depends on our cells is named, and follows by the button", async () => {
  const workbook = await open(
    ["A", "B"],
    { "A!A1": OURS, "A!B1": "=A1+1", "B!A1": "=A!B1+1", "B!A2": "=1+1" },
    { isShallow: true },
  );
  workbook.service.step(0, 0);
  workbook.behaviour.fails = (action) => action === "Worksheet.calculate";
  expect(await workbook.refresh()).toEqual(expect.arrayContaining(["A!B1", "B!A1"]));
  expect(workbook.person.store.state().unsettled).not.toContain("B!A2");
  workbook.behaviour.fails = undefined;
  await workbook.person.act(() => workbook.person.store.showUnsettled());
  expect([workbook.person.ledger.late, workbook.value("B!A1")]).toEqual([[], 1003]);
});

test("A workbook in which cells move by themselves is refreshed, and names them", async () => {
  const cells = { "A!A1": OURS, "A!B1": "=A2+1", "A!C1": "One", "A!A2": '=INSIGHTS.KPI("Plan",C1,"ebit")' };
  const { workbook, enter, value, refresh, service } = await open(["A"], cells);
  service.step(0, 0);
  const calculate = workbook.calculate.bind(workbook);
  let count = 0;
  jest.spyOn(workbook, "calculate").mockImplementation((...only) => {
    enter("A!C1", (count += 1) % 2 ? "Two" : "One");
    return calculate(...only);
  });
  expect(await refresh()).toEqual(expect.arrayContaining(["A!A2", "A!B1"]));
  expect(value("A!A1")).toBe(1001);
});

describe("What formulas mention", () => {
  const at = (address: string, formula: string): FormulaAt => ({ ...parseSheetPosition(address)!, formula });
  const ours = [{ ...at("Ours!A1", OURS), value: 1 }];
  const reached = (...others: FormulaAt[]) => findReach({ ours, others }).sheets;

  test.each([
    ["a sheet with spaces", "='Ours'!A1", true],
    ["a sheet in another case", "=oURS!A1", true],
    ["a sheet over another one", "=Middle!A1", true],
    ["a name", "=Total+1", true],
    ["a column of a table", "=SUM(Table1[Net])", true],
    ["a text that becomes a reference", '=INDIRECT("Ours!A1")', true],
    ["its own sheet", '=SUM(A2:A9)&"Ours!A1"', false],
    ["another file", "=[1]Ours!A1", true],
    ["sheets between two tabs", "=SUM(Jan:Mar!A1)", true],
    ["sheets whose names look like cells", "=SUM(S1:S3!A1)", true],
    ["sheets with spaces", "=SUM('S 1:S3'!A1:B2)", true],
    ["each with its quotes", "=SUM('S 1':'S3'!A1)", true],
    ["whole columns of sheets", "=COUNTA(S1:S3!B:B)", true],
    ["a range over sheets in a function of arrays", "=VSTACK(Jan:Mar!A1:A2)", true],
    ["a range whose end is calculated", "=SUM(A1:INDEX(C1:C9,1))", true],
    ["cells beside another one", "=OFFSET(A2,-1,0)", true],
    ["ranges, whole columns and rows of its own", "=SUM($A$2:B9,C:C,4:5)", false],
  ])("%s: %s", (_what, formula, isReached) => {
    const sheets = reached(at("Other!A1", formula), at("Middle!A1", "=Ours!A1"), at("Apart!A1", "=1+2"));
    expect([sheets.includes("Other"), sheets.includes("Apart")]).toEqual([isReached, false]);
  });

  test("sheets stand behind those that they read", () => {
    expect(reached(at("C!A1", "=B!A1"), at("B!A1", "=Ours!A1"), at("D!A1", "=C!A1"))).toEqual(["Ours", "B", "C", "D"]);
  });

  test("no sheet is reached without a cell of ours", () => {
    expect(findReach({ ours: [], others: [at("A!A1", "=Total")] }).sheets).toEqual([]);
  });

  test("dependents are found over several steps, and formulas that tell nothing are counted", async () => {
    const formulas = [
      at("B!A1", "=SUM(Ours!A:A)"),
      at("B!A2", "=A1"),
      at("B!A3", "=A9"),
      at("B!A4", "=Total"),
      at("B!A5", "=OFFSET(Ours!A2,-1,0)"),
      at("B!A6", "=SUM(A:Ours!A1)"),
    ];
    const names = (await findDependents(ours, formulas)).map(formatSheetPosition);
    expect(names.sort()).toEqual(["B!A1", "B!A2", "B!A4", "B!A5", "B!A6"]);
  });

  test("volatile are functions that change by themselves, and what reads them", async () => {
    const formulas = [at("B!A1", "=NOW()"), at("B!A2", "=A1+1"), at("B!A3", "=A9"), at("B!A4", "=Total")];
    expect([...(await findVolatile(formulas))].map(formatSheetPosition)).toEqual(["B!A1", "B!A2"]);
  });
});
