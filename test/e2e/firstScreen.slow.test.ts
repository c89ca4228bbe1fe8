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
  const answer = page.getByText(/^New results were simulated at .* Refresh shows them\.$/);
  await answer.waitFor();
  const [one, other] = [await answer.boundingBox(), await button.boundingBox()];
  expect(Math.abs(one!.y - other!.y)).toBeLessThan(one!.height);
  expect(other!.x - (one!.x + one!.width)).toBeLessThan(40);
});
