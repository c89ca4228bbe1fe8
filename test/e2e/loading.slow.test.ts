/** The built add-in where its files do not come at once, in a real browser. */
import type { Browser } from "playwright-core";
import { startWorkbench, type WorkbenchServer } from "../../workbench/server/server";
import { launchBrowser } from "./browser";
import { FOLDERS, openWorkbench, type Workbench } from "./workbench/open";
import { planShown } from "./sections";

type Failing = (script: string, times: number) => boolean;

let browser: Browser;
let server: WorkbenchServer;
let workbench: Workbench;
/** Which scripts fail now. */
let failing: Failing;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startWorkbench({ port: 0, folders: FOLDERS, failsToLoad: (...asked) => failing(...asked) });
});

afterAll(async () => {
  await browser.close();
  await server.close();
});

afterEach(() => workbench.close());

const open = async (fails: Failing, search = "") => {
  failing = fails;
  workbench = await openWorkbench({ browser, server }, search);
};
const button = (name: string) => workbench.pane.getByRole("button", { name });
const is = (name: string) => (script: string) => script.startsWith(`${name}.`);
/** A cell of a person who has not connected yet: the workbook keeps no answer for it. */
const ASKED = "'P&L'!G30";
const FORMULA = '=INSIGHTS.KPI("FY26 Plan","committed","ebit")';

test("where each of them fails once, a person notices nothing", async () => {
  const asked = new Map<string, number>();
  await open((script) => {
    asked.set(script, (asked.get(script) ?? 0) + 1);
    return asked.get(script) === 1;
  });
  await planShown(workbench.pane);
  expect((await workbench.values("'P&L'!A7:B9")).flat()).toContainEqual(expect.any(Number));
  const loaded = ["addin", "functions", "client", "reader", "pane", "store"];
  const names = [...asked.keys()].map((script) => script.split(".")[0]);
  expect(names).toEqual(expect.arrayContaining(loaded));
  const twice = [...asked].filter(([script]) => loaded.some((name) => is(name)(script)));
  expect(twice).toEqual(twice.map(([script]) => [script, 2]));
  // Others may still be on their way.
  expect(Math.max(...asked.values())).toBe(2);
});

/** The server has the files again: one click brings them, and the cells calculate. */
async function tryAgain(): Promise<void> {
  failing = () => false;
  await button("Try again").click();
  await button("Try the sandbox").click();
  await planShown(workbench.pane);
  // The failed cells calculate once the start has succeeded, which nobody waits for.
  await workbench.page.waitForFunction((at) => typeof window.workbench!.cell(at).value === "number", ASKED);
  expect((await workbench.values("'P&L'!A7:B9")).flat()).toContainEqual(expect.any(Number));
}

test("if the functions fail to load, cells and pane explain it; one click loads them", async () => {
  await open(is("functions"), "?first-run");
  await workbench.enter({ [ASKED]: FORMULA });
  expect(await workbench.cell(ASKED)).toMatchObject({
    value: "#VALUE!",
    message: expect.stringMatching(/could not be loaded\. Check the network, then open the Insights pane/) as string,
  });
  await workbench.pane.getByRole("alert").getByText("Scenario Insights could not be loaded.").waitFor();

  await tryAgain();
  await workbench.pane.getByText("could not be loaded").waitFor({ state: "hidden" });
});

test("if the pane fails to load, functions run and the pane can be loaded again", async () => {
  await open(is("pane"), "?first-run");
  await workbench.enter({ [ASKED]: FORMULA });
  expect((await workbench.cell(ASKED)).message).toMatch(/^Not connected/);
  await workbench.pane.getByText("Scenario Insights could not be loaded.").waitFor();
  await tryAgain();
});
