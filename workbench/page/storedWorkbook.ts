/** Opens a workbook in the grid, with the add-in's functions, the host of its pane, charts and drop-down lists. */
import { CommandType } from "@univerjs/core";
import { GridCalculation } from "../univer/calculation";
import type { Grid } from "../univer/grid";
import { openSnapshot, snapshotOf, takeSnapshot, type Snapshot } from "../univer/univerSnapshot";
import { createBehaviour } from "../model/behaviour";
import { gridTable } from "../model/tables";
import { behaving } from "../model/behavingFunctions";
import type { SheetPosition } from "../../src/spreadsheet/cells/area";
import type { CustomFunction } from "../../src/spreadsheet/engine/customFunction";
import { explainErrors } from "./alerts";
import { showCharts } from "./placedCharts";
import { rememberPlainCells, skipInvalidMarks } from "./drawing";
import { offerCalculatedFunctions } from "./functions";
import { showDropDowns } from "./dropDowns";
import { showLocalNumbers } from "./localGrid";
import { skipHiddenNames } from "./nameBox";
import { takeApostrophes } from "./typedTexts";
import { createExcel, openDocument, type DocumentState, type Excel, type ExcelOptions } from "./officeHost";
import { showNumberFormats } from "./numberFormats";
import { placedCharts } from "./pictures";
import type { StatusBar } from "./status";

/** A workbook as the browser stores it. */
export interface StoredWorkbook extends Snapshot {
  document?: DocumentState;
}

export interface OpenOptions extends Pick<ExcelOptions, "addin" | "own"> {
  grid: Grid;
  functions: readonly CustomFunction[];
  stored: StoredWorkbook;
  status: StatusBar;
  /** Called after every change of the cells and of the rest of the workbook. */
  onChange: () => void;
}

export interface OpenedWorkbook {
  calculation: GridCalculation;
  excel: Excel;
  /** The workbook as it is now, to be stored. */
  takeSnapshot: () => StoredWorkbook;
}

/** @throws Error if the stored workbook cannot be opened. */
export function openStoredWorkbook(options: OpenOptions): OpenedWorkbook {
  const { grid, functions, stored, status, onChange } = options;
  openSnapshot(grid, stored);
  const document = openDocument(stored.document);
  const behaviour = createBehaviour();
  const valueBefore = (cell: SheetPosition) => calculation.valueBefore(cell);
  const behavingFunctions = functions.map((each) => behaving(each, { grid, behaviour, valueBefore }));
  const calculation: GridCalculation = new GridCalculation(grid, behavingFunctions, {
    onChange: () => status.setWaiting(calculation.calls.cells("waiting").length),
    isManual: () => document.workbook.calculationMode === "Manual",
    tables: () => document.workbook.tables.map(gridTable),
  });
  const listeners: (() => void)[] = [];
  const changed = (): void => listeners.forEach((listener) => listener());
  const writeFile = async () => {
    // Few copies are sent, so the page loads this when the first is.
    const { writeBookFile } = await import("../file/bookFile");
    return writeBookFile({ ...snapshotOf(grid), document });
  };
  const excel = createExcel({ ...options, calculation, behaviour, document, writeFile, onChange: changed });
  explainErrors(grid, calculation);
  showNumberFormats(grid);
  rememberPlainCells(grid);
  skipInvalidMarks(grid);
  offerCalculatedFunctions(grid);
  showLocalNumbers(grid, excel.behaviour.locale);
  takeApostrophes(grid);
  skipHiddenNames(grid, () => document.workbook.hiddenNames);
  listeners.push(
    showCharts(grid, () => placedCharts(grid, excel.document.workbook.charts, excel.behaviour.locale)),
    showDropDowns(grid, () => excel.document.workbook.validations),
    onChange,
  );
  grid.api.addEvent(grid.api.Event.CommandExecuted, ({ type }) => {
    if (type === CommandType.MUTATION) changed();
  });
  return { calculation, excel, takeSnapshot: () => ({ ...takeSnapshot(grid), document }) };
}
