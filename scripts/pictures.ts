/** `npm run pictures`: draws docs/pictures anew, from the built add-in in the workbench. Clock, zone and address stay the same. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { startWorkbench } from "../workbench/server/server";
import { launchBrowser } from "../test/e2e/browser";
import { showSection } from "../test/e2e/sections";
import { choosePlan } from "../test/e2e/sections";
import { makeFilm } from "./film";

/** This file runs as build/pictures/main.cjs. */
const ROOT = join(__dirname, "../..");
const FOLDERS = {
  addin: join(ROOT, "dist"),
  page: join(ROOT, "build/workbench"),
  officeJs: join(ROOT, "node_modules/@microsoft/office-js/dist"),
};
const NOW = Date.UTC(2026, 5, 1, 12);
const PORT = 4343;
/** Pixels: a window, a larger one for reports, one as high as a report, and the pane as narrow as Excel makes it. */
const WINDOW = { width: 1440, height: 900 };
const LARGE = { width: 1920, height: 1200 };
const TALL = { width: 1920, height: 1900 };
const NARROW = 320;
/** Reports are drawn at three quarters of their size. */
const SCALE = 0.75;
const FILM_SCALE = 2 / 3;
/** What is shown of reports, before they are scaled. */
interface DrawnReport {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** What its inputs hold, by their cells, in place of what they begin with. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Comments on the numbers of cells. */
  readonly comments?: Readonly<Record<string, string>>;
}
const REPORTS: Readonly<Record<string, DrawnReport>> = {
  statement: { title: "P&L statement", width: 1278, height: 1010 },
  bridge: { title: "Variance bridge", width: 1284, height: 860 },
  // With more lines than pass at first.
  commentary: {
    title: "Commentary",
    width: 1345,
    height: 640,
    inputs: { I5: "0.1%", J5: "1%" },
    comments: {
      E11: "Key account delisted three articles in March, back from June.",
      E14: "Follows sales. Other costs are a shift to Q3, no saving.",
    },
  },
};
/** What Univer draws left of the cells, and above the middle of the first row. */
const ROW_NUMBERS = 46;
const ABOVE = 37;

/** A sheet of the sample with room for a formula. */
const OWN_SHEET = "Year to date";

const pathOf = (name: string) => join(ROOT, "docs/pictures", `${name}.png`);
const settled = (page: Page) => page.evaluate(() => window.workbench!.settled());

async function drawPane(page: Page, pane: FrameLocator): Promise<void> {
  const draw = (name: string) => page.locator("#pane").screenshot({ path: pathOf(`pane-${name}`) });
  const section = (name: string) => showSection(pane, name);
  await page.evaluate((width) => (document.getElementById("pane")!.style.width = `${width}px`), NARROW);
  await draw("plan");
  await page.evaluate((sheet) => window.workbench!.activate(sheet), OWN_SHEET);
  await page.evaluate(() => window.workbench!.select("B18"));
  await section("Formula");
  await pane.getByRole("region", { name: "Preview" }).getByText("Gross sales").waitFor();
  await draw("formula");
  await section("Table");
  await pane.getByRole("region", { name: "Preview" }).getByText("Gross sales").waitFor();
  await draw("table");
  await explain(page, pane);
  await draw("explain");
  await page.evaluate(() => window.workbench!.enter("B18", ""));
  await section("Activity");
  await page.getByRole("button", { name: "Simulate new results" }).click();
  await pane.getByRole("button", { name: "Refresh" }).click();
  await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
  await settled(page);
  await draw("activity");
  await page.evaluate(() => document.getElementById("pane")!.style.removeProperty("width"));
}

/** Explains a number of demand, and divides it by region. */
async function explain(page: Page, pane: FrameLocator): Promise<void> {
  const call = '=INSIGHTS.KPI("FY26 Plan","committed","demandValue","2026-04",,,,"YTD")';
  await page.evaluate((typed) => window.workbench!.enter("B18", typed), call);
  await settled(page);
  await showSection(pane, "Explain");
  await pane.getByRole("button", { name: "Region" }).click();
  await pane.getByRole("list", { name: "By region, by size" }).waitFor();
  // Buttons fade into their colours.
  await page.waitForTimeout(500);
}

