/** Cells of our functions are formatted as their fields, over Microsoft's real proxies. */
import { fieldsOf } from "../../../../src/insights";
import { countUnformatted, formatCells } from "../../../../src/excel/workbook/format/formatCells";
import type { WorkbookSettings } from "../../../../src/reporting/saved/chosenSettings";
import { setUpWorkbook, type WorkbookSetup } from "../setup";

const AMOUNT = "#,##0;-#,##0";
const EURO = '#,##0" EUR";-#,##0" EUR"';
const SHEET = "Sheet1";
const EBIT = '=INSIGHTS.KPI("Plan","One","ebit")';
const MARGIN = '=INSIGHTS.KPI("Plan","One","ebitPercent")';
const TABLE = '=INSIGHTS.PNL("Plan",{"One","Two"},{"ebit","ebitPercent"})';

let setup: WorkbookSetup;
beforeEach(() => {
  const requirements = { isSetSupported: () => true };
  Object.assign(globalThis, { Office: { context: { requirements } } });
});
afterEach(() => setup.workbook.close());

async function open(cells: Record<string, string | number>, settings: WorkbookSettings = {}): Promise<void> {
  setup = await setUpWorkbook(cells);
  setup.settings.current = settings;
}

const format = (cells?: Parameters<typeof formatCells>[0]["cells"]) =>
  formatCells({ ledger: setup.ledger, settings: setup.settings.current, cells });

/** The number formats of an area, row by row. */
async function formatsIn(address: string, sheet = SHEET): Promise<unknown[][]> {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(sheet).getRange(address).load("numberFormat");
    await context.sync();
    return range.numberFormat;
  });
}
const formatOf = async (address: string, sheet = SHEET) => (await formatsIn(address, sheet))[0]?.[0];

async function change(queue: (sheet: Excel.Worksheet) => void): Promise<void> {
  await Excel.run(async (context) => {
    queue(context.workbook.worksheets.getItem(SHEET));
    await context.sync();
  });
}

async function lookOf(address: string) {
  return Excel.run(async (context) => {
    const range = context.workbook.worksheets.getItem(SHEET).getRange(address);
    range.load("format/columnWidth,format/horizontalAlignment,format/font/bold");
    await context.sync();
    const { columnWidth, horizontalAlignment, font } = range.format;
    return { columnWidth, horizontalAlignment, isBold: font.bold };
  });
}

describe("a number is formatted as its field", () => {
  test.each<[string, string, string]>([
    ["an amount", EBIT, AMOUNT],
    ["a ratio", MARGIN, "0.0%"],
    ["an amount in a currency", '=INSIGHTS.KPI("Plan","One","ebit",,,,"EUR")', EURO],
    ["a table's only number", '=INSIGHTS.PNL("Plan","One","ebit")', AMOUNT],
    ["a percentage", '=INSIGHTS.VAR("Plan","Two","One","ebit",,,,,,"percent")', "0.0%"],
    ["a variance", '=INSIGHTS.VAR("Plan","Two","One","ebit")', AMOUNT],
    ["points", '=INSIGHTS.VAR("Plan","Two","One","ebitPercent")', '0.0%"-pts"'],
    ["a time", '=INSIGHTS.ASOF("Plan")', "yyyy-mm-dd hh:mm"],
    ["a date", '=INSIGHTS.PERIOD("Plan","2026-03",,"start")', "yyyy-mm-dd"],
    ["an amount in an error's place", '=IFERROR(INSIGHTS.KPI("Plan","One","ebit"),0)', AMOUNT],
    ["a sum", '=INSIGHTS.KPI("Plan","One","ebit")+INSIGHTS.KPI("Plan","Two","ebit")', AMOUNT],
  ])("%s", async (_what, formula, expected) => {
    await open({ A1: formula });
    expect(await format()).toMatchObject({ cells: 1, protectedSheets: [], isFitted: true });
    expect(await formatOf("A1")).toBe(expected);
  });

  test("with the workbook's currency and scale", async () => {
    await open({ A1: EBIT, A2: MARGIN }, { currency: "EUR", scale: "thousands" });
    await format();
    expect(await formatsIn("A1:A2")).toEqual([['#,##0," k EUR";-#,##0," k EUR"'], ["0.0%"]]);
  });

  test("whose name another cell holds, also after the workbook was opened", async () => {
    await open({ A1: "ebitPercent", "'Other sheet'!A1": "ebit", B1: '=INSIGHTS.KPI("Plan","One",A1)' });
    setup.workbook.enter("B2", '=INSIGHTS.KPI("Plan","One",\'other Sheet\'!$A$1)');
    await setup.workbook.settled();
    setup.ledger.clear();
    await format();
    expect(await formatsIn("B1:B2")).toEqual([["0.0%"], [AMOUNT]]);
  });

  test("whose name only Excel computes, if the call is known", async () => {
    await open({ A1: '=INSIGHTS.KPI("Plan","One",LOWER("EBIT"))' });
    expect(await format()).toMatchObject({ cells: 1 });
    expect(await formatOf("A1")).toBe(AMOUNT);
  });
});

