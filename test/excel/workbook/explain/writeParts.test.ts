/** The sheet of a division, over Microsoft's real proxies: one workbook for all tests. */
import type { Part } from "../../../../src/numbers/analysis/division";
import { callByNames, type NumberArguments, type NumberCall } from "../../../../src/numbers/analysis/numberCall";
import { writeParts } from "../../../../src/excel/workbook/explain/writeParts";
import { setUpWorkbook, whileEditing, type WorkbookSetup } from "../setup";

let setup: WorkbookSetup;
beforeAll(async () => {
  setup = await setUpWorkbook({});
});
afterAll(() => setup.workbook.close());

/** As reports have them. */
const [AMOUNT, VARIANCE, RATIO] = ['#,##0;"−"#,##0;"–"', '+#,##0;"−"#,##0;"–"', '0.0 %;"−"0.0 %'];
const CHANGE = '+0.0 %;"−"0.0 %;"–"';
const POINTS = '+0.0 %"-pts";"−"0.0 %"-pts";"–"';

const call = (id: NumberCall["id"], args: NumberArguments) =>
  callByNames(id, { plan: "Plan", ...args }, { settings: {} });
const row = (label: string, own: NumberCall): Part => ({ label, call: own, sign: 1, amount: 1 });

/** Reads the active sheet: its name, and the formats of a column of numbers. */
async function readSheet(numbers: string) {
  await setup.workbook.settled();
  return Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getActiveWorksheet().load("name");
    const range = sheet.getRange(numbers).load("numberFormat,values");
    const bold = ["A1", "C1", "D1", "A2", "A7", "C7", "A8", "A9", "C9"].map((address) => {
      return sheet.getRange(address).format.font.load("bold");
    });
    const aligned = ["A7", "B7", "C7", "D7", "B8"].map((address) =>
      sheet.getRange(address).format.load("horizontalAlignment"),
    );
    const widths = ["A1", "B1", "C1", "D1"].map((address) => sheet.getRange(address).format.load("columnWidth"));
    const active = context.workbook.getSelectedRange().load("address");
    await context.sync();
    return {
      name: sheet.name,
      formats: range.numberFormat as string[][],
      values: range.values as unknown[][],
      bold: bold.map((font) => font.bold),
      aligned: aligned.map((format) => format.horizontalAlignment === "Right"),
      widths: widths.map((format) => format.columnWidth),
      active: active.address.replace(/.*!/, ""),
    };
  });
}

test("Formulas show their numbers, headings are bold, and the total is selected", async () => {
  const whole = call("KPI", { scenario: "One", field: "ebit" });
  const rows = [row("Two", call("KPI", { scenario: "Two", field: "ebit" }))];
  await writeParts({ title: "EBIT", call: whole, dimension: "scenario", parts: rows, plan: "Plan" });
  expect(await readSheet("B8:B9")).toEqual({
    name: expect.any(String) as string,
    formats: [[AMOUNT], [AMOUNT]],
    values: [[200], [100]],
    bold: [true, false, false, false, true, true, false, true, true],
    aligned: [false, true, true, false, false],
    widths: [expect.any(Number), 100, 110, expect.any(Number)] as number[],
    active: "B9",
  });
});

test("The first column is as wide as its labels, but not as the title", async () => {
  const widthFor = async (title: string, label: string) => {
    const whole = call("KPI", { scenario: "One", field: "ebit" });
    const rows = [row(label, call("VAR", { scenario: "One", field: "ebit", basePeriod: "PY" }))];
    await writeParts({ title, call: whole, dimension: "base", parts: rows, plan: "Plan" });
    return (await readSheet("B8:B9")).widths;
  };
  const [first, , , other] = await widthFor("x".repeat(300), "EBIT");
  const [long, , , same] = await widthFor("EBIT", "x".repeat(60));
  expect([Number(first) < 100, Number(long) > 200, other === same]).toEqual([true, true, true]);
});