async function insert(page: Page, pane: FrameLocator, title: string): Promise<void> {
  const before = await page.evaluate(() => window.workbench!.sheets().active);
  await pane.getByRole("button", { name: `Insert ${title}`, exact: true }).click();
  await page.waitForFunction((name) => window.workbench!.sheets().active !== name, before);
  await pane.locator('[aria-busy="false"]').first().waitFor();
  await settled(page);
  await chartsDrawn(page);
}

/** Charts are drawn after the cells, and move for a second when they are drawn first. */
async function chartsDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role="img"]')].every((each) => !each.getAttribute("aria-label")?.includes("#")),
  );
  await page.waitForTimeout(2000);
}

async function drawReports(page: Page, pane: FrameLocator): Promise<void> {
  await showSection(pane, "Reports");
  await pane.getByRole("heading", { name: "Insert a report" }).evaluate((heading) => {
    for (let at: Element | null = heading; at; at = at.parentElement) at.scrollTop = 0;
  });
  await page.screenshot({ path: pathOf("report") });
  await page.setViewportSize(TALL);
  for (const [name, { title, width, height, inputs = {}, comments }] of Object.entries(REPORTS)) {
    await insert(page, pane, title);
    for (const input of Object.entries(inputs))
      await page.evaluate(([cell, typed]) => window.workbench!.enter(cell, typed), input);
    await settled(page);
    if (comments) await writeComments(page, pane, comments);
    const { y } = await page.evaluate(() => window.workbench!.position("A1"));
    const clip = { x: ROW_NUMBERS, y: y - ABOVE, width, height };
    await page.screenshot({ path: pathOf(`report-${name}`), clip });
  }
}

/** Writes comments in Explain. The last one was written for another number. */
async function writeComments(
  page: Page,
  pane: FrameLocator,
  comments: Readonly<Record<string, string>>,
): Promise<void> {
  await showSection(pane, "Explain");
  for (const [cell, text] of Object.entries(comments)) {
    await page.evaluate((address) => window.workbench!.select(address), cell);
    await pane.getByRole("button", { name: "Write why" }).click();
    await pane.getByRole("textbox", { name: "Why" }).fill(text);
    await pane.getByRole("textbox", { name: "Your name" }).fill("A. Weber");
    await pane.getByRole("button", { name: "Save", exact: true }).click();
    await pane.getByRole("button", { name: "Change" }).waitFor();
  }
  const report = await page.evaluate(() => window.workbench!.sheets().active);
  await page.evaluate(() => window.workbench!.activate("Comments"));
  await page.evaluate((row) => window.workbench!.enter(`E${row}`, "-980000"), 1 + Object.keys(comments).length);
  await page.evaluate((sheet) => window.workbench!.activate(sheet), report);
  await page.evaluate(() => window.workbench!.select("A1"));
  await settled(page);
}

async function open(browser: Browser, url: string, viewport: typeof WINDOW, deviceScaleFactor: number): Promise<Page> {
  const options = { ignoreHTTPSErrors: true, locale: "en-US", timezoneId: "UTC" };
  const context = await browser.newContext({ ...options, viewport, deviceScaleFactor });
  await context.clock.setFixedTime(NOW);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.workbench !== undefined);
  await page.evaluate(() => window.workbench!.ready);
  await choosePlan(paneOf(page));
  await settled(page);
  await page.evaluate(() => window.workbench!.select("A1"));
  await chartsDrawn(page);
  return page;
}

function paneOf(page: Page): FrameLocator {
  return page.frameLocator("#pane iframe");
}

async function main(): Promise<void> {
  const server = await startWorkbench({ port: PORT, folders: FOLDERS, now: () => NOW });
  const browser = await launchBrowser();
  const page = await open(browser, server.url, WINDOW, 1);
  await page.screenshot({ path: pathOf("workbench") });
  const large = await open(browser, server.url, LARGE, SCALE);
  await drawReports(large, paneOf(large));
  // New results are simulated for the pane, after the reports.
  await drawPane(page, paneOf(page));
  // Of results that no cell has shown before.
  const filmed = await open(browser, server.url, WINDOW, FILM_SCALE);
  writeFileSync(pathOf("film"), await makeFilm(filmed, paneOf(filmed)));
  await browser.close();
  await server.close();
}

void main();
