/** Worksheets as add-ins see them. */
import type { FWorksheet } from "@univerjs/sheets/facade";
import { officeError, type HostObject } from "../office/hostObject";
import { parseAddress } from "../../src/spreadsheet/cells/address";
import { cellArea, WHOLE_SHEET, type Area } from "../../src/spreadsheet/cells/area";
import { MAX_SHEET_NAME_LENGTH } from "../../src/spreadsheet/cells/limits";
import { clearUndo, type WorkbookModel } from "./workbookModel";
import { chartsObject } from "./charts";
import { requireWorkbookInFront, requireWorksheetInFront } from "./inFront";
import { createLookUps } from "./lookUps";
import { cloneNames, copyOwnNames, namePrintArea, namesObject, rangeOfName } from "./names";
import { areaAt, resolveRange } from "./range";
import { checkedFirst, protectionObject, requireFreeStructure } from "./protection";
import { tablesObject } from "./tables";
import { propertiesObject } from "./sheetProperties";
import { createChanging, stateProperties } from "./stateProperties";
import { usedArea } from "./used";

/** Univer's sheets are as long as they are made; spills have to fit in. */
const NEW_ROWS = 2002;
/** Univer's own rows are higher. In CSS pixels. */
const LIKE_EXCEL = { sheet: { defaultRowHeight: 20 } };
const FORBIDDEN = /[\\/?*[\]:]/;

export function sheetsObject(model: WorkbookModel): HostObject {
  const all = () => model.workbook().getSheets();
  const find = (key: string) =>
    all().find((sheet) => sheet.getSheetId() === key || sheet.getSheetName().toLowerCase() === key.toLowerCase());
  return {
    type: "WorksheetCollection",
    items: () => all().map(model.sheetObject),
    methods: {
      getActiveWorksheet: () => {
        requireWorksheetInFront(model, "GeneralException");
        return model.sheetObject(model.workbook().getActiveSheet());
      },
      ...createLookUps("WorksheetCollection", "worksheet", find, model.sheetObject),
      getCount: () => all().length,
      add: (name?: string) => {
        requireWorkbookInFront(model);
        requireFreeStructure(model);
        const title = name ?? freeName(all().map((sheet) => sheet.getSheetName()));
        checkName(title, all());
        return keepShown(model, () => model.sheetObject(model.workbook().create(title, NEW_ROWS, 26, LIKE_EXCEL)));
      },
    },
  };
}

/** Univer shows a sheet that is added, and another one when a sheet is deleted that is not shown. Excel does neither. */
function keepShown<T>(model: WorkbookModel, change: () => T): T {
  const shown = model.workbook().getActiveSheet();
  const result = change();
  if (model.workbook().getSheetBySheetId(shown.getSheetId())) shown.activate();
  return result;
}

function freeName(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number += 1) if (!taken.includes(`Sheet${number}`)) return `Sheet${number}`;
}

