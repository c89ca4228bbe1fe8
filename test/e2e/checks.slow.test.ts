/** The pane's checks of Excel, in the workbench that behaves as Excel does at its worst. test/excel/hostChecks/allChecks.slow.test.ts runs them too. */
import { openWorkbench, startSetting } from "./workbench/open";

const setting = startSetting();

test("Check this Excel finds all assumptions of the add-in true in the workbench", async () => {
  const { page, pane, enter, problems, close } = await openWorkbench(setting);
  const button = (name: string) => pane.getByRole("button", { name });
  const editMode = (isOn: boolean) =>
    page.evaluate((value) => void (window.workbench!.behaviour.editMode = value), isOn);
  const inFront = (what: "worksheet" | "chartSheet" | "otherWorkbook") =>
    page.evaluate((value) => void (window.workbench!.behaviour.inFront = value), what);
  await page.evaluate(() => {
    const hostile = { limitPayloads: true, fillTableColumns: true, enforceProtection: true, cloneNames: true };
    Object.assign(window.workbench!.behaviour, hostile);
  });
  const before = await page.evaluate(() => window.workbench!.sheets());
  await button("Settings").click();
  await button("Check").click();
  await pane.getByText("choose “two” from its drop-down list").waitFor();
  await enter({ "'Insights check'!A1": "two" });
  await button("Continue").click();
  await pane.getByText("Double-click a cell of the sheet").waitFor();
  await editMode(true);
  await button("Continue").click();
  await pane.getByText("Press Enter in that cell.").waitFor();
  await editMode(false);
  await button("Continue").click();
  await pane.getByText("choose Insert and then Chart").waitFor();
  await inFront("chartSheet");
  await button("Continue").click();
  await pane.getByText("Delete the chart sheet").waitFor();
  await inFront("worksheet");
  await button("Continue").click();
  await pane.getByText("Open another workbook").waitFor();
  await inFront("otherWorkbook");
  await button("Continue").click();
  await pane.getByText("Click a cell of this workbook.").waitFor();
  await inFront("worksheet");
  await button("Continue").click();
  await pane.getByText("Look into your Downloads.").waitFor();
  await button("Continue").click();
  await pane.getByText("press Ctrl+Z").waitFor();
  await page.evaluate(() => window.workbench!.undo());
  await button("Continue").click();
  await button("Check").waitFor();
  const outcomes = await pane.getByRole("list", { name: "Check this Excel" }).getByRole("listitem").allTextContents();
  expect(outcomes.length).toBeGreaterThan(25);
  // The office.js of the workbench is older than the set that has steps of Undo.
  expect(outcomes.filter((text) => !text.endsWith("Holds"))).toEqual([
    expect.stringMatching(/^Steps of UndoNot available/),
  ]);
  expect(await page.evaluate(() => window.workbench!.sheets())).toEqual(before);
  expect(problems).toEqual([]);
  await close();
});
