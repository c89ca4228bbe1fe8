/** The pane from its welcome to the first number, and each of its sections, as a person goes through them. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Workbench } from "./open";
import { choosePlan, connected, disconnect, planShown, showSection } from "../sections";

/** Narrow as Excel's pane can be, and wide. */
const WIDTHS = [320, 450];

export function firstRunTests(
  open: () => Promise<Workbench>,
  apiKey: () => string,
  keys: () => { insightsOnly: string; plansOnly: string },
): void {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await open();
  });
  afterAll(() => workbench.close());

  const button = (name: string | RegExp) => workbench.pane.getByRole("button", { name });
  const section = (name: string) => showSection(workbench.pane, name);
  const select = (address: string) => workbench.page.evaluate((at) => window.workbench!.select(at), address);

  /** The pane is accessible in light and dark, and no wider than it may be. */
  async function look(name: string): Promise<void> {
    const { page } = workbench;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.evaluate((to) => (document.getElementById("pane")!.style.width = `${to}px`), width);
        expect([name, width, await overflow()]).toEqual([name, width, 0]);
      }
      const { violations } = await new AxeBuilder({ page }).include(["#pane", "iframe"]).analyze();
      expect(violations.map(({ id, nodes }) => [name, colorScheme, id, nodes.map(({ html }) => html)])).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
  }

  /** Pixels by which the pane is wider than it shows. */
  const overflow = () =>
    workbench.pane.locator("html").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

  test("sandbox, plan and formula lead a new user to a number in a cell", async () => {
    const { pane } = workbench;
    await pane.getByRole("heading", { name: "Your plans in Excel, in three steps" }).waitFor();
    // The workbook keeps what its functions have returned.
    expect((await workbench.cell("'P&L'!B8")).text).toMatch(/^\d{2,3},\d{3},\d{3}$/);
    for (const cells of ["'P&L'!A1:E20", "Months!A1:M18", "Demand!A1:G64"])
      expect((await workbench.values(cells)).flat().filter((value) => String(value).startsWith("#"))).toEqual([]);
    await pane.getByText(/^Cells show the numbers as of /).waitFor();
    await look("welcome");
    await button("Try the sandbox").click();
    await pane.getByRole("radio", { name: "FY26 Plan" }).waitFor();
    await look("plans");
    await choosePlan(pane);
    await pane.getByRole("heading", { name: /^EBIT .* Committed Plan/ }).waitFor();
    await workbench.settled();
    await look("plan");
    await select("G4");
    await section("Formula");
    await pane.getByText('=INSIGHTS.PNL("FY26 Plan")').waitFor();
    await pane.getByRole("region", { name: "Preview" }).getByText("Gross sales").waitFor();
    await look("formula");
    await button("Insert into 'P&L'!G4").click();
    await workbench.shows("G5", "Gross sales");
    // The cells are formatted once they have calculated.
    await workbench.page.waitForFunction(() => /^\d{3},\d{3},\d{3}$/.test(window.workbench!.cell("H5").text));
  });

  test("the cell's formula can be edited with lists and a picked cell", async () => {
    const { pane } = workbench;
    await workbench.enter({ A2: "committed" });
    await select("G4");
    await button("Replace the formula in 'P&L'!G4").waitFor();
    await pane.getByRole("combobox", { name: "Fields" }).click();
    await pane.getByRole("menuitemcheckbox", { name: "Net sales" }).click();
    await pane.getByRole("menuitemcheckbox", { name: "EBIT", exact: true }).click();
    await look("fields");
    await pane.getByRole("combobox", { name: "Fields" }).press("Escape");
    await button("Use a cell for Scenarios").click();
    await select("A2");
    await pane.getByText('=INSIGHTS.PNL("FY26 Plan", $A$2, {"netFIESales","ebit"})').waitFor();
    await pane.getByRole("region", { name: "Preview" }).getByText("Committed Plan", { exact: true }).waitFor();
    await button("Replace the formula in 'P&L'!G4").click();
    await workbench.shows("G5", "Net sales");
    expect((await workbench.values("G4:H7")).map(([label]) => label)).toEqual(["USD", "Net sales", "EBIT", null]);
  });

  test("what would be overwritten is asked first", async () => {
    const { pane } = workbench;
    await workbench.enter({ K5: "mine" });
    await select("K4");
    await button("Insert into 'P&L'!K4").waitFor();
    await pane.getByRole("region", { name: "Preview" }).getByText("Gross sales").waitFor();
    await button("Insert into 'P&L'!K4").click();
    await pane.getByRole("alert").getByText("1 cell would be overwritten: 'P&L'!K5 (mine).").waitFor();
    await look("obstacle");
    expect((await workbench.cell("K4")).formula).toBe("");
    await button("Cancel").click();
    expect((await workbench.cell("K5")).value).toBe("mine");
  });

  test("each cell in error is listed with message and link, and can calculate again", async () => {
    const { pane } = workbench;
    await workbench.enter({ B30: '=INSIGHTS.PNL(,"comitted","ebit")' });
    await section("Activity");
    await pane.getByText("Did you mean 'committed'?").waitFor();
    await look("errors");
    await button("Select 'P&L'!B30").click();
    await section("Formula");
    await button("Replace the formula in 'P&L'!B30").waitFor();
    await section("Activity");
    await button("Try again").click();
    await workbench.settled();
    await workbench.enter({ B30: "" });
    await pane.getByText("No cell of the workbook is in error.").waitFor();
  });

  test("a refresh tells what it did, and one that fails says why and changes nothing", async () => {
    const { pane, page } = workbench;
    await button("Refresh").click();
    await pane.getByRole("heading", { name: /^Refreshed at/ }).waitFor();
    await pane.getByText("no number changed").waitFor();
    await look("refreshed");
    const before = await workbench.values("G4:H6");
    const known = workbench.problems.length;
    await page.route("**/pnl-summary*", (route) => route.fulfill({ status: 403, body: "{}" }));
    await button("Refresh").click();
    await pane.getByRole("alert").getByText("answered 403").waitFor();
    await look("failed");
    await page.unroute("**/pnl-summary*");
    expect(await workbench.values("G4:H6")).toEqual(before);
    await button("Dismiss").click();
    // The browser itself reports the 403.
    for (const problem of workbench.problems.splice(known)) expect(problem).toMatch(/403/);
  });

  test("the gallery shows what reports there are", async () => {
    const { pane } = workbench;
    await section("Reports");
    await button("Insert Executive one-pager").waitFor();
    const pictures = await pane.locator('li svg[viewBox="0 0 130 80"]').all();
    expect(pictures.length).toBeGreaterThan(5);
    for (const picture of pictures) expect(await picture.locator("rect").count()).toBeGreaterThan(5);
    await look("reports");
    await section("Activity");
  });

  test("settings are the workbook's, and there after a reload", async () => {
    const { pane, page } = workbench;
    await button("Settings").click();
    const before = await workbench.values("G4:H6");
    await pane.getByLabel("Format what the pane inserts").uncheck();
    await workbench.settled();
    expect(await workbench.values("G4:H6")).toEqual(before);
    await look("settings");
    // The last of the settings is in what the browser keeps of the workbook.
    await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes("formats="));
    await page.reload();
    await page.waitForFunction(() => window.workbench !== undefined);
    await button("Settings").click();
    const formats = pane.getByLabel("Format what the pane inserts");
    await formats.waitFor();
    expect(await formats.isChecked()).toBe(false);
    await button("Back").click();
    await pane.getByRole("heading", { name: "Connect to the planning service" }).waitFor();
    await look("connect");
  });

  test("every way in which connecting fails says what to do", async () => {
    const { pane, page } = workbench;
    const known = workbench.problems.length;
    const attempt = async (address: string, key: string, says: RegExp) => {
      await pane.getByLabel("Service address").fill(address);
      await pane.getByLabel("API key").fill(key);
      await button("Connect").click();
      await pane.getByRole("alert").filter({ hasText: says }).waitFor();
    };
    const origin = new URL(page.url()).origin;
    await attempt(origin, "wrong-key", /The API key was refused: .* Check it in the planning application/);
    await look("refused");
    await attempt("http://planning.example.com", apiKey(), /must start with https/);
    await attempt(`${origin}/elsewhere`, apiKey(), /no Insights service|Check the service address/);
    await page.route("**/api/auth/v1/token", (route) => route.abort());
    await attempt(origin, apiKey(), /could not be reached\. Check first how the address is spelled/);
    await page.unroute("**/api/auth/v1/token");
    workbench.problems.splice(known);
  });

  test("a key that may do less says so, and what to do", async () => {
    const { pane, page } = workbench;
    const known = workbench.problems.length;
    const connect = async (key: string) => {
      await pane.getByLabel("Service address").fill(new URL(page.url()).origin);
      await pane.getByLabel("API key").fill(key);
      await button("Connect").click();
      await connected(pane);
    };
    await connect(keys().plansOnly);
    await section("Plans");
    await pane.getByText("it lacks the scope insights:read. Connect with another key.").waitFor();
    await look("without-results");
    await disconnect(pane);
    await connect(keys().insightsOnly);
    await pane.getByText("This key cannot list plans.").waitFor();
    await disconnect(pane);
    // The browser itself reports each 403.
    for (const problem of workbench.problems.splice(known)) expect(problem).toMatch(/403/);
  });

  test("a stored key connects the workbook on opening, and one click removes it", async () => {
    const { pane, page } = workbench;
    await pane.getByLabel("Service address").fill(new URL(page.url()).origin);
    await pane.getByLabel("API key").fill(apiKey());
    await pane.getByLabel("Keep the key on this device").check();
    await button("Connect").click();
    await planShown(pane);
    await page.reload();
    await planShown(pane);
    await disconnect(pane);
    await pane.getByLabel("API key").waitFor();
    const everything = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(everything).toContain("scenario-insights.workbench");
    expect(everything).not.toContain(apiKey());
  });

  test("no step logged an error, called another host or broke the security policy", () => {
    expect(workbench.problems).toEqual([]);
  });
}
