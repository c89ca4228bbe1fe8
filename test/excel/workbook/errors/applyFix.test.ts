/** What fixes replace and what they leave, over Microsoft's real proxies: one workbook for all tests. */
import { applyFixes, undoFixes } from "../../../../src/excel/workbook/errors/applyFix";
import type { ErrorCell } from "../../../../src/excel/workbook/errors/cellErrors";
import type { Fix } from "../../../../src/excel/workbook/errors/fixFormula";
import { setUpWorkbook, whileEditing, type WorkbookSetup } from "../setup";

const PROTECTED = "Its sheet is protected.";
const COMPUTED = "The text is the result of a calculation. Change it there.";
const UNKNOWN = "The text stands in no cell that can be changed from here.";

let setup: WorkbookSetup;
beforeAll(async () => {
  setup = await setUpWorkbook({});
  await Excel.run(async (context) => {
    const { names, worksheets } = context.workbook;
    const sheet = worksheets.getItem("Sheet1");
    names.add("Rate", "=0.5");
    names.add("Chosen", sheet.getRange("H1"));
    sheet.names.add("Chosen", sheet.getRange("H2"));
    worksheets.getItem("Other sheet").protection.protect();
    await context.sync();
  });
});
afterAll(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const FIX: Fix = { kind: "argument", id: "KPI", argument: 1, wrong: "Noe", meant: "One" };
const errorAt = (address: string, formula: string, fix: Fix | undefined = FIX): ErrorCell => ({
  address,
  formula,
  fix,
  code: "#N/A",
  message: "",
});

/** Enters the cells, and fixes the formula of A1 as if it were in error. Returns what the cells hold then. */
async function fixA1(formula: string, others: Record<string, string | number> = {}, fix?: Fix) {
  const { workbook } = setup;
  for (const [address, content] of Object.entries({ A1: formula, ...others })) workbook.enter(address, content);
  await workbook.settled();
  const { replaced, refused } = await applyFixes([errorAt("Sheet1!A1", formula, fix)]);
  await workbook.settled();
  const holds = Object.fromEntries(Object.keys(others).map((address) => [address, workbook.value(address)]));
  return { holds, replaced, reasons: refused.map(({ reason }) => reason) };
}

const kpi = (scenario: string) => `=INSIGHTS.KPI("Plan",${scenario},"ebit")`;

test("A wrong text in a range is replaced in its own cell alone", async () => {
  const others = { C2: "One", D2: "=C2", C3: "Wonder", D3: " noe" };
  const { holds, replaced, reasons } = await fixA1(kpi("C2:D3"), others);
  expect(holds).toEqual({ C2: "One", D2: "One", C3: "Wonder", D3: "One" });
  expect(replaced).toEqual([{ sheet: "Sheet1", row: 2, column: 3, before: " noe", after: "One" }]);
  expect(reasons).toEqual([]);
});

test.each<[string, string, Record<string, string | number>, string]>([
  ["in a cell with another text", "B1", { B1: "Two" }, UNKNOWN],
  ["in a blank cell", "B30:B40", {}, UNKNOWN],
  ["in another file", "[Book2.xlsx]Sheet1!B1", { B1: "Noe" }, UNKNOWN],
  ["behind a name that means a number", "Rate", {}, UNKNOWN],
  ["behind a name that does not exist", "Nowhere", {}, UNKNOWN],
  ["in a table's column", "Table1[Scenario]", {}, UNKNOWN],
  ["in another text", '"Two"', {}, UNKNOWN],
  ["in the result of a formula", "B2", { B2: '="N"&"oe"' }, COMPUTED],
  ["in an expression", 'IF(B3>0,"Noe","Two")', { B3: 1 }, COMPUTED],
])("A wrong text that stands %s is refused", async (_where, scenario, others, reason) => {
  const { replaced, reasons } = await fixA1(kpi(scenario), others);
  expect([replaced, reasons]).toEqual([[], [reason]]);
});

test("A name of the sheet comes before one of the workbook", async () => {
  const { holds } = await fixA1(kpi("Chosen"), { H1: "Noe", H2: "Noe" });
  expect(holds).toEqual({ H1: "Noe", H2: "One" });
});

test("A formula on a protected sheet is refused", async () => {
  const formula = kpi('"Noe"');
  setup.workbook.enter("'Other sheet'!A1", formula);
  await setup.workbook.settled();
  const { replaced, refused } = await applyFixes([errorAt("'Other sheet'!A1", formula)]);
  expect([replaced, refused]).toEqual([[], [{ address: "'Other sheet'!A1", reason: PROTECTED }]]);
});

test("An error without a fix is passed over, and an address that is none", async () => {
  const formula = kpi('"Noe"');
  const { workbook } = setup;
  workbook.enter("A1", formula);
  await workbook.settled();
  const errors = [{ ...errorAt("Sheet1!A1", formula), fix: undefined }, errorAt("nowhere!", formula)];
  expect(await applyFixes(errors)).toEqual({ replaced: [], refused: [], entered: 0 });
});

describe("A formula whose names Excel did not know is entered again", () => {
  const formula = kpi('"One"');
  const errors = ["Sheet1!A1", "'Other sheet'!A1"].map((address) => errorAt(address, formula, { kind: "enter" }));
  beforeEach(async () => {
    const { workbook } = setup;
    workbook.host.missing = true;
    workbook.enter("A1", formula);
    workbook.enter("'Other sheet'!A1", formula);
    await workbook.settled();
    expect(workbook.value("A1")).toBe("#NAME?");
  });
  afterEach(() => (setup.workbook.host.missing = false));

  test("once the add-in is there; on a protected sheet it is not, and that is said", async () => {
    setup.workbook.host.missing = false;
    const { replaced, refused, entered } = await applyFixes(errors);
    await setup.workbook.settled();
    expect([replaced, entered, setup.workbook.value("A1")]).toEqual([[], 1, 100]);
    expect(refused).toEqual([{ address: "'Other sheet'!A1", reason: PROTECTED }]);
  });

  test("and said to be unknown still while the add-in is missing", async () => {
    const { refused, entered } = await applyFixes(errors.slice(0, 1));
    expect([entered, refused]).toEqual([0, [{ address: "Sheet1!A1", reason: expect.stringContaining("still") }]]);
  });
});

test("A number is restored as a number, and a formula as a formula", async () => {
  const { workbook } = setup;
  const fix: Fix = { kind: "argument", id: "KPI", argument: 1, wrong: "2026", meant: "One" };
  const { holds, replaced } = await fixA1(kpi("E1"), { E1: 2026 }, fix);
  expect(holds).toEqual({ E1: "One" });
  const formula = kpi('"Noe"');
  workbook.enter("A2", formula);
  await workbook.settled();
  const { replaced: more } = await applyFixes([errorAt("Sheet1!A2", formula)]);
  await workbook.settled();
  expect(workbook.value("A2")).toBe(100);
  const changed = await whileEditing(workbook, () => undoFixes([...replaced, ...more]));
  await workbook.settled();
  expect([changed, workbook.value("E1"), workbook.value("A2")]).toEqual([[], 2026, "#N/A"]);
});

test("A fix that was changed since, or whose sheet is protected by now, is not undone", async () => {
  const { replaced } = await fixA1(kpi('"Noe"'));
  const [own] = replaced;
  if (!own) throw new Error("Nothing was replaced.");
  const elsewhere = { ...own, sheet: "Other sheet" };
  setup.workbook.enter("'Other sheet'!A1", String(own.after));
  setup.workbook.enter("A1", "=1");
  await setup.workbook.settled();
  expect(await undoFixes([own, elsewhere])).toEqual(["Sheet1!A1", "'Other sheet'!A1"]);
  expect(setup.workbook.value("A1")).toBe(1);
});

test("Fixes are applied after a person has ended editing a cell", async () => {
  const { workbook } = setup;
  const formula = kpi('"Noe"');
  workbook.enter("A1", formula);
  await workbook.settled();
  const { replaced } = await whileEditing(workbook, () => applyFixes([errorAt("Sheet1!A1", formula)]));
  expect(replaced).toHaveLength(1);
});

test.each([
  ["Manual", true],
  ["AutomaticExceptTables", true],
  ["Automatic", false],
])("Cells are calculated after a fix if the workbook calculates in the mode %s: %s", async (mode, isCalculated) => {
  const { workbook } = setup;
  workbook.state.calculationMode = mode;
  const methods = new Set<string>();
  workbook.onRequest = (_request, { Actions }) => Actions.forEach(({ Name }) => void methods.add(Name));
  const { replaced } = await fixA1(kpi('"Noe"'));
  expect(methods.has("Calculate")).toBe(isCalculated);
  methods.clear();
  await undoFixes(replaced);
  expect(methods.has("Calculate")).toBe(isCalculated);
  workbook.onRequest = () => undefined;
  workbook.state.calculationMode = "Automatic";
});
