/** Keeps Univer from trying, at each draw, whether a text could be a number: it does so even where its mark for such texts is off. */
import { CellValueType, InterceptorEffectEnum, type ICellData } from "@univerjs/core";
import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import type { Grid } from "../univer/grid";

/** Before Univer's mark, which looks at cells whose type is text. */
const BEFORE_MARKS = 200;

export function drawTextsPlainly({ injector }: Grid): void {
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    effect: InterceptorEffectEnum.Style,
    priority: BEFORE_MARKS,
    handler: (cell, _location, next) => {
      if (cell?.t !== CellValueType.STRING) return next(cell);
      const drawn = next({ ...(cell as ICellData), t: null });
      return drawn && { ...drawn, t: CellValueType.STRING };
    },
  });
}
