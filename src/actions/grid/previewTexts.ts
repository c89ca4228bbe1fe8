/** The texts of a table's first cells, as Excel will show them. Loaded with the builder of tables. */
import { format } from "numfmt";
import type { TableLook } from "../../reports/sheetSpec";

/** A table's first cells. */
interface PreviewedCells {
  readonly rows: readonly (readonly unknown[])[];
  readonly formats: readonly TableLook[];
}

/** Returns cells with the texts of their numbers. A number without a format has none. */
export function withTexts<Cells extends PreviewedCells>(
  cells: Cells,
  language?: string,
): Cells & { texts: (string | undefined)[][] } {
  const texts = cells.rows.map((row, down) =>
    row.map((value, right) => {
      const numberFormat = formatAt(cells.formats, down, right);
      return typeof value === "number" && numberFormat ? textOf(value, numberFormat, language) : undefined;
    }),
  );
  return { ...cells, texts };
}

function formatAt(formats: readonly TableLook[], row: number, column: number): string | undefined {
  return formats.find(
    (each) =>
      each.numberFormat !== undefined &&
      row >= each.row &&
      row < each.row + each.rows &&
      column >= each.column &&
      column < each.column + each.columns,
  )?.numberFormat;
}

/** A user's own format may be one that only Excel reads. */
function textOf(value: number, numberFormat: string, language?: string): string | undefined {
  try {
    return format(numberFormat, value, language ? { locale: language } : {});
  } catch {
    return undefined;
  }
}
