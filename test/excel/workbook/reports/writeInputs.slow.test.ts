/** Inputs of several reports are written at once, all or none, and Back restores what stood there. */
import { planChange, type InputChoice } from "../../../../src/reporting/reports/inputChange";
import { CALENDAR_YEAR } from "../../../../src/numbers/language/fiscalYear";
import { countReaders, readOwnFormulas } from "../../../../src/excel/workbook/reports/ownTables";
import { insertReport, removeReport, setLinked } from "../../../../src/excel/workbook/reports/report";
import { readReportInputs } from "../../../../src/excel/workbook/reports/reportInputs";
import { restoreInputs, writeInputs, type InputsWritten } from "../../../../src/excel/workbook/reports/writeInputs";
import { inputCell, setUpReports, type ReportSetup } from "./reportWorkbook";
import { shortenReports } from "./shortReports";

shortenReports();

const SUBJECT = { plan: "FY26 Plan", scenarios: ["committed", "actual"], currency: "USD" };
const MARCH = { plan: "FY26 Europe", period: "2026-03" };
const [STATEMENT, BRIDGE, MONTHS] = ["P&L statement FY26 Plan", "Variance bridge FY26 Plan", "P&L by month FY26 Plan"];

let setup: ReportSetup;
beforeEach(async () => {
  setup = await setUpReports();
  for (const kind of ["statement", "bridge", "months"] as const)
    await insertReport({ kind, ...SUBJECT, plans: setup.plans });
});
afterEach(async () => {
  await setup.workbook.settled();
  setup.workbook.close();
});

const plan = async (choice: InputChoice) =>
  planChange(await readReportInputs(), choice, {
    plans: setup.plans,
    defaultPlan: undefined,
    fiscalYear: CALENDAR_YEAR,
    substitutes: {},
  });
const write = async (choice: InputChoice): Promise<InputsWritten> => writeInputs((await plan(choice)).inputs);
const input = (sheet: string, label: string) => setup.workbook.value(inputCell(setup.workbook, sheet, label));
const enter = (sheet: string, label: string, text: string) =>
  setup.workbook.enter(inputCell(setup.workbook, sheet, label), text);

/** The texts of all inputs, by sheet and label. */
const contents = async () =>
  Object.fromEntries(
    (await readReportInputs()).map(({ sheet, inputs }) => [
      sheet,
      Object.fromEntries(inputs.map(({ label, text }) => [label, text])),
    ]),
  );

async function protect(sheet: string): Promise<void> {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem(sheet).protection.protect();
    await context.sync();
  });
  setup.workbook.host.enforceProtection = true;
}

test("All reports are changed at once, and Back restores each as it was", async () => {
  enter(BRIDGE, "Period", "2026-01");
  const before = await contents();
  const { changes, isOneStep } = await write(MARCH);
  expect(isOneStep).toBe(true);
  expect([input(STATEMENT, "Period"), input(BRIDGE, "Period")]).toEqual(["2026-03", "2026-03"]);
  expect([MONTHS, BRIDGE].map((sheet) => input(sheet, "Plan"))).toEqual(["FY26 Europe", "FY26 Europe"]);
  expect([input(MONTHS, "Year"), input(MONTHS, "Actuals through")]).toEqual(["2026", "2026-03"]);
  expect(await restoreInputs(changes)).toEqual({ reports: 3, removed: [] });
  expect(await contents()).toEqual(before);
});

test("The inputs are one request, and so one step of Undo and one calculation", async () => {
  const { inputs } = await plan(MARCH);
  const grouped: unknown[] = [];
  setup.workbook.onRequest = (_number, body) => {
    const text = JSON.stringify(body);
    if (text.includes('"Name":"Formulas"')) grouped.push(text.match(/"Name":"Formulas"/g)?.length);
  };
  await writeInputs(inputs);
  expect(inputs).toHaveLength(7);
  expect(grouped.at(-1)).toBe(7);
});

describe("Every report stays as it was, and the message names the sheet,", () => {
  test("if that sheet is protected", async () => {
    const before = await contents();
    await protect(MONTHS);
    await expect(write(MARCH)).rejects.toThrow(`Excel refused the change in “${MONTHS}”`);
    expect(await contents()).toEqual(before);
  });

  test("if Excel refuses one cell in the middle of the request", async () => {
    // Once as a step of Undo, and once without.
    const before = await contents();
    let writes = 0;
    setup.workbook.host.fails = (action) => action === "Range.formulas" && [4, 8].includes((writes += 1));
    await expect(write(MARCH)).rejects.toThrow(/Excel refused the change in “.*”.*Every report is as it was/);
    setup.workbook.host.fails = undefined;
    expect(await contents()).toEqual(before);
  });

  test("if someone changed an input since the change was shown", async () => {
    const { inputs } = await plan(MARCH);
    enter(BRIDGE, "Period", "2026-05");
    const before = await contents();
    await expect(writeInputs(inputs)).rejects.toThrow(
      `In “${BRIDGE}” someone has changed Period meanwhile: it is “2026-05”`,
    );
    expect(await contents()).toEqual(before);
  });

  test("if an input has another name since then", async () => {
    const { inputs } = await plan(MARCH);
    const label = inputCell(setup.workbook, BRIDGE, "Period").replace(/5$/, "4");
    setup.workbook.enter(label, "Zeitraum");
    await expect(writeInputs(inputs)).rejects.toThrow(`“${BRIDGE}” no longer has an input called “Period”`);
    expect(input(STATEMENT, "Plan")).toBe("FY26 Plan");
  });

  test("if that report has been removed since then", async () => {
    const { inputs } = await plan(MARCH);
    await removeReport((await readReportInputs()).find(({ sheet }) => sheet === BRIDGE)!.id);
    await expect(writeInputs(inputs)).rejects.toThrow(`The report “${BRIDGE}” is no longer there`);
    expect(input(STATEMENT, "Plan")).toBe("FY26 Plan");
  });
});

