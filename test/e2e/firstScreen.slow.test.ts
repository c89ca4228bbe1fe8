/** The workbench as `npm start` opens it, on a small screen. */
import type { Page } from "playwright-core";
import { ready, startSetting } from "./workbench/open";
import { planShown } from "./sections";

const setting = startSetting();
const SCREEN = { width: 1366, height: 768 };
/** In pixels: a chart's title and the numbers above its columns. */
const TOP_OF_CHART = 60;

let page: Page;
beforeAll(async () => {
  const context = await setting.browser.newContext({ ignoreHTTPSErrors: true, viewport: SCREEN, locale: "en-US" });
  page = await context.newPage();
  await page.goto(setting.server.url);
  await ready(page);
});
afterAll(() => page.context().close());

const values = (cells: string) => page.evaluate((at) => window.workbench!.values(at), cells);

test("it opens on the answer: title, inputs, table and the top of charts", async () => {
  const { active, names } = await page.evaluate(() => window.workbench!.sheets());
  expect([active, ...names]).toEqual([names[0], "Executive one-pager FY26 Plan", "Year to date", "Months"]);
  const cells = (await values("B1:G26")).flat();
  expect(cells[0]).toMatch(/^EBIT \d.* (below|above) Committed Plan \([−+]\d/);
  expect(cells.filter((value) => String(value).startsWith("#"))).toEqual([]);
  const { bottom } = await page.locator("#grid").evaluate((grid) => grid.getBoundingClientRect());
  const chart = page.getByRole("img", { name: /^EBIT .* of net sales/ });
  await chart.waitFor();
  const box = await chart.boundingBox();
  expect(box!.y + TOP_OF_CHART).toBeLessThan(bottom);
  const pane = page.frameLocator("#pane iframe");
  await planShown(pane);
  // The pane says the report's own sentence.
  await pane.getByRole("heading", { name: String(cells[0]), exact: true }).waitFor();
});

/** Collects errors in cells that a person sees, and in the titles of charts, from the first moment of the page on. */
function watchErrors(): void {
  const seen = new Set<string>();
  Object.assign(window, { errorsSeen: () => [...seen] });
  const look = () => {
    const { values } = window.workbench ?? {};
    const areas = ["B1:G26", "'Year to date'!B1:J14", "Months!B1:S15"];
    const cells = values && document.querySelector("[role=img]") ? areas.flatMap((at) => values(at).flat()) : [];
    const titles = [...document.querySelectorAll("[role=img]")].map((chart) => chart.getAttribute("aria-label"));
    for (const text of [...cells, ...titles].map(String)) if (/^#[A-Z]/.test(text)) seen.add(text);
    requestAnimationFrame(look);
  };
  look();
}

const errorsSeen = (opened: Page) =>
  opened.evaluate(() => (window as unknown as { errorsSeen: () => string[] }).errorsSeen());

test.each([
  ["", "as npm start prints it first"],
  ["?first-run", "as npm start prints it for a new user"],
])("the address %p, %s, shows numbers at once, and never an error", async (search) => {
  const context = await setting.browser.newContext({ ignoreHTTPSErrors: true, viewport: SCREEN, locale: "en-US" });
  const opened = await context.newPage();
  await opened.addInitScript(watchErrors);
  await opened.goto(setting.server.url + search);
  await ready(opened);
  // Charts follow their cells.
  await opened.getByRole("img", { name: /^EBIT .* of net sales/ }).waitFor();
  await opened.getByRole("img", { name: /^Net sales (above|below) Committed Plan/ }).waitFor();
  expect(await errorsSeen(opened)).toEqual([]);
  await context.close();
});

test("a new user finds both ways to begin without scrolling, and is not called offline", async () => {
  const context = await setting.browser.newContext({ ignoreHTTPSErrors: true, viewport: SCREEN, locale: "en-US" });
  const first = await context.newPage();
  await first.goto(`${setting.server.url}?first-run`);
  await ready(first);
  const pane = first.frameLocator("#pane iframe");
  for (const name of ["Connect", "Try the sandbox"]) {
    const box = await pane.getByRole("button", { name, exact: true }).boundingBox();
    expect([name, box!.y + box!.height < SCREEN.height - 24]).toEqual([name, true]);
  }
  expect(await pane.getByText("You work offline").count()).toBe(0);
  await context.close();
});

test("the planner's own sheets have numbers too", async () => {
  for (const cells of ["'Year to date'!B9:J14", "Months!B9:S15"]) {
    const shown = (await values(cells)).flat();
    expect(shown.filter((value) => typeof value === "number").length).toBeGreaterThan(30);
    expect(shown.filter((value) => String(value).startsWith("#"))).toEqual([]);
  }
});

test("new results are told beside their button", async () => {
  const button = page.getByRole("button", { name: "Simulate new results" });
  await button.click();
  const answer = page.getByText(/^New results, .* Refresh shows them\.$/);
  await answer.waitFor();
  const [one, other] = [await answer.boundingBox(), await button.boundingBox()];
  expect(Math.abs(one!.y - other!.y)).toBeLessThan(one!.height);
  expect(other!.x - (one!.x + one!.width)).toBeLessThan(40);
});
