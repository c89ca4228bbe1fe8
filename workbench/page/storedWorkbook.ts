/** Opens a workbook in the grid, with the add-in's functions, the host of its pane, charts and drop-down lists. */
import { CommandType } from "@univerjs/core";
import { connectFunctions } from "../univer/functionCalls";
import type { Grid } from "../univer/grid";
import { rememberValues } from "../univer/previousValues";
import { openSnapshot, takeSnapshot, type Snapshot } from "../univer/snapshot";
import { createBehaviour, remembersValues } from "../model/behaviour";
import { behaving } from "../model/behavingFunctions";
import type { CustomFunction } from "../../src/engine/functions";
import type { Calls } from "../../src/engine/calls";
import { explainErrors } from "./alerts";
import { showCharts } from "./charts";
import { showDropDowns } from "./dropDowns";
import { showLocalNumbers } from "./localGrid";
import { takeApostrophes } from "./typedTexts";
import { createExcel, type DocumentState, type Excel, type ExcelOptions } from "./officeHost";
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
  calls: Calls;
  excel: Excel;
  /** The workbook as it is now, to be stored. */
  takeSnapshot: () => StoredWorkbook;
}

/** @throws Error if the stored workbook cannot be opened. */
export function openStoredWorkbook(options: OpenOptions): OpenedWorkbook {
  const { grid, functions, stored, status, onChange } = options;
  openSnapshot(grid, stored);
  const behaviour = createBehaviour();
  const previous = rememberValues(grid, () => remembersValues(behaviour));
  const behavingFunctions = functions.map((each) => behaving(each, { grid, behaviour, previous }));
  const calls = connectFunctions(grid, behavingFunctions, () => status.setWaiting(calls.cells("waiting").length));
  const listeners: (() => void)[] = [];
  const changed = (): void => listeners.forEach((listener) => listener());
  const excel = createExcel({ ...options, calls, behaviour, previous, stored: stored.document, onChange: changed });
  explainErrors(grid, calls);
  showNumberFormats(grid);
  showLocalNumbers(grid, excel.behaviour.locale);
  takeApostrophes(grid);
  listeners.push(
    showCharts(grid, () => placedCharts(grid, excel.document.workbook.charts, excel.behaviour.locale)),
    showDropDowns(grid, () => excel.document.workbook.validations),
    onChange,
  );
  grid.api.addEvent(grid.api.Event.CommandExecuted, ({ type }) => {
    if (type === CommandType.MUTATION) changed();
  });
  return { calls, excel, takeSnapshot: () => ({ ...takeSnapshot(grid), document: excel.document }) };
}
