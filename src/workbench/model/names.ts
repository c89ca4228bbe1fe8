/** Defined names, of the workbook or of one sheet. */
import type { FWorkbook, FWorksheet } from "@univerjs/sheets/facade";
import { officeError, type HostObject } from "../office/interpreter";
import { readAddress, writeAddress } from "./area";
import type { Book } from "./book";
import { rangeObject, rangeOf } from "./range";

type FDefinedName = ReturnType<FWorkbook["getDefinedNames"]>[number];

/** @param sheet The sheet whose own names are meant; the workbook's names where it is left out. */
export function namesObject(book: Book, sheet?: FWorksheet): HostObject {
  const all = () => {
    const isMeant = (name: FDefinedName) =>
      sheet ? name.getLocalSheetId() === sheet.getSheetId() : name.isWorkbookScope();
    return book.workbook().getDefinedNames().filter(isMeant);
  };
  const find = (text: string) => all().find((name) => name.getName().toLowerCase() === text.toLowerCase());
  return {
    type: "NamedItemCollection",
    items: () => all().map((name) => nameObject(book, name)),
    values: { count: () => all().length },
    methods: {
      add: (name: string, reference: HostObject | string) => {
        if (find(name)) throw officeError("ItemAlreadyExists", `There is a name "${name}" already.`);
        const builder = book.workbook().newDefinedNameBuilder().setName(name).setFormula(formulaOf(reference));
        const scoped = sheet ? builder.setScopeToWorksheet(sheet) : builder.setScopeToWorkbook();
        book.workbook().insertDefinedNameBuilder(scoped.build());
        book.onChange();
        return nameObject(book, find(name)!);
      },
      getItem: (name: string) => {
        const found = find(name);
        if (found) return nameObject(book, found);
        throw officeError("ItemNotFound", `There is no name "${name}".`, "NamedItemCollection.getItem");
      },
      getItemOrNullObject: (name: string) => {
        const found = find(name);
        return found ? nameObject(book, found) : null;
      },
      getCount: () => all().length,
    },
  };
}

function formulaOf(reference: HostObject | string): string {
  if (typeof reference === "string") return reference.replace(/^=/, "");
  const { sheet, area } = rangeOf(reference);
  return writeAddress(sheet.getSheetName(), area).replace(/([A-Z]+)(\d+)(?=:|$)/g, "$$$1$$$2");
}

function nameObject(book: Book, name: FDefinedName): HostObject {
  const formula = () => name.getFormulaOrRefString();
  const range = () => {
    const read = readAddress(formula());
    const sheet = read?.sheet === undefined ? null : book.workbook().getSheetByName(read.sheet);
    return read && sheet ? rangeObject({ book, sheet, area: read.area }) : null;
  };
  return {
    type: "NamedItem",
    id: name.getName(),
    values: {
      name: () => name.getName(),
      formula: () => `=${formula().replace(/^=/, "")}`,
      type: () => (range() ? "Range" : "String"),
      visible: () => !book.state.hiddenNames.includes(name.getName()),
      comment: () => name.getComment() ?? "",
    },
    setters: {
      formula: (text: string) => name.setFormula(text.replace(/^=/, "")),
      comment: (text: string) => name.setComment(text),
      visible: (isVisible: boolean) => {
        const others = book.state.hiddenNames.filter((each) => each !== name.getName());
        book.state.hiddenNames = isVisible ? others : [...others, name.getName()];
        book.onChange();
      },
    },
    methods: {
      getRange: () => {
        const found = range();
        if (found) return found;
        throw officeError("InvalidArgument", `The name "${name.getName()}" is no range.`, "NamedItem.getRange");
      },
      getRangeOrNullObject: range,
      delete: () => {
        name.delete();
        book.onChange();
      },
    },
  };
}