describe("a cell stays as it is", () => {
  test.each([
    ["with a product, whose unit is unknown", '=INSIGHTS.KPI("Plan","One","ebit")*2'],
    ["with a quotient", '=INSIGHTS.KPI("Plan","One","ebit")/INSIGHTS.KPI("Plan","Two","ebit")'],
    ["with numbers of two formats", '=INSIGHTS.KPI("Plan","One","ebit")+INSIGHTS.KPI("Plan","One","ebitPercent")'],
    ["in error", '=INSIGHTS.KPI("Plan","One","nothing")'],
    ["with a text", '=INSIGHTS.PERIOD("Plan","2026-03")'],
    ["with a number of months", '=INSIGHTS.PERIOD("Plan","2026-03",,"months")'],
    ["without a call of ours", "=1+1"],
  ])("%s", async (_what, formula) => {
    await open({ A1: formula });
    expect(await format()).toEqual({ cells: 0, protectedSheets: [], isFitted: true, isOneStep: true });
    expect(await formatOf("A1")).toBe("General");
  });

  test("if it has a format, in a table too", async () => {
    await open({ A1: EBIT, A2: EBIT, C1: TABLE });
    await change((sheet) => {
      sheet.getRange("A1").numberFormat = [["0.000"]];
      sheet.getRange("D2").numberFormat = [["@"]];
    });
    expect(await format()).toMatchObject({ cells: 4 });
    expect(await formatsIn("A1:A2")).toEqual([["0.000"], [AMOUNT]]);
    expect(await formatsIn("C1:E3")).toEqual([
      ["General", "General", "General"],
      ["General", "@", AMOUNT],
      ["General", "0.0%", "0.0%"],
    ]);
    expect(await format()).toMatchObject({ cells: 0 });
  });

  test("in a hidden column, where reports keep the cells of their charts", async () => {
    await open({ A1: EBIT, B1: EBIT });
    await change((sheet) => (sheet.getRange("A1").columnHidden = true));
    expect(await format()).toMatchObject({ cells: 1 });
    expect(await formatsIn("A1:B1")).toEqual([["General", AMOUNT]]);
  });

  test("on a protected sheet, which is named, while others are formatted", async () => {
    await open({ A1: EBIT, "'Other sheet'!A1": EBIT });
    await change((sheet) => sheet.protection.protect());
    setup.workbook.host.enforceProtection = true;
    expect(await format()).toEqual({ cells: 1, protectedSheets: [SHEET], isFitted: true, isOneStep: true });
    expect([await formatOf("A1"), await formatOf("A1", "Other sheet")]).toEqual(["General", AMOUNT]);
  });
});

