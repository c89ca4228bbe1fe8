/** The workbench in a browser, and everything about it that a person would call a problem. */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { Browser, BrowserContext, FrameLocator, Page } from "playwright-core";
import type { ShownCell } from "../../../workbench/page/handle";
import { emptyState } from "../../../workbench/model/state";
import type { GridValue } from "../../../workbench/univer/gridValues";
import { startWorkbench, type WorkbenchServer } from "../../../workbench/server/server";
import { sampleNumbersOf } from "../../../workbench/server/sampleNumbers";
import "../../project/dist";
import { launchBrowser } from "../browser";
import { plainWorkbook } from "./plainWorkbook";

const ROOT = resolve(__dirname, "../../..");
export const FOLDERS = {
  addin: resolve(ROOT, "dist"),
  page: resolve(ROOT, "build/workbench"),
  officeJs: resolve(ROOT, "node_modules/@microsoft/office-js/dist"),
};

/** Milliseconds after which what a test waits for will never come; a slow machine does not meet it. */
const PATIENCE = 180_000;

export interface Workbench {
  page: Page;
  context: BrowserContext;
  /** The add-in's page. */
  pane: FrameLocator;
  /** Errors on the console or in a script, requests to other hosts, violations of a content security policy. */
  problems: string[];
  /** Path and query of each request to the planning service's results. */
  requests: string[];
  /** Enters texts by address, and waits until everything is calculated. */
  enter(texts: Record<string, string>): Promise<void>;
  cell(address: string): Promise<ShownCell>;
  /** The values of a range once everything is calculated. The add-in may recalculate cells some time after a workbook is opened. */
  values(address: string): Promise<GridValue[][]>;
  settled(): Promise<void>;
  /** Waits for what the add-in does of itself: until the cell shows this value, and everything is calculated. */
  shows(address: string, value: GridValue): Promise<void>;
  close(): Promise<void>;
}

/** With the announced endpoints too, so that every function has something to show. */
function serveWorkbench(): Promise<WorkbenchServer> {
  return startWorkbench({ port: 0, folders: FOLDERS, preview: true });
}

/** The browser and the server of a test file. */
export interface Setting {
  browser: Browser;
  server: WorkbenchServer;
}

/** Starts both before the tests of a file, and ends them after. The object is filled by then. */
export function startSetting(): Setting {
  const setting = {} as Setting;
  beforeAll(async () => {
    [setting.server, setting.browser] = await Promise.all([serveWorkbench(), launchBrowser()]);
  });
  afterAll(async () => {
    await setting.browser.close();
    await setting.server.close();
  });
  return setting;
}

/** The entry of the browser's storage in which the page keeps its workbook. */
const STORED = "scenario-insights.workbench";

/** Puts a workbook of plain formulas in place of the sample; for a first run with a ledger, like the sample's. */
async function storePlainWorkbook(
  context: BrowserContext,
  { url, sandbox }: Pick<WorkbenchServer, "url"> & Partial<WorkbenchServer>,
  search: string,
): Promise<void> {
  const data = plainWorkbook();
  const isFirstRun = search.includes("first-run") && sandbox !== undefined;
  const { parts: texts = [] } = isFirstRun ? await sampleNumbersOf({ data }, sandbox, new URL(url).origin) : {};
  const parts = Object.fromEntries(texts.map((text) => [`{${randomUUID().toUpperCase()}}`, text]));
  const stored = JSON.stringify({ data, document: { startState: "Inactive", workbook: { ...emptyState(), parts } } });
  await context.addInitScript(
    ([origin, entry, content]) => {
      const isPage = window === window.top && location.origin === origin;
      if (isPage && localStorage.getItem(entry) === null) localStorage.setItem(entry, content);
    },
    [new URL(url).origin, STORED, stored] as const,
  );
}

/**
 * In a browser profile of its own, with a workbook of plain formulas.
 * @param prepare Changes the profile before the page loads.
 */
export async function openWorkbench(
  { browser, server }: { browser: Browser; server: Pick<WorkbenchServer, "url"> & Partial<WorkbenchServer> },
  search = "",
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<Workbench> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(PATIENCE);
  const [problems, requests]: [string[], string[]] = [[], []];
  const { url } = server;
  await watch(context, url, problems, requests);
  await prepare(context);
  await storePlainWorkbook(context, server, search);
  const page = await context.newPage();
  await page.goto(url + search);
  await ready(page);
  return {
    page,
    context,
    pane: page.frameLocator("#pane iframe"),
    problems,
    requests,
    async enter(texts) {
      for (const [address, text] of Object.entries(texts)) {
        await page.evaluate(([at, typed]) => window.workbench!.enter(at, typed), [address, text] as const);
      }
      await settled(page);
    },
    cell: (address) => page.evaluate((at) => window.workbench!.cell(at), address),
    values: (address) =>
      page.evaluate((at) => window.workbench!.settled().then(() => window.workbench!.values(at)), address),
    settled: () => settled(page),
    async shows(address, value) {
      await page.waitForFunction(([at, sought]) => window.workbench!.cell(at).value === sought, [
        address,
        value,
      ] as const);
      await settled(page);
    },
    close: () => context.close(),
  };
}

/** The page is there, the add-in connected and everything calculated. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => window.workbench !== undefined);
  await page.evaluate(() => window.workbench!.ready);
  await settled(page);
}

function settled(page: Page): Promise<void> {
  return page.evaluate(() => window.workbench!.settled());
}

async function watch(context: BrowserContext, url: string, problems: string[], requests: string[]): Promise<void> {
  await context.exposeFunction("tellProblem", (problem: string) => problems.push(problem));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      const { tellProblem } = window as unknown as { tellProblem(problem: string): void };
      tellProblem(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  context.on("console", (message) => message.type() === "error" && problems.push(`console: ${message.text()}`));
  context.on("weberror", (error) => problems.push(`script: ${error.error().message}`));
  context.on("request", (request) => {
    const asked = new URL(request.url());
    if (!["data:", "blob:"].includes(asked.protocol) && asked.origin !== new URL(url).origin) {
      problems.push(`another host: ${request.url()}`);
    }
    const [, result] = /\/insights\/v1(\/(?!plans)[\w-]+\?.*)$/.exec(request.url()) ?? [];
    if (result) requests.push(result);
  });
}

/**
 * Ends the edit of a blank cell. While the help on a function closes, an Enter is the help's and not the cell's; a person who sees
 * that presses it again.
 */
export async function pressEnter({ page, cell, settled }: Workbench, address: string): Promise<void> {
  for (let presses = 0; presses < 5 && (await cell(address)).text === ""; presses += 1) {
    await page.keyboard.press("Enter");
    await settled();
  }
}
