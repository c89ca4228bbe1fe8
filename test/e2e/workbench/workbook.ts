/** Refreshing while the service's plans move on, freezing and thawing, as a person does it. */
import type { Workbench } from "./open";

/** The sample's statement of the year, and its headline cells. */
const STATEMENT = "'P&L'!A7:C20";

export function workbookTests(open: () => Promise<Workbench>): void {
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await open();
  });
  afterAll(() => workbench.close());

  const button = (name: string | RegExp) => workbench.pane.getByRole("button", { name });
  const section = (name: string) => workbench.pane.getByRole("navigation").getByRole("button", { name }).click();
  const ribbon = (name: string) =>
    workbench.page.getByRole("navigation", { name: "Ribbon" }).getByRole("button", { name, exact: true });
  /** Until it is done, whatever became of it. */
  const refresh = async () => {
    await button("Refresh").click();
    await button("Refresh").waitFor();
    await workbench.settled();
  };
  const moveOn = async () => {
    const moved = workbench.page.waitForResponse("**/sandbox/step");
    await workbench.page.getByRole("button", { name: "Move the plans on" }).click();
    await moved;
    await workbench.page.getByText("The plans have moved on.").waitFor();
  };

  test("a refresh after the plans have moved on brings all cells to them, and tells what has changed", async () => {
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
    const changed = pane.getByRole("list", { name: "Changed values" });
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

  test("frozen, the workbook shows the same values with no formula of ours; thawed, it has its formulas again", async () => {
    const { pane } = workbench;
    await section("Reports");
    const shown = async () => [await workbench.values(STATEMENT), await workbench.values("Demand!A1:G30")];
    const formula = async () => (await workbench.cell("'P&L'!A7")).formula;
    // But for the line that says that the sheet is frozen.
    const isLine = (value: unknown) => /^Frozen on .*, with numbers as of .*UTC/.test(String(value));
    const withoutLines = async () =>
      (await shown()).map((rows) => rows.map((row) => row.map((value) => (isLine(value) ? null : value))));
    const [before, written] = [await shown(), await formula()];
    expect(written).toContain("INSIGHTS.PNL");
    await button("Freeze").click();
    await pane.getByText(/formulas have become values/).waitFor();
    await workbench.settled();
    expect((await shown()).flat(2).filter(isLine).length).toBeGreaterThan(0);
    expect(await withoutLines()).toEqual(before);
    expect(await formula()).toBe("");
    await button("Thaw").click();
    await pane.getByText(/formulas are back/).waitFor();
    await workbench.settled();
    expect(await shown()).toEqual(before);
    expect(await formula()).toBe(written);
  });

  test("the ribbon's menu freezes and thaws too, and shows in the pane what it did", async () => {
    const { pane } = workbench;
    await section("Plans");
    await ribbon("More").click();
    await ribbon("Freeze the workbook").click();
    await pane.getByText(/formulas have become values/).waitFor();
    await ribbon("More").click();
    await ribbon("Thaw the workbook").click();
    await pane.getByText(/formulas are back/).waitFor();
    await section("Plans");
    await ribbon("Reports").click();
    await pane.getByRole("heading", { name: "Insert a report" }).waitFor();
    await workbench.settled();
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

  test("nothing of all that wrote an error, asked another host or went against a content security policy", () => {
    expect(workbench.problems).toEqual([]);
  });
}
