/** Shows the message of an error while the pointer is over its cell. */
import { CellAlertManagerService } from "@univerjs/preset-sheets-core";
import type { Calls } from "../../src/engine/calls";
import type { Grid } from "../univer/grid";
import { messageAt } from "../univer/messages";

/** Univer's own alert explains only the error's code. */
export function explainErrors(grid: Grid, calls: Calls): void {
  const alerts = grid.injector.get(CellAlertManagerService);
  const show = alerts.showAlert.bind(alerts);
  alerts.showAlert = (alert) => {
    const { subUnitId, row, col } = alert.location;
    const message = messageAt(grid, calls, { sheet: subUnitId, row, column: col });
    show({ ...alert, message: message ?? alert.message });
  };
}
