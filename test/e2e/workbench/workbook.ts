/** Refreshing while the service's plans move on, as a person does it. */
import type { Workbench } from "./open";
import { showSection } from "../sections";

/** The sample's statement of the year, and its headline cells. */
const STATEMENT = "'P&L'!A7:C20";

export function workbookTests(open: () => Promise<Workbench>): void {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await open();
  });
  afterAll(() => workbench.close());

  const button = (name: string | RegExp) => workbench.pane.getByRole("button", { name });
  const section = (name: string) => showSection(workbench.pane, name);
  /** Until it is done, whatever became of it. */
  const refresh = async () => {
    await button("Refresh").click();
    await button("Refresh").waitFor();
    await workbench.settled();
  };
  const moveOn = async () => {
    const moved = workbench.page.waitForResponse("**/sandbox/step");
    await workbench.page.getByRole("button", { name: "Simulate new results" }).click();
    await moved;
    await workbench.page.getByText("Refresh shows them.").waitFor();
  };

  test("a refresh after new results updates all cells and lists the changes", async () => {
    const { pane } = workbench;
    const before = await workbench.values(STATEMENT);
    await moveOn();
    await workbench.settled();
    expect(await workbench.values(STATEMENT)).toEqual(before);
    await section("Activity");
    await refresh();
    const after = await workbench.values(STATEMENT);
    const [was, is] = [before, after].map((rows) => rows.find(([label]) => label === "Net sales")![1] as number);
    expect(is! / was!).toBeGreaterThan(1.005);
    const changed = pane.getByRole("region", { name: "What changed" });
    await pane
      .getByRole("button", { name: / (raised|lowered) by / })
      .first()
      .click();
    await changed.getByText(`${was!.toLocaleString("en-US", { maximumFractionDigits: 0 })} →`).waitFor();
  });

  test.each([
    ["refused", { status: 403, body: "{}" }, /answered 403/],
    ["broken", { status: 400, body: "<html>", contentType: "text/html" }, /answered 400/],
    ["another service", { status: 200, body: "{}" }, /could not be read/],
  ])("a refresh that is %s changes no cell, and the next one does", async (_how, reply, says) => {
    const { pane, page } = workbench;
    const known = workbench.problems.length;
    const before = await workbench.values(STATEMENT);
    await moveOn();
    await page.route("**/pnl-summary*", (route) => route.fulfill(reply));
    await refresh();
    await pane.getByRole("alert").getByText(says).waitFor();
    expect(await workbench.values(STATEMENT)).toEqual(before);
    await page.unroute("**/pnl-summary*");
    await refresh();
    expect(await workbench.values(STATEMENT)).not.toEqual(before);
    workbench.problems.splice(known);
  });

  test("a snapshot keeps values on its own sheet, and the pane removes it", async () => {
    const { pane } = workbench;
    await section("Reports");
    const before = await workbench.values(STATEMENT);
    await pane.getByRole("combobox", { name: "Of which sheets" }).click();
    await pane.getByRole("option", { name: "All sheets with Insights formulas" }).click();
    await button("Take a snapshot").click();
    await pane.getByText(/The snapshots are \d+ new sheets/).waitFor();
    await workbench.settled();
    const snapshots = pane.getByRole("list", { name: "Snapshots in this workbook" });
    const name = await snapshots.getByRole("button", { name: /^P&L \d{4}-\d\d-\d\d$/ }).innerText();
    const at = (address: string) => `'${name}'!${address}`;
    const kept = await workbench.values(at("A7:C20"));
    expect(kept.map(([label]) => label)).toEqual(before.map(([label]) => label));
    expect((await workbench.cell(at("A7"))).formula).toBe("");
    expect((await workbench.cell("'P&L'!A7")).formula).toContain("INSIGHTS.PNL");
    expect(await workbench.values(STATEMENT)).toEqual(before);
    for (let left = await snapshots.getByRole("listitem").count(); left > 0; left -= 1) {
      await snapshots
        .getByRole("button", { name: /^Remove / })
        .first()
        .click();
      await button("Delete").click();
      await snapshots
        .getByRole("listitem")
        .nth(left - 1)
        .waitFor({ state: "detached" });
    }
    expect(await workbench.values(STATEMENT)).toEqual(before);
  });

  test("calls that something has bound to another file are repaired on request", async () => {
    const { pane } = workbench;
    await workbench.enter({ "'P&L'!G2": '=[2]!_xldudf_INSIGHTS_PNL("FY26 Plan","actual","ebit")' });
    await section("Plans");
    await section("Reports");
    await button("Repair").click();
    await pane.getByText("1 formula has been repaired.").waitFor();
    await workbench.settled();
    expect(await workbench.cell("'P&L'!G2")).toMatchObject({
      formula: '=INSIGHTS.PNL("FY26 Plan","actual","ebit")',
      value: expect.any(Number) as number,
    });
  });

  test("no step logged an error, called another host or broke the security policy", () => {
    expect(workbench.problems).toEqual([]);
  });
}