/** Returns the name that Excel gives to a copy: its source's, which is cut, with a number. */
function copyName(name: string, sheets: readonly FWorksheet[]): string {
  const taken = sheets.map((sheet) => sheet.getSheetName());
  const stem = name.replace(/ \(\d+\)$/, "");
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`;
    const title = `${stem.slice(0, MAX_SHEET_NAME_LENGTH - end.length)}${end}`;
    if (!taken.includes(title)) return title;
  }
}

/** @throws InvalidArgument for a name that Excel does not take, ItemAlreadyExists for another sheet's. */
function checkName(name: string, sheets: readonly FWorksheet[]): void {
  if (name === "" || name.length > MAX_SHEET_NAME_LENGTH || FORBIDDEN.test(name) || /^'|'$/.test(name))
    throw officeError("InvalidArgument", `"${name}" cannot be the name of a worksheet.`);
  if (sheets.some((sheet) => sheet.getSheetName().toLowerCase() === name.toLowerCase()))
    throw officeError("ItemAlreadyExists", "A resource with the same name or identifier already exists.");
}

export function sheetObject(model: WorkbookModel, sheet: FWorksheet): HostObject {
  const id = sheet.getSheetId();
  return {
    type: "Worksheet",
    id,
    values: {
      id: () => id,
      name: () => sheet.getSheetName(),
      position: () => sheet.getIndex(),
      visibility: () => visibilityOf(model, sheet),
      tabColor: () => sheet.getTabColor() ?? "",
      showGridlines: () => !sheet.hasHiddenGridLines(),
    },
    setters: sheetSetters(model, sheet),
    objects: {
      names: () => {
        requireWorkbookInFront(model);
        return namesObject(model, sheet);
      },
      charts: () => chartsObject(model, id),
      tables: () => tablesObject(model, id),
      freezePanes: () => freezeObject(model, sheet),
      pageLayout: () => layoutObject(model, sheet),
      protection: () => protectionObject(model, id),
      customProperties: () => propertiesObject(model, id),
    },
    methods: { ...sheetRanges(model, sheet), ...sheetActions(model, sheet) },
  };
}

function sheetSetters(model: WorkbookModel, sheet: FWorksheet): NonNullable<HostObject["setters"]> {
  const structure = {
    position: (position: number) => void model.workbook().moveSheet(sheet, position),
    visibility: (visibility: string) => setVisibility(model, sheet, visibility),
    name: (name: string) => {
      const others = model.workbook().getSheets();
      checkName(
        name,
        others.filter((other) => other.getSheetId() !== sheet.getSheetId()),
      );
      sheet.setName(name);
    },
  };
  return {
    ...checkedFirst(() => requireFreeStructure(model), structure),
    tabColor: (color: string) => void sheet.setTabColor(color),
    // The proxies set it by this name, and read it by its own.
    gridlines: (isShown: boolean) => {
      requireWorkbookInFront(model);
      sheet.setHiddenGridlines(!isShown);
    },
  };
}

function visibilityOf({ state }: WorkbookModel, sheet: FWorksheet): string {
  if (!sheet.isSheetHidden()) return "Visible";
  return state.veryHiddenSheets?.includes(sheet.getSheetId()) ? "VeryHidden" : "Hidden";
}

function setVisibility({ state, onChange }: WorkbookModel, sheet: FWorksheet, visibility: string): void {
  const id = sheet.getSheetId();
  const others = (state.veryHiddenSheets ?? []).filter((each) => each !== id);
  state.veryHiddenSheets = visibility === "VeryHidden" ? [...others, id] : others;
  if (visibility === "Visible") sheet.showSheet();
  else if (!sheet.isSheetHidden()) sheet.hideSheet();
  onChange();
}

function sheetRanges(model: WorkbookModel, sheet: FWorksheet): NonNullable<HostObject["methods"]> {
  const range = (area: Area) => model.rangeObject(sheet, area);
  const used = async (valuesOnly = false) => {
    await model.calculated();
    const area = usedArea(model, sheet, valuesOnly);
    return area && range(area);
  };
  const named = (address: string) => {
    const found = rangeOfName(model, address, sheet) ?? rangeOfName(model, address);
    if (found) return found;
    throw officeError("InvalidArgument", `"${address}" is neither an address nor a name.`, "Worksheet.getRange");
  };
  return {
    getRange: (address?: string) => {
      if (!address) return range(WHOLE_SHEET);
      const parsed = parseAddress(address);
      return parsed ? range(parsed.area) : named(address);
    },
    getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
      range({ row, column, rows, columns }),
    getCell: (row: number, column: number) => range(cellArea({ row, column })),
    getUsedRange: async (valuesOnly?: boolean) => (await used(valuesOnly)) ?? range(cellArea({ row: 0, column: 0 })),
    getUsedRangeOrNullObject: used,
  };
}

function sheetActions(model: WorkbookModel, sheet: FWorksheet): NonNullable<HostObject["methods"]> {
  return {
    activate: () => {
      requireWorkbookInFront(model);
      sheet.activate();
    },
    // All sheets are calculated, as all may have to be before this one.
    calculate: async (markAllDirty: unknown) => {
      if (markAllDirty === true) model.renew();
      model.calculation.calculateAll();
      await model.calculated();
    },
    copy: () => {
      requireFreeStructure(model);
      model.formats.write();
      const copy = model.workbook().duplicateSheet(sheet);
      copy.setName(copyName(sheet.getSheetName(), model.workbook().getSheets()));
      if (model.behaviour.namePrintAreas) copyOwnNames(model, sheet, copy);
      if (model.behaviour.cloneNames) cloneNames(model, sheet, copy);
      clearUndo(model);
      model.onChange();
      return model.sheetObject(copy);
    },
    delete: () => {
      requireWorkbookInFront(model);
      requireFreeStructure(model);
      if (model.workbook().getNumSheets() === 1)
        throw officeError("InvalidOperation", "A workbook has to have a worksheet.", "Worksheet.delete");
      if (visibilityOf(model, sheet) === "VeryHidden")
        throw officeError(
          "InvalidOperation",
          "This operation is not permitted for the current object.",
          "Worksheet.delete",
        );
      model.formats.write();
      const { state } = model;
      const id = sheet.getSheetId();
      keepShown(model, () => model.workbook().deleteSheet(sheet));
      clearUndo(model);
      state.charts = state.charts.filter((chart) => chart.sheet !== id);
      state.tables = state.tables.filter((table) => table.sheet !== id);
      delete state.sheetProperties?.[id];
      model.onChange();
    },
  };
}

function freezeObject(model: WorkbookModel, sheet: FWorksheet): HostObject {
  const freeze = (rows: number, columns: number) => {
    requireWorkbookInFront(model);
    sheet.setFreeze({ startRow: rows || -1, startColumn: columns || -1, ySplit: rows, xSplit: columns });
  };
  return {
    type: "WorksheetFreezePanes",
    methods: {
      freezeRows: (count: number) => freeze(count, 0),
      freezeAt: (frozen: HostObject | string) => {
        const area = typeof frozen === "string" ? areaAt(frozen) : resolveRange(frozen).area;
        freeze(area.row + area.rows, area.column + area.columns);
      },
      getLocationOrNullObject: () => {
        const { ySplit, xSplit } = sheet.getFreeze();
        const area = { row: 0, column: 0, rows: ySplit || WHOLE_SHEET.rows, columns: xSplit || WHOLE_SHEET.columns };
        return ySplit || xSplit ? model.rangeObject(sheet, area) : null;
      },
    },
  };
}

/** Nothing is printed here; what was set can be read again. */
function layoutObject(model: WorkbookModel, sheet: FWorksheet): HostObject {
  const layout = (model.state.layouts[sheet.getSheetId()] ??= {});
  const changed = createChanging(model);
  const sides = ["leftHeader", "centerHeader", "rightHeader", "leftFooter", "centerFooter", "rightFooter"];
  const texts = (): HostObject => ({ type: "HeaderFooter", ...stateProperties(layout, sides, changed) });
  const keep = (name: string) =>
    changed((cells: HostObject | string) => {
      layout[name] = typeof cells === "string" ? cells : resolveRange(cells).area;
    });
  return {
    type: "PageLayout",
    ...stateProperties(layout, ["orientation", "zoom", "centerHorizontally"], changed),
    objects: { headersFooters: () => ({ type: "HeaderFooterGroup", objects: { defaultForAllPages: texts } }) },
    methods: {
      setPrintArea: (area: HostObject | string) => {
        keep("printArea")(area);
        namePrintArea(model, sheet, area);
      },
      setPrintTitleRows: keep("printTitleRows"),
      setPrintTitleColumns: keep("printTitleColumns"),
    },
  };
}
