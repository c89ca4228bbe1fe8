/** Spares Univer work that it repeats for each cell that it draws, or for cells that it does not draw. */
import type { ICommandInfo } from "@univerjs/core";
import { IRenderManagerService, SheetRenderController } from "@univerjs/preset-sheets-core";
import { DataValidationCacheService } from "@univerjs/preset-sheets-data-validation";
import { SheetInterceptorService } from "@univerjs/sheets";
import {
  ConditionalFormattingRuleModel,
  ConditionalFormattingViewModel,
} from "@univerjs/sheets-conditional-formatting";
import { workbookOf, type Grid } from "../univer/grid";

/**
 * Leaves out the interceptor that marks texts which look like numbers. The mark is switched off here, but Univer reads each text
 * as a date before it finds that out. Call this before a workbook is opened.
 */
export function skipTextMarks(): void {
  const { prototype } = SheetInterceptorService;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the service below
  const { intercept } = prototype;
  prototype.intercept = function (this: SheetInterceptorService, ...given: Parameters<typeof intercept>) {
    const isMark = String(given[1].handler).includes("disableForceStringMark");
    return isMark ? { dispose: () => undefined } : intercept.apply(this, given);
  } as typeof intercept;
}

/** A mutation's parameters. Results of formulas are given by sheet. */
interface Changed {
  subUnitId?: string;
  unitData?: Record<string, object>;
}

interface Renderer {
  _context: { unitId: string; unit: { getActiveSheet(): { getSheetId(): string } | null } };
  _markUnitDirty(command: ICommandInfo, options?: object): void;
}

/** Draws the shown sheet again only after changes that may concern it. Univer draws it after each change of any sheet. */
export function skipOtherSheets(): void {
  const prototype = SheetRenderController.prototype as unknown as Renderer;
  // oxlint-disable-next-line typescript/unbound-method -- it is called on the controller below
  const { _markUnitDirty: mark } = prototype;
  prototype._markUnitDirty = function (this: Renderer, command, options) {
    const { unit, unitId } = this._context;
    const shown = unit.getActiveSheet()?.getSheetId();
    const { subUnitId, unitData } = (command.params ?? {}) as Changed;
    const results = unitData?.[unitId];
    const isElsewhere = subUnitId !== undefined ? subUnitId !== shown : results && !(shown && shown in results);
    if (!isElsewhere) mark.call(this, command, options);
  };
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

/** Excel marks no cell whose content its list lacks. Univer would, also before a list is calculated. */
export function skipInvalidMarks({ injector }: Grid): void {
  injector.get(DataValidationCacheService).getValue = () => undefined;
}

/** In milliseconds: a pause of the add-in after which its changes are drawn, and the longest time in which nothing is drawn. */
const [PAUSE, LONGEST] = [80, 400];

/** Returns a function to call before each request that writes. A report has some twenty, between which drawing would take its time. */
export function drawAfterRequests(grid: Grid): () => void {
  let began: number | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const engine = () => grid.injector.get(IRenderManagerService).getRenderById(workbookOf(grid).getId())?.engine;
  const draw = () => {
    began = undefined;
    const drawn = engine();
    if (drawn) drawn.renderEvenInBackground = true;
  };
  return () => {
    const drawn = engine();
    if (!drawn) return;
    began ??= performance.now();
    drawn.renderEvenInBackground = false;
    clearTimeout(ending);
    ending = setTimeout(draw, Math.max(0, Math.min(PAUSE, began + LONGEST - performance.now())));
  };
}
