/** A planner types headings of their own, and fills the block between them. */
import type { Workbench } from "./open";
import { choosePlan, connected } from "../sections";

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
}

/** The live region says how many cells are filled. */
function filled({ pane }: Workbench): Promise<void> {
  return pane
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${FILLED} cells of .*J42:N47 filled\\.$`) })
    .waitFor();
}
