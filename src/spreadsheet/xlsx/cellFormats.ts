/** Writes numbers as their cells show them, in English. */
import { format } from "numfmt";
import { cellIndex, type Position } from "../cells/area";
import { relationsOf } from "./relations";
import { readRows } from "./rows";
import type { Workbook } from "./workbook";
import { childNamed, childrenNamed, parseXml, type XmlElement } from "./xml";

export interface CellFormats {
  /** Returns undefined if the format is unknown, or depends on the country of the computer. */
  textOf(value: number, cell: Position): string | undefined;
}

const GENERAL = "General";

/** The formats that a file does not list. Those of dates and currencies depend on the country. */
const BUILT_IN: Readonly<Record<string, string>> = {
  0: GENERAL,
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  37: "#,##0 ;(#,##0)",
  38: "#,##0 ;[Red](#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;[Red](#,##0.00)",
  49: "@",
};

/** Reads the formats of a sheet's cells. */
export async function readCellFormats(workbook: Workbook, sheetName: string): Promise<CellFormats> {
  const sheet = workbook.sheets.find(({ name }) => name.toLowerCase() === sheetName.toLowerCase());
  const codes = await formatCodes(workbook);
  const styles = new Map<number, number>();
  if (sheet)
    readRows(await workbook.zip.text(sheet.xmlPart), sheet.xmlPart, ({ cells }) => {
      for (const { row, column, element } of cells)
        if (element.attributes.s) styles.set(cellIndex({ row, column }), Number(element.attributes.s));
    });
  return {
    textOf: (value, cell) => {
      const style = styles.get(cellIndex(cell)) ?? 0;
      // Programs leave out the styles of cells that have no look.
      const code = style < codes.length ? codes[style] : GENERAL;
      return code === undefined ? undefined : written(code, value);
    },
  };
}

/** Returns the format of each style; undefined for one that depends on the country. */
async function formatCodes({ zip, xmlPart }: Workbook): Promise<(string | undefined)[]> {
  const part = (await relationsOf(zip, xmlPart)).find(({ type }) => type === "styles")?.target;
  if (part === undefined || !zip.has(part)) return [];
  const root = parseXml(await zip.text(part), part);
  const own = new Map(
    childrenNamed(childNamed(root, "numFmts"), "numFmt").map(({ attributes }) => [
      attributes.numFmtId,
      attributes.formatCode,
    ]),
  );
  const codeOf = ({ attributes: { numFmtId = "0" } }: XmlElement) => own.get(numFmtId) ?? BUILT_IN[numFmtId];
  return childrenNamed(childNamed(root, "cellXfs"), "xf").map(codeOf);
}

function written(code: string, value: number): string | undefined {
  try {
    const text: unknown = format(code, value, { throws: true });
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}
