/** Shows and accepts numbers and formulas with the separators of another language. The workbook stays in English. */
import { InterceptorEffectEnum, type ICellData, type INumfmtLocaleTag, type Nullable } from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import { AFTER_CELL_EDIT, BEFORE_CELL_EDIT, INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { fromLocalFormula, fromLocalNumber, hasCommas, swapSeparators, toLocalFormula } from "../model/locale";
import type { Grid } from "../univer/grid";
import { workbookOf } from "../univer/grid";

/** Before and after all that Univer itself does with a cell that is edited or shown. */
const [FIRST, LAST] = [1000, 1];

export function showLocalNumbers(grid: Grid, locale: string): void {
  if (!hasCommas(locale)) return;
  workbookOf(grid).setNumfmtLocal(locale.slice(0, 2) as INumfmtLocaleTag);
  localizeCells(grid, locale);
}

/** All but numbers with a format, which Univer knows in other languages. */
export function localizeCells({ injector }: Pick<Grid, "injector">, locale: string): void {
  const interceptors = injector.get(SheetInterceptorService);
  interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    effect: InterceptorEffectEnum.Value,
    priority: LAST,
    handler: (cell, _location, next) =>
      typeof cell?.v === "number" ? next({ ...cell, v: swapSeparators(String(cell.v), locale) }) : next(cell),
  });
  const { writeCellInterceptor } = interceptors;
  const formulas = injector.get(FormulaDataModel);
  writeCellInterceptor.intercept(BEFORE_CELL_EDIT, {
    priority: FIRST,
    handler: (cell, { row, col, unitId, subUnitId }, next) => {
      const formula = formulas.getFormulaStringByCell(row, col, subUnitId, unitId);
      // Univer would put in the workbook's own text of a formula next.
      return formula ? { ...cell, f: toLocalFormula(formula, locale) } : next(shown(cell, locale));
    },
  });
  writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    priority: FIRST,
    handler: (cell, _location, next) => next(taken(cell, locale)),
  });
}

/** Returns the editor's text for a cell without a formula. */
function shown(cell: Nullable<ICellData>, locale: string): Nullable<ICellData> {
  return typeof cell?.v === "number" ? { ...cell, v: swapSeparators(String(cell.v), locale) } : cell;
}

/** Converts typed text to English. */
function taken(cell: Nullable<ICellData>, locale: string): Nullable<ICellData> {
  if (cell?.f) return { ...cell, f: fromLocalFormula(cell.f, locale) };
  const number = typeof cell?.v === "string" ? fromLocalNumber(cell.v, locale) : undefined;
  return number === undefined ? cell : { ...cell, v: number };
}
