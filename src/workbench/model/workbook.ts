/** The workbook as add-ins see it, over Univer's: as much as the add-in uses. */
import type { HostObject } from "../office/interpreter";
import type { Grid } from "../page/grid";
import { applicationObject } from "./application";
import { FIRST_CELL, type Area } from "./area";
import { createBook, type Book, type WorkbookOptions } from "./book";
import { namesObject } from "./names";
import { partsObject } from "./parts";
import { rangeObject } from "./range";
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
  RichApiRuntime: "1.2",
  RichApiRuntimeFlag: "1.2",
};

export function createWorkbook(grid: Grid, options: WorkbookOptions): HostObject {
  const book = createBook(grid, options, sheetObject);
  const selected = () => rangeObject({ book, sheet: book.workbook().getActiveSheet(), area: selectedArea(book) });
  return {
    type: "Workbook",
    values: { name: () => book.workbook().getName() },
    objects: {
      application: () => applicationObject(book),
      worksheets: () => sheetsObject(book),
      names: () => namesObject(book),
      tables: () => tablesObject(book),
      customXmlParts: () => partsObject(book),
      functions: () => ({ type: "Functions", methods: { date: daySerial } }),
    },
    methods: {
      getSelectedRange: selected,
      getSelectedRanges: () => ({
        type: "RangeAreas",
        objects: {
          areas: () => ({ type: "RangeCollection", items: () => [selected()], methods: { getItemAt: selected } }),
        },
      }),
      getActiveCell: () => {
        const { row, column } = selectedArea(book);
        return rangeObject({ book, sheet: book.workbook().getActiveSheet(), area: { ...FIRST_CELL, row, column } });
      },
    },
  };
}

function selectedArea(book: Book): Area {
  const range = book.workbook().getActiveSheet().getSelection()?.getActiveRange();
  if (!range) return FIRST_CELL;
  return { row: range.getRow(), column: range.getColumn(), rows: range.getHeight(), columns: range.getWidth() };
}

/** `DATE` of the 1900 system, which Univer's workbooks have: days since the last of 1899, the 29th of February 1900 counted. */
function daySerial(year: number, month: number, day: number): HostObject {
  const days = (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return { type: "FunctionResult", values: { value: () => days, error: () => null } };
}
