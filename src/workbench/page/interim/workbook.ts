/** The workbook as add-ins see it, over Univer's: as much as the add-in uses. */
import type { FUniver } from "@univerjs/core/facade";
import type { FWorksheet } from "@univerjs/sheets/facade";
import type { Cell } from "../../../engine/calls";
import { officeError, type HostObject } from "../../office/interpreter";
import type { WorkbookState } from "../../model/state";
import { boxOf, rangeObject, type Box, type Cells } from "./range";

export interface WorkbookOptions {
  /** A value, spilled or not; an error is its code, a blank null. */
  valueAt: (cell: Cell) => unknown;
  /** Has these cells calculated again, or all that have called functions. */
  renew: (cells?: readonly Cell[]) => void;
  /** What the workbook has besides its cells, which this changes. */
  state: WorkbookState;
  /** Called when something changed that is in no cell. */
  onChange: () => void;
}

/** The requirement sets that the host meets, by what the model and the runtime have. */
export const REQUIREMENTS = {
  ExcelApi: "1.9",
  SharedRuntime: "1.2",
  CustomFunctionsRuntime: "1.4",
  CustomFunctions: "1.9",
  RichApiRuntime: "1.2",
  RichApiRuntimeFlag: "1.2",
};

export function createWorkbook(univer: FUniver, options: WorkbookOptions): HostObject {
  const workbook = () => univer.getActiveWorkbook()!;
  const dirty = createDirty(options);
  const cells: Cells = {
    valueAt: options.valueAt,
    markDirty: dirty,
    sheetObject: (sheet) => sheetObject(cells, sheet),
  };
  const selected = (): HostObject => {
    const sheet = workbook().getActiveSheet();
    const range = sheet.getSelection()?.getActiveRange();
    const box = range && {
      row: range.getRow(),
      column: range.getColumn(),
      rows: range.getHeight(),
      columns: range.getWidth(),
    };
    return rangeObject(cells, sheet, box ?? CORNER);
  };
  return {
    type: "Workbook",
    values: { name: () => workbook().getName() },
    objects: {
      application: () => applicationObject(options),
      worksheets: () => sheetsObject(cells, univer),
      names: () => NO_NAMES,
      customXmlParts: () => partsObject(options, () => true),
      functions: () => ({ type: "Functions", methods: { date: daySerial } }),
    },
    methods: {
      getSelectedRange: selected,
      getSelectedRanges: () => ({
        type: "RangeAreas",
        objects: { areas: () => ({ type: "RangeCollection", items: () => [selected()] }) },
      }),
      getActiveCell: () => (selected().methods!.getCell as (row: number, column: number) => HostObject)(0, 0),
    },
  };
}

const CORNER: Box = { row: 0, column: 0, rows: 1, columns: 1 };
const NO_NAMES: HostObject = { type: "NamedItemCollection", items: () => [] };

/** Marks of one turn are calculated together. */
function createDirty({ renew }: WorkbookOptions): (cell: Cell) => void {
  let marked: Cell[] = [];
  return (cell) => {
    if (marked.length === 0)
      setTimeout(() => {
        const cells = marked;
        marked = [];
        renew(cells);
      });
    marked.push(cell);
  };
}

function applicationObject({ renew }: WorkbookOptions): HostObject {
  return {
    type: "Application",
    values: { calculationMode: () => "Automatic", calculationState: () => "Done" },
    methods: {
      // A grid that calculates automatically has nothing to do, but for a full calculation.
      calculate: (type: string) => (type === "Recalculate" ? null : renew()),
      suspendApiCalculationUntilNextSync: () => null,
      suspendScreenUpdatingUntilNextSync: () => null,
    },
  };
}

