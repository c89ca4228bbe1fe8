/** The add-in's functions as a misbehaving Excel calls them. */
import type { CustomFunction } from "../../src/engine/functions";
import { parseSheetPosition } from "../../src/grid/address";
import { isErrorCode, isWaitingCode } from "../../src/grid/errorCodes";
import { BUSY, type GridValue } from "../univer/cells";
import { workbookOf, type Grid } from "../univer/grid";
import type { PreviousValues } from "../univer/previousValues";
import { delayOf, remembersValues, type HostBehaviour } from "./behaviour";

export interface BehavingOptions {
  readonly grid: Grid;
  readonly behaviour: HostBehaviour;
  readonly previous: PreviousValues;
}

export function behaving(custom: CustomFunction, { grid, behaviour, previous }: BehavingOptions): CustomFunction {
  const blank = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(blank) : (value ?? behaviour.blankArgument);
  return {
    ...custom,
    async run(args, options) {
      const { uncalledCode: code } = behaviour;
      if (code !== undefined) throw Object.assign(new Error("Excel has not called the function."), { code });
      const before = remembersValues(behaviour) ? valueBefore(grid, previous, options.address) : undefined;
      if (behaviour.stuckErrors && isErrorCode(before) && !isWaitingCode(before)) return BUSY;
      const isUnknown = behaviour.missing === "now" || (behaviour.missing === "before" && before === UNKNOWN);
      if (isUnknown) throw Object.assign(new Error("The add-in was missing."), { code: UNKNOWN });
      await pause(delayOf(behaviour));
      const address = behaviour.quoteSheets ? options.address.replace(/^([^']*)!/, "'$1'!") : options.address;
      const result = await custom.run(args.map(blank), { ...options, address });
      await pause(behaviour.resultDelay);
      return result;
    },
  };
}

const UNKNOWN = "#NAME?";

/** What the cell showed before this call. */
function valueBefore(grid: Grid, previous: PreviousValues, address: string): GridValue | undefined {
  const position = parseSheetPosition(address);
  const sheet = workbookOf(grid)
    .getSheetByName(position?.sheet ?? "")
    ?.getSheetId();
  return position && sheet ? previous.of({ ...position, sheet }) : undefined;
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
