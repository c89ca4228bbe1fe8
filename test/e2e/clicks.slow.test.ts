/** How many clicks lead from a number in a report to what is behind it. */
import { choosePlan, showSection } from "./sections";
import { openWorkbench, startSetting, type Workbench } from "./workbench/open";

const SHEET = "Variance bridge FY26 Plan";
const setting = startSetting();
let workbench: Workbench;
let clicks = 0;

beforeAll(async () => {
  workbench = await openWorkbench(setting);
  const { page, pane } = workbench;
  await choosePlan(pane);
  await showSection(pane, "Reports");
  await pane.getByRole("button", { name: "Insert Variance bridge", exact: true }).click();
  await page.waitForFunction((name) => window.workbench!.sheets().active === name, SHEET);
  // Until then its rows move, and it selects its first input.
  await pane.locator("[aria-busy=false]").first().waitFor();
  await workbench.settled();
});

beforeEach(() => (clicks = 0));

async function clickCell(address: string): Promise<void> {
  const { page } = workbench;
  clicks += 1;
  const { x, y } = await page.evaluate((at) => window.workbench!.position(at), address);
  await page.mouse.click(x, y);
}

async function explain(): Promise<void> {
  clicks += 1;
  await showSection(workbench.pane, "Explain");
}

/** Clicks on articles, and waits for them. */
async function divideByArticle(): Promise<void> {
  const { pane } = workbench;
  await pane.getByRole("heading", { name: /^Variance of Gross sales/ }).waitFor();
  clicks += 1;
  await pane.getByRole("button", { name: /^Article( · |$)/ }).click();
  await pane.getByRole("heading", { name: /^Variance of Demand value/ }).waitFor();
  const rows = pane.getByRole("list", { name: "By article, by size" });
  await rows.waitFor();
  expect(await rows.getByRole("button").count()).toBeGreaterThan(2);
}

test("a number leads to its why in two clicks", async () => {
  const { pane } = workbench;
  await clickCell("C10");
  await explain();
  await pane.getByRole("heading", { name: /^EBIT of Committed/ }).waitFor();
  await pane.getByRole("list", { name: "By line, by size" }).waitFor();
  expect(clicks).toBe(2);
  await showSection(pane, "Reports");
});

test("a step of a bridge leads to articles in three clicks", async () => {
  await clickCell("D11");
  await explain();
  await divideByArticle();
  expect(clicks).toBe(3);
  await showSection(workbench.pane, "Reports");
});

test("the cell of a chart leads to the articles of its step with as many", async () => {
  const { page } = workbench;
  const [[amount]] = (await workbench.values("D11")) as [[number]];
  // The cells of charts stand in hidden columns, below those of the function.
  const cells = await workbench.values("AP20:AP60");
  const row = 20 + cells.findIndex(([value]) => value === amount);
  await page.evaluate((at) => window.workbench!.select(at), `AP${row}`);
  clicks += 1;
  await explain();
  await divideByArticle();
  expect(clicks).toBe(3);
});
