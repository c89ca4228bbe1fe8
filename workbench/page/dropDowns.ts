/** Drop-down lists in cells, as add-ins set them by data validation. */
import type { FRange } from "@univerjs/sheets/facade";
import { parseAddress } from "../../src/spreadsheet/cells/address";
import { isInside, type Area } from "../../src/spreadsheet/cells/area";
import type { ValidationState } from "../model/state";
import { workbookOf, type Grid } from "../univer/grid";
import { gridArea } from "../univer/range";

/**
 * Shows these lists. The returned function shows the current ones. It skips unchanged lists, because setting a list is slow.
 */
export function showDropDowns(grid: Grid, validations: () => readonly ValidationState[]): () => void {
  const shown = new Map<string, ShownList>();
  const show = (): void => {
    const wanted = new Map(validations().map((each) => [`${each.sheet} ${each.address}`, each]));
    for (const [key, { validation, content }] of shown) {
      const next = wanted.get(key);
      if (next && contentOf(next) === content) continue;
      shown.delete(key);
      rangeOnSheet(grid, validation, validation.address)?.setDataValidation(null);
    }
    for (const [key, validation] of wanted) {
      const rule = shown.has(key) ? undefined : ruleOf(grid, validation);
      if (!rule) continue;
      // Setting a list is a change too, and each change calls this function.
      shown.set(key, { validation, content: contentOf(validation) });
      rangeOnSheet(grid, validation, validation.address)?.setDataValidation(rule);
    }
  };
  show();
  return show;
}

interface ShownList {
  readonly validation: ValidationState;
  readonly content: string;
}

/** The visible properties of a list. */
function contentOf(validation: ValidationState): string {
  return JSON.stringify([validation.source, validation.ignoreBlanks, takesOthers(validation)]);
}

/** Accepts other values with Univer's warning, or without. */
function takesOthers({ errorAlert }: ValidationState): boolean {
  return errorAlert?.showAlert === false || (errorAlert?.style ?? "Stop") !== "Stop";
}

/** Returns undefined if the list's source is gone, for example with its sheet. */
function ruleOf(grid: Grid, validation: ValidationState) {
  const { source, ignoreBlanks } = validation;
  const rule = grid.api.newDataValidation().setAllowBlank(ignoreBlanks).setAllowInvalid(takesOthers(validation));
  if (!source.startsWith("=")) {
    const items = source.split(",").map((item) => item.trim());
    return rule.requireValueInList(items, false, true).build();
  }
  const range = rangeOnSheet(grid, validation, source.slice(1));
  return range && rule.requireValueInRange(range, false, true).build();
}

/** Returns the cells at an address. Without a sheet it means the validated cells' sheet. */
function rangeOnSheet(grid: Grid, { sheet: own }: ValidationState, address: string): FRange | undefined {
  const parsed = parseAddress(address);
  const workbook = workbookOf(grid);
  const sheet = parsed?.sheet ? workbook.getSheetByName(parsed.sheet) : workbook.getSheetBySheetId(own);
  if (!parsed || !sheet) return undefined;
  const { row, column, rows, columns }: Area = parsed.area;
  return isInside(parsed.area, gridArea(sheet)) ? sheet.getRange(row, column, rows, columns) : undefined;
}
