/** Number formats as Excel shows them: those of conditional formats, and their colours. */
import { InterceptorEffectEnum, numfmt, type ICellData, type IStyleData } from "@univerjs/core";
import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { ConditionalFormattingService } from "@univerjs/sheets-conditional-formatting";
import type { Grid } from "../univer/grid";

/** Before Univer makes texts of numbers, which is before it applies conditional formats. */
const BEFORE_NUMBERS = 100;
/** Shows no number. */
const HIDDEN = ";;;";

export function showNumberFormats({ injector }: Grid): void {
  const formats = injector.get(ConditionalFormattingService);
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    effect: InterceptorEffectEnum.Style,
    priority: BEFORE_NUMBERS,
    handler: (cell, { unitId, subUnitId, row, col, workbook }, next) => {
      // A text has no number format, and most drawn cells are blank.
      if (cell?.v === undefined || cell.v === null || typeof cell.v === "string") return next(cell);
      const own = cell?.s ? workbook.getStyles().get(cell.s) : undefined;
      const conditional: IStyleData | undefined = formats.composeStyle(unitId, subUnitId, row, col)?.style;
      const number = conditional?.n ?? own?.n;
      // Univer would show the bare number.
      if (number?.pattern === HIDDEN) return next({ ...(cell as ICellData), v: "" });
      const color = colorOf(number?.pattern ?? "", cell?.v);
      return conditional?.n || color
        ? next({ ...(cell as ICellData), s: { ...own, n: number, ...color } })
        : next(cell);
    },
  });
}

/** Univer applies the colour of a number format to negative numbers only. */
function colorOf(pattern: string, value: unknown): IStyleData | undefined {
  if (typeof value !== "number" || !pattern.includes("[")) return undefined;
  const color = numfmt.formatColor(pattern, value, { throws: false });
  return color ? { cl: { rgb: String(color) } } : undefined;
}
