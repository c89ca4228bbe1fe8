/** Which kinds of files a copy may be: its ending decides, since Office opens no file whose contents are of another kind. */
import { extname } from "node:path";
import { wrongUsage } from "../../standalone/failure";
import { FILE_KINDS, kindOfName, type FileKind } from "../../../spreadsheet/xlsx/fileKinds";

/**
 * Returns the kind of a copy; undefined if it stays what the file is. Throws an error of usage if the file cannot become one of the
 * copy's ending.
 * @param out undefined for a copy without a name.
 */
export function copyKind(file: string, out: string | undefined): FileKind | undefined {
  const own = kindOfName(file);
  const kinds = FILE_KINDS.filter((kind) => isPossible(own, kind));
  // A deck leaves its macros behind, also without a name.
  if (out === undefined) return own && !kinds.includes(own) ? kinds[0] : undefined;
  const kind = kinds.find(({ ending }) => ending === kindOfName(out)?.ending);
  if (kind || (!own && extname(out).toLowerCase() === extname(file).toLowerCase())) return kind;
  const endings = kinds.map(({ ending }) => ending).join(", ");
  throw wrongUsage(`${out} cannot be a copy of ${file}, whose ending is one of ${endings}.`);
}

/** A file of any other name is read as a workbook. Decks and documents leave their macros, workbooks may keep them. */
function isPossible(own: FileKind | undefined, kind: FileKind): boolean {
  const { program, hasMacros } = own ?? { program: "Excel", hasMacros: false };
  return kind.program === program && (!kind.hasMacros || (hasMacros && program === "Excel"));
}

/** Returns the ending of a plain copy: .pptx for a .potx, and for all others of PowerPoint. */
export function plainEnding(file: string): string {
  const own = kindOfName(file);
  return FILE_KINDS.find((kind) => isPossible(own, kind))?.ending ?? extname(file);
}
