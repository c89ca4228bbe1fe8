/** The texts of a table's first cells, as Excel will show them. Loaded with the builder of tables. */
import { format } from "numfmt";
import { withPointsInWords } from "../../../numbers/language/shareWords";
import type { PartStyle } from "../../../reporting/reports/sheetSpec";

/** A table's first cells. */
interface PreviewedCells {
  readonly rows: readonly (readonly unknown[])[];
  readonly formats: readonly PartStyle[];
}

/** Returns cells with the texts of their numbers. A number without a format has none. */
export function withTexts<Cells extends PreviewedCells>(
  cells: Cells,
  language?: string,
): Cells & { texts: (string | undefined)[][] } {
  const texts = cells.rows.map((row, down) =>
    row.map((value, right) => {
      const numberFormat = formatAt(cells.formats, down, right);
      return textOf(value, numberFormat, language);
    }),
  );
  return { ...cells, texts };
}

function formatAt(formats: readonly PartStyle[], row: number, column: number): string | undefined {
  return formats.find(
    (each) =>
      each.numberFormat !== undefined &&
      row >= each.row &&
      row < each.row + each.rows &&
      column >= each.column &&
      column < each.column + each.columns,
  )?.numberFormat;
}

/** Says points in words. Returns undefined for what is no number, without a format, and for one that only Excel reads. */
export function textOf(value: unknown, numberFormat?: string, language?: string): string | undefined {
  if (typeof value !== "number" || !numberFormat) return undefined;
  try {
    return withPointsInWords(format(numberFormat, value, language ? { locale: language } : {}));
  } catch {
    return undefined;
  }
}
