/** Tables: their place, name and looks are kept; filters and structured references are not there. */
import { officeError, type HostObject } from "../office/interpreter";
import { readAddress, writeAddress, type Area } from "./area";
import type { Book } from "./book";
import { rangeObject, rangeOf } from "./range";
import type { TableState } from "./state";

/** @param sheet The id of the sheet whose tables are meant; all of the workbook where it is left out. */
export function tablesObject(book: Book, sheet?: string): HostObject {
  const { state } = book;
  const all = () => state.tables.filter((table) => sheet === undefined || table.sheet === sheet);
  const find = (key: string) => all().find(({ id, name }) => id === key || name.toLowerCase() === key.toLowerCase());
  return {
    type: "TableCollection",
    items: () => all().map((table) => tableObject(book, table)),
    values: { count: () => all().length },
    methods: {
      add: (place: HostObject | string, hasHeaders: boolean) => {
        const table = createTable(book, place, hasHeaders, sheet);
        state.tables.push(table);
        book.onChange();
        return tableObject(book, table);
      },
      getItem: (key: string) => {
        const table = find(key);
        if (table) return tableObject(book, table);
        throw officeError("ItemNotFound", `There is no table "${key}".`, "TableCollection.getItem");
      },
      getItemOrNullObject: (key: string) => {
        const table = find(key);
        return table ? tableObject(book, table) : null;
      },
      getCount: () => all().length,
    },
  };
}

function createTable(
  book: Book,
  place: HostObject | string,
  showHeaders: boolean,
  own: string | undefined,
): TableState {
  const read = typeof place === "string" ? readAddress(place) : undefined;
  const target =
    typeof place === "string"
      ? { sheet: read?.sheet ? book.workbook().getSheetByName(read.sheet)?.getSheetId() : own, area: read?.area }
      : { sheet: rangeOf(place).sheet.getSheetId(), area: rangeOf(place).area };
  const { sheet = book.workbook().getActiveSheet().getSheetId(), area } = target;
  if (!area) throw officeError("InvalidArgument", "The argument is no range.", "TableCollection.add");
  const numbers = book.state.tables.map(({ name }) => Number(/^Table(\d+)$/.exec(name)?.[1] ?? 0));
  return {
    id: `{${crypto.randomUUID().toUpperCase()}}`,
    sheet,
    name: `Table${Math.max(0, ...numbers) + 1}`,
    address: writeAddress("S", area).slice(2),
    style: "TableStyleMedium2",
    showHeaders,
    showFilterButton: true,
    showBandedRows: true,
  };
}

const PROPERTIES = ["name", "style", "showHeaders", "showFilterButton", "showBandedRows"] as const;

function tableObject(book: Book, table: TableState): HostObject {
  const sheet = () => book.workbook().getSheetBySheetId(table.sheet)!;
  const area = (): Area => readAddress(table.address)!.area;
  const part = (next: Partial<Area>) => rangeObject({ book, sheet: sheet(), area: { ...area(), ...next } });
  const set = (name: (typeof PROPERTIES)[number], value: never) => {
    table[name] = value;
    book.onChange();
  };
  return {
    type: "Table",
    id: table.id,
    values: { id: () => table.id, ...Object.fromEntries(PROPERTIES.map((name) => [name, () => table[name]])) },
    setters: Object.fromEntries(PROPERTIES.map((name) => [name, (value: never) => set(name, value)])),
    objects: { worksheet: () => book.sheetObject(sheet()) },
    methods: {
      getRange: () => part({}),
      getHeaderRowRange: () => part({ rows: 1 }),
      getDataBodyRange: () => part({ row: area().row + 1, rows: area().rows - 1 }),
      delete: () => {
        book.state.tables.splice(book.state.tables.indexOf(table), 1);
        part({}).methods!.clear!();
        book.onChange();
      },
      convertToRange: () => {
        book.state.tables.splice(book.state.tables.indexOf(table), 1);
        book.onChange();
        return part({});
      },
    },
  };
}
