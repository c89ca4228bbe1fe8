/** Tables and headings in a workbook, over Microsoft's real proxies. */
import type { GridActions } from "../../../src/actions/grid/gridActions";
import type { Plan } from "../../../src/insights";
import type { HeadingSentence } from "../../../src/headings/headingSentences";
import { sentenceText } from "../../headings/fill";
import { APP, choose, KEY, setUpStore, type StoreSetup } from "../storeSetup";

let setup: StoreSetup;
let grid: GridActions;
let stop: () => void;

async function open(cells: Record<string, string | number>, select: string, count = 12): Promise<void> {
  setup = await setUpStore({ cells });
  setup.service.fail = (url) => months(url, count);
  await setup.store.connect(APP, KEY, false);
  await setup.store.choosePlan("p1");
  await choose(select);
  grid = await setup.store.loadGrid();
  stop = grid.follow();
  grid.setYear(2026);
  grid.setTemplate("scenarios");
  await setup.until(({ grid: state }) => state?.target.endsWith(select.split(":")[0]!) ?? false);
}

const MONTHS = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`);

/** The service's months: EBIT of scenario Two is twice that of One. */
function months({ searchParams }: URL, count: number): Response | undefined {
  if (searchParams.get("interval") !== "M") return undefined;
  const scenarios = searchParams
    .get("scenarioIds")!
    .split(",")
    .map((scenarioId) => ({
      scenarioId,
      series: MONTHS.slice(0, count).map((period) => ({
        period,
        netFIESales: 1000,
        ebit: scenarioId === "s1" ? 100 : 200,
      })),
    }));
  return Response.json({ meta: { planId: "p1", interval: "M" }, scenarios });
}

afterEach(() => {
  stop();
  setup.close();
});

test("a table is previewed, written with its formats, and calculated", async () => {
  await open({}, "B2");
  await setup.until(({ grid: state }) => state?.preview.state === "done");
  const preview = setup.store.state().grid!.preview;
  expect(preview.state === "done" && preview.rows.slice(0, 1)).toEqual([["", "One", "Two"]]);
  await grid.insertGrid(false);
  await setup.workbook.settled();
  expect(setup.store.state().failure).toBeUndefined();
  expect(setup.workbook.values("B2:D9")).toEqual([
    ["Jan–Dec 2026", null, null],
    ["Plan · EUR thousands", null, null],
    [null, null, null],
    ["Plan", "Plan", null],
    ["Amounts in", "EUR", null],
    ["Period", 2026, null],
    [null, null, null],
    ["Scenario", "One", "Two"],
  ]);
  expect(setup.workbook.values("B15:D15")).toEqual([["EBIT", 1200, 2400]]);
  const { numberFormat, isBold } = await Excel.run(async (context) => {
    const cell = context.workbook.worksheets.getItem("Sheet1").getRange("C15").load("numberFormat,format/font/bold");
    await context.sync();
    return { numberFormat: cell.numberFormat as string[][], isBold: cell.format.font.bold };
  });
  expect([numberFormat, isBold]).toEqual([[['#,##0,;"−"#,##0,;"–"']], true]);
  expect(setup.store.state().grid?.written).toBe("Sheet1!B2:D16");
});

test("the codes are folded, unless their rows hold anything else", async () => {
  const folded = () => Object.values(setup.workbook.state.rowGroups ?? {}).flat();
  // Other rows are wider than the table.
  await open({ H2: "mine" }, "B2");
  await grid.insertGrid(false);
  expect(folded()).toEqual([{ row: 4, rows: 5 }]);
  stop();
  setup.close();
  await open({ H6: "mine" }, "B2");
  await grid.insertGrid(false);
  expect([folded(), setup.workbook.values("B9:C9")]).toEqual([[], [["Scenario", "One"]]]);
});

describe("in an Excel with steps of Undo,", () => {
  const shown = () => setup.workbook.values("B2:D16").flat();
  beforeEach(async () => {
    await open({}, "B2");
    Office.context.requirements.isSetSupported = () => true;
  });

  test("one Undo takes the whole table back", async () => {
    await grid.insertGrid(false);
    await setup.workbook.settled();
    expect(setup.store.state().failure).toBeUndefined();
    expect(shown()).toEqual(expect.arrayContaining(["Plan", "EBIT"]));
    await setup.workbook.undo();
    await setup.workbook.settled();
    expect(shown().every((value) => value === null)).toBe(true);
  });

  test.each([["all" as const], [20]])(
    "a table is written with one message if Excel refuses the step: %s",
    async (refused) => {
      setup.workbook.host.refuseUndoGroups = refused;
      await grid.insertGrid(false);
      await setup.workbook.settled();
      expect(setup.store.state().failure).toBeUndefined();
      expect(setup.store.state().notes).toEqual([expect.stringContaining("one Undo may take back only a part")]);
      expect(setup.workbook.values("B15:D15")).toEqual([["EBIT", 1200, 2400]]);
      expect(Object.values(setup.workbook.state.rowGroups ?? {}).flat()).toHaveLength(1);
    },
  );

  test("merged cells are refused before anything is written", async () => {
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem("Sheet1").getRange("C5:D5").merge();
      await context.sync();
    });
    await grid.insertGrid(true);
    expect(setup.store.state().failure?.message).toMatch(/^Some of these cells are merged \(Sheet1!C5:D5\)/);
    expect(setup.workbook.value("B2")).toBeNull();
  });
});

test("cells that hold something are asked about, and overwritten only then", async () => {
  await open({ C4: "mine" }, "B2");
  await grid.insertGrid(false);
  expect(setup.store.state().obstacle).toEqual({ count: 1, examples: ["Sheet1!C4 (mine)"] });
  expect(setup.workbook.value("B2")).toBeNull();
  await grid.insertGrid(true);
  await setup.workbook.settled();
  expect(setup.workbook.values("C4:C7").flat()).toEqual([null, "Plan", "EUR", 2026]);
});

test("a protected sheet and a table are refused before anything is written", async () => {
  await open({ D6: "Head", D7: 1 }, "B2");
  await Excel.run(async (context) => {
    context.workbook.tables.add("Sheet1!D6:D7", true).name = "Sales";
    await context.sync();
  });
  await grid.insertGrid(true);
  expect(setup.store.state().failure?.message).toMatch(/^These cells belong to the table Sales\./);
  expect(setup.workbook.value("B2")).toBeNull();
  await choose("G2");
  await setup.until(({ grid: state }) => state?.target === "Sheet1!G2");
  expect(setup.store.state().grid?.formula).toMatch(/^=INSIGHTS\.KPI\(\$H\$5,H\$9,\$G11,/);
  await Excel.run(async (context) => {
    context.workbook.worksheets.getActiveWorksheet().protection.protect();
    await context.sync();
  });
  await grid.insertGrid(true);
  expect(setup.store.state().failure?.message).toMatch(/^The sheet Sheet1 is protected\./);
  expect(setup.workbook.value("G2")).toBeNull();
});

test("what is assumed is told, what is open is asked, and what a variance compares with is named", async () => {
  await open({ B1: "One", C1: "Two", D1: "Var", A2: "EBIT", A3: "Gross margin", A4: "EBITDA" }, "B2:D4");
  await grid.readHeadings();
  grid.answer("base", "Two");
  const { understood, sentences, questions, unserved, formulas } = setup.store.state().grid!.headings!;
  expect(questions.map(({ id, assumed }) => [id, assumed])).toEqual([
    ["A3", undefined],
    ["base", undefined],
    ["period", "FY"],
    ["measure D1", "amount"],
    ["plan", "Plan"],
    ["currency", "EUR"],
    ["scale", "1"],
  ]);
  expect([understood, unserved, formulas]).toEqual([4, ["EBITDA"], 3]);
  const year = setup.store.state().grid!.year;
  const chips = (each: HeadingSentence) => each.parts.flatMap(({ question }) => question ?? []);
  expect(sentences.map((each) => [each.address, sentenceText(each), chips(each)])).toEqual([
    ["", "Plan · EUR · whole amounts", ["plan", "currency", "scale"]],
    ["B", `One · full year ${year}`, ["period"]],
    ["C", `Two · full year ${year}`, ["period"]],
    ["D", `One less Two, + is better · full year ${year}`, ["measure D1", "period"]],
    ["2", "EBIT", []],
    ["3", "", []],
  ]);
  const numbers = () => setup.store.state().grid!.headings!.numbers;
  await setup.until(() => Object.keys(numbers()).length === 3);
  const numbersBefore = numbers();
  expect(setup.store.state().grid!.headings!.block?.rows).toEqual([
    ["", "One", "Two", "Var"],
    ["EBIT", numbersBefore.B, numbersBefore.C, numbersBefore.D],
    ["Gross margin", "", "", ""],
    ["EBITDA", "", "", ""],
  ]);
  await grid.fill(false);
  await setup.workbook.settled();
  expect(setup.workbook.values("B2:D2")).toEqual([[numbersBefore.B, numbersBefore.C, numbersBefore.D]]);
});

test("empty cells between headings are noticed when they are selected, and nothing is asked", async () => {
  await open({ B1: "One", C1: "Two", A2: "EBIT", A3: "Net sales", C5: "note" }, "B2:C3");
  const noticed = () => setup.store.state().grid?.noticed;
  await setup.until(() => noticed() !== undefined);
  expect([noticed(), setup.store.state().grid?.headings]).toEqual([
    { address: "Sheet1!B2:C3", headings: 4 },
    undefined,
  ]);
  await choose("B2");
  await setup.until(() => noticed() === undefined);
  await choose("B2:C2");
  await setup.until(() => noticed()?.headings === 3);
  await choose("B3:C5");
  await setup.until(() => noticed() === undefined);
});

test("it is said how many months the full year of each column has", async () => {
  await open({ B1: "One", C1: "Two", A2: "EBIT" }, "B2:C2", 10);
  await grid.readHeadings();
  grid.answer("period", "FY");
  const headings = () => setup.store.state().grid!.headings!;
  await setup.until(() => headings().fullYear !== undefined);
  expect(headings().fullYear).toBe("The full year of One, Two has 10 months, 2026-01 to 2026-10.");
  grid.answer("period", "current");
  await setup.until(() => Object.keys(headings().numbers).length > 0);
  expect(headings().fullYear).toBeUndefined();
});

test("cells are filled from headings that stand there, but for those that are asked about", async () => {
  await open({ B1: "One", C1: "Outlook", A2: "EBIT", A3: "Net sales" }, "B2:C3");
  await grid.readHeadings();
  const headings = () => setup.store.state().grid!.headings!;
  expect(headings().questions.map(({ id }) => id)).toEqual(["C1", "period", "plan", "currency", "scale"]);
  expect(headings().formulas).toBe(2);
  grid.answer("C1", "scenario=Two");
  expect(headings()).toMatchObject({
    formulas: 4,
    example: expect.stringMatching(/^=INSIGHTS\.KPI\("Plan",B\$1,\$A2,\d{4},,,"EUR"\)$/),
  });
  await grid.fill(false);
  await setup.workbook.settled();
  expect(setup.workbook.values("A1:C3")).toEqual([
    [null, "One", "Outlook"],
    ["EBIT", 1200, 2400],
    ["Net sales", 12000, 12000],
  ]);
  expect(setup.store.state().grid).toMatchObject({
    headings: undefined,
    noticed: undefined,
    filled: { address: "Sheet1!B2:C3", formulas: 4 },
  });
});

test("a word that may mean two lines is asked once, and kept with the workbook", async () => {
  await open({ B1: "One", A2: "Revenue" }, "B2:B2");
  const headings = () => setup.store.state().grid!.headings!;
  await grid.readHeadings();
  expect([headings().formulas, headings().questions[0]]).toEqual([0, expect.objectContaining({ id: "A2" })]);
  grid.answer("A2", "field=Net sales");
  await grid.fill(false);
  const parts = () => Object.values(setup.workbook.state.parts).join();
  expect(parts()).toContain('words="revenue=netFIESales"');
  await grid.readHeadings();
  expect([headings().formulas, headings().questions[0]?.assumed]).toEqual([1, "field=Net sales"]);
  grid.answer("A2", "field=Gross sales");
  await grid.fill(true);
  expect(parts()).toContain('words="revenue=grossFIESales"');
});

test("another plan is a choice, and leaves out what was said of scenarios", async () => {
  await open({ B1: "One", C1: "Var", A2: "EBIT" }, "B2:C2");
  const plans = setup.store.state().plans as Plan[];
  plans.push({ ...plans[0]!, id: "p9", name: "Plan B" });
  await grid.readHeadings();
  grid.answer("base", "Two");
  const headings = () => setup.store.state().grid!.headings!;
  expect(headings().formulas).toBe(2);
  grid.answer("plan", "Plan B");
  expect(sentenceText(headings().sentences[0]!)).toMatch(/^Plan B · /);
  expect([headings().formulas, headings().example, headings().answers]).toEqual([
    1,
    expect.stringContaining('"Plan B"'),
    {},
  ]);
});

describe("filled cells", () => {
  const CELLS = { B1: "One", C1: "Two", D1: "Var", A2: "EBIT", A3: "Cost of goods sold" };
  /** What the cells of a column look like. */
  const looks = (address: string) =>
    Excel.run(async (context) => {
      const range = context.workbook.worksheets.getItem("Sheet1").getRange(address).load("numberFormat");
      const font = range.getCell(0, 0).format.font.load("bold");
      const rules = range.conditionalFormats.load("items/type");
      await context.sync();
      return { formats: (range.numberFormat as string[][]).flat(), isBold: font.bold, rules: rules.items.length };
    });
  beforeEach(async () => {
    await open(CELLS, "B2:D3");
    await Excel.run(async (context) => {
      context.workbook.worksheets.getItem("Sheet1").getRange("D3").numberFormat = [["0.00"]];
      await context.sync();
    });
    await grid.readHeadings();
    grid.answer("base", "Two");
  });

  test("look like those of reports, but keep a number format of their own", async () => {
    await grid.fill(false);
    expect(await looks("D2:D3")).toEqual({ formats: ['+#,##0;"−"#,##0;"–"', "0.00"], isBold: true, rules: 2 });
    expect(await looks("B3")).toEqual({ formats: ['#,##0;"−"#,##0;"–"'], isBold: false, rules: 0 });
    expect(await looks("A2")).toEqual({ formats: ["General"], isBold: false, rules: 0 });
  });

  test("have numbers alone if the user says so", async () => {
    grid.setLook("numbers");
    expect(setup.store.state().grid?.headings?.look).toBe("numbers");
    await grid.fill(false);
    expect(await looks("D2:D3")).toEqual({ formats: ["#,##0;-#,##0", "0.00"], isBold: false, rules: 0 });
  });
});
