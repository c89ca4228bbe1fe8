/** A workbook that is opened: what is loaded, the time to the first answer of a cell, and to a pane that can be used. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { startWorkbench } from "../../src/workbench/server/server";
import { launchBrowser } from "../e2e/browser";
import type { Figure } from "./figures";
import { median } from "./measure";

/** What every workbook loads; the same files as in .size-limit.json. */
const ALWAYS = /^(addin|functions\..*|client\..*)\.js$/;

/** Runs in the page: a formula nobody has asked yet, until it shows a number. */
async function enterAndWait(formula: string): Promise<void> {
  const workbench = window.workbench!;
  await workbench.ready;
  workbench.enter("Months!Z100", [[formula]]);
  while (typeof workbench.values("Months!Z100")[0]?.[0] !== "number") await new Promise((go) => setTimeout(go, 10));
}

export async function measureOpening(root: string, rounds: number): Promise<Figure[]> {
  const dist = join(root, "dist");
  const bytes = readdirSync(dist)
    .filter((name) => ALWAYS.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0);
  const folders = { addin: dist, page: join(root, "build/workbench"), officeJs: join(root, "node_modules/@microsoft/office-js/dist") }; // prettier-ignore
  const server = await startWorkbench({ port: 0, folders, latency: 50 });
  const browser = await launchBrowser();
  const times: { answer: number; pane: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const start = performance.now();
    await page.goto(server.url);
    await page.waitForFunction(() => window.workbench);
    await page.evaluate(enterAndWait, '=INSIGHTS.PNL("fy26","Optimistic","ebit")');
    const answer = performance.now() - start;
    await page.evaluate(() => window.workbench!.settled());
    times.push({ answer, pane: performance.now() - start });
    await context.close();
  }
  await browser.close();
  await server.close();
  return [
    { group: "Opening", what: "loaded with every workbook, gzipped", unit: "kB", values: { ours: bytes / 1000 }, goal: 32 }, // prettier-ignore
    { group: "Opening", what: "from the page to the first answer", unit: "ms", values: { ours: median(times.map(({ answer }) => answer)) } }, // prettier-ignore
    { group: "Opening", what: "from the page to all cells settled, the pane open", unit: "ms", values: { ours: median(times.map(({ pane }) => pane)) }, goal: 3000 }, // prettier-ignore
  ];
}
