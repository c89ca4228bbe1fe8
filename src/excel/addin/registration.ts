/**
 * Registers the functions with Excel, and connects each call to the ledger.
 *
 * Excel needs the functions as soon as this script has run. Office is not ready then, nor their code loaded, nor the ledger read.
 * Excel may never find a function that is associated later. So every id is associated at once. Its function first waits for
 * the start, and then asks the ledger. An empty ledger would send each cell of a just opened workbook to the service. If
 * disconnected, the cell would show an error.
 *
 * The ledger answers a call from its entry, or runs the function registered here, which calls the loaded code. A refresh and
 * the pane's preview run the same function without the entry. If the code cannot be loaded, the call fails in the ledger. So
 * its cell is found, and calculated once the code is loaded.
 */
import type * as Functions from "../../numbers/functions/functions";
import type { ExcelFunction } from "../workbook/ledger/ledger";
import { createCellError } from "./cellError";
import type { Starter } from "./start";
import { runtimeLedger, loadedCode } from "./runtime";

/** The ids are listed here because the code of the functions loads later, and Excel needs an answer at once. */
const IDS = Object.keys({
  PLANS: true,
  SCENARIOS: true,
  FIELDS: true,
  PNL: true,
  DEMAND: true,
  KPI: true,
  VAR: true,
  BRIDGE: true,
  PERIOD: true,
  SUPPLY: true,
  SUSTAINABILITY: true,
  ASOF: true,
  // The compiler requires every declared function: a function that is not associated shows #NAME?.
} satisfies Record<keyof typeof Functions, true>) as (keyof typeof Functions)[];

export function registerFunctions({ started, failure }: Starter): void {
  for (const id of IDS) {
    const run: ExcelFunction = async (...values) => {
      const failed = failure();
      if (failed) throw createCellError("#VALUE!", failed.message);
      await started();
      return loadedCode.call?.(id, values);
    };
    const wrapped = runtimeLedger.wrap(id, run);
    CustomFunctions.associate(id, async (...values: unknown[]) => {
      await started().catch(() => undefined);
      return wrapped(...values);
    });
  }
}
