/** The changes of a refresh as the pane lists them: filtered by words, and sized for bars. Pure. */
import type { ListedChange } from "../actions/state";
import { findField } from "../insights";
import { argumentIn } from "../language/signatures";
import { varianceSign } from "../language/variance";

/** Returns changes whose sheet, plan, scenario, labels, address or values contain each of the words, in any order. */
export function filterChanges(changes: readonly ListedChange[], text: string): readonly ListedChange[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return changes;
  return changes.filter(({ sheet, plan, scenario, labels, address, shown }) => {
    const all = [sheet, plan, scenario, labels.row, labels.column, address, shown.before, shown.after];
    const searched = all.join("\n").toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** Returns after − before; 0 if one of them is no number. */
export function differenceOf({ before, after }: ListedChange): number {
  return typeof before === "number" && typeof after === "number" ? after - before : 0;
}

/** Returns the size of a change of an amount; 0 for a share, whose bar would say nothing beside amounts. */
export function changeSize(change: ListedChange): number {
  return change.explained && fieldOfChange(change)?.unit !== "amount" ? 0 : Math.abs(differenceOf(change));
}

/** What a change does to profit or service; undefined if neither direction is better. */
export function effectOf(change: ListedChange): "better" | "worse" | undefined {
  const { explained } = change;
  const field = fieldOfChange(change);
  const difference = differenceOf(change);
  if (!explained || !field?.direction || difference === 0) return undefined;
  const measure = String(argumentIn(explained.call, "measure") ?? "amount").toLowerCase();
  // What VAR returns is positive if it is better, unless a bare difference is asked for.
  const isTurned = explained.call.id === "VAR" && measure !== "difference";
  const sign = isTurned ? 1 : varianceSign(field, "amount");
  return sign * Math.sign(explained.scale) * difference > 0 ? "better" : "worse";
}

function fieldOfChange({ explained }: ListedChange) {
  return explained && findField(String(argumentIn(explained.call, "field")));
}
