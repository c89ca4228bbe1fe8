/** Charts, lists and print settings follow their sheet when it is renamed or copied, by the add-in or by its tab. */
import { ICommandService } from "@univerjs/core";
import { CopySheetCommand, SetWorksheetNameMutation } from "@univerjs/sheets";
import { workbookOf, type Grid } from "../univer/grid";
import { copyState, renameState } from "./sheetState";
import type { WorkbookState } from "./state";

export function followSheets(grid: Grid, state: WorkbookState): void {
  const commands = grid.injector.get(ICommandService);
  const sheets = () => workbookOf(grid).getSheets();
  let before: ReadonlySet<string> = new Set();
  commands.beforeCommandExecuted(({ id, params }) => {
    if (id === CopySheetCommand.id) before = new Set(sheets().map((sheet) => sheet.getSheetId()));
    if (id !== SetWorksheetNameMutation.id) return;
    const { subUnitId, name } = params as { subUnitId: string; name: string };
    const sheet = workbookOf(grid).getSheetBySheetId(subUnitId);
    if (sheet) renameState(state, sheet.getSheetName(), name);
  });
  commands.onCommandExecuted(({ id, params }) => {
    if (id !== CopySheetCommand.id) return;
    // Without an id, the sheet that is shown is copied: its copy comes next to it.
    const all = sheets();
    const at = all.findIndex((sheet) => !before.has(sheet.getSheetId()));
    const { subUnitId: from = all[at - 1]?.getSheetId() }: { subUnitId?: string } = params ?? {};
    const [sheet, copy] = [all.find((each) => each.getSheetId() === from), all[at]];
    if (sheet && copy) copyState(state, sheet, copy);
  });
}
