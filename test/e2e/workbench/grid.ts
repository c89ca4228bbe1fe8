/** What a person does in the grid, and sees. */
import { pressEnter, ready, type Workbench } from "./open";

const SHEETS = { "P&L": "A1:E20", Months: "A1:M18", Demand: "A1:G76" };
/** In pixels from the left: in the headings of rows. */
const ROW_NUMBERS = 20;
const EBIT = '=INSIGHTS.PNL("FY26 Plan","committed","ebit")';

export function gridTests(open: () => { workbench: Workbench }): void {
  const sample = async () => {
    const { workbench } = open();
    const sheets = Object.entries(SHEETS).map(([name, range]) => workbench.values(`'${name}'!${range}`));
    return Promise.all(sheets);
  };

  test("every sheet of the sample shows numbers without errors, also after a reload", async () => {
    const { workbench } = open();
    const before = await sample();
    for (const [values, least] of before.map((values, at) => [values.flat(), [50, 156, 288][at]!] as const)) {
      expect(values.filter((value) => typeof value === "number").length).toBeGreaterThanOrEqual(least);
      expect(values.filter((value) => String(value).startsWith("#"))).toEqual([]);
    }
    // Numbers of a workbook that is closed before they are kept are of unknown age.
    await kept(workbench, "<index ");
    await workbench.page.reload();
    await ready(workbench.page);
    expect(await sample()).toEqual(before);
  });

  test("off line it opens with its last values, and answers what it has asked before", async () => {
    const { workbench } = open();
    const { page, problems } = workbench;
    const before = await sample();
    await workbench.enter({ G8: "=INSIGHTS.PNL(B2,B3:B4,,,B6,C6)" });
    // The sample's other calls may have been saved long before this one.
    await kept(workbench, `PNL\\W+${(await workbench.values("B2:B4")).flat().join("\\W+")}`);
    await workbench.enter({ G8: "" });
    await page.route("**/api/**", (route) => route.abort());
    const known = problems.length;
    try {
      await page.reload();
      await ready(page);
      expect(await sample()).toEqual(before);
      await workbench.enter({ G8: "=INSIGHTS.PNL(B2,B3:B4,,,B6,C6)" });
      expect(await workbench.values("G8:I21")).toEqual(await workbench.values("A7:C20"));
      await workbench.enter({ G8: "" });
    } finally {
      // The tests that follow need the service.
      await page.unroute("**/api/**");
      await page.reload();
      await ready(page);
    }
    // The browser itself reports each request that failed.
    expect(new Set(problems.splice(known))).toEqual(new Set(["console: Failed to load resource: net::ERR_FAILED"]));
  });

  test("typing a formula shows help for its arguments, then its number", async () => {
    const { workbench } = open();
    const { page } = workbench;
    await click(workbench, "G2");
    await page.keyboard.type("=INSIGHTS.PN");
    await page.getByText("The profit and loss of scenarios, or one number of it.").waitFor();
    await page.keyboard.type("L(");
    await page.getByText("[scenario],").first().waitFor();
    await page.keyboard.type('"FY26 Plan","committed","ebit")');
    await pressEnter(workbench, "G2");
    const { value, text, formula } = await workbench.cell("G2");
    // The months of the year add up to what the service says of it.
    await workbench.enter({ G3: '=INSIGHTS.KPI("FY26 Plan","committed","ebit",2026)' });
    expect(value).toBeCloseTo((await workbench.values("G3"))[0]![0] as number, 4);
    expect(text).not.toBe("");
    expect(formula).toBe(EBIT);
    await workbench.enter({ G2: "", G3: "" });
  });

  test("what has no room is #SPILL!, and spills once there is room", async () => {
    const { workbench } = open();
    await workbench.enter({ G10: "in the way", G8: "=INSIGHTS.PLANS()" });
    expect(await workbench.cell("G8")).toMatchObject({
      value: "#SPILL!",
      message: expect.stringMatching(/does not fit.*Clear/),
    });
    await workbench.enter({ G10: "" });
    const plans = await workbench.values("G8:J11");
    expect(plans.map(([id]) => id)).toEqual(["Id", "fy26", "plan_eu26", "plan_ap26"]);
    await workbench.enter({ G8: "" });
    expect((await workbench.values("G8:J11")).flat().filter((value) => value !== null && value !== "")).toEqual([]);
  });

  test("an error says why while the pointer is over its cell", async () => {
    const { workbench } = open();
    const { page } = workbench;
    await workbench.enter({ G4: '=INSIGHTS.PNL("FY26 Plan","comitted","ebit")' });
    const { value, message } = await workbench.cell("G4");
    expect([value, message]).toEqual(["#N/A", expect.stringContaining("Did you mean 'committed'?")]);
    await click(workbench, "A1");
    const { x, y } = await position(workbench, "G4");
    await page.mouse.move(x, y, { steps: 5 });
    await page.getByText(message!).waitFor();
    await workbench.enter({ G4: "" });
  });

  test("what depends on an input cell follows it", async () => {
    const { workbench } = open();
    const before = await sample();
    await workbench.enter({ "'P&L'!B3": "Optimistic" });
    const [year, months, demand] = await sample();
    expect(year![6]!.slice(0, 3)).toEqual(["USD", "Optimistic", "Actual"]);
    expect(year![16]![1]).not.toBe(before[0]![16]![1]);
    expect(year![16]![3]).toBeCloseTo((year![16]![1] as number) - (year![16]![2] as number), 6);
    expect(months![1]![0]).toBe("FY26 Plan, Optimistic");
    expect(months![5]!.slice(1)).not.toEqual(before[1]![5]!.slice(1));
    expect(new Set(demand!.slice(4).map(([scenario]) => scenario))).toEqual(new Set(["Optimistic"]));
    await workbench.enter({ "'P&L'!B3": "Committed Plan" });
    expect(await sample()).toEqual(before);
  });

  test("Enter in a counter of the menu of rows inserts as many, and no copy leaves its values behind", async () => {
    const { workbench } = open();
    const { page } = workbench;
    await workbench.enter({ K2: "1", K3: "2", K4: "=SUM(K2:K3)" });
    await page.evaluate(() => window.workbench!.select("K3"));
    const { y } = await page.evaluate(() => window.workbench!.position("K3"));
    await page.mouse.click(ROW_NUMBERS, y);
    await page.mouse.click(ROW_NUMBERS, y, { button: "right" });
    await page.getByText("Paste Special").waitFor();
    expect(await page.getByText("Copy Special").count()).toBe(0);
    const counter = page.getByText(/rows above/).locator("input");
    await counter.fill("3");
    await counter.press("Enter");
    await workbench.shows("K7", 3);
    expect(await workbench.values("K2:K7")).toEqual([[1], [null], [null], [null], [2], [3]]);
    await page.evaluate(() => window.workbench!.undo());
    await workbench.shows("K4", 3);
    await workbench.enter({ K2: "", K3: "", K4: "" });
  });

  test("a pending cell and its dependents show #BUSY!; editing cancels its request", async () => {
    const { workbench } = open();
    const { page } = workbench;
    let release = () => {};
    const gate = new Promise<void>((open) => (release = open));
    await page.route("**/pnl-summary*GBP*", async (route) => {
      await gate;
      // A request that was called off has nobody to answer.
      await route.continue().catch(() => undefined);
    });
    const calledOff = page.waitForEvent("requestfailed", (request) => request.url().includes("GBP"));
    const asked = page.waitForRequest("**/pnl-summary*GBP*");
    await page.evaluate(() => {
      window.workbench!.enter("G12", '=INSIGHTS.PNL("FY26 Plan","committed","ebit",,,,"GBP")');
      window.workbench!.enter("G13", "=G12*2");
    });
    await asked;
    const shown = await page.evaluate(() => window.workbench!.values("G12:G13"));
    expect(shown.flat()).toEqual(["#BUSY!", "#BUSY!"]);
    expect(await page.evaluate(() => window.workbench!.pending())).toBe(1);
    await page.locator("#status", { hasText: "Calculating 1 cell" }).waitFor();
    await workbench.enter({ G12: "21" });
    expect((await calledOff).failure()!.errorText).toBe("net::ERR_ABORTED");
    expect((await workbench.values("G12:G13")).flat()).toEqual([21, 42]);
    release();
    await page.unroute("**/pnl-summary*GBP*");
    await workbench.enter({ G12: "", G13: "" });
  });
}

/** Waits until the workbook is stored with a part that matches `pattern`. */
async function kept({ page }: Workbench, pattern: string): Promise<void> {
  await page.waitForFunction((part) => new RegExp(part).test(JSON.stringify({ ...localStorage })), pattern);
}

function position({ page }: Workbench, address: string): Promise<{ x: number; y: number }> {
  return page.evaluate((at) => window.workbench!.position(at), address);
}

async function click(workbench: Workbench, address: string): Promise<void> {
  const { x, y } = await position(workbench, address);
  await workbench.page.mouse.click(x, y);
}
