/** Tables: their place, name and style; filters are not there. */
import { officeError, type HostObject } from "../office/hostObject";
import { formatAddress, parseAddress } from "../../src/spreadsheet/cells/address";
import { sheetById, type WorkbookModel } from "./workbookModel";
import type { Area, SheetArea } from "../../src/spreadsheet/cells/area";
import { createLookUps } from "./lookUps";
import { areaAt, resolveRange, type HostRange } from "./range";
import { requireWritableSheet } from "./protection";
import { clearCells } from "./rangeActions";
import type { NamedTable } from "../univer/formulaNames";
import type { ListTableState } from "./state";
import { createChanging, stateProperties, type Changing } from "./stateProperties";

/** @param sheet The id of the sheet whose tables are meant; all of the workbook where it is left out. */
export function tablesObject(model: WorkbookModel, sheet?: string): HostObject {
  const { state } = model;
  const all = () => state.tables.filter((table) => sheet === undefined || table.sheet === sheet);
  const find = (key: string) => all().find(({ id, name }) => id === key || name.toLowerCase() === key.toLowerCase());
  return {
    type: "TableCollection",
    items: () => all().map((table) => tableObject(model, table)),
    values: { count: () => all().length },
    methods: {
      add: (place: HostObject | string, hasHeaders: boolean) => {
        const table = createTable(model, place, hasHeaders, sheet);
        requireWritableSheet(model, table.sheet);
        state.tables.push(table);
        model.calculation.tableChanged(areaOfTable(table));
        model.onChange();
        return tableObject(model, table);
      },
      ...createLookUps("TableCollection", "table", find, (table) => tableObject(model, table)),
      getCount: () => all().length,
    },
  };
}

function createTable(
  model: WorkbookModel,
  place: HostObject | string,
  showHeaders: boolean,
  own: string | undefined,
): ListTableState {
  const { sheet, area } = typeof place === "string" ? placeAt(model, place, own) : placeOf(resolveRange(place));
  const numbers = model.state.tables.map(({ name }) => Number(/^Table(\d+)$/.exec(name)?.[1] ?? 0));
  return {
    id: `{${crypto.randomUUID().toUpperCase()}}`,
    sheet,
    name: `Table${Math.max(0, ...numbers) + 1}`,
    address: formatAddress("", area),
    style: "TableStyleMedium2",
    showHeaders,
    showFilterButton: true,
    showBandedRows: true,
  };
}

/** Returns a table's cells; the sheet by its id. */
function areaOfTable({ sheet, address }: ListTableState): SheetArea {
  return { sheet, ...areaAt(address) };
}

/** Returns a table as formulas name it. */
export function gridTable(table: ListTableState): NamedTable {
  return { name: table.name, area: areaOfTable(table), hasHeaders: table.showHeaders };
}

function placeOf({ sheet, area }: HostRange): { sheet: string; area: Area } {
  return { sheet: sheet.getSheetId(), area };
}

/** An address without a sheet is on the sheet whose tables these are, else on the one that is shown. */
function placeAt(model: WorkbookModel, address: string, own: string | undefined): { sheet: string; area: Area } {
  const parsed = parseAddress(address);
  const workbook = model.workbook();
  const named = parsed?.sheet ? workbook.getSheetByName(parsed.sheet)?.getSheetId() : own;
  const sheet = named ?? workbook.getActiveSheet().getSheetId();
  if (parsed) return { sheet, area: parsed.area };
  throw officeError("InvalidArgument", "The argument is no range.", "TableCollection.add");
}

function tableObject(model: WorkbookModel, table: ListTableState): HostObject {
  const changed = createChanging(model, table.sheet);
  const meant: Changing = (change) =>
    changed((...given) => {
      const result = change(...given);
      model.calculation.tableChanged(areaOfTable(table));
      return result;
    });
  const sheet = () => sheetById(model, table.sheet);
  const area = () => areaAt(table.address);
  const part = (next: Partial<Area>) => model.rangeObject(sheet(), { ...area(), ...next });
  const remove = () => {
    model.state.tables.splice(model.state.tables.indexOf(table), 1);
    model.calculation.tableChanged(areaOfTable(table));
  };
  const names = ["name", "style", "showHeaders", "showFilterButton", "showBandedRows"] as const;
  const { values, setters } = stateProperties(table, names, meant);
  return {
    type: "Table",
    id: table.id,
    values: { id: () => table.id, ...values },
    setters,
    objects: { worksheet: () => model.sheetObject(sheet()) },
    methods: {
      getRange: () => part({}),
      getDataBodyRange: () => part({ row: area().row + 1, rows: area().rows - 1 }),
      delete: changed(() => {
        remove();
        clearCells({ model, sheet: sheet(), area: area() });
      }),
      convertToRange: changed(() => {
        remove();
        return part({});
      }),
    },
  };
}
