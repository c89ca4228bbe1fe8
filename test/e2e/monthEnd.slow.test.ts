/** The last day of a month: own tables and reports move to November, and what no longer holds is named. */
import { choosePlan, showSection } from "./sections";
import { openWorkbench, startSetting, type Workbench } from "./workbench/open";

const REPORTS = [
  "P&L statement",
  "P&L by month",
  "Demand",
  "Scenario comparison",
  "Executive one-pager",
  "Variance bridge",
];
/** Tables by the sheet and the row that they begin in: far below what the sheet holds. */
const TABLES = ["'P&L'", "Months", "Demand"].flatMap((sheet) => [100, 150].map((row) => ({ sheet, row })));
const TITLES = ["YTD", "YTD", "QTD", "YTD", "QTD", "YTD"];
const HOSTED = { width: 1366, height: 768 };

const setting = startSetting();
let workbench: Workbench;
let clicks = 0;

/** Each figure of the tables, and that of its month by the service. */
const FIELDS = ["Net sales", "EBIT"];
const SCENARIOS = { B: "actual", C: "committed" };

beforeAll(async () => {
  workbench = await openWorkbench(setting);
  await workbench.page.setViewportSize(HOSTED);
  await choosePlan(workbench.pane);
});
afterAll(() => workbench.close());
beforeEach(() => (clicks = 0));

async function click(name: string | RegExp): Promise<void> {
  clicks += 1;
  await workbench.pane
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
}

/** Waits until what a click does is done. */
async function idle(): Promise<void> {
  await workbench.pane.locator("[aria-busy=false]").first().waitFor();
  await workbench.settled();
}

function status(text: RegExp): Promise<void> {
  return workbench.pane.getByRole("status").filter({ hasText: text }).first().waitFor();
}

async function select(sheet: string, area: string): Promise<void> {
  const name = sheet.replaceAll("'", "");
  await workbench.page.evaluate(
    ([shown, at]) => {
      window.workbench!.activate(shown);
      window.workbench!.select(at);
    },
    [name, area] as const,
  );
}

/** The amounts of all tables by month, as the functions return them. */
async function holdTables(month: string): Promise<void> {
  const shown: unknown[] = [];
  const asked: Record<string, string> = {};
  for (const [at, { sheet, row }] of TABLES.entries()) {
    shown.push(...(await workbench.values(`${sheet}!B${row + 2}:C${row + 3}`)).flat());
    for (const [down, field] of FIELDS.entries())
      for (const [column, scenario] of Object.entries(SCENARIOS))
        asked[`${sheet}!${column === "B" ? "J" : "K"}${row + 2 + down}`] =
          `=INSIGHTS.KPI("FY26 Plan","${scenario}","${field}","${month}",,,"USD","${TITLES[at]}")`;
  }
  await workbench.enter(asked);
  const expected: unknown[] = [];
  for (const { sheet, row } of TABLES)
    expected.push(...(await workbench.values(`${sheet}!J${row + 2}:K${row + 3}`)).flat());
  await workbench.enter(Object.fromEntries(Object.keys(asked).map((address) => [address, ""])));
  expect(expected.every((value) => typeof value === "number")).toBe(true);
  expect(shown).toEqual(expected);
}

test("six own tables and three checks are made in October", async () => {
  const { pane } = workbench;
  await showSection(pane, "Table");
  for (const [at, { sheet, row }] of TABLES.entries()) {
    await workbench.enter({
      [`${sheet}!A${row}`]: `${TITLES[at]} Oct 2026`,
      [`${sheet}!B${row + 1}`]: "Actual",
      [`${sheet}!C${row + 1}`]: "Committed Plan",
      [`${sheet}!A${row + 2}`]: FIELDS[0]!,
      [`${sheet}!A${row + 3}`]: FIELDS[1]!,
    });
    await select(sheet, `B${row + 2}:C${row + 3}`);
    await pane.getByText(new RegExp(`^\\d+ headings read around .*B${row + 2}:C${row + 3}`)).waitFor();
    await click("Fill from headings");
    await click(/^Fill 4 cells of/);
    await status(/^4 cells of .* filled\.$/);
    await workbench.settled();
  }
  await holdTables("2026-10");
  for (const { sheet, row } of TABLES.slice(0, 3)) {
    const [[sales]] = (await workbench.values(`${sheet}!B${row + 2}`)) as [[number]];
    // A number of the books, which is October's.
    await workbench.enter({
      [`${sheet}!A${row + 6}`]: "As booked",
      [`${sheet}!B${row + 6}`]: `=ROUND(B${row + 2}-${sales},0)=0`,
    });
  }
  await showSection(pane, "Activity");
  for (const [at, { sheet, row }] of TABLES.slice(0, 3).entries()) {
    await select(sheet, `B${row + 6}`);
    await click("Check the selected cell");
    await pane.getByText(at === 0 ? "1 check is TRUE." : `${at + 1} checks are TRUE.`).waitFor();
  }
});

test("six reports are made", async () => {
  const { page, pane } = workbench;
  await showSection(pane, "Reports");
  for (const report of REPORTS) {
    await click(`Insert ${report}`);
    await page.waitForFunction((name) => window.workbench!.sheets().active === name, `${report} FY26 Plan`);
    await idle();
  }
});

/** Chooses the period of all reports. */
async function choosePeriod(name: string): Promise<void> {
  await click(name);
  await click(/^Change \d reports$/);
  await workbench.pane.getByRole("button", { name: "Undo", exact: true }).waitFor();
  await workbench.settled();
}

test("all own tables move to November in two clicks, and reports in two", async () => {
  const { pane } = workbench;
  await showSection(pane, "Table");
  await click("All own tables");
  await pane.getByRole("button", { name: "Move 6 tables to Nov 2026" }).waitFor();
  await click("Move 6 tables to Nov 2026");
  await status(/^6 tables moved to Nov 2026: 6 headings and 24 formulas\.$/);
  await workbench.settled();
  expect(clicks).toBe(2);
  await holdTables("2026-11");
  await showSection(pane, "Reports");
  await choosePeriod("Nov 2026");
  expect(clicks).toBe(4);
  const [[period]] = (await workbench.values("'Variance bridge FY26 Plan'!C16")) as [[number]];
  await workbench.enter({ "Months!J1": '=INSIGHTS.KPI("FY26 Plan","actual","ebit","2026-11",,,"USD","YTD")' });
  expect(period).toBeCloseTo((await workbench.values("Months!J1"))[0]![0] as number, 4);
});

test("three checks fail, and are named at home and in Activity with their numbers", async () => {
  const { pane } = workbench;
  await showSection(pane, "Activity");
  await pane.getByText("3 checks are not TRUE.").first().waitFor();
  const items = pane.getByRole("list", { name: "Checks of the workbook" }).getByRole("listitem");
  expect(await items.count()).toBe(3);
  for (const text of await items.allTextContents()) expect(text).toMatch(/^As booked .*FALSE/);
});
