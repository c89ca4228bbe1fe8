/** Reads the headings of cells again that were filled from other ones. */
import { parseSheetPosition } from "../../../spreadsheet/cells/address";
import { cellArea, enclosingArea, type Area } from "../../../spreadsheet/cells/area";
import { selectArea } from "../../workbook/tableArea";
import { runAction, setState, type StoreContext } from "../context";
import type { TableActions } from "./tableActions";

export interface ReadAgainActions {
  /**
   * Reads the headings again of the tables with these cells, such as "Sheet1!B4". Formulas are renewed if all reads the same, and the roll is
   * shown if a month differs. Otherwise, the block around the cells is selected for Fill.
   */
  readonly readHeadingsAgain: (addresses: readonly string[]) => Promise<void>;
}

/** @param loadGrid Loads the code for tables of one's own. */
export function createReadAgain(context: StoreContext, loadGrid: () => Promise<TableActions>): ReadAgainActions {
  return {
    readHeadingsAgain: (addresses) =>
      runAction(context, async () => {
        const [first, ...more] = addresses.flatMap((address) => parseSheetPosition(address) ?? []);
        if (!first) return;
        const grid = await loadGrid();
        // The table's state may not exist yet.
        const stop = grid.follow();
        const isFollowed = await grid.followEdited(addresses);
        stop();
        if (isFollowed) return setState(context, { section: "grid" });
        const cells = more.filter(({ sheet }) => sheet === first.sheet);
        const block = cells.reduce((area: Area, cell) => enclosingArea(area, cellArea(cell)), cellArea(first));
        await selectArea({ ...block, sheet: first.sheet });
        setState(context, { section: "grid" });
        const stopReading = grid.follow();
        await grid.readHeadings();
        stopReading();
      }),
  };
}