function sheetsObject(cells: Cells, univer: FUniver): HostObject {
  const workbook = univer.getActiveWorkbook()!;
  const find = (key: string) =>
    workbook
      .getSheets()
      .find((sheet) => sheet.getSheetId() === key || sheet.getSheetName().toLowerCase() === key.toLowerCase());
  return {
    type: "WorksheetCollection",
    items: () => workbook.getSheets().map((sheet) => sheetObject(cells, sheet)),
    methods: {
      getActiveWorksheet: () => sheetObject(cells, workbook.getActiveSheet()),
      getItem: (key: string) => {
        const sheet = find(key);
        if (!sheet) throw officeError("ItemNotFound", `There is no worksheet "${key}".`, "WorksheetCollection.getItem");
        return sheetObject(cells, sheet);
      },
      getItemOrNullObject: (key: string) => {
        const sheet = find(key);
        return sheet ? sheetObject(cells, sheet) : null;
      },
    },
  };
}

function sheetObject(cells: Cells, sheet: FWorksheet): HostObject {
  const used = (): HostObject | null => {
    const box = usedBox(sheet);
    return box && rangeObject(cells, sheet, box);
  };
  return {
    type: "Worksheet",
    id: sheet.getSheetId(),
    values: { id: () => sheet.getSheetId(), name: () => sheet.getSheetName() },
    objects: { names: () => NO_NAMES },
    methods: {
      getRange: (address: string) => rangeObject(cells, sheet, boxOf(address)),
      getCell: (row: number, column: number) => rangeObject(cells, sheet, { ...CORNER, row, column }),
      getUsedRange: () => used() ?? rangeObject(cells, sheet, CORNER),
      getUsedRangeOrNullObject: used,
      activate: () => void sheet.activate(),
    },
  };
}

/** The least box around all cells with a content of their own. */
function usedBox(sheet: FWorksheet): Box | null {
  let [top, left, bottom, right] = [Infinity, Infinity, -1, -1];
  sheet
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      if (!cell?.f && !cell?.si && (cell?.v === undefined || cell.v === null || cell.v === "")) return;
      [top, left] = [Math.min(top, row), Math.min(left, column)];
      [bottom, right] = [Math.max(bottom, row), Math.max(right, column)];
    });
  return bottom < 0 ? null : { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
}

function partsObject(options: WorkbookOptions, isMeant: (xml: string) => boolean): HostObject {
  const { state, onChange } = options;
  const store = (id: string, xml: string): HostObject => {
    if (!namespaceOf(xml)) throw officeError("InvalidArgument", "A custom XML part has to be XML with a namespace.");
    state.parts[id] = xml;
    onChange();
    return partObject(id);
  };
  const partObject = (id: string): HostObject => ({
    type: "CustomXmlPart",
    id,
    values: { id: () => id, namespaceUri: () => namespaceOf(state.parts[id] ?? "") },
    methods: {
      getXml: () => state.parts[id],
      setXml: (xml: string) => void store(id, xml),
      delete: () => {
        delete state.parts[id];
        onChange();
      },
    },
  });
  const meant = () =>
    Object.entries(state.parts)
      .filter(([, xml]) => isMeant(xml))
      .map(([id]) => partObject(id));
  return {
    type: "CustomXmlPartCollection",
    items: meant,
    methods: {
      add: (xml: string) => store(`{${crypto.randomUUID().toUpperCase()}}`, xml),
      getByNamespace: (namespace: string) => partsObject(options, (xml) => namespaceOf(xml) === namespace),
      getItem: (id: string) => {
        if (id in state.parts) return partObject(id);
        throw officeError("ItemNotFound", `There is no custom XML part "${id}".`, "CustomXmlPartCollection.getItem");
      },
      getItemOrNullObject: (id: string) => (id in state.parts ? partObject(id) : null),
    },
  };
}

function namespaceOf(xml: string): string | null {
  return new DOMParser().parseFromString(xml, "text/xml").documentElement.namespaceURI;
}

/** `DATE` of the 1900 system, which Univer's workbooks have: days since the last of 1899, the 29th of February 1900 counted. */
function daySerial(year: number, month: number, day: number): HostObject {
  const days = (Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return { type: "FunctionResult", values: { value: () => days, error: () => null } };
}
