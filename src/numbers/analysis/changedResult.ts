/** The numbers of a call before and after a refresh. Pure. */
import type { Position } from "../../spreadsheet/cells/area";
import type { CallWithSettings } from "../language/callKey";
import { isNear } from "./bridge";
import type { BeforeAfter } from "./drivers";
import type { ChangedNumber, ExplainedCall } from "./findDrivers";
import type { NumberCall } from "./numberCall";
import { numberCallOf, numberInResult, numbersInResult } from "./tableNumbers";

/** What a call returned before and after. */
export interface ChangedResult {
  readonly call: CallWithSettings;
  readonly before: unknown;
  readonly after: unknown;
}

/** What a cell shows. */
interface Shown {
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the numbers that the call returned both times. A table may have other rows now, so they are paired by what they are. */
export function numbersOfResult({ call, before, after }: ChangedResult): ChangedNumber[] {
  const placeOf = ({ args }: NumberCall) => JSON.stringify(args);
  const then = new Map(numbersInResult(call, before).map((each) => [placeOf(each.call), each.value]));
  return numbersInResult(call, after).flatMap(({ call: own, value }) => {
    const former = then.get(placeOf(own));
    return former === undefined ? [] : [{ call: own, before: former, after: value }];
  });
}

/**
 * Returns the number of the call that a cell shows, or shows a multiple of.
 * @param at The cell's place in the result, from 0.
 * @param shown What the cell shows.
 */
export function explainedNumberAt(result: ChangedResult, at: Position, shown: Shown): ExplainedCall | undefined {
  return explainedBy(result, at, shown, scaleOf);
}

/**
 * Returns the number of the call whose change alone moved a cell: the cell adds it to numbers that stayed, or takes it off.
 * @param at The cell's place in the result, from 0.
 * @param shown What the cell shows.
 */
export function movedNumberAt(result: ChangedResult, at: Position, shown: Shown): ExplainedCall | undefined {
  const found = explainedBy(result, at, shown, ({ then, now, before, after }) =>
    [1, -1].find((sign) => now !== then && isNear(after - before, sign * (now - then))),
  );
  return found && { ...found, isMoved: true };
}

interface FourNumbers extends BeforeAfter {
  /** What the call returned. */
  readonly then: number;
  readonly now: number;
}

function explainedBy(
  { call, before, after }: ChangedResult,
  at: Position,
  shown: Shown,
  scaleOf: (numbers: FourNumbers) => number | undefined,
): ExplainedCall | undefined {
  const own = numberCallOf(call, after, at);
  const [then, now] = [numberInResult(before, at), numberInResult(after, at)];
  if (!own || then === undefined || now === undefined) return undefined;
  if (typeof shown.before !== "number" || typeof shown.after !== "number") return undefined;
  const scale = scaleOf({ then, now, before: shown.before, after: shown.after });
  return scale === undefined ? undefined : { call: own, before: then, after: now, scale };
}

/** Returns by what the cell multiplies its call; undefined if it does something else. */
function scaleOf({ then, now, before, after }: FourNumbers): number | undefined {
  const scale = now !== 0 ? after / now : before / then;
  const isSound = Number.isFinite(scale) && scale !== 0 && isNear(scale * then, before) && isNear(scale * now, after);
  // Excel keeps 15 digits of a number.
  return isSound ? (isNear(scale, 1) ? 1 : scale) : undefined;
}
