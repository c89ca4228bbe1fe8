/** A workbook that is opened: what is loaded, the time to the first answer of a cell, and to a pane that can be used. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { REPORT_KINDS, REPORT_TITLES } from "../../src/reporting/reports/reportParameters";
import { startWorkbench, type WorkbenchServer } from "../../workbench/server/server";
import { launchBrowser } from "../e2e/browser";
import { planShown, showSection } from "../e2e/sections";
import type { Figure } from "./figures";
import { median } from "./measure";

/** What every workbook loads; the same files as in .size-limit.json. */
const ALWAYS = /^(addin|functions\..*|client\..*)\.js$/;

/** The gallery's reports by their titles. */
const REPORTS = REPORT_KINDS.map((kind) => REPORT_TITLES[kind]);

interface Opened {
  /** Milliseconds to the first answer of a cell. */
  readonly answer: number;
  /** To a pane that lists the plans; NaN where it is closed. */
  readonly pane: number;
  /** To the end of all calculation. */
  readonly settled: number;
  /** The add-in's scripts that have been loaded by then, by their file names. */
  readonly scripts: readonly string[];
}

/** Runs in the page before its own scripts: the pane's frame is loaded, as in Excel, and not seen. */
function closePane(): void {
  if (window !== window.top) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("#pane { display: none !important }");
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page: a formula nobody has asked yet, until it shows a number. Throws where it shows something else for a minute. */
async function enterAndWait(formula: string): Promise<void> {
  const workbench = window.workbench!;
  await workbench.ready;
  workbench.enter("Months!Z100", [[formula]]);
  const shown = () => workbench.cell("Months!Z100");
  for (const end = performance.now() + 60_000; typeof shown().value !== "number";) {
    if (performance.now() > end) throw new Error(`${formula} shows ${JSON.stringify(shown())}.`);
    await new Promise((go) => setTimeout(go, 10));
  }
}

/** By a person who opens it for the first time, the pane beside it; or who has been connected before, and leaves the pane closed. */
async function open(browser: Browser, server: WorkbenchServer, isPaneOpen: boolean): Promise<Opened> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  if (!isPaneOpen) await visit(context, server);
  const page = await context.newPage();
  if (!isPaneOpen) await page.addInitScript(closePane);
  const start = performance.now();
  const since = () => performance.now() - start;
  // The workbench connects a workbook by its pane, unless it is told not to.
  await page.goto(isPaneOpen ? server.url : `${server.url}?first-run`);
  const usable = isPaneOpen ? untilUsable(page).then(since) : NaN;
  await page.waitForFunction(() => window.workbench);
  await page.evaluate(enterAndWait, '=INSIGHTS.PNL("fy26","Conservative","ebit")');
  const answer = since();
  await page.evaluate(() => window.workbench!.settled());
  const settled = since();
  const opened = { answer, settled, pane: await usable, scripts: await scriptsOf(page) };
  await context.close();
  return opened;
}

/** Runs in the page: the key that a person had kept on this device. */
function keepKey(apiKey: string): void {
  const name = Object.keys(localStorage).find((each) => each.endsWith("scenario-insights.connection"));
  if (name === undefined) throw new Error("No connection is kept.");
  const kept = JSON.parse(localStorage.getItem(name)!) as object;
  localStorage.setItem(name, JSON.stringify({ ...kept, apiKey }));
}

/** Connects, and keeps the key. */
async function visit(context: BrowserContext, { url, sandbox }: WorkbenchServer): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.workbench);
  await page.evaluate(() => window.workbench!.ready);
  await page.evaluate(keepKey, sandbox.apiKey);
  await page.evaluate(() => window.workbench!.settled());
  await page.close({ runBeforeUnload: true });
}

interface Shown {
  /** Milliseconds from the page to the numbers and charts of the first screen. */
  readonly first: number;
  /** From each click on a report to all of its cells settled, in the order of `REPORTS`. */
  readonly reports: readonly number[];
}

/** The sample's first sheet, then each report in the same workbook, as a person inserts them. */
async function insertReports(browser: Browser, server: WorkbenchServer): Promise<Shown> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(server.url);
  await page.waitForFunction(() => /^EBIT .*\d/.test(window.workbench?.cell("B1").text ?? ""));
  await page.getByRole("img", { name: /^EBIT/ }).first().waitFor({ state: "attached" });
  const first = performance.now() - start;
  await untilUsable(page);
  await page.evaluate(() => window.workbench!.settled());
  const pane = page.frameLocator("#pane iframe");
  await showSection(pane, "Reports");
  const reports: number[] = [];
  for (const title of REPORTS) {
    const before = await page.evaluate(() => window.workbench!.sheets().active);
    const clicked = performance.now();
    await pane.getByRole("button", { name: `Insert ${title}`, exact: true }).click();
    await page.waitForFunction((name) => window.workbench!.sheets().active !== name, before);
    await pane.locator('[aria-busy="false"]').first().waitFor();
    await page.evaluate(() => window.workbench!.settled());
    reports.push(performance.now() - clicked);
  }
  await context.close();
  return { first, reports };
}

