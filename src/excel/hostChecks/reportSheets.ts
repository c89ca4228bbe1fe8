/** What the sheet of a report needs besides cells. Each action has a request of its own, so a failure tells which it was. */
import { quoteSheetName } from "../../spreadsheet/cells/sheetPrefix";
import { enterRows, onSheet, sameAs, type CheckContext, type HostCheck } from "./hostCheck";
import { SCRATCH_SHEET } from "./scratch";

const CHART = "Insights check";
const CHART_DATA = [
  ["", "EBIT", "Title"],
  ["Jan", 1, "Label"],
  ["Feb", 2, ""],
];

/** Adds a chart of the months on the sheet. */
async function addChart(checkContext: CheckContext): Promise<void> {
  await enterRows(checkContext, CHART_DATA);
  await onSheet(checkContext, (sheet) => {
    const { charts } = sheet;
    charts.add(Excel.ChartType.columnClustered, sheet.getRange("A1:B3"), Excel.ChartSeriesBy.columns).name = CHART;
  });
}

/** Reads the name of the sheet that is shown after a new one was added, and activated with or without a sync between. */
async function shownAfter(checkContext: CheckContext, name: string, hasSync: boolean): Promise<string> {
  return onSheet(checkContext, async (_sheet, context) => {
    const added = context.workbook.worksheets.add(name);
    if (hasSync) await context.sync();
    added.activate();
    await context.sync();
    const active = context.workbook.worksheets.getActiveWorksheet().load("name");
    await context.sync();
    return active.name;
  });
}

export const REPORT_SHEET_CHECKS: readonly HostCheck[] = [
  {
    name: "Sheets that are added and shown",
    expectation: "A sheet is shown if it is activated in the request after the one that adds it.",
    run: async (checkContext) => {
      const [apart, together] = [`${SCRATCH_SHEET} apart`, `${SCRATCH_SHEET} at once`];
      const isShown = (await shownAfter(checkContext, apart, true)) === apart;
      const isShownAtOnce = (await shownAfter(checkContext, together, false)) === together;
      return { passed: isShown, actual: `apart: ${String(isShown)}, at once: ${String(isShownAtOnce)}` };
    },
  },
  {
    name: "Titles of charts",
    expectation: "The titles of a chart and of its axis, and the label of a point, take the text of a cell.",
    run: async (checkContext) => {
      await addChart(checkContext);
      const cell = (address: string) => `=${quoteSheetName(checkContext.sheet)}!${address}`;
      return onSheet(checkContext, async (sheet, context) => {
        const chart = sheet.charts.getItem(CHART);
        chart.title.setFormula(cell("$C$1"));
        await context.sync();
        chart.axes.valueAxis.title.setFormula(cell("$C$1"));
        await context.sync();
        const series = chart.series.getItemAt(0);
        series.hasDataLabels = true;
        series.points.getItemAt(0).dataLabel.formula = cell("$C$2");
        await context.sync();
        const title = chart.title.load("text");
        await context.sync();
        return { passed: true, actual: title.text };
      });
    },
  },
  {
    name: "Charts of copied sheets",
    expectation: "The chart of a sheet that is copied reads the cells of the copy.",
    run: async (checkContext) => {
      await addChart(checkContext);
      return onSheet(checkContext, async (sheet, context) => {
        const copy = sheet.copy();
        copy.name = `${SCRATCH_SHEET} copy`;
        await context.sync();
        if (!Office.context.requirements.isSetSupported("ExcelApi", "1.15"))
          return { passed: true, actual: "this Excel cannot tell" };
        const series = copy.charts.getItem(CHART).series.getItemAt(0);
        const source = series.getDimensionDataSourceString("Values");
        await context.sync();
        return { passed: source.value.includes(`${SCRATCH_SHEET} copy`), actual: source.value };
      });
    },
  },
  {
    name: "Print set-up",
    expectation: "A sheet is set up to print on one page, in landscape.",
    run: (checkContext) =>
      onSheet(checkContext, async ({ pageLayout }, context) => {
        pageLayout.orientation = Excel.PageOrientation.landscape;
        await context.sync();
        pageLayout.zoom = { horizontalFitToPages: 1, verticalFitToPages: 1 };
        await context.sync();
        pageLayout.setPrintArea("A1:C9");
        pageLayout.setPrintTitleRows("1:1");
        await context.sync();
        pageLayout.load("orientation");
        await context.sync();
        return sameAs("Landscape", pageLayout.orientation);
      }),
  },
  {
    name: "Frozen rows",
    expectation: "The first rows of a sheet are frozen.",
    run: (checkContext) =>
      onSheet(checkContext, async ({ freezePanes }, context) => {
        freezePanes.freezeRows(2);
        await context.sync();
        const frozen = freezePanes.getLocationOrNullObject().load("rowCount");
        await context.sync();
        return sameAs(2, frozen.isNullObject ? 0 : frozen.rowCount);
      }),
  },
  {
    name: "Formats by condition",
    expectation: "A condition changes the number format of a cell.",
    run: (checkContext) =>
      onSheet(checkContext, async (sheet, context) => {
        const { custom } = sheet.getRange("A1").conditionalFormats.add(Excel.ConditionalFormatType.custom);
        custom.rule.formula = '=$B$1="k"';
        custom.format.numberFormat = "#,##0,";
        await context.sync();
        custom.format.load("numberFormat");
        await context.sync();
        return sameAs("#,##0,", custom.format.numberFormat);
      }),
  },
  {
    name: "Drop-down lists",
    expectation: "A cell has a drop-down list of what other cells show.",
    run: async (checkContext) => {
      await enterRows(checkContext, [["One"], ["Two"]]);
      return onSheet(checkContext, async (sheet, context) => {
        const { dataValidation } = sheet.getRange("B1");
        dataValidation.rule = { list: { inCellDropDown: true, source: "=$A$1:$A$2" } };
        await context.sync();
        dataValidation.load("rule");
        await context.sync();
        return sameAs("=$A$1:$A$2", dataValidation.rule.list?.source);
      });
    },
  },
];
