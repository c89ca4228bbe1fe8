/** The add-in in WebKit, which runs it in Excel on a Mac. Where Debian's packages webkit2gtk-driver, xvfb and xauth are installed. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { Builder, By, Capabilities, Key, until, type WebDriver } from "selenium-webdriver";
import { startWorkbench, type WorkbenchServer } from "../../workbench/server/server";
import { freePort } from "./gateway/gateway";
import { FOLDERS } from "./workbench/open";

/** Milliseconds after which what is waited for will never come. */
const PATIENCE = 180_000;

const DRIVER = "/usr/bin/WebKitWebDriver";
const isThere = existsSync(DRIVER) && existsSync("/usr/bin/xvfb-run");
if (!isThere) console.warn("WebKit is not tested: install webkit2gtk-driver, xvfb and xauth.");

(isThere ? describe : describe.skip)("In WebKit", () => {
  let server: WorkbenchServer;
  let driver: ChildProcess;
  let page: WebDriver;

  beforeAll(async () => {
    server = await startWorkbench({ port: 0, folders: FOLDERS });
    const port = await freePort();
    // In a group of its own, so that the screen and the browser end with it.
    driver = spawn("xvfb-run", ["-a", DRIVER, `--port=${port}`], {
      stdio: "ignore",
      detached: true,
      env: { ...process.env, GTK_THEME: "Adwaita:dark" },
    });
    page = await connect(port);
    await page.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE });
    await page.get(server.url);
    await page.wait(until.elementLocated(By.css("#pane iframe")), PATIENCE);
    await inGrid("await window.workbench.ready; await window.workbench.settled();");
  });

  afterAll(async () => {
    await page.quit().catch(() => undefined);
    process.kill(-driver.pid!);
    await server.close();
  });

  /** Runs a script in the page of the workbench. */
  async function inGrid<T>(script: string): Promise<T> {
    await page.switchTo().defaultContent();
    const whole = `const done = arguments[0]; (async () => { ${script} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await page.executeAsyncScript<{ value: T; error?: string }>(whole);
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** Finds an element of the pane by its text. */
  async function inPane(xpath: string) {
    await page.switchTo().defaultContent();
    await page.switchTo().frame(await page.findElement(By.css("#pane iframe")));
    return page.wait(until.elementLocated(By.xpath(xpath)), PATIENCE);
  }

  const section = async (name: string) => (await inPane(`//nav//button[starts-with(.,"${name}")]`)).click();

  test("the page is connected, and its sample shows numbers", async () => {
    const [[ebit]] = await inGrid<[[unknown]]>(`return window.workbench.values("D10")`);
    expect(ebit).toEqual(expect.any(Number));
    await section("Plans");
    await inPane(`//*[.="FY26 Plan"]`);
  });

  test("a formula calculates, and a misspelt name is named", async () => {
    const values = await inGrid<unknown[][]>(`
      await window.workbench.enter("G2", '=INSIGHTS.KPI("FY26 Plan","committed","ebit")');
      await window.workbench.enter("G3", '=INSIGHTS.KPI("FY26 Plan","comitted","ebit")');
      await window.workbench.settled();
      return window.workbench.values("G2:G3")`);
    expect(values).toEqual([[expect.any(Number)], ["#N/A"]]);
    await section("Activity");
    await inPane(`//*[contains(.,"Did you mean 'committed'?")]`);
  });

  test("the selected cell is explained", async () => {
    await inGrid(`window.workbench.select("G2")`);
    await section("Explain");
    await inPane(`//h2[starts-with(.,"EBIT of")]`);
  });

  test("a refresh brings what the service has simulated since", async () => {
    const read = () => inGrid<unknown[][]>(`await window.workbench.settled(); return window.workbench.values("G2")`);
    const before = await read();
    await inGrid(`await fetch("/sandbox/step", { method: "POST" })`);
    await section("Activity");
    await (await inPane(`//button[.="Refresh"]`)).click();
    await inPane(`//h2[starts-with(.,"Refreshed at")]`);
    expect(await read()).not.toEqual(before);
  });

  test("a report is inserted, whole", async () => {
    await section("Reports");
    const insert = `//button[@aria-label="Insert P&L statement"]`;
    // By a key, so that nothing that still moves in the list comes between.
    await (await inPane(`${insert}[not(@aria-disabled="true")]`)).sendKeys(Key.ENTER);
    await inGrid(`
      while (!window.workbench.sheets().names.includes("P&L statement FY26 Plan")) await new Promise(requestAnimationFrame);`);
    await inPane(`${insert}[not(@aria-disabled="true")]`);
    const values = await inGrid<unknown[][]>(`
      await window.workbench.settled();
      return window.workbench.values("A1:H40")`);
    const shown = values.flat();
    expect(shown.filter((value) => typeof value === "number").length).toBeGreaterThan(40);
    expect(shown.filter((value) => typeof value === "string" && value.startsWith("#"))).toEqual([]);
  });

  test("the pane is dark where the system is", async () => {
    await inPane(`//nav`);
    const [paper, ink] = await page.executeScript<[number, number]>(`
      const light = (color) => Math.max(...color.match(/\\d+/g).slice(0, 3).map(Number));
      const { backgroundColor, color } = getComputedStyle(document.querySelector("nav").closest(".fui-FluentProvider"));
      return [light(backgroundColor), light(color)];`);
    expect(paper).toBeLessThan(64);
    expect(ink).toBeGreaterThan(192);
  });

  test("a new user comes from the welcome to the plans", async () => {
    await page.switchTo().defaultContent();
    await page.get(`${server.url}?first-run`);
    await page.wait(until.elementLocated(By.css("#pane iframe")), PATIENCE);
    await (await inPane(`//button[starts-with(.,"Try the sandbox")]`)).click();
    await inPane(`//*[.="FY26 Plan"]`);
  });
});

async function connect(port: number): Promise<WebDriver> {
  const given = new Capabilities({
    acceptInsecureCerts: true,
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { args: ["--automation"] },
  });
  for (let tries = 0; ; tries += 1) {
    try {
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(given).build();
    } catch (error) {
      // The driver takes some time to listen.
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
