/** The workbook as add-ins see it, over Univer's: as much as the add-in uses. */
import type { HostObject, RootObject } from "../office/hostObject";
import { toSerial } from "../../src/spreadsheet/cells/dateSerial";
import type { Grid } from "../univer/grid";
import { applicationObject } from "./application";
import { clearUndo, createModel, type WorkbookModel, type WorkbookOptions } from "./workbookModel";
import { followSheets } from "./followedSheets";
import { moveTables } from "./movedTables";
import { namesObject } from "./names";
import { customXmlObject } from "./customXml";
import { rangeObject } from "./rangeObject";
import { selectionMethods } from "./selection";
import { sheetObject, sheetsObject } from "./sheets";
import { tablesObject } from "./tables";

/**
 * The requirement sets that the host claims. ExcelApi 1.12, which tells how far a formula spills, is what the add-in asks for at most; of each set only what the add-in
 * uses is there, and the rest answers `NotImplemented`.
 */
export const REQUIREMENTS = {
  ExcelApi: "1.12",
  SharedRuntime: "1.2",
  CustomFunctionsRuntime: "1.4",
  CustomFunctions: "1.9",
  DelayForCellEdit: "1.1",
  RichApiRuntime: "1.2",
  RichApiRuntimeFlag: "1.2",
};

export function createWorkbook(grid: Grid, options: WorkbookOptions): RootObject {
  const model = createModel(grid, options, { sheet: sheetObject, range: rangeObject });
  moveTables(grid, model.state);
  followSheets(grid, model.state);
  return {
    type: "Workbook",
    values: { name: () => model.workbook().getName() },
    objects: {
      application: () => applicationObject(model),
      worksheets: () => sheetsObject(model),
      names: () => namesObject(model),
      tables: () => tablesObject(model),
      customXmlParts: () => customXmlObject({ ...model, onChange: () => partsChanged(model) }),
      functions: () => ({ type: "Functions", methods: { date: dateFunction } }),
    },
    methods: selectionMethods(model),
    requestEnded: () => model.formats.write(),
  };
}

function partsChanged(model: WorkbookModel): void {
  clearUndo(model);
  model.onChange();
}

/** The worksheet function DATE; Univer's workbooks have the 1900 system. */
function dateFunction(year: number, month: number, day: number): HostObject {
  const days = toSerial(Date.UTC(year, month - 1, day), 1900);
  return { type: "FunctionResult", values: { value: () => days, error: () => null } };
}
