/** Comments on a small screen: a text typed over words becomes one, and a refresh says which were written for other numbers. */
import type { FrameLocator, Page } from "playwright-core";
import { ready, startSetting } from "./workbench/open";
import { choosePlan, showSection } from "./sections";

const setting = startSetting();
const SCREEN = { width: 1366, height: 768 };

let page: Page;
let pane: FrameLocator;
beforeAll(async () => {
  const context = await setting.browser.newContext({ ignoreHTTPSErrors: true, viewport: SCREEN, locale: "en-US" });
  page = await context.newPage();
  await page.goto(setting.server.url);
  await ready(page);
  pane = page.frameLocator("#pane iframe");
  await choosePlan(pane);
});
afterAll(() => page.context().close());

const settled = () => page.evaluate(() => window.workbench!.settled());
const shoot = async (name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

test("a text over the words of a line becomes a comment on its number, which a refresh moves", async () => {
  await showSection(pane, "Reports");
  await pane.getByRole("button", { name: "Insert Commentary", exact: true }).click();
  await page.waitForFunction(() => window.workbench!.sheets().active.startsWith("Commentary"));
  await pane.locator('[aria-busy="false"]').first().waitFor();
  await settled();
  await page.evaluate(() => window.workbench!.enter("I5", "0"));
  await page.evaluate(() => window.workbench!.enter("J5", "0"));
  await settled();
  await page.evaluate(() => window.workbench!.enter("H11", "Key account delisted three articles."));
  await settled();
  await page.evaluate(() => window.workbench!.select("H11"));
  await showSection(pane, "Explain");
  await pane.getByText("was typed over the words in the report").waitFor();
  await shoot("typed");
  await pane.getByRole("button", { name: "Keep as a comment" }).click();
  const why = pane.getByRole("textbox", { name: "Why" });
  expect(await why.inputValue()).toBe("Key account delisted three articles.");
  await pane.getByRole("textbox", { name: "Your name" }).fill("A. Weber");
  await pane.getByRole("button", { name: "Save", exact: true }).click();
  await pane.getByRole("button", { name: "Change" }).waitFor();
  await settled();
  await shoot("kept");
  const shown = () => page.evaluate(() => window.workbench!.values("H11:J11")[0]!);
  expect((await shown()).slice(0, 2)).toEqual(["Key account delisted three articles.", ""]);
  await showSection(pane, "Activity");
  await page.getByRole("button", { name: "Simulate new results" }).click();
  await pane.getByRole("button", { name: "Refresh" }).click();
  await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
  await settled();
  await pane.getByText("1 comment was written for another number.").waitFor();
  await shoot("moved");
  expect((await shown())[1]).toMatch(/^for .*, now /);
});
