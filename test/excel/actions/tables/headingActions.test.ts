/** Headings in a workbook, over Microsoft's real proxies: what is shown before a cell changes, and what cells are filled with. */
import type { TableActions } from "../../../../src/excel/actions/tables/tableActions";
import type { Plan } from "../../../../src/insights";
import type { HeadingSentence } from "../../../../src/reporting/headings/headingSentences";
import { saveSettings } from "../../../../src/excel/workbook/customXml/settingsPart";
import { sentenceText } from "../../../reporting/headings/fill";
import { choose, type StoreSetup } from "../storeSetup";
import { openGrid } from "./tableSetup";

let setup: StoreSetup;
let grid: TableActions;
let close: () => void;

async function open(...given: Parameters<typeof openGrid>): Promise<void> {
  ({ setup, grid, close } = await openGrid(...given));
}

afterEach(() => close());

/** The first cells as they are shown before they are filled. */
function firstCells() {
  const { block } = setup.store.state().grid!.headings!;
  return block.state === "done" ? block.rows : undefined;
}

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
    ["B", `One · Jan–Dec ${year}`, ["period"]],
    ["C", `Two · Jan–Dec ${year}`, ["period"]],
    ["D", `Variance of One from Two, + is better · Jan–Dec ${year}`, ["measure D1", "period"]],
    ["2", "EBIT", []],
    ["3", "", []],
  ]);
  const numbers = () => setup.store.state().grid!.headings!.numbers;
  await setup.until(() => Object.keys(numbers()).length === 3);
  const numbersBefore = numbers();
  expect(firstCells()).toEqual([
    ["", "One", "Two", "Var"],
    ["EBIT", numbersBefore.B, numbersBefore.C, numbersBefore.D],
    ["Gross margin", "", "", ""],
    ["EBITDA", "", "", ""],
  ]);
  await grid.fill(false);
  await setup.workbook.settled();
  expect(setup.workbook.values("B2:D2")).toEqual([[numbersBefore.B, numbersBefore.C, numbersBefore.D]]);
  expect(setup.store.state().grid?.filled).toEqual({
    address: "Sheet1!B2:D4",
    formulas: 3,
    blank: { unanswered: ["Gross margin"], unserved: ["EBITDA"] },
  });
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

