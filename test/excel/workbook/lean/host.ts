/** The lean workbook as Office's proxies meet it: as much of Excel's API as a refresh uses. */
import { cellArea, mapCells, enclosingArea, WHOLE_SHEET, type Area } from "../../../../src/spreadsheet/cells/area";
import { parseAddress } from "../../../../src/spreadsheet/cells/address";
import { customXmlObject } from "../../../../workbench/model/customXml";
import type { HostBehaviour } from "../../../../workbench/model/behaviour";
import { officeError, type HostObject } from "../../../../workbench/office/hostObject";
import { keyOf, positionOf, toExcel, type Content, type LeanSheet, type LeanWorkbook } from "./workbook";

export interface LeanHost {
  readonly workbook: () => LeanWorkbook;
  readonly behaviour: HostBehaviour;
}

export function workbookObject(host: LeanHost): HostObject {
  const { workbook } = host;
  const none = (type: string): HostObject => ({ type, items: () => [] });
  return {
    type: "Workbook",
    values: { name: () => "Lean.xlsx" },
    objects: {
      application: () => applicationObject(host),
      worksheets: () => sheetsObject(host),
      names: () => none("NamedItemCollection"),
      tables: () => none("TableCollection"),
      customXmlParts: () => customXmlObject({ state: workbook().document, onChange: () => undefined }),
      functions: () => ({ type: "Functions", methods: { date: dateFunction } }),
    },
  };
}

function requireInFront({ behaviour }: LeanHost): void {
  if (behaviour.inFront === "otherWorkbook")
    throw officeError("InvalidSelection", "The current selection is invalid for this operation.");
}

function dateFunction(): HostObject {
  return { type: "FunctionResult", values: { value: () => 36526, error: () => null } };
}

function applicationObject({ workbook }: LeanHost): HostObject {
  return {
    type: "Application",
    values: { calculationMode: () => workbook().document.calculationMode, calculationState: () => "Done" },
  };
}

function activeSheet({ workbook }: LeanHost): LeanSheet {
  return requiredSheet(workbook(), workbook().document.active);
}

function requiredSheet(workbook: LeanWorkbook, key: string): LeanSheet {
  const sheet = workbook.sheet(key);
  if (sheet) return sheet;
  throw officeError("ItemNotFound", `There is no worksheet "${key}".`);
}

function sheetsObject(host: LeanHost): HostObject {
  const { workbook } = host;
  return {
    type: "WorksheetCollection",
    items: () => workbook().document.sheets.map((sheet) => sheetObject(host, sheet)),
    methods: {
      getActiveWorksheet: () => {
        requireInFront(host);
        return sheetObject(host, activeSheet(host));
      },
      getItem: (key: string) => sheetObject(host, requiredSheet(workbook(), key)),
      getItemOrNullObject: (key: string) => {
        const sheet = workbook().sheet(key);
        return sheet ? sheetObject(host, sheet) : null;
      },
    },
  };
}

function sheetObject(host: LeanHost, sheet: LeanSheet): HostObject {
  const { workbook } = host;
  const range = (area: Area) => rangeObject(host, sheet, area);
  const turn = (isOn: boolean) => void (sheet.isProtected = isOn);
  return {
    type: "Worksheet",
    id: sheet.id,
    values: { id: () => sheet.id, name: () => sheet.name },
    objects: {
      names: () => {
        requireInFront(host);
        return { type: "NamedItemCollection", items: () => [] };
      },
      protection: () => ({
        type: "WorksheetProtection",
        values: { protected: () => sheet.isProtected },
        methods: { protect: () => turn(true), unprotect: () => turn(false) },
      }),
    },
    methods: {
      activate: () => {
        requireInFront(host);
        workbook().document.active = sheet.id;
      },
      calculate: (all: boolean) => workbook().calculate(all ? undefined : { sheet: sheet.id }),
      getCell: (row: number, column: number) => range(cellArea({ row, column })),
      getRange: (address: string) => range(parseAddress(address)?.area ?? WHOLE_SHEET),
      getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
        range({ row, column, rows, columns }),
      getUsedRangeOrNullObject: () => {
        const used = usedArea(sheet);
        return used ? range(used) : null;
      },
    },
  };
}

function usedArea({ cells }: LeanSheet): Area | undefined {
  let used: Area | undefined;
  for (const [key, { value }] of cells) {
    const rows = Array.isArray(value) ? value.length : 1;
    const columns = Array.isArray(value) ? (value[0]?.length ?? 1) : 1;
    const area = { ...positionOf(key), rows, columns };
    used = used ? enclosingArea(used, area) : area;
  }
  return used;
}

function rangeObject(host: LeanHost, sheet: LeanSheet, area: Area): HostObject {
  const workbook = host.workbook();
  const range = (part: Area) => rangeObject(host, sheet, part);
  const at = (row: number, column: number) => ({ sheet: sheet.id, row, column });
  const cells = () => mapCells(area, at).flat();
  const valueAt = (row: number, column: number) => toExcel(workbook.readAt(at(row, column)));
  const write = (rows: unknown) => {
    if (host.behaviour.enforceProtection && sheet.isProtected) throw officeError("AccessDenied", "You can't do that.");
    mapCells(area, (row, column) =>
      workbook.enter(at(row, column), (rows as Content[][])[row - area.row]?.[column - area.column] ?? ""),
    );
  };
  return {
    type: "Range",
    values: {
      rowIndex: () => area.row,
      columnIndex: () => area.column,
      rowCount: () => area.rows,
      columnCount: () => area.columns,
      hasSpill: () => cells().some((cell) => Array.isArray(sheet.cells.get(keyOf(cell))?.value)),
      values: () => mapCells(area, valueAt),
      formulas: () => mapCells(area, (row, column) => workbook.formulaText(at(row, column)) ?? valueAt(row, column)),
    },
    setters: { formulas: write, values: write },
    methods: {
      setDirty: () => workbook.renew(cells()),
      calculate: () => {
        if (host.behaviour.iterates && workbook.document.calculationMode === "Manual")
          throw officeError("GeneralException", "Excel cannot calculate this range.", "Range.calculate");
        workbook.calculate({ cells: cells().filter((cell) => sheet.cells.has(keyOf(cell))) });
      },
      select: () => {
        workbook.document.active = sheet.id;
        workbook.document.selected = area;
      },
      getSpillingToRangeOrNullObject: () => {
        const value = sheet.cells.get(keyOf(area))?.value;
        return Array.isArray(value) ? range({ ...area, rows: value.length, columns: value[0]?.length ?? 1 }) : null;
      },
      _ValidateArraySize: () => null,
    },
  };
}
