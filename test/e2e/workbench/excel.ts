/** What the add-in's code makes in the workbook by Excel.run, as a person sees it. */
import type { Frame, Page } from "playwright-core";
import type { Workbench } from "./open";

export function excelTests(open: () => { workbench: Workbench }): void {
  test("a sheet that it makes has its cells, a list to choose from and charts, and so after a reload", async () => {
    const { workbench } = open();
    const { page } = workbench;
    await frameOf(page).evaluate(makeReport);
    await workbench.settled();
    expect(await workbench.values("Report!A1:B3")).toEqual([
      [null, "Committed"],
      ["Net sales", 213],
      ["EBIT", 40],
    ]);
    const charts = () => page.getByRole("img", { name: /^(Cascade|Columns|Lines)$/ });
    await charts().nth(2).waitFor();
    await expectDrawn(page, "Cascade");
    await page.reload();
    await page.waitForFunction(() => window.workbench !== undefined);
    await page.evaluate(() => window.workbench!.ready);
    await workbench.settled();
    await page.evaluate(() => window.workbench!.activate("Report"));
    await charts().nth(2).waitFor();
    await frameOf(page).evaluate(deleteReport);
    await charts().first().waitFor({ state: "detached" });
    await page.evaluate(() => window.workbench!.activate("P&L"));
    await workbench.settled();
  });
}

function frameOf(page: Page): Frame {
  return page.frames().find((frame) => frame.url().includes("taskpane"))!;
}

/** The chart's canvas shows more than one colour. */
async function expectDrawn(page: Page, name: string): Promise<void> {
  await page.waitForFunction((title) => {
    const canvas = document.querySelector<HTMLCanvasElement>(`[aria-label="${title}"] canvas`);
    const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const colours = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at + 3] === 255) colours.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!);
    }
    return colours.size > 2;
  }, name);
}

/** Runs in the add-in's page. */
function makeReport(): Promise<void> {
  return Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.add("Report");
    sheet.activate();
    const table = sheet.getRange("A1:B3");
    table.values = [
      [null, "Committed"],
      ["Net sales", 213],
      ["EBIT", 40],
    ];
    sheet.getRange("D1").dataValidation.rule = { list: { inCellDropDown: true, source: "Actual,Committed" } };
    const types = { Cascade: "Waterfall", Columns: "ColumnClustered", Lines: "Line" } as const;
    Object.entries(types).forEach(([name, type], at) => {
      const chart = sheet.charts.add(type, table, "Columns");
      chart.title.text = name;
      chart.setPosition(`A${5 + 7 * at}`, `D${10 + 7 * at}`);
    });
    await context.sync();
  });
}

/** Runs in the add-in's page. */
function deleteReport(): Promise<void> {
  return Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Report").delete();
    await context.sync();
  });
}
