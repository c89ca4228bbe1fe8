/** The built add-in in the workbench that behaves as Excel does at its worst, in a real browser. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, FrameLocator } from "playwright-core";
import { startWorkbench, type WorkbenchServer } from "../../src/workbench/server/server";
import { parsePosition } from "../../src/grid/address";
import { loadWorkbook } from "../../src/xlsx/workbook";
import { cellsIn } from "../xlsx/cells";
import { isLibreOfficeInstalled, readByLibreOffice } from "../xlsx/libreOffice";
import { launchBrowser } from "./browser";
import { FOLDERS, openWorkbench, ROOT, type Workbench } from "./workbench/open";

/** A file with the add-in's parts, which the host hands out as the workbook's. */
const FILE = join(ROOT, "test/golden/workbooks/first-build/settings.xlsx");
/** The sample's statement of the year. */
const STATEMENT = "'P&L'!A7:C20";

let browser: Browser;
let server: WorkbenchServer;
let workbench: Workbench;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startWorkbench({ port: 0, folders: FOLDERS, preview: true });
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

beforeEach(async () => {
  workbench = await openWorkbench(browser, server);
});

afterEach(async () => {
  const { problems } = workbench;
  await workbench.close();
  expect(problems).toEqual([]);
});

const button = (name: string | RegExp, pane: FrameLocator = workbench.pane) => pane.getByRole("button", { name });
const section = (name: string, pane: FrameLocator = workbench.pane) =>
  pane.getByRole("navigation").getByRole("button", { name }).click();

async function moveOn(): Promise<void> {
  const moved = workbench.page.waitForResponse("**/sandbox/step");
  await workbench.page.getByRole("button", { name: "Simulate new results" }).click();
  await moved;
}

function editMode(isOn: boolean): Promise<void> {
  return workbench.page.evaluate((value) => void (window.workbench!.behaviour.editMode = value), isOn);
}

test("A person who edits a cell in the middle of a refresh is told, and every cell follows when the editing ends", async () => {
  const { page, pane } = workbench;
  const before = await workbench.values(STATEMENT);
  await moveOn();
  await section("Activity");
  let answer = () => {};
  const editing = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/pnl-summary*", async (route) => {
    await editing;
    await route.continue();
  });
  const asked = page.waitForRequest("**/pnl-summary*");
  await button("Refresh").click();
  await asked;
  await editMode(true);
  answer();
  await pane.getByText("Finish editing the cell.").waitFor();
  expect(await workbench.values(STATEMENT)).toEqual(before);

  await editMode(false);
  await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
  await workbench.settled();
  const after = await workbench.values(STATEMENT);
  expect(after).not.toEqual(before);
  await page.unroute("**/pnl-summary*");
  await button("Refresh").click();
  await pane.getByText("0 values changed").waitFor();
  expect(await workbench.values(STATEMENT)).toEqual(after);
});

test("A refresh that is cancelled while a cell is edited leaves every cell as it was, and the next one does it", async () => {
  const { pane } = workbench;
  const before = await workbench.values(STATEMENT);
  await moveOn();
  await section("Activity");
  await editMode(true);
  await button("Refresh").click();
  await pane.getByText("Finish editing the cell.").waitFor();
  await button("Cancel").click();
  await button("Refresh").waitFor();
  await editMode(false);
  await workbench.settled();
  expect(await workbench.values(STATEMENT)).toEqual(before);
  await button("Refresh").click();
  await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
  await workbench.settled();
  expect(await workbench.values(STATEMENT)).not.toEqual(before);
});

describe("Two people in one workbook", () => {
  let first: FrameLocator;
  let second: FrameLocator;
  const turnTo = (person: "first" | "second") =>
    workbench.page.evaluate((who) => window.workbench!.people.turnTo(who), person);

  beforeEach(async () => {
    const frames = workbench.page.locator("#pane iframe");
    first = frames.nth(0).contentFrame();
    second = frames.nth(1).contentFrame();
  });

  test("see one pause, and keep what both choose", async () => {
    await button("Settings", first).click();
    await first.getByRole("switch", { name: "Pause fetching" }).check();
    await first.getByText("Fetching is paused in this workbook.").waitFor();
    await workbench.page.evaluate(() => window.workbench!.people.invite());
    await second.getByText("Fetching is paused in this workbook.").waitFor();

    await turnTo("second");
    await workbench.enter({ "'P&L'!H2": '=INSIGHTS.KPI("FY26 Plan","actual","dpm","2026-05")' });
    expect(await workbench.cell("'P&L'!H2")).toMatchObject({
      value: "#VALUE!",
      message: expect.stringMatching(/^Fetching is paused in this workbook\./) as string,
    });
    await button("Settings", second).click();
    await second.getByLabel("Refresh by itself").selectOption({ label: "Every 60 minutes" });
    await button("Resume", second).click();
    await workbench.page.waitForFunction(() => typeof window.workbench!.cell("'P&L'!H2").value === "number");

    await turnTo("first");
    await first.getByLabel("Ask again for answers older than").selectOption({ label: "4 hours" });
    await first.getByText("Fetching is paused in this workbook.").waitFor({ state: "hidden" });
    expect(await first.getByLabel("Refresh by itself").inputValue()).toBe("60");
  });

  test("refresh one after the other, and both end with the same numbers", async () => {
    const before = await workbench.values(STATEMENT);
    await workbench.page.evaluate(() => window.workbench!.people.invite());
    await second.getByRole("radio", { name: "FY26 Plan" }).waitFor();
    await moveOn();
    await turnTo("second");
    await section("Activity", second);
    await button("Refresh", second).click();
    await second.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
    await workbench.settled();
    const after = await workbench.values(STATEMENT);
    expect(after).not.toEqual(before);

    await turnTo("first");
    await section("Activity", first);
    await button("Refresh", first).click();
    await first.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
    await workbench.settled();
    expect(await workbench.values(STATEMENT)).toEqual(after);
  });
});

