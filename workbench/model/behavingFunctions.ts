/** The add-in's functions as a misbehaving Excel calls them. */
import type { CustomFunction } from "../../src/spreadsheet/engine/customFunction";
import type { SheetPosition } from "../../src/spreadsheet/cells/area";
import { parseSheetPosition } from "../../src/spreadsheet/cells/address";
import { isErrorCode, isWaitingCode } from "../../src/spreadsheet/cells/errorCodes";
import { BUSY, type GridValue } from "../univer/gridValues";
import { workbookOf, type Grid } from "../univer/grid";
import { delayOf, type HostBehaviour } from "./behaviour";

export interface BehavingOptions {
  readonly grid: Grid;
  readonly behaviour: HostBehaviour;
  /** Returns what a cell showed before it became pending. */
  readonly valueBefore: (cell: SheetPosition) => GridValue | undefined;
}

export function behaving(custom: CustomFunction, { grid, behaviour, valueBefore }: BehavingOptions): CustomFunction {
  const blank = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(blank) : (value ?? behaviour.blankArgument);
  const wasError = (address: string): boolean => {
    const cell = positionOf(grid, address);
    const before = cell && valueBefore(cell);
    return isErrorCode(before) && !isWaitingCode(before);
  };
  return {
    ...custom,
    isMissing: () => behaviour.missing,
    async run(args, options) {
      const { uncalledCode: code } = behaviour;
      if (code !== undefined) throw Object.assign(new Error("Excel has not called the function."), { code });
      if (behaviour.stuckErrors && wasError(options.address)) return BUSY;
      await pause(delayOf(behaviour));
      const address = behaviour.quoteSheets ? options.address.replace(/^([^']*)!/, "'$1'!") : options.address;
      const result = await custom.run(args.map(blank), { ...options, address });
      behaviour.zeroCells?.add(options.address);
      await pause(behaviour.resultDelay);
      behaviour.zeroCells?.delete(options.address);
      return behaviour.losesResults ? BUSY : result;
    },
  };
}

/** Returns the position with its sheet's id. */
function positionOf(grid: Grid, address: string): SheetPosition | undefined {
  const position = parseSheetPosition(address);
  const sheet = workbookOf(grid).getSheetByName(position?.sheet ?? "");
  return position && sheet ? { ...position, sheet: sheet.getSheetId() } : undefined;
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