describe("a table", () => {
  test("is formatted row by row, its columns fitted and its headings right above their numbers", async () => {
    await open({ B2: TABLE, F2: "mine" });
    await change((sheet) => {
      sheet.getRange("B1").format.columnWidth = 10;
      sheet.getRange("C1").format.columnWidth = 300;
    });
    const before = await lookOf("F2");
    expect(await format()).toMatchObject({ cells: 4 });
    expect(await formatsIn("C3:D4")).toEqual([
      [AMOUNT, AMOUNT],
      ["0.0%", "0.0%"],
    ]);
    expect(await lookOf("C2")).toEqual({ columnWidth: 300, horizontalAlignment: "Right", isBold: true });
    expect(await lookOf("B2")).toMatchObject({ horizontalAlignment: "General", isBold: true });
    expect((await lookOf("B2")).columnWidth).toBeGreaterThan(20);
    expect(await lookOf("F2")).toEqual(before);
  });

  test("is formatted column by column", async () => {
    await open({ A1: '=INSIGHTS.PNL("Plan",{"One","Two"},{"ebit","ebitPercent"},,,,,"table")' });
    expect(await format()).toMatchObject({ cells: 4 });
    expect((await formatsIn("A2:D3")).map((row) => row.slice(-2))).toEqual([
      [AMOUNT, "0.0%"],
      [AMOUNT, "0.0%"],
    ]);
  });

  test("of months is formatted", async () => {
    await open({ A1: 1 });
    setup.service.fail = async (url) => {
      if (!url.search.includes("interval=M")) return undefined;
      const series = ["2026-01", "2026-02"].map((period) => ({ period, ebit: 5 }));
      return Response.json({ meta: { planId: "p1" }, scenarios: [{ scenarioId: "s1", series }] });
    };
    setup.workbook.enter("B2", '=INSIGHTS.PNL("Plan","One","ebit","M")');
    await setup.workbook.settled();
    expect(setup.workbook.value("B4")).toBe("EBIT");
    expect(await format()).toMatchObject({ cells: 2 });
    expect(await formatsIn("C2:D4")).toEqual([
      ["General", "General"],
      ["General", "General"],
      [AMOUNT, AMOUNT],
    ]);
  });

  test("of bare numbers is formatted as its only field", async () => {
    await open({ A1: '=INSIGHTS.PNL("Plan",{"One","Two"},"ebit",,,,,"values")' });
    expect(await format()).toMatchObject({ cells: 2 });
    expect(await formatsIn("A1:B1")).toEqual([[AMOUNT, AMOUNT]]);
  });

  test("of a bridge is formatted by its amounts", async () => {
    await open({ A1: 1 });
    const pnl = Object.fromEntries(fieldsOf("pnl").map(({ name }) => [name, 1]));
    setup.service.fail = (url) => {
      if (!url.search.includes("scenarioIds")) return undefined;
      const scenarios = ["s1", "s2"].map((scenarioId) => ({ scenarioId, pnl }));
      return Response.json({ meta: { planId: "p1" }, scenarios });
    };
    setup.workbook.enter("A1", '=INSIGHTS.BRIDGE("Plan","One","Two")');
    await setup.workbook.settled();
    expect(setup.workbook.value("A1")).toBe("Label");
    await format();
    expect(await formatsIn("A1:C2")).toEqual([
      ["General", "General", "General"],
      ["General", AMOUNT, "General"],
    ]);
  });

  test("of texts stays as it is", async () => {
    await open({ A1: "=INSIGHTS.SCENARIOS()" });
    expect(await format()).toMatchObject({ cells: 0 });
    expect((await lookOf("A1")).isBold).toBe(false);
  });
});

test("Only the given cells are formatted, with all that they fill", async () => {
  await open({ A1: TABLE, A9: EBIT });
  expect(await format([{ sheet: SHEET, row: 0, column: 0 }])).toMatchObject({ cells: 4 });
  expect([await formatOf("B2"), await formatOf("A9")]).toEqual([AMOUNT, "General"]);
});

test("Cells are counted without a change", async () => {
  await open({ A1: TABLE, A9: EBIT });
  expect(await countUnformatted({ ledger: setup.ledger, settings: {} })).toBe(5);
  expect(await formatOf("A9")).toBe("General");
});

test("An Excel that refuses to fit columns has formatted the numbers all the same", async () => {
  await open({ A1: TABLE });
  setup.workbook.onRequest = (_request, body) => {
    if (!JSON.stringify(body).includes("HorizontalAlignment")) return;
    Object.assign(setup.workbook.host, { enforceProtection: true });
    Object.assign(setup.workbook.state, { protectedSheets: ["s"] });
  };
  expect(await format()).toMatchObject({ cells: 4, isFitted: false });
  expect(await formatOf("B2")).toBe(AMOUNT);
});

test.each([["all" as const], [3]])("Cells are formatted if Excel refuses the step of Undo: %s", async (refused) => {
  await open({ A1: TABLE, A9: EBIT });
  setup.workbook.host.refuseUndoGroups = refused;
  expect(await format()).toEqual({ cells: 5, protectedSheets: [], isFitted: true, isOneStep: false });
  expect([await formatOf("B2"), await formatOf("A9")]).toEqual([AMOUNT, AMOUNT]);
});