function serveFile(): Promise<void> {
  const base64 = readFileSync(FILE).toString("base64");
  return workbench.page.evaluate((text) => window.workbench!.serveFile(text), base64);
}

/** LibreOffice opens the file, and shows on its first sheet what the file holds. */
async function expectSameInLibreOffice(bytes: Uint8Array): Promise<void> {
  const rows = readByLibreOffice(bytes);
  const { sheets } = await loadWorkbook(bytes);
  const cells = Object.entries(await cellsIn(bytes)).flatMap(([address, value]) => {
    const [, sheet, cell = ""] = /^(.*)!([A-Z]+\d+)$/.exec(address) ?? [];
    const at = sheet === sheets[0]?.name && parsePosition(cell);
    return at ? [{ ...at, value }] : [];
  });
  expect(cells.length).toBeGreaterThan(100);
  for (const { row, column, value } of cells) {
    const shown = rows[row]?.[column] ?? "";
    if (typeof value === "string") expect([row, column, shown]).toEqual([row, column, value]);
    // A percent or a date is shown by its format.
    else if (typeof value === "number" && /^-?[\d.]+$/.test(shown)) expect(Number(shown)).toBeCloseTo(value, 2);
  }
}

describe("A copy that is sent", () => {
  test("is a file of values alone, which other programs open, and leaves the workbook as it is", async () => {
    const { page, pane } = workbench;
    await serveFile();
    const statement = await workbench.values(STATEMENT);
    const { formula } = await workbench.cell("'P&L'!A7");
    await section("Reports");
    const downloading = page.waitForEvent("download");
    await button("Send a copy").click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/ \(values\)\.xlsx$/);
    const sent = new Uint8Array(readFileSync(await download.path()));
    const golden = new Uint8Array(readFileSync(FILE));
    expect(await cellsIn(sent, "formulas")).toEqual({});
    expect(await cellsIn(sent)).toEqual(await cellsIn(golden));
    if (isLibreOfficeInstalled) await expectSameInLibreOffice(sent);
    expect(await workbench.values(STATEMENT)).toEqual(statement);
    expect((await workbench.cell("'P&L'!A7")).formula).toBe(formula);
    await pane.locator("main").screenshot({ path: join(ROOT, "build/pictures/copy.png") });
  });

  test("where Excel hands out no file, says what to do instead", async () => {
    await section("Reports");
    await button("Send a copy").click();
    await workbench.pane.getByRole("alert").getByText("This Excel does not hand out the workbook's file.").waitFor();
  });
});

test("Check this Excel: all that the add-in takes for granted holds in the workbench", async () => {
  const { page, pane } = workbench;
  await page.evaluate(() => {
    Object.assign(window.workbench!.behaviour, {
      limitPayloads: true,
      fillTableColumns: true,
      enforceProtection: true,
      cloneNames: true,
    });
  });
  await serveFile();
  const before = await page.evaluate(() => window.workbench!.sheets());
  await button("Settings").click();
  await button("Check").click();
  await pane.getByText("Double-click a cell of the sheet").waitFor();
  await editMode(true);
  await button("Continue").click();
  await pane.getByText("Press Enter in that cell.").waitFor();
  await editMode(false);
  await button("Continue").click();
  await pane.getByText("press Ctrl+Z").waitFor();
  await page.evaluate(() => window.workbench!.undo());
  await button("Continue").click();
  await button("Check").waitFor();
  const outcomes = await pane.getByRole("list", { name: "Check this Excel" }).getByRole("listitem").allTextContents();
  expect(outcomes.length).toBeGreaterThan(25);
  expect(outcomes.filter((text) => !text.endsWith("Holds"))).toEqual([]);
  await page.locator("#pane").screenshot({ path: join(ROOT, "build/pictures/check.png") });
  expect(await page.evaluate(() => window.workbench!.sheets())).toEqual(before);
});
