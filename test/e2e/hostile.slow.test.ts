/** The built add-in in the workbench that behaves as Excel does at its worst, in a real browser. */
import { readFileSync } from "node:fs";
import type { FrameLocator } from "playwright-core";
import { parsePosition } from "../../src/spreadsheet/cells/address";
import { loadWorkbook } from "../../src/spreadsheet/xlsx/workbook";
import { cellsIn } from "../spreadsheet/xlsx/cells";
import { isLibreOfficeInstalled, readByLibreOffice } from "../spreadsheet/xlsx/libreOffice";
import { openWorkbench, startSetting, type Workbench } from "./workbench/open";
import { planShown, showSection } from "./sections";

/** The sample's statement of the year. */
const STATEMENT = "'P&L'!A7:C20";

const setting = startSetting();
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench(setting);
});

/** One page for all: a test leaves no behaviour of Excel switched on. */
afterEach(() => expect(workbench.problems.splice(0)).toEqual([]));

const button = (name: string | RegExp, pane: FrameLocator = workbench.pane) => pane.getByRole("button", { name });
const section = (name: string, pane: FrameLocator = workbench.pane) => showSection(pane, name);

/** Resolves when the refresh has ended. Meanwhile "Cancel" is in the button's place. */
async function refresh(pane: FrameLocator = workbench.pane): Promise<void> {
  await button("Refresh", pane).click();
  await refreshed(pane);
}

async function refreshed(pane: FrameLocator = workbench.pane): Promise<void> {
  await button("Refresh", pane).waitFor();
  await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
  await workbench.settled();
}

async function moveOn(): Promise<void> {
  const moved = workbench.page.waitForResponse("**/sandbox/step");
  await workbench.page.getByRole("button", { name: "Simulate new results" }).click();
  await moved;
}

function editMode(isOn: boolean): Promise<void> {
  return workbench.page.evaluate((value) => void (window.workbench!.behaviour.editMode = value), isOn);
}

test("A person who edits a cell during a refresh is told, and every cell follows later", async () => {
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
  await refreshed();
  const after = await workbench.values(STATEMENT);
  expect(after).not.toEqual(before);
  await page.unroute("**/pnl-summary*");
  await refresh();
  await pane.getByText("no number changed").waitFor();
  expect(await workbench.values(STATEMENT)).toEqual(after);
});

test("A refresh that is cancelled while a cell is edited leaves every cell as it was", async () => {
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
  await refresh();
  expect(await workbench.values(STATEMENT)).not.toEqual(before);
});

/** LibreOffice opens the file, and shows on its first sheet what the file holds. */
async function expectSameInLibreOffice(bytes: Uint8Array): Promise<void> {
  const rows = readByLibreOffice(bytes);
  const { sheets } = await loadWorkbook(bytes);
  const cells = Object.entries(await cellsIn(bytes)).flatMap(([address, value]) => {
    const [, sheet, cell = ""] = /^(.*)!([A-Z]+\d+)$/.exec(address) ?? [];
    const at = sheet === sheets[0]?.name && parsePosition(cell);
    return at ? [{ ...at, value }] : [];
  });
  expect(cells.length).toBeGreaterThan(70);
  for (const { row, column, value } of cells) {
    const shown = rows[row]?.[column] ?? "";
    if (typeof value === "string") expect([row, column, shown]).toEqual([row, column, value]);
    // A percent or a date is shown by its format.
    else if (typeof value === "number" && /^-?[\d.]+$/.test(shown)) expect(Number(shown)).toBeCloseTo(value, 2);
  }
}

describe("A copy that is sent", () => {
  const withhold = (isOn: boolean) =>
    workbench.page.evaluate((value) => void (window.workbench!.behaviour.withholdFile = value), isOn);

  test("says what to do instead if Excel hands out no file", async () => {
    await withhold(true);
    await section("Reports");
    await button("Send a copy").click();
    await workbench.pane
      .getByRole("alert")
      .getByText("This Excel does not give the add-in the workbook's file.")
      .waitFor();
    await withhold(false);
  });

  test("is a file of values that other programs open, and leaves the workbook as it is", async () => {
    const { page } = workbench;
    const statement = await workbench.values(STATEMENT);
    const { formula } = await workbench.cell("'P&L'!A7");
    await section("Reports");
    const downloading = page.waitForEvent("download");
    await button("Send a copy").click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/ \(values\)\.xlsx$/);
    const sent = new Uint8Array(readFileSync(await download.path()));
    expect(await cellsIn(sent, "formulas")).toEqual({});
    const kept = await cellsIn(sent);
    statement.forEach((row, down) =>
      row.forEach((value, right) =>
        expect([down, right, kept[`P&L!${"ABC"[right]}${7 + down}`]]).toEqual([down, right, value]),
      ),
    );
    if (isLibreOfficeInstalled) await expectSameInLibreOffice(sent);
    expect(await workbench.values(STATEMENT)).toEqual(statement);
    expect((await workbench.cell("'P&L'!A7")).formula).toBe(formula);
  });
});

/** These come last: the second person stays. */
describe("Two people in one workbook", () => {
  let first: FrameLocator;
  let second: FrameLocator;
  const turnTo = (person: "first" | "second") =>
    workbench.page.evaluate((who) => window.workbench!.people.turnTo(who), person);

  beforeAll(() => {
    const frames = workbench.page.locator("#pane iframe");
    first = frames.nth(0).contentFrame();
    second = frames.nth(1).contentFrame();
  });

  test("keep what both choose", async () => {
    await button("Settings", first).click();
    await workbench.page.evaluate(() => window.workbench!.people.invite());
    await turnTo("second");
    await workbench.enter({ "'P&L'!H2": '=INSIGHTS.KPI("FY26 Plan","actual","dpm","2026-05")' });
    await button("Settings", second).click();
    await second.getByLabel("Format what the pane inserts").uncheck();
    await workbench.settled();

    await turnTo("first");
    await first.getByLabel("Refresh when the workbook is opened").check();
    await workbench.settled();
    expect(await first.getByLabel("Format what the pane inserts").isChecked()).toBe(false);
  });

  test("refresh one after the other, and both end with the same numbers", async () => {
    const before = await workbench.values(STATEMENT);
    await button("Back", second).click();
    await planShown(second);
    await moveOn();
    await turnTo("second");
    await section("Activity", second);
    await refresh(second);
    const after = await workbench.values(STATEMENT);
    expect(after).not.toEqual(before);

    await turnTo("first");
    await button("Back", first).click();
    await section("Activity", first);
    await refresh(first);
    expect(await workbench.values(STATEMENT)).toEqual(after);
  });
});
