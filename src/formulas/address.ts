/** Addresses of cells and ranges, as formulas and Excel's own code write them. */
import { parseA1Ref, stringifyA1Ref, type RangeA1 } from "@borgar/fx/xlsx";

export interface Address {
  /** "" where no sheet is named. */
  readonly sheet: string;
  /** A cell of another file, which is named. */
  readonly isForeign: boolean;
  /** Rows and columns count from 0; what is not there has no end, as in "A:A". */
  readonly range: RangeA1;
}

/** Undefined for what is no address. */
export function readAddress(text: string): Address | undefined {
  const read = parseA1Ref(text, { allowNamed: false });
  if (!read || !("range" in read)) return undefined;
  return { sheet: read.sheetName ?? "", isForeign: Boolean(read.workbookName), range: read.range };
}

/** The sheet is quoted where it has to be, and left out where it is "". */
export function writeAddress(sheet: string, range: RangeA1): string {
  return stringifyA1Ref({ ...(sheet && { sheetName: sheet }), range });
}
