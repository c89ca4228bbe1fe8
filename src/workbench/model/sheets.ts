/** Worksheets as add-ins see them. */
import type { FWorksheet } from "@univerjs/sheets/facade";
import { officeError, type HostObject } from "../office/interpreter";
import { FIRST_CELL, readAddress, WHOLE_SHEET } from "./area";
import type { Book } from "./book";
import { chartsObject } from "./charts";
import { namesObject } from "./names";
import { rangeObject, rangeOf } from "./range";
import { tablesObject } from "./tables";
import { copyState, renameState } from "./sheetState";
import { usedArea } from "./used";

const FORBIDDEN = /[\\/?*[\]:]/;
const LONGEST_NAME = 31;

export function sheetsObject(book: Book): HostObject {
  const all = () => book.workbook().getSheets();
  const find = (key: string) =>
    all().find((sheet) => sheet.getSheetId() === key || sheet.getSheetName().toLowerCase() === key.toLowerCase());
  const found = (sheet: FWorksheet | undefined) => (sheet ? book.sheetObject(sheet) : null);
  return {
    type: "WorksheetCollection",
    items: () => all().map(book.sheetObject),
    methods: {
      getActiveWorksheet: () => book.sheetObject(book.workbook().getActiveSheet()),
      getItem: (key: string) => {
        const sheet = find(key);
        if (sheet) return book.sheetObject(sheet);
        throw officeError("ItemNotFound", `There is no worksheet "${key}".`, "WorksheetCollection.getItem");
      },
      getItemOrNullObject: (key: string) => found(find(key)),
      getFirst: () => found(all()[0]),
      getLast: () => found(all().at(-1)),
      getCount: () => all().length,
      add: (name?: string) => {
        const title = name ?? freeName(all().map((sheet) => sheet.getSheetName()));
        checkName(title, all());
        return book.sheetObject(book.workbook().create(title, 100, 26));
      },
    },
  };
}

function freeName(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number += 1) if (!taken.includes(`Sheet${number}`)) return `Sheet${number}`;
}

/** @throws InvalidArgument for a name that Excel does not take, ItemAlreadyExists for another sheet's. */
function checkName(name: string, sheets: readonly FWorksheet[]): void {
  if (name === "" || name.length > LONGEST_NAME || FORBIDDEN.test(name) || /^'|'$/.test(name))
    throw officeError("InvalidArgument", `"${name}" cannot be the name of a worksheet.`);
  if (sheets.some((sheet) => sheet.getSheetName().toLowerCase() === name.toLowerCase()))
    throw officeError("ItemAlreadyExists", "A resource with the same name or identifier already exists.");
}

export function sheetObject(book: Book, sheet: FWorksheet): HostObject {
  const id = sheet.getSheetId();
  return {
    type: "Worksheet",
    id,
    values: {
      id: () => id,
      name: () => sheet.getSheetName(),
      position: () => sheet.getIndex(),
      visibility: () => (sheet.isSheetHidden() ? "Hidden" : "Visible"),
      tabColor: () => sheet.getTabColor() ?? "",
      showGridlines: () => !sheet.hasHiddenGridLines(),
    },
    setters: sheetSetters(book, sheet),
    objects: {
      names: () => namesObject(book, sheet),
      charts: () => chartsObject(book, id),
      tables: () => tablesObject(book, id),
      freezePanes: () => freezeObject(book, sheet),
      pageLayout: () => layoutObject(book, id),
      protection: () => protectionObject(book, id),
    },
    methods: { ...sheetRanges(book, sheet), ...sheetActions(book, sheet) },
  };
}

function sheetSetters(book: Book, sheet: FWorksheet): NonNullable<HostObject["setters"]> {
  return {
    name: (name: string) => {
      const others = book.workbook().getSheets();
      checkName(
        name,
        others.filter((other) => other.getSheetId() !== sheet.getSheetId()),
      );
      renameState(book.state, sheet.getSheetName(), name);
      sheet.setName(name);
    },
    position: (position: number) => void book.workbook().moveSheet(sheet, position),
    visibility: (visibility: string) => void (visibility === "Visible" ? sheet.showSheet() : sheet.hideSheet()),
    tabColor: (color: string) => void sheet.setTabColor(color),
    // The proxies set it by this name, and read it by its own.
    gridlines: (isShown: boolean) => void sheet.setHiddenGridlines(!isShown),
  };
}

