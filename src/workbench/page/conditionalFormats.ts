/** Shows conditional formats, which Univer's free packages lack: a number format, fill or bold font while a cell contains a text. */
import { InterceptorEffectEnum, numfmt, type ICellData, type IStyleData } from "@univerjs/core";
import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { parseAddress, parsePosition } from "../../grid/address";
import { contains, type Area } from "../../grid/area";
import { readRule } from "../model/conditionalFormats";
import type { ConditionalFormatState } from "../model/state";
import { valueAt } from "../univer/cells";
import type { Grid } from "../univer/grid";

interface Shown {
  readonly area: Area;
  /** True if the cell contains the text. Called for each drawn cell. */
  readonly holds: () => boolean;
  readonly style: IStyleData;
}

/** Before Univer makes texts of numbers. */
const BEFORE_NUMBERS = 100;

/** Shows these formats. The returned function reads the formats again. */
export function showConditionalFormats(grid: Grid, formats: () => readonly ConditionalFormatState[]): () => void {
  // Read when cells are drawn: a report sets hundreds one after the other.
  let bySheet: ReturnType<typeof groupBySheet> | undefined;
  grid.injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    effect: InterceptorEffectEnum.Style,
    priority: BEFORE_NUMBERS,
    handler: (cell, location, next) => {
      const style = styleAt((bySheet ??= groupBySheet(grid, formats())).get(location.subUnitId) ?? [], {
        row: location.row,
        column: location.col,
      });
      const own = cell?.s ? location.workbook.getStyles().get(cell.s) : undefined;
      const pattern = style?.n?.pattern ?? own?.n?.pattern ?? "";
      const colored = colorOf(pattern, cell?.v);
      return style || colored ? next({ ...(cell as ICellData), s: { ...own, ...style, ...colored } }) : next(cell);
    },
  });
  return () => (bySheet = undefined);
}

/** Univer applies the colour of a number format to negative numbers only. */
function colorOf(pattern: string, value: unknown): IStyleData | undefined {
  if (typeof value !== "number" || !pattern.includes("[")) return undefined;
  const color = numfmt.formatColor(pattern, value, { throws: false });
  return color ? { cl: { rgb: String(color) } } : undefined;
}

function groupBySheet(grid: Grid, formats: readonly ConditionalFormatState[]): Map<string, Shown[]> {
  const bySheet = new Map<string, Shown[]>();
  for (const { sheet, address, formula, numberFormat, fill, bold } of formats) {
    const [parsed, rule] = [parseAddress(address), readRule(formula)];
    const reads = rule && parsePosition(rule.cell);
    if (!parsed || !rule || !reads) continue;
    const style: IStyleData = {
      ...(numberFormat && { n: { pattern: numberFormat } }),
      ...(fill && { bg: { rgb: fill } }),
      ...(bold && { bl: 1 }),
    };
    const shown = { area: parsed.area, holds: once(() => valueAt(grid, { sheet, ...reads }) === rule.text), style };
    bySheet.set(sheet, [...(bySheet.get(sheet) ?? []), shown]);
  }
  return bySheet;
}

function once(ask: () => boolean): () => boolean {
  let known: boolean | undefined;
  return () => (known ??= ask());
}

function styleAt(formats: readonly Shown[], position: { row: number; column: number }): IStyleData | undefined {
  return formats.find(({ area, holds }) => contains(area, position) && holds())?.style;
}
