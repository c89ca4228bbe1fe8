/** A planner types headings of their own, and fills the block between them. */
import type { Workbench } from "./open";
import { choosePlan, connected } from "../sections";
import { isInPane, tabTo } from "./keyboard";

const COLUMNS = ["YTD Actual", "Budget", "Δ", "Δ %", "Prior year"];
const LINES = ["Gross sales", "Net sales", "COGS", "Gross profit", "EBIT", "EBIT %"];
const BLOCK = "J42:N47";
/** All but EBIT % in the column Δ %: a ratio has no change in percent. */
const FILLED = COLUMNS.length * LINES.length - 1;

export function fillTests(open: () => { workbench: Workbench }): void {
  beforeAll(async () => {
    const { workbench } = open();
    await connected(workbench.pane);
    await choosePlan(workbench.pane);
    await workbench.enter({
      ...Object.fromEntries(COLUMNS.map((text, at) => [`${"JKLMN"[at]}41`, text])),
      ...Object.fromEntries(LINES.map((text, at) => [`I${42 + at}`, text])),
    });
    await workbench.page.evaluate((block) => window.workbench!.select(block), BLOCK);
  });

  test("six lines by five columns take four clicks from Build, and go by one Undo", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    let clicks = 0;
    const click = async (name: string | RegExp) => {
      clicks += 1;
      await pane.getByRole("button", { name }).first().click();
    };
    await click("Build");
    await pane.getByText(/^11 headings read around /).waitFor();
    await click("Fill from headings");
    await click("Year to date, as far as actuals go");
    await click(`Fill ${FILLED} cells of`);
    await filled(workbench);
    expect(clicks).toBe(4);
    const numbers = (await workbench.values(BLOCK)) as number[][];
    expect(numbers.flat().filter((value) => typeof value === "number")).toHaveLength(FILLED);
    const [, netSales, costs] = numbers as [number[], number[], number[]];
    expect(netSales[2]).toBeCloseTo(netSales[0]! - netSales[1]!, 4);
    expect(netSales[3]).toBeCloseTo(netSales[2]! / netSales[1]!, 9);
    expect(costs[2]).toBeCloseTo(costs[1]! - costs[0]!, 4);
    await page.evaluate(() => window.workbench!.undo());
    expect((await workbench.values(BLOCK)).flat().filter(Boolean)).toEqual([]);
  });

  test("keys alone answer, close what is open, divide amounts and fill the block", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    const button = (name: string) => pane.getByRole("button", { name });
    const focused = (name: string) => button(name).and(pane.locator(":focus")).waitFor();
    await button("Fill from headings").focus();
    await page.keyboard.press("Enter");
    await tabTo(page, button("Year to date, as far as actuals go"));
    await page.keyboard.press("ArrowRight");
    await focused("The last month of the actuals");
    await page.keyboard.press("ArrowLeft");
    await focused("Year to date, as far as actuals go");
    await page.keyboard.press("Enter");
    await pane.getByRole("button", { name: "Year to date, as far as actuals go", pressed: true }).waitFor();

    const whole = "whole amounts: assumed, change";
    await tabTo(page, button(whole));
    await page.keyboard.press("Enter");
    await tabTo(page, button("Nothing: whole amounts"));
    await page.keyboard.press("Escape");
    await focused(whole);
    await button("Nothing: whole amounts").waitFor({ state: "hidden" });
    expect(await isInPane(page)).toBe(true);
    await page.keyboard.press("Enter");
    await tabTo(page, button("Nothing: whole amounts"));
    await page.keyboard.press("ArrowRight");
    await focused("1,000");
    await page.keyboard.press("Enter");
    await focused("amounts divided by 1,000: assumed, change");
    await tabTo(page, button(`Fill ${FILLED} cells of`));
    await page.keyboard.press("Enter");
    await filled(workbench);
    const [gross] = (await workbench.values("J42")).flat();
    await workbench.enter({ H42: '=INSIGHTS.KPI("FY26 Plan","actual","Gross sales","current",,,"USD","YTD")/1000' });
    expect(gross).toBeCloseTo((await workbench.values("H42"))[0]![0] as number, 4);
    await workbench.enter({ H42: "" });
  });

  test("a changed heading changes its numbers, or empties them if they cannot follow", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    const block = "J62:K63";
    await workbench.enter({
      J60: "Plan",
      K60: "Plan",
      J61: "Aug 26",
      K61: "YTD Aug 26",
      I62: "EBIT",
      I63: "Overheads",
    });
    await page.evaluate((address) => window.workbench!.select(address), block);
    await pane.getByText(/^6 headings read around /).waitFor();
    await pane.getByRole("button", { name: "Fill from headings" }).click();
    await pane.getByRole("button", { name: /^Fill 4 cells of/ }).click();
    await pane
      .getByRole("status")
      .filter({ hasText: /^4 cells of .* filled\.$/ })
      .waitFor();
    const before = await workbench.values(block);
    const call = (field: string, period: string) =>
      `=INSIGHTS.KPI("FY26 Plan","committed","${field}","${period}",,,"USD")`;
    await workbench.enter({
      H62: call("EBIT", "2026-08"),
      H63: call("EBIT", "2026-09"),
      H64: call("Net sales", "2026-08"),
    });
    const [august, september, netSales] = (await workbench.values("H62:H64")).flat();
    expect(before[0]![0]).toBe(august);

    await workbench.enter({ J61: "Sep 26", K61: "YTD Sep 26" });
    const [[follows, guarded], [overheads]] = (await workbench.values(block)) as [unknown[], unknown[]];
    expect([follows, guarded]).toEqual([september, "#N/A"]);
    expect(overheads).not.toBe(before[1]![0]);
    await workbench.enter({ J61: "Aug 26", K61: "YTD Aug 26", I62: "Net sales", I63: "Transport" });
    expect((await workbench.values("J62:J63")).flat()).toEqual([netSales, "#N/A"]);
    await workbench.enter({ I62: "EBIT", I63: "Overheads" });
    expect(await workbench.values(block)).toEqual(before);
    await workbench.enter({ H62: "", H63: "", H64: "" });
  });

  test("a title's months are typed, and its plan's own scenario is read", async () => {
    const { workbench } = open();
    const { page, pane } = workbench;
    const title = "FY26 Asia Pacific, half-year report 2026";
    await workbench.enter({ I80: title, J81: "Upside", K81: "Optimistic", I82: "EBIT" });
    await page.evaluate(() => window.workbench!.select("J82:K82"));
    await pane.getByText(/^3 headings read around /).waitFor();
    await pane.getByRole("button", { name: "Fill from headings" }).click();
    // Its plan has no such scenario, though the workbook's has.
    await pane.getByRole("combobox", { name: "What does “Optimistic” mean?" }).waitFor();
    const months = pane.getByRole("combobox", { name: /^Which months does “FY26 Asia Pacific, half-year/ });
    await months.fill("soon");
    await months.press("Enter");
    await pane.getByText("“soon” is not read as a period.", { exact: false }).waitFor();
    await months.fill("H1 2026");
    await months.press("Enter");
    await pane.getByRole("button", { name: /^Fill 1 cell of/ }).click();
    await pane
      .getByRole("status")
      .filter({ hasText: /^1 cell of .* filled\. Left blank: .*Optimistic/ })
      .waitFor();
    await workbench.enter({ H82: '=INSIGHTS.KPI("FY26 Asia Pacific","Upside","EBIT","2026-H1")' });
    const [[expected, , shown, blank]] = (await workbench.values("H82:K82")) as [unknown[]];
    expect([shown, blank]).toEqual([expected, null]);
    await workbench.enter({ I80: "FY26 Asia Pacific, half-year report 2027" });
    expect(await workbench.values("J82")).toEqual([["#N/A"]]);
    await workbench.enter({ H82: "", I80: "", I82: "", J81: "", K81: "", J82: "" });
  });
}

/** The live region says how many cells are filled. */
function filled({ pane }: Workbench): Promise<void> {
  return pane
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${FILLED} cells of .*J42:N47 filled\\.$`) })
    .waitFor();
}
