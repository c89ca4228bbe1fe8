/** The drop-down lists of cells that frozen formulas read: whoever chose from one would expect the numbers to follow. */
import { formatRange, parseAddress, withoutSheet } from "../../grid/address";
import { positionsIn, type SheetArea } from "../../grid/area";
import type { FrozenList } from "../../saved/frozen";
import { areasOf } from "../cells/cellAreas";
import { rangeOf } from "../cells/cells";
import { forEachBatch } from "../cells/batches";
import { anchoredAddress } from "./frozenLine";

/** A list on a cell, as Excel tells it. */
export type FoundList = Omit<FrozenList, "id" | "kind">;

/** Cells whose lists are looked for at most. */
const MOST_CELLS = 20_000;
const NONE = "None";
const LIST = "List";

/** The lists on these cells. */
export async function findLists(context: Excel.RequestContext, inputs: readonly SheetArea[]): Promise<FoundList[]> {
  const cells: SheetArea[] = [];
  await forEachBatch(
    context,
    areasOf(inputs.slice(0, MOST_CELLS)),
    (area) => ({ area, validation: rangeOf(context, area).dataValidation.load("type") }),
    ({ area, validation: { type } }) => {
      // For cells that differ, Excel says so.
      if (type !== NONE) cells.push(...positionsIn(area).map((cell) => ({ ...area, ...cell, rows: 1, columns: 1 })));
    },
  );
  const lists: FoundList[] = [];
  await forEachBatch(
    context,
    cells,
    (area) => ({
      area,
      validation: rangeOf(context, area).dataValidation.load("type,rule,ignoreBlanks,errorAlert,prompt"),
    }),
    ({ area, validation: { type, rule, ignoreBlanks, errorAlert, prompt } }) => {
      const source = rule.list?.source;
      if (type !== LIST || typeof source !== "string") return;
      lists.push({ address: anchoredAddress(area.sheet, area), source, ignoreBlanks, errorAlert, prompt });
    },
  );
  return lists;
}

/** Queues the removal of the list at this address. */
export function clearList(context: Excel.RequestContext, { address }: Pick<FoundList, "address">): void {
  cellOf(context, address)?.dataValidation.clear();
}

/** Queues the return of a list to its cell, at these addresses of the cell and of the range that it shows. */
export function restoreList(context: Excel.RequestContext, list: FrozenList, [cell, range]: readonly string[]): void {
  const validation = cell === undefined ? undefined : cellOf(context, cell)?.dataValidation;
  const source = sourceOf(list, cell ?? "", range);
  if (!validation || source === undefined) return;
  validation.rule = { list: { inCellDropDown: true, source } };
  validation.ignoreBlanks = list.ignoreBlanks;
  if (list.errorAlert) validation.errorAlert = list.errorAlert as Excel.DataValidationErrorAlert;
  if (list.prompt) validation.prompt = list.prompt as Excel.DataValidationPrompt;
}

/** The range of a list; undefined for one that names its items, or takes them from elsewhere. */
export function rangeOfList({ source, address }: FoundList): string | undefined {
  const found = source.startsWith("=") ? parseAddress(source.slice(1)) : undefined;
  const own = parseAddress(address)?.sheet ?? "";
  if (!found || found.isForeign) return undefined;
  return formatRange(found.sheet || own, { ...found.range, $top: true, $left: true, $bottom: true, $right: true });
}

/** Undefined where the range has been deleted. */
function sourceOf(list: FrozenList, cell: string, range: string | undefined): string | undefined {
  if (rangeOfList(list) === undefined) return list.source;
  const now = parseAddress(range ?? "#REF!");
  if (!now) return undefined;
  return `=${formatRange(now.sheet === parseAddress(cell)?.sheet ? "" : now.sheet, now.range)}`;
}

function cellOf(context: Excel.RequestContext, address: string): Excel.Range | undefined {
  const sheet = parseAddress(address)?.sheet;
  return sheet === undefined ? undefined : context.workbook.worksheets.getItem(sheet).getRange(withoutSheet(address));
}
