/** What a table will be: its size, its first formula, and its first numbers. */
import { parseSheetPosition } from "../../../spreadsheet/cells/address";
import { contentOfTable } from "../../../reporting/tables/tableContent";
import { isOutlookOpen, type TableDefinition } from "../../../reporting/tables/definition";
import { previewOfTable } from "../../../reporting/tables/preview";
import { setState, type StoreContext } from "../context";
import { formatLanguage } from "../format/formatLanguage";
import type { TableState } from "./tableState";
import { createPreviewCalls } from "./previewCalls";
import { withTexts } from "./previewTexts";

/** @param target The table's first cell. */
export function describe(definition: TableDefinition, target: string): Pick<TableState, "size" | "formula"> {
  if (!isComplete(definition)) return { size: { rows: 0, columns: 0 }, formula: "" };
  const { contents, body } = contentOfTable(definition, parseSheetPosition(target) ?? { row: 0, column: 0 });
  return {
    size: { rows: contents.length, columns: contents[0]?.length ?? 0 },
    formula: String(contents[body.row]?.[body.column] ?? ""),
  };
}

/** True if there is anything to show, and it is known whose months an outlook ends with. */
export function isComplete(definition: TableDefinition): boolean {
  const { lines, columns, periods } = definition;
  return lines.length > 0 && columns.length > 0 && periods.length > 0 && !isOutlookOpen(definition);
}

/** Asks for the first numbers, and shows them. */
export async function showPreview(context: StoreContext): Promise<void> {
  const { refreshed, grid: { definition } = {} } = context.state;
  if (!definition || !isComplete(definition)) return;
  const calls = createPreviewCalls(context);
  const previewed = withTexts(await previewOfTable(definition, calls.invoke), formatLanguage());
  const shown = { ...previewed, fullYear: calls.fullYear(), failure: calls.failure() };
  const { grid } = context.state;
  // The table may have changed meanwhile, or another refresh may have brought newer numbers.
  if (grid?.definition === definition && context.state.refreshed === refreshed)
    setState(context, { grid: { ...grid, preview: { state: "done", ...shown } } });
}
