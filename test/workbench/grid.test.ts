import { SetFormulaCalculationStopMutation } from "@univerjs/engine-formula";
import { ICommandService } from "@univerjs/core";
import { createGrid } from "./grid";

/** What keeps Node running, of the kind that Univer opens. */
function openPorts(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "MessagePort").length;
}

/** Begins to calculate, and calls it off at the first pause. */
async function callOffCalculation(grid: ReturnType<typeof createGrid>): Promise<void> {
  const { api, injector } = grid;
  const workbook = api.createWorkbook({ id: "book", sheetOrder: ["s"], sheets: { s: { id: "s", name: "Sheet1" } } });
  workbook.getActiveSheet().getRange("A1").setValue({ f: "=1+1" });
  const commands = injector.get(ICommandService);
  const ended = new Promise<void>((resolve) => {
    api.getFormula().calculationStart(() => {
      commands.syncExecuteCommand(SetFormulaCalculationStopMutation.id, {});
      setTimeout(resolve, 50);
    });
  });
  api.getFormula().executeCalculation();
  await ended;
}

test("a disposed grid leaves no port open after a cancelled calculation", async () => {
  const before = openPorts();
  const grid = createGrid();
  await callOffCalculation(grid);
  grid.dispose();
  // A port closes in the next turn.
  await new Promise((resolve) => setTimeout(resolve));
  expect(openPorts()).toBe(before);
});
