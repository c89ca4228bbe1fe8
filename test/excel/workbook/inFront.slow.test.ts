/** What works while a person does not look at a worksheet of this workbook. */
import { findCells } from "../../../src/excel/workbook/cells/formulaCells";
import { readActiveCell } from "../../../src/excel/workbook/insertion";
import { findBrokenCalls } from "../../../src/excel/workbook/repair";
import { editingEnded } from "../../../src/excel/workbook/refresh/editMode";
import { setUpWorkbook, type WorkbookSetup } from "./setup";

let setup: WorkbookSetup;
beforeEach(async () => {
  setup = await setUpWorkbook({ A1: '=INSIGHTS.PNL("Plan","One","ebit")', A2: "=A1*2" });
});
afterEach(() => setup.workbook.close());

const cells = () => Excel.run(async (context) => (await findCells(context)).map(({ row, value }) => [row, value]));

describe("while a chart sheet is shown", () => {
  beforeEach(() => (setup.workbook.host.inFront = "chartSheet"));

  test("the workbook is refreshed", async () => {
    setup.service.ebit = 130;
    expect(await setup.refresh()).toMatchObject({ end: "done", changes: [{ before: 100, after: 130 }] });
    expect(setup.workbook.values("A1:A2")).toEqual([[130], [260]]);
  });

  test("our cells and broken calls are found", async () => {
    expect(await cells()).toEqual([[0, 100]]);
    expect(await findBrokenCalls()).toEqual([]);
  });

  test("edit mode is noticed and waited for", async () => {
    const told: boolean[] = [];
    setup.workbook.host.editMode = true;
    const onEditing = (isEditing: boolean) => {
      told.push(isEditing);
      setup.workbook.host.editMode = false;
    };
    await editingEnded({ wait: async () => undefined, onEditing });
    expect(told).toEqual([true, false]);
  });

  test("there is no active cell, which the message says", async () => {
    await expect(readActiveCell()).rejects.toThrow("No cells of this workbook are selected.");
  });
});

describe("while another workbook is in front", () => {
  test("a refresh that it outlasts fails, says why, and changes no cell", async () => {
    setup.service.ebit = 130;
    setup.workbook.host.inFront = "otherWorkbook";
    await expect(setup.refresh()).rejects.toThrow("Excel does not answer while another workbook is in front.");
    expect(setup.workbook.value("A1")).toBe(100);
    setup.workbook.host.inFront = "worksheet";
    expect(await setup.refresh()).toMatchObject({ end: "done", changes: [{ after: 130 }] });
  });

  test("a refresh waits for a moment and is done once this workbook is back", async () => {
    setup.service.ebit = 130;
    setup.workbook.host.inFront = "otherWorkbook";
    setTimeout(() => (setup.workbook.host.inFront = "worksheet"), 300);
    expect(await setup.refresh()).toMatchObject({ end: "done", changes: [{ after: 130 }] });
  });

  test("edit mode is told from it", async () => {
    setup.workbook.host.inFront = "otherWorkbook";
    const told: boolean[] = [];
    await editingEnded({ wait: async () => undefined, onEditing: (isEditing) => told.push(isEditing) });
    expect(told).toEqual([]);
  });
});
