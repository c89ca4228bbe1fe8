/** The ribbon's buttons and the add-in's pane, as a person uses them. */
import type { FrameLocator } from "playwright-core";
import type { WorkbenchServer } from "../../../workbench/server/server";
import { ready, type Workbench } from "./open";
import { choosePlan, connected, disconnect, showSection } from "../sections";
import { isInPane, pressTab } from "./keyboard";

export function paneTests(open: () => { workbench: Workbench; server: WorkbenchServer }): void {
  test("the pane is closed, and opened by the ribbon's button", async () => {
    const { page } = open().workbench;
    const pane = page.locator("#pane");
    await page.getByRole("button", { name: "Close the pane" }).click();
    await pane.waitFor({ state: "hidden" });
    await page.getByRole("navigation", { name: "Ribbon" }).getByRole("button", { name: "Insights" }).click();
    await pane.waitFor({ state: "visible" });
  });

  test("the keyboard goes into the pane by F6, and out by F6, Tab and Shift+Tab", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    const { x, y } = await page.evaluate(() => window.workbench!.position("G3"));
    await page.mouse.click(x, y);
    const focused = page.locator(":focus");
    await page.keyboard.press("F6");
    await pane.locator(":focus").waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.getByRole("button", { name: "Close the pane" }).and(focused).waitFor();
    await page.keyboard.press("Tab");
    await pane.locator(":focus").waitFor();
    const ribbon = page.getByRole("navigation", { name: "Ribbon" }).getByRole("button", { name: "Insights" });
    for (let controls = 0; controls < 200 && (await isInPane(page)); controls += 1) await pressTab(page);
    await ribbon.and(focused).waitFor();
    await page.keyboard.press("F6");
    await pane.locator(":focus").waitFor();
    await page.keyboard.press("F6");
    await page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
    await page.keyboard.type("out of the pane");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.workbench!.cell("G3").value === "out of the pane");
    await workbench.enter({ G3: "" });
  });

  test("the ribbon's refresh requests everything again and shows the same numbers", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    const before = await workbench.values("A7:E20");
    const section = (name: string) => showSection(pane, name);
    await section("Activity");
    workbench.requests.length = 0;
    await page.getByRole("navigation", { name: "Ribbon" }).getByRole("button", { name: "Refresh" }).click();
    await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
    await section("Plans");
    await workbench.settled();
    expect(new Set(workbench.requests).size).toBe(workbench.requests.length);
    expect(workbench.requests.length).toBeGreaterThanOrEqual(3);
    expect(await workbench.values("A7:E20")).toEqual(before);
  });

  test("the plan that is chosen in the pane is the one that formulas without a plan read", async () => {
    const { workbench } = open();
    const call = '=INSIGHTS.PNL(,"actual","ebit",,,,"USD")';
    for (const plan of ["FY26 Europe", "FY26 Plan"]) {
      await choosePlan(workbench.pane, plan);
      await workbench.settled();
      await workbench.enter({ G2: `=INSIGHTS.PNL("${plan}","actual","ebit",,,,"USD")` });
      await workbench.enter({ G3: call });
      const [[named], [chosen]] = (await workbench.values("G2:G3")) as [[number], [number]];
      expect(named).toBeGreaterThan(0);
      expect(chosen).toBe(named);
      await workbench.enter({ G2: "", G3: "" });
    }
  });

  test("the table to date takes at most five clicks, and has a number in each of its cells", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    await page.evaluate(() => window.workbench!.select("K3"));
    const clicks = await countClicks(pane);
    await showSection(pane, "Table");
    await pane.getByRole("button", { name: /^Year to date/ }).click();
    await pane.getByRole("button", { name: /^Insert at .*K3$/ }).click();
    await pane.getByText(/^Written into/).waitFor();
    await workbench.settled();
    expect(await clicks()).toBeLessThanOrEqual(5);
    expect((await workbench.values("K3:K4")).flat()).toEqual([
      expect.stringMatching(/^Year to date, Jan.* 2026$/),
      expect.stringMatching(/^FY26 Plan · [A-Z]{3} thousands · \+ is better$/),
    ]);
    const names = ["Actual", "Committed", "Δ", "Δ %", "Prior year", "Δ PY", "Δ PY %"];
    expect(await workbench.values("L15:R15")).toEqual([names]);
    const rows = await workbench.values("L16:R21");
    const isPercentage = (at: number) => names[at]!.endsWith("%");
    // A percentage has no percentage.
    rows.forEach((cells, row) =>
      cells.forEach((value, at) => {
        if (row === 5 && isPercentage(at)) expect(value).toBeNull();
        else expect(value).toEqual(expect.any(Number));
      }),
    );
    const [actual, committed, delta] = rows[4] as number[];
    expect(delta).toBeCloseTo(actual! - committed!, 4);
    // The year ends where actuals end.
    await workbench.enter({ G2: '=INSIGHTS.KPI(B2,"actual","EBIT","current",,,,"YTD")' });
    expect((await workbench.values("G2"))[0]).toEqual([actual]);
    await workbench.enter({ G2: "" });
    await pane.getByRole("button", { name: "Plans" }).click();
  });

  test("a difference that Excel computes is explained as a variance with its two sides", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    const number = (scenario: string) => `=INSIGHTS.KPI("FY26 Plan","${scenario}","ebit","2026-04",,,"USD")`;
    const difference = '=IF(AND(ISNUMBER(G2),ISNUMBER(G3),ISNUMBER(B10)),G2-G3,"")';
    await workbench.enter({ G2: number("actual"), G3: number("committed"), G4: difference });
    await page.evaluate(() => window.workbench!.select("G4"));
    await showSection(pane, "Explain");
    await pane.getByRole("heading", { name: /^Variance of EBIT, Actual against Committed Plan/ }).waitFor();
    const [[own], [base], [variance]] = (await workbench.values("G2:G4")) as [[number], [number], [number]];
    expect(variance).toBeCloseTo(own - base, 4);
    await pane.getByRole("button", { name: "Scenario and base" }).click();
    const sides = pane.getByRole("list", { name: "By scenario and base" });
    await sides.waitFor();
    const amounts = (await sides.innerText())
      .replace(/[^\d\n−]/g, "")
      .split("\n")
      .filter(Boolean);
    const whole = (value: number) => String(Math.round(Math.abs(value)));
    expect(amounts).toEqual(expect.arrayContaining([whole(own), whole(base)]));
    await workbench.enter({ G2: "", G3: "", G4: "" });
  });

  test("two clicks divide a number by region, and its rows become formulas", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    const call = '=INSIGHTS.KPI("FY26 Plan","committed","demandValue","2026-04",,,"EUR","YTD")';
    await workbench.enter({ G2: call });
    await page.evaluate(() => window.workbench!.select("G2"));
    const sheet = await page.evaluate(() => window.workbench!.sheets().active);
    await showSection(pane, "Explain");
    await pane
      .getByRole("heading", { name: /^Demand value of .* in FY26 Plan, Jan–Apr 2026 \(YTD\), in EUR$/ })
      .waitFor();
    await pane.getByRole("button", { name: "Region" }).click();
    const rows = pane.getByRole("list", { name: "By region, by size" });
    await rows.waitFor();
    const regions = await rows.getByRole("button").count();
    expect(regions).toBeGreaterThan(2);
    // What is not in memory is asked for once the user agrees.
    workbench.requests.length = 0;
    const ask = pane.getByRole("button", { name: "Channel · asks the service" });
    await ask.waitFor();
    expect(workbench.requests).toEqual([]);
    await ask.click();
    await pane.getByRole("list", { name: "By channel, by size" }).waitFor();
    expect(workbench.requests).toEqual([expect.stringContaining("groupBy=channel")]);
    await pane.getByRole("button", { name: "Region" }).click();
    await rows.waitFor();
    const [[whole]] = (await workbench.values("G2:G2")) as [[number]];
    await pane.getByRole("button", { name: "Insert as formulas" }).click();
    // The grid shows a new sheet before the add-in has filled it.
    await page.waitForFunction((before) => {
      const { active } = window.workbench!.sheets();
      return active !== before && window.workbench!.values("A1:A40").flat().includes("Total");
    }, sheet);
    await workbench.settled();
    const written = await workbench.values("A1:C40");
    const total = written.findIndex(([label]) => label === "Total");
    const parts = written.slice(total - regions - 1, total).map((cells) => cells[1] as number);
    expect(written[total]?.slice(1)).toEqual([whole, 1]);
    expect(parts.reduce((sum, part) => sum + part, 0) / whole).toBeCloseTo(1, 9);
    await page.evaluate((name) => window.workbench!.activate(name), sheet);
    await workbench.enter({ G2: "" });
    await showSection(pane, "Plans");
  });

  test("the context menu of a cell explains it, and says what is wrong in it", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    // Earlier tests have scrolled the sheet.
    await page.reload();
    await ready(page);
    await workbench.enter({
      G2: '=INSIGHTS.KPI("FY26 Plan","committed","ebit")',
      G3: '=INSIGHTS.KPI("FY27 Plan","committed","ebit")',
    });
    const choose = async (address: string, entry: string) => {
      const { x, y } = await page.evaluate((at) => window.workbench!.position(at), address);
      await page.mouse.click(x, y, { button: "right" });
      // Excel's own entries are there, so this is the menu's entry and not the ribbon's label.
      await page.getByText("Add Note", { exact: true }).waitFor();
      // Univer's permissions are nobody's here.
      expect(await page.getByText(/^Protect/).count()).toBe(0);
      await page.getByText("Scenario Insights", { exact: true }).last().hover();
      await page.getByText(entry, { exact: true }).click();
    };
    await choose("G2", "Explain this cell");
    await pane.getByRole("heading", { name: /^EBIT of .* in FY26 Plan/ }).waitFor();
    await choose("G3", "What is wrong here");
    await pane
      .getByRole("status")
      .getByText(/There is no plan 'FY27 Plan'/)
      .waitFor();
    await workbench.enter({ G2: "", G3: "" });
    await showSection(pane, "Plans");
  });

  test("disconnected formulas explain what to do, and calculate after connecting", async () => {
    const { workbench, server } = open();
    const { pane } = workbench;
    const before = await workbench.values("A7:E20");
    await disconnect(pane);
    await workbench.enter({ G2: '=INSIGHTS.KPI("FY26 Plan","actual","dpm","2026-05")' });
    expect(await workbench.cell("G2")).toMatchObject({
      value: "#VALUE!",
      message: "Not connected to the planning service. Connect in the Insights pane.",
    });
    expect(await workbench.values("A7:E20")).toEqual(before);

    await pane.getByLabel("Service address").fill(new URL(server.url).origin);
    await pane.getByLabel("API key").fill(server.sandbox.apiKey);
    await pane.getByRole("button", { name: "Connect" }).click();
    await connected(pane);
    await workbench.enter({ G2: '=INSIGHTS.KPI("FY26 Plan","actual","dpm","2026-05")+0' });
    expect((await workbench.cell("G2")).value).toEqual(expect.any(Number));
    await workbench.enter({ G2: "" });
  });

  test("a wrong key is refused in words, and is written nowhere", async () => {
    const { workbench, server } = open();
    const { page, pane } = workbench;
    const known = workbench.problems.length;
    await disconnect(pane);
    await pane.getByLabel("Service address").fill(new URL(server.url).origin);
    await pane.getByLabel("API key").fill("s3cret-key");
    await pane.getByRole("button", { name: "Connect" }).click();
    await pane.getByRole("alert").filter({ hasText: "The API key was refused" }).waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain("s3cret");

    await pane.getByLabel("API key").fill(server.sandbox.apiKey);
    await pane.getByRole("button", { name: "Connect" }).click();
    await connected(pane);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(server.sandbox.apiKey);
    // The browser itself reports the 401.
    expect(workbench.problems.splice(known)).toEqual([expect.stringMatching(/^console: Failed to load resource.*401/)]);
  });
}

/** Counts the clicks in the pane from now on. */
async function countClicks(pane: FrameLocator): Promise<() => Promise<number>> {
  const body = pane.locator("body");
  await body.evaluate((element) =>
    element.addEventListener(
      "click",
      () => (element.dataset["clicks"] = String(Number(element.dataset["clicks"] ?? 0) + 1)),
      { capture: true },
    ),
  );
  return async () => Number(await body.getAttribute("data-clicks"));
}