test("If Excel refuses to take a change back, the sheets to look at are named", async () => {
  let writes = 0;
  setup.workbook.host.fails = (action) => action === "Range.formulas" && (writes += 1) >= 4;
  await expect(write(MARCH)).rejects.toThrow(`Look at the inputs of “${STATEMENT}”, “${BRIDGE}”`);
  setup.workbook.host.fails = undefined;
});

test("While a cell is being edited nothing is written, then everything", async () => {
  const { inputs } = await plan(MARCH);
  const before = await contents();
  setup.workbook.host.editMode = true;
  const written = writeInputs(inputs);
  expect(setup.workbook.value(`'${STATEMENT}'!B5`)).toBe(before[STATEMENT]!.Plan);
  setup.workbook.host.editMode = false;
  await written;
  expect([STATEMENT, BRIDGE, MONTHS].map((sheet) => input(sheet, "Plan"))).toEqual(Array(3).fill("FY26 Europe"));
});

describe("Back", () => {
  test("overwrites nothing that someone changed meanwhile, and says so", async () => {
    const { changes } = await write(MARCH);
    enter(STATEMENT, "Period", "2026-05");
    const before = await contents();
    await expect(restoreInputs(changes)).rejects.toThrow(`In “${STATEMENT}” someone has changed Period meanwhile`);
    expect(await contents()).toEqual(before);
  });

  test("leaves out a report that was removed, and names it", async () => {
    const { changes } = await write(MARCH);
    await removeReport((await readReportInputs()).find(({ sheet }) => sheet === BRIDGE)!.id);
    expect(await restoreInputs(changes)).toEqual({ reports: 2, removed: [BRIDGE] });
    expect(input(STATEMENT, "Period")).toBe("current");
  });

  test("changes nothing after Excel's own Undo", async () => {
    const before = await contents();
    const { changes } = await write({ period: "2026-03" });
    for (const { sheet, label, before: text } of changes) enter(sheet, label, text);
    expect(await restoreInputs(changes)).toEqual({ reports: 0, removed: [] });
    expect(await contents()).toEqual(before);
  });

  test("changes nothing if a sheet is protected meanwhile", async () => {
    const { changes } = await write(MARCH);
    const before = await contents();
    await protect(BRIDGE);
    await expect(restoreInputs(changes)).rejects.toThrow(`“${BRIDGE}”`);
    expect(await contents()).toEqual(before);
  });
});

test("A formula in an input stays, and the others are changed", async () => {
  setup.workbook.enter("Sheet1!A1", "2026-Q1");
  enter(BRIDGE, "Period", "=Sheet1!A1");
  const { formulas } = await plan(MARCH);
  expect(formulas.map(({ report: { sheet }, input: { label } }) => [sheet, label])).toEqual([[BRIDGE, "Period"]]);
  await write(MARCH);
  expect([input(BRIDGE, "Period"), input(STATEMENT, "Period")]).toEqual(["2026-Q1", "2026-03"]);
});

test("A report that keeps its own is remembered in the workbook", async () => {
  const [first] = await readReportInputs();
  await setLinked(first!.id, false);
  await write(MARCH);
  expect([input(STATEMENT, "Plan"), input(BRIDGE, "Plan")]).toEqual(["FY26 Plan", "FY26 Europe"]);
  await setLinked(first!.id, true);
  expect((await readReportInputs()).map(({ isUnlinked }) => isUnlinked)).toEqual([false, false, false]);
});

describe("Tables of a user's own are counted", () => {
  const count = async (choice: InputChoice) => {
    const { inputs } = await plan(choice);
    const cells = inputs.map(({ report: { sheet }, input: { row, column } }) => ({ sheet, row, column }));
    return countReaders(cells, await readOwnFormulas([STATEMENT, BRIDGE, MONTHS]));
  };

  test("if they read an input that changes, a head and its cells once", async () => {
    const { workbook } = setup;
    workbook.enter("Sheet1!B1", `='${STATEMENT}'!$B$5`);
    workbook.enter("Sheet1!B3", `='${STATEMENT}'!$E$5`);
    workbook.enter("Sheet1!A6", "=B1");
    workbook.enter("Sheet1!F1", `='${BRIDGE}'!$B$5`);
    expect(await count(MARCH)).toBe(2);
    expect(await count({ period: "2026-03" })).toBe(1);
  });

  test("none if they only have a plan of their own", async () => {
    setup.workbook.enter("Sheet1!B1", "FY26 Plan");
    setup.workbook.enter("Sheet1!B2", '=INSIGHTS.KPI(B1,"actual","ebit")');
    expect(await count(MARCH)).toBe(0);
  });
});
