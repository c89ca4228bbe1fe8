/** The film of the README: a formula spills, new results arrive, the pane says what they have changed, and what they mean. */
import type { FrameLocator, Page } from "playwright-core";
import { showSection } from "../test/e2e/sections";
import { animatedPng, type Frame } from "./animatedPng";

/** Free cells of a sheet of the sample. */
const [OWN_SHEET, CELL] = ["Year to date", "B17"];
const FORMULA = [
  "=INSIGHTS.PNL(",
  '"FY26 Plan", ',
  '{"Optimistic","Conservative"}, ',
  '{"netFIESales","grossProfit","ebit"})',
];
/** Milliseconds: to see what happens, and to read it. */
const [KEYS, GLANCE, READ] = [450, 1200, 2600];

/** @param page The workbench on its first sheet, connected, in the film's size. */
export async function makeFilm(page: Page, pane: FrameLocator): Promise<Buffer> {
  const frames: Frame[] = [];
  const take = async (milliseconds: number) => {
    // What fades or moves is at rest then.
    await page.waitForTimeout(600);
    frames.push({ png: await page.screenshot({ caret: "initial" }), milliseconds });
  };
  const settled = () => page.evaluate(() => window.workbench!.settled());
  await take(READ);
  await page.evaluate((sheet) => window.workbench!.activate(sheet), OWN_SHEET);
  await take(GLANCE);
  const { x, y } = await page.evaluate((cell) => window.workbench!.position(cell), CELL);
  await page.mouse.click(x, y);
  for (const text of FORMULA) {
    await page.keyboard.type(text);
    await take(KEYS);
  }
  await page.keyboard.press("Enter");
  await settled();
  await take(GLANCE);
  await pane.getByRole("button", { name: "Format cells" }).click();
  await pane.getByRole("button", { name: "Format cells" }).waitFor({ state: "hidden" });
  await settled();
  await take(READ);
  await page.getByRole("button", { name: "Simulate new results" }).click();
  await page.getByText(/^New results, /).waitFor();
  await take(GLANCE);
  await showSection(pane, "Activity");
  await pane.getByRole("button", { name: "Refresh" }).click();
  await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
  await settled();
  await take(READ);
  await showSection(pane, "Plans");
  await pane.getByRole("img", { name: /^From / }).waitFor();
  await take(READ);
  return animatedPng(frames);
}
