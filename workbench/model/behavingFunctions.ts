/** The add-in's functions as a misbehaving Excel calls them. */
import type { CustomFunction } from "../../src/engine/functions";
import { parseSheetPosition } from "../../src/grid/address";
import { isErrorCode, isWaitingCode } from "../../src/grid/errorCodes";
import { BUSY } from "../univer/cells";
import { workbookOf, type Grid } from "../univer/grid";
import type { PreviousValues } from "../univer/previousValues";
import { delayOf, type HostBehaviour } from "./behaviour";

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
      if (behaviour.stuckErrors && wasInError(grid, previous, options.address)) return BUSY;
      await pause(delayOf(behaviour));
      const address = behaviour.quoteSheets ? options.address.replace(/^([^']*)!/, "'$1'!") : options.address;
      const result = await custom.run(args.map(blank), { ...options, address });
      await pause(behaviour.resultDelay);
      return result;
    },
  };
}

/** True if the cell showed an error before this call; one that is stuck at #BUSY! already is not in error. */
function wasInError(grid: Grid, previous: PreviousValues, address: string): boolean {
  const position = parseSheetPosition(address);
  const sheet = workbookOf(grid)
    .getSheetByName(position?.sheet ?? "")
    ?.getSheetId();
  const value = position && sheet ? previous.of({ ...position, sheet }) : undefined;
  return isErrorCode(value) && !isWaitingCode(value);
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