function sheetRanges(book: Book, sheet: FWorksheet): NonNullable<HostObject["methods"]> {
  const range = (area: typeof FIRST_CELL) => rangeObject({ book, sheet, area });
  const used = async (valuesOnly = false) => {
    await book.calculated();
    const area = usedArea(book, sheet, valuesOnly);
    return area && range(area);
  };
  const named = (address: string) => {
    const methods = [namesObject(book, sheet), namesObject(book)].map(({ methods }) => methods!.getItemOrNullObject!);
    const name = methods.map((find) => find(address as never) as HostObject | null).find(Boolean);
    if (name) return name.methods!.getRange!();
    throw officeError("InvalidArgument", `"${address}" is neither an address nor a name.`, "Worksheet.getRange");
  };
  return {
    getRange: (address?: string) => {
      if (!address) return range(WHOLE_SHEET);
      const read = readAddress(address);
      return read ? range(read.area) : named(address);
    },
    getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
      range({ row, column, rows, columns }),
    getCell: (row: number, column: number) => range({ ...FIRST_CELL, row, column }),
    getUsedRange: async (valuesOnly?: boolean) => (await used(valuesOnly)) ?? range(FIRST_CELL),
    getUsedRangeOrNullObject: used,
  };
}

function sheetActions(book: Book, sheet: FWorksheet): NonNullable<HostObject["methods"]> {
  return {
    activate: () => void sheet.activate(),
    calculate: () => book.renew(),
    copy: () => {
      const copy = book.workbook().duplicateSheet(sheet);
      copyState(book.state, sheet, copy);
      book.onChange();
      return book.sheetObject(copy);
    },
    delete: () => {
      if (book.workbook().getNumSheets() === 1)
        throw officeError("InvalidOperation", "A workbook has to have a worksheet.", "Worksheet.delete");
      const { state } = book;
      const id = sheet.getSheetId();
      book.workbook().deleteSheet(sheet);
      state.charts = state.charts.filter((chart) => chart.sheet !== id);
      state.tables = state.tables.filter((table) => table.sheet !== id);
      book.onChange();
    },
  };
}

function freezeObject(book: Book, sheet: FWorksheet): HostObject {
  const freeze = (rows: number, columns: number) =>
    void sheet.setFreeze({
      startRow: rows || -1,
      startColumn: columns || -1,
      ySplit: rows,
      xSplit: columns,
    });
  return {
    type: "WorksheetFreezePanes",
    methods: {
      freezeRows: (count: number) => freeze(count, 0),
      freezeColumns: (count: number) => freeze(0, count),
      freezeAt: (frozen: HostObject | string) => {
        const area = typeof frozen === "string" ? readAddress(frozen)?.area : rangeOf(frozen).area;
        if (!area) throw officeError("InvalidArgument", "What is to be frozen is no address.");
        freeze(area.row + area.rows, area.column + area.columns);
      },
      unfreeze: () => void sheet.cancelFreeze(),
      getLocationOrNullObject: () => {
        const { ySplit, xSplit } = sheet.getFreeze();
        const area = { row: 0, column: 0, rows: ySplit || WHOLE_SHEET.rows, columns: xSplit || WHOLE_SHEET.columns };
        return ySplit || xSplit ? rangeObject({ book, sheet, area }) : null;
      },
    },
  };
}

function protectionObject({ state, onChange }: Book, id: string): HostObject {
  const others = () => (state.protectedSheets ?? []).filter((each) => each !== id);
  const turn = (isOn: boolean) => {
    state.protectedSheets = isOn ? [...others(), id] : others();
    onChange();
  };
  return {
    type: "WorksheetProtection",
    values: { protected: () => (state.protectedSheets ?? []).includes(id) },
    methods: { protect: () => turn(true), unprotect: () => turn(false) },
  };
}

/** Nothing is printed here: what was set can be read, and is kept. */
function layoutObject({ state, onChange }: Book, id: string): HostObject {
  const layout = (state.layouts[id] ??= {});
  const names = ["orientation", "zoom", "paperSize", "centerHorizontally", "printGridlines", "printTitleRows"];
  const margins = ["topMargin", "bottomMargin", "leftMargin", "rightMargin", "headerMargin", "footerMargin"];
  const keep = (name: string, value: unknown) => {
    layout[name] = value;
    onChange();
  };
  const all = [...names, ...margins];
  return {
    type: "PageLayout",
    values: Object.fromEntries(all.map((name) => [name, () => layout[name] ?? null])),
    setters: Object.fromEntries(all.map((name) => [name, (value: never) => keep(name, value)])),
    methods: {
      setPrintArea: (area: HostObject | string) =>
        keep("printArea", typeof area === "string" ? area : rangeOf(area).area),
      setPrintTitleRows: (rows: HostObject | string) =>
        keep("printTitleRows", typeof rows === "string" ? rows : rangeOf(rows).area),
    },
  };
}