/**
 * Milliseconds from the click on each report to the first request of its formulas, about a plan that the sample does not show. Before
 * it adds a sheet, the add-in asks for the plan's current month, which is known here.
 */
async function measureFirstRequests(browser: Browser, server: WorkbenchServer): Promise<number[]> {
  const found: number[] = [];
  for (const title of REPORTS) {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    await page.goto(server.url);
    await untilUsable(page);
    await page.evaluate(() => window.workbench!.enter("Months!Z100", [['=INSIGHTS.PERIOD("FY26 Europe","current")']]));
    await page.evaluate(() => window.workbench!.settled());
    const pane = page.frameLocator("#pane iframe");
    await showSection(pane, "Reports");
    await pane.getByRole("combobox", { name: "About the plan" }).click();
    await pane.getByRole("option", { name: /^FY26 Europe/ }).click();
    const requested = page.waitForRequest((request) => NUMBERS.test(request.url()));
    const clicked = performance.now();
    await pane.getByRole("button", { name: `Insert ${title}`, exact: true }).click();
    await requested;
    found.push(performance.now() - clicked);
    await context.close();
  }
  return found;
}

/** The endpoints of numbers. */
const NUMBERS = /\/(?:pnl-summary|demand-forecast)\?/;

function untilUsable(page: Page): Promise<void> {
  return planShown(page.frameLocator("#pane iframe"));
}

async function scriptsOf(page: Page): Promise<string[]> {
  const frame = page.frames().find((each) => each.url().includes("/taskpane.html"))!;
  const urls = await frame.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  return urls.map((url) => new URL(url).pathname.slice(1)).filter((path) => /^[^/]+\.js$/.test(path));
}

export async function measureOpening(root: string, rounds: number): Promise<Figure[]> {
  const dist = join(root, "dist");
  const folders = {
    addin: dist,
    page: join(root, "build/workbench"),
    officeJs: join(root, "node_modules/@microsoft/office-js/dist"),
  };
  const server = await startWorkbench({ port: 0, folders, latency: 50 });
  const browser = await launchBrowser();
  const [closed, shown, inserted, requested]: [Opened[], Opened[], Shown[], number[][]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    closed.push(await open(browser, server, false));
    shown.push(await open(browser, server, true));
    inserted.push(await insertReports(browser, server));
    requested.push(await measureFirstRequests(browser, server));
  }
  await browser.close();
  await server.close();
  const bytesOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0) / 1000;
  const group = "Opening";
  const time = <Run>(what: string, runs: readonly Run[], pick: (run: Run) => number, goal?: number): Figure => ({
    group,
    what,
    unit: "ms",
    values: { ours: median(runs.map(pick)) },
    ...(goal && { goal }),
  });
  return [
    {
      group,
      what: "loaded with every workbook, gzipped",
      unit: "kB",
      values: { ours: bytesOf(readdirSync(dist).filter((name) => ALWAYS.test(name))) },
      goal: 44,
    },
    {
      group,
      what: "all scripts loaded by then, the pane closed, gzipped",
      unit: "kB",
      values: { ours: bytesOf(closed[0]?.scripts ?? []) },
    },
    time("from the page to the first answer, the pane closed", closed, ({ answer }) => answer),
    time("from the page to all cells settled, the pane closed", closed, ({ settled }) => settled, 3000),
    time("from the page to the first answer, the pane open", shown, ({ answer }) => answer),
    time("from the page to a pane that lists the plans", shown, ({ pane }) => pane, 3000),
    time("from the page to all cells settled, the pane open", shown, ({ settled }) => settled, 3000),
    time("from the page to the first screen's numbers and charts", inserted, ({ first }) => first, 2500),
    ...REPORTS.map((title, at) =>
      time(`from a click to the first request of ${title}`, requested, (requests) => requests[at] ?? NaN, 1000),
    ),
    ...REPORTS.map((title, at) =>
      time(`from a click to a filled ${title}`, inserted, ({ reports }) => reports[at] ?? NaN, 3000),
    ),
  ];
}
