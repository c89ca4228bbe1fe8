import { ICommandService, LocaleType, LogLevel, Univer, UniverInstanceType } from "@univerjs/core";
import type { IWorkbookData, Workbook } from "@univerjs/core";
import { UniverDocsPlugin } from "@univerjs/docs";
import { SetFormulaCalculationResultMutation, UniverFormulaEnginePlugin } from "@univerjs/engine-formula";
import { SetRangeValuesMutation, UniverSheetsPlugin } from "@univerjs/sheets";
import { UniverSheetsFormulaPlugin } from "@univerjs/sheets-formula";
import { connectGrid } from "../../src/engine/grid";
import { declare, failure } from "./declare";
import "./messageChannel";

/** A workbook of one sheet, in a Univer that calculates and has no user interface. */
function createGrid() {
  const univer = new Univer({ locale: LocaleType.EN_US, locales: {}, logLevel: LogLevel.SILENT });
  const plugins = [UniverFormulaEnginePlugin, UniverDocsPlugin, UniverSheetsPlugin, UniverSheetsFormulaPlugin];
  plugins.forEach((plugin) => univer.registerPlugin(plugin));
  const sheet = { id: "s1", name: "My Sheet", rowCount: 50, columnCount: 20, cellData: {} };
  const data = { id: "book", sheetOrder: ["s1"], sheets: { s1: sheet } };
  const workbook = univer.createUnit<Partial<IWorkbookData>, Workbook>(UniverInstanceType.UNIVER_SHEET, data);
  return { univer, workbook, commands: univer.__getInjector().get(ICommandService) };
}

const asked: string[] = [];
const FUNCTIONS = [
  declare("TABLE", "a*", async (args, { address }) => {
    asked.push(`${address} ${JSON.stringify(args)}`);
    return [
      [1, "=1+1"],
      [2, "00123"],
    ];
  }),
  declare("BAD", "", async () => Promise.reject(failure("#N/A", "No such plan."))),
];

test("Functions in a grid spill, read spills, and fail with a message", async () => {
  const { univer, workbook, commands } = createGrid();
  const calls = connectGrid(univer.__getInjector(), FUNCTIONS, (task) => void setImmediate(task));
  const calculated = new Promise<void>((resolve) => {
    commands.onCommandExecuted(({ id }) => {
      if (id === SetFormulaCalculationResultMutation.id && calls.idle()) resolve();
    });
  });
  const formulas = [
    '=INSIGHTS.TABLE("x")',
    "",
    "=SUM(A1:A2)",
    "=INSIGHTS.TABLE(A1:B2)",
    "",
    "=INSIGHTS.BAD()/2",
    "=IFNA(INSIGHTS.BAD(),5)",
    "=INDEX(INSIGHTS.TABLE(TODAY()),2,1)",
    "=Sheet1:Gone!B1+1",
    "=SUM(Jan:Feb!B1)",
    "='MY sheet'!A1+1",
  ];
  const row = Object.fromEntries(formulas.flatMap((f, column) => (f === "" ? [] : [[column, { f }]])));
  await commands.executeCommand(SetRangeValuesMutation.id, { unitId: "book", subUnitId: "s1", cellValue: { 0: row } });
  await calculated;

  const sheet = workbook.getActiveSheet();
  const shown = formulas.map((_, column) => sheet.getCell(0, column)?.v);
  expect(shown).toEqual([1, "=1+1", 3, 1, "=1+1", "#N/A", 5, 2, "#NAME?", "#REF!", 2]);
  expect(asked).toEqual([
    `'My Sheet'!A1 [[["x"]]]`,
    expect.stringMatching(/^'My Sheet'!H1 \[\[\[[\d.]+\]\]\]$/),
    `'My Sheet'!D1 [[[1,"=1+1"],[2,"00123"]]]`,
  ]);
  expect(calls.message({ sheet: "s1", row: 0, column: 5 }, "#N/A")).toBe("No such plan.");

  const renewed = new Promise<void>((resolve) => {
    commands.onCommandExecuted(({ id }) => {
      if (id === SetFormulaCalculationResultMutation.id && calls.idle()) resolve();
    });
  });
  asked.length = 0;
  calls.renew([{ sheet: "s1", row: 0, column: 0 }]);
  await renewed;
  expect(asked).toEqual([`'My Sheet'!A1 [[["x"]]]`]);
  univer.dispose();
});
