/** Spares Univer work that it repeats for each cell that it draws. */
import { SheetInterceptorService } from "@univerjs/sheets";
import {
  ConditionalFormattingRuleModel,
  ConditionalFormattingViewModel,
} from "@univerjs/sheets-conditional-formatting";
import type { Grid } from "../univer/grid";

/**
 * Leaves out the interceptor that marks texts which look like numbers. The mark is switched off here, but Univer reads each text
 * as a date before it finds that out. Call this before a workbook is opened.
 */
export function skipTextMarks(): void {
  const { prototype } = SheetInterceptorService;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the service below
  const { intercept } = prototype;
  prototype.intercept = function (this: SheetInterceptorService, ...given: Parameters<typeof intercept>) {
    const isMark = String(given[1].handler).includes("disableForceStringMark");
    return isMark ? { dispose: () => undefined } : intercept.apply(this, given);
  } as typeof intercept;
}

/** Remembers cells without conditional formats: Univer remembers those that have some. Call this once a workbook is open. */
export function rememberPlainCells({ injector }: Grid): void {
  const formats = injector.get(ConditionalFormattingViewModel);
  const plain = new Set<string>();
  injector.get(ConditionalFormattingRuleModel).$ruleChange.subscribe(() => plain.clear());
  const find = formats.getCellCfs.bind(formats);
  formats.getCellCfs = (unit, sheet, row, column) => {
    const key = `${unit} ${sheet} ${row} ${column}`;
    if (plain.has(key)) return [];
    const found = find(unit, sheet, row, column);
    if (!found || found.length === 0) plain.add(key);
    return found;
  };
}