test("an item of the plan in a title is looked up before its cells are filled", async () => {
  await open({ A1: "Islands, FY26", B2: "One", A3: "Demand volume" }, "B3:B3");
  setup.service.fail = ({ searchParams }) => {
    if (searchParams.get("groupBy") !== "region") return undefined;
    const series = ["Islands", "Coast"].map((region) => ({ period: "2026", region, demandVolume: 5 }));
    const ids = searchParams.get("scenarioIds")!.split(",");
    return Response.json({
      meta: { planId: "p1", interval: searchParams.get("interval") },
      scenarios: ids.map((scenarioId) => ({ scenarioId, series })),
    });
  };
  await grid.readHeadings();
  const { example, unread } = setup.store.state().grid!.headings!;
  expect(example).toMatch(/INSIGHTS\.KPI\("Plan",B\$2,\$A3,2026,"region","Islands","EUR"\)/);
  expect(unread).toEqual([]);
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

test("numbers stand beside sentences as their cells will show them, and points are no percentages", async () => {
  await open({ B1: "One", C1: "Two", D1: "Var", A2: "EBIT %", A3: "EBIT" }, "B2:D3");
  await grid.readHeadings();
  grid.answer("base", "Two");
  const headings = () => setup.store.state().grid!.headings!;
  await setup.until(() => headings().block.state === "done");
  expect(headings().texts).toEqual({ B: "10.0 %", C: "20.0 %", D: "−10.0 pp" });
  expect(headings().sentences.flatMap(({ numberLine }) => numberLine ?? [])).toEqual(["EBIT %", "EBIT %", "EBIT %"]);
});

test("a service that does not answer is named beside the numbers it leaves out", async () => {
  await open({ B1: "One", A2: "EBIT" }, "B2:B2");
  await grid.readHeadings();
  setup.service.fail = () => new Response("", { status: 403 });
  grid.answer("currency", "USD");
  const headings = () => setup.store.state().grid!.headings!;
  expect(headings().block).toEqual({ state: "working" });
  await setup.until(() => headings().block.state === "done");
  expect([headings().block, headings().numbers]).toEqual([
    expect.objectContaining({
      failure: expect.stringContaining("403"),
      rows: [
        ["", "One"],
        ["EBIT", "#VALUE!"],
      ],
    }),
    { B: "#VALUE!" },
  ]);
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

test("what the user says of a word holds in later tables of the workbook, until it is changed", async () => {
  await open({ B1: "One", C1: "Bud", D1: "", A2: "EBIT" }, "B2:C2");
  const headings = () => setup.store.state().grid!.headings!;
  await grid.readHeadings();
  const [asked] = headings().questions.filter(({ id }) => id === "C1");
  expect(grid.answersFor(asked!).map(({ value }) => value)).toEqual(
    expect.arrayContaining(["scenario=Two", "measure=amount", "measure=percent"]),
  );
  grid.answer("C1", "scenario=Two");
  grid.answer("period", "FY");
  await grid.fill(false);
  expect(Object.values(setup.workbook.state.parts).join()).toContain('words="bud=scenario=Two"');
  await grid.readHeadings();
  const [word] = headings().questions.filter(({ kind }) => kind === "word");
  expect([headings().formulas, word?.assumed]).toEqual([2, "scenario=Two"]);
  expect(grid.answersFor(word!).map(({ value }) => value)).toEqual(
    expect.arrayContaining(["forgotten", "scenario=One"]),
  );
  grid.answer("word bud", "forgotten");
  expect(headings().questions.some(({ id }) => id === "C1")).toBe(true);
});

test("a corrected heading is read again with the answers about the others", async () => {
  await open({ B1: "One", C1: "Tow", D1: "Var", A2: "EBIT", A3: "Revenue" }, "B2:D3");
  const headings = () => setup.store.state().grid!.headings!;
  await grid.readHeadings();
  grid.answer("C1", "ignored");
  grid.answer("A3", "field=Net sales");
  grid.setStyle("numbers");
  setup.workbook.enter("C1", "Two");
  await setup.workbook.settled();
  await grid.readHeadings();
  expect([headings().answers, headings().style]).toEqual([{ A3: "field=Net sales" }, "numbers"]);
  expect(headings().sentences.map(({ address }) => address)).toEqual(["", "B", "C", "D", "2", "3"]);
});

test("other cells are read without the answers of those before", async () => {
  await open({ B1: "One", A2: "Revenue", A3: "Revenue" }, "B2:B2");
  const headings = () => setup.store.state().grid!.headings!;
  await grid.readHeadings();
  grid.answer("A2", "field=Net sales");
  await choose("B3:B3");
  await grid.readHeadings();
  expect(headings().answers).toEqual({});
});

test("words of a title that nobody knows are listed as not read", async () => {
  await open({ A1: "P&L restated, FY26", B2: "One", A3: "EBIT" }, "B3:B3");
  await grid.readHeadings();
  const { unread, formulas } = setup.store.state().grid!.headings!;
  expect([unread, formulas]).toEqual([["restated"], 1]);
});

describe("what a colleague says that a word means", () => {
  const CELLS = { B1: "One", A2: "Revenue", A3: "Gross margin", A4: "EBIT" };
  const headings = () => setup.store.state().grid!.headings!;
  beforeEach(async () => {
    await open(CELLS, "B2:B4");
    await grid.readHeadings();
    await saveSettings({ words: ["revenue=netFIESales"] });
  });

  test("is kept beside one's own words", async () => {
    grid.answer("A3", "field=Gross profit");
    await grid.fill(false);
    const { words } = setup.settings.current;
    expect(words).toEqual(["revenue=netFIESales", "gross margin=grossProfit"]);
    expect(Object.values(setup.workbook.state.parts).join()).toContain(`words="${words!.join()}"`);
  });

  test("is shown once it is read, and not filled before", async () => {
    setup.settings.current = { ...setup.settings.current, words: ["revenue=netFIESales"] };
    expect(headings().formulas).toBe(1);
    await grid.fill(false);
    expect(setup.workbook.values("B2:B4").flat().slice(0, 2)).toEqual([null, null]);
    await choose("B2:B3");
    await grid.readHeadings();
    setup.settings.current = { ...setup.settings.current, words: ["gross margin=grossProfit"] };
    await setup.store.followSettings();
    expect(headings().sentences.map((each) => [each.address, sentenceText(each)])).toContainEqual([
      "3",
      "Gross profit",
    ]);
  });
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

test("below the name of another plan, words and answers are that plan's scenarios", async () => {
  await open({ A1: "Plan B, 2026", B3: "Stretch", C3: "Two", A4: "EBIT" }, "B4:C4");
  const plans = setup.store.state().plans as Plan[];
  plans.push({ ...plans[0]!, id: "p9", name: "Plan B", scenarios: [{ id: "s9", name: "Stretch", flags: [] }] });
  await grid.readHeadings();
  const { questions, sentences } = setup.store.state().grid!.headings!;
  const [question, ...others] = questions.filter(({ assumed }) => assumed === undefined);
  expect([question, others]).toEqual([{ kind: "heading", id: "C3", text: "Two" }, []]);
  expect(sentences.map(sentenceText)).toContainEqual(expect.stringContaining("Stretch · "));
  const offered = grid.answersFor(question!).filter(({ value }) => value.startsWith("scenario="));
  expect(offered).toEqual([{ value: "scenario=Stretch", label: "Stretch" }]);
});

test("a title's time that cannot be read is chosen or typed, and stands in the formulas", async () => {
  await open({ A1: "H1-ish 2026", B2: "One", A3: "EBIT" }, "B3");
  await grid.readHeadings();
  const state = () => setup.store.state().grid!.headings!;
  const asked = () => state().questions.filter(({ assumed }) => assumed === undefined);
  expect(asked()).toEqual([{ kind: "time", id: "time A1", text: "H1-ish 2026" }]);
  grid.answer("time A1", "some time");
  expect(asked()).toEqual([expect.objectContaining({ isUnread: true })]);
  grid.answer("time A1", "YTD Aug 2026");
  expect([state().formulas, state().example]).toEqual([
    1,
    expect.stringMatching(/A\$1="H1-ish 2026".*"2026-08".*"YTD"/),
  ]);
  expect(state().sentences.map(sentenceText)).toContainEqual("One · Jan–Aug 2026 (YTD)");
});

describe("filled cells", () => {
  const CELLS = { B1: "One", C1: "Two", D1: "Var", A2: "EBIT", A3: "Cost of goods sold" };
  /** What the cells of a column look like. */
  const styles = (address: string) =>
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
    expect(await styles("D2:D3")).toEqual({ formats: ['+#,##0;"−"#,##0;"–"', "0.00"], isBold: true, rules: 2 });
    expect(await styles("B3")).toEqual({ formats: ['#,##0;"−"#,##0;"–"'], isBold: false, rules: 0 });
    expect(await styles("A2")).toEqual({ formats: ["General"], isBold: false, rules: 0 });
  });

  test("have numbers alone if the user says so", async () => {
    grid.setStyle("numbers");
    expect(setup.store.state().grid?.headings?.style).toBe("numbers");
    await grid.fill(false);
    expect(await styles("D2:D3")).toEqual({ formats: ["#,##0;-#,##0", "0.00"], isBold: false, rules: 0 });
  });
});
