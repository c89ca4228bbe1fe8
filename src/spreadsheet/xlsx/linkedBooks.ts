/** Reads what a workbook keeps of other workbooks: the values of the cells that its formulas read there. */
import { cellIndex } from "../cells/area";
import { parsePosition } from "../cells/address";
import { fileCellValue, type CellContext, type FileValue } from "./fileCells";
import { linksOf, relationsOf } from "./relations";
import { attributeNamed, childNamed, childrenNamed, isTrue, parseXml, type XmlElement } from "./xml";
import type { Zip } from "./zip";

/** The values of one sheet, by `cellIndex`. */
export interface LinkedSheet {
  readonly name: string;
  readonly values: ReadonlyMap<number, FileValue>;
  /** The size of the kept range, counted from A1. */
  readonly rows: number;
  readonly columns: number;
}

export interface LinkedBook {
  /** The name of its file, such as "Budget.xlsx". */
  readonly name: string;
  /** Its sheets, without those of which no values are kept. */
  readonly sheets: readonly LinkedSheet[];
  /** The formulas of its names, without "=", by name in small letters. */
  readonly names: ReadonlyMap<string, string>;
}

/** Returns the other workbooks in their order: formulas name them [1], [2] and so on. One that keeps nothing has no sheets. */
export async function readLinkedBooks(
  zip: Zip,
  xmlPart: string,
  root: XmlElement,
  context: CellContext,
): Promise<LinkedBook[]> {
  const relations = await relationsOf(zip, xmlPart);
  const books: LinkedBook[] = [];
  for (const reference of childrenNamed(childNamed(root, "externalReferences"), "externalReference")) {
    const part = relations.find(({ id }) => id === attributeNamed(reference, "id"))?.target;
    books.push(part !== undefined && zip.has(part) ? await readLinkedBook(zip, part, context) : NOTHING);
  }
  return books;
}

const NOTHING: LinkedBook = { name: "another workbook", sheets: [], names: new Map() };

async function readLinkedBook(zip: Zip, xmlPart: string, context: CellContext): Promise<LinkedBook> {
  const book = childNamed(parseXml(await zip.text(xmlPart), xmlPart), "externalBook");
  if (!book) return NOTHING;
  const names = childrenNamed(childNamed(book, "sheetNames"), "sheetName").map(
    ({ attributes }) => attributes.val ?? "",
  );
  const kept = childrenNamed(childNamed(book, "sheetDataSet"), "sheetData");
  return {
    name: fileName((await linksOf(zip, xmlPart))[0]?.target) ?? NOTHING.name,
    sheets: kept.flatMap((sheet) => readLinkedSheet(sheet, names, { ...context, xmlPart }) ?? []),
    names: new Map(
      childrenNamed(childNamed(book, "definedNames"), "definedName").map(
        ({ attributes: { name = "", refersTo = "" } }) => [name.toLowerCase(), refersTo.replace(/^=/, "")],
      ),
    ),
  };
}

function fileName(target: string | undefined): string | undefined {
  const name = target?.split(/[\\/]/).at(-1);
  if (!name) return undefined;
  return URL.canParse(`file:///${name}`) ? decodeURI(name) : name;
}

/** Returns undefined if Excel could not read the sheet. */
function readLinkedSheet(sheet: XmlElement, names: readonly string[], context: CellContext): LinkedSheet | undefined {
  const name = names[Number(sheet.attributes.sheetId ?? NaN)];
  if (name === undefined || isTrue(sheet.attributes.refreshError)) return undefined;
  const values = new Map<number, FileValue>();
  let [rows, columns] = [0, 0];
  for (const cell of childrenNamed(sheet, "row").flatMap((row) => childrenNamed(row, "cell"))) {
    const position = parsePosition(cell.attributes.r ?? "");
    const value = fileCellValue(cell, context);
    if (!position || value === undefined || value === null) continue;
    context.count?.(1);
    values.set(cellIndex(position), value);
    [rows, columns] = [Math.max(rows, position.row + 1), Math.max(columns, position.column + 1)];
  }
  return { name, values, rows, columns };
}
