/** Shows the message of an error while the pointer is over its cell. */
import { CellAlertManagerService } from "@univerjs/preset-sheets-core";
import type { Grid } from "../univer/grid";
import type { GridCalculation } from "../univer/calculation";

/** Univer's own alert explains only the error's code. */
export function explainErrors(grid: Grid, calculation: GridCalculation): void {
  const alerts = grid.injector.get(CellAlertManagerService);
  const show = alerts.showAlert.bind(alerts);
  alerts.showAlert = (alert) => {
    const { subUnitId, row, col } = alert.location;
    const message = calculation.messageAt({ sheet: subUnitId, row, column: col });
    show({ ...alert, message: message ?? alert.message });
  };
}