test("A variance has its sign in its heading, bars beside its parts, folded inputs and no shares above the whole", async () => {
  const args = { scenario: "One", base: "Two" };
  const whole = call("VAR", { ...args, field: "grossProfit" });
  const own = (field: string, share: number) => ({ ...row(field, call("VAR", { ...args, field })), share });
  const parts = [own("netFIESales", 2), own("cogs", -1)];
  await writeParts({ title: "Δ", call: whole, dimension: "lines", parts, plan: "Plan" });
  const { values } = await readSheet("A8:D12");
  expect(values[0]).toEqual(["Line", "Δ Gross profit", "", ""]);
  for (const [, number, bar, beside] of values.slice(1, 3)) expect([bar, beside]).toEqual([number, ""]);
  const { id, bars, gridlines } = await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getActiveWorksheet().load("id,showGridlines");
    const formats = sheet.getRange("C9:C11").conditionalFormats.getCount();
    await context.sync();
    return { id: sheet.id, bars: formats.value, gridlines: sheet.showGridlines };
  });
  expect([bars, gridlines]).toEqual([1, false]);
  expect(JSON.stringify(setup.workbook.state.rowGroups)).toContain(id);
});

test("Inputs that are numbers stay numbers, and blank cells stay blank", async () => {
  const whole = call("KPI", { scenario: "One", field: "ebit", period: 2026 });
  const rows = [row("Two", call("KPI", { scenario: "Two", field: "ebit", period: 2026 }))];
  await writeParts({ title: "EBIT", call: whole, dimension: "scenario", parts: rows, plan: "Plan" });
  expect((await readSheet("B1:B7")).values.flat()).toEqual(["", "", "Plan", "One", "ebit", 2026, ""]);
});

test("A sheet is written after a person has ended editing a cell", async () => {
  const whole = call("KPI", { scenario: "One", field: "ebit" });
  await whileEditing(setup.workbook, () =>
    writeParts({ title: "While editing", call: whole, dimension: "scenario", parts: [], plan: "Plan" }),
  );
  expect((await readSheet("A1")).values).toEqual([["While editing"]]);
});

test("A sheet whose functions Excel does not know is refused with the reason", async () => {
  const whole = call("KPI", { scenario: "One", field: "ebit" });
  setup.workbook.host.breakWrittenFunctions = true;
  const writing = writeParts({ title: "EBIT", call: whole, dimension: "scenario", parts: [], plan: "Plan" });
  await expect(writing).rejects.toThrow("Excel does not know the function");
  setup.workbook.host.breakWrittenFunctions = false;
});

test("The lines of a ratio are amounts, and its total is a ratio", async () => {
  const whole = call("KPI", { scenario: "One", field: "ebitPercent" });
  const rows = ["ebit", "netFIESales"].map((field) => row(field, call("KPI", { scenario: "One", field })));
  await writeParts({ title: "EBIT %", call: whole, dimension: "lines", parts: rows, plan: "Plan" });
  const { formats, values } = await readSheet("B8:B10");
  expect(formats).toEqual([[AMOUNT], [AMOUNT], [RATIO]]);
  expect(values).toEqual([[100], [1000], [0.1]]);
});

test("Parts that add up have their shares beside them", async () => {
  const whole = call("KPI", { scenario: "One", field: "grossProfit" });
  const rows = [row("Net sales", call("KPI", { scenario: "One", field: "netFIESales" }))];
  await writeParts({ title: "=1+1", call: whole, dimension: "lines", parts: rows, plan: "Plan" });
  const { formats } = await readSheet("B8:C10");
  expect(formats.map(([, share]) => share)).toEqual([RATIO, RATIO, RATIO]);
  const texts = await Excel.run(async (context) => {
    const cell = context.workbook.worksheets.getActiveWorksheet().getRange("A1").load("values");
    await context.sync();
    return cell.values as unknown[][];
  });
  expect(texts).toEqual([["=1+1"]]);
});

test.each([
  ["in percent is a share", "ebit", "percent", CHANGE],
  ["of an amount is an amount", "ebit", "amount", VARIANCE],
  ["of a ratio is in points", "ebitPercent", "amount", POINTS],
  ["of an unknown field has no format", "none", "amount", "General"],
])("A variance %s", async (_what, field, measure, format) => {
  const whole = call("VAR", { scenario: "One", base: "Two", field, measure });
  const rows = [row("One", call("KPI", { scenario: "One", field: "ebit" }))];
  await writeParts({ title: "", call: whole, dimension: "sides", parts: rows, plan: "Plan" });
  const { formats } = await readSheet("B10:B11");
  expect(formats.flat().map((each) => each || "General")).toEqual([AMOUNT, format]);
});
