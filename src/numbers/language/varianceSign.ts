/** The sign of a variance: what is better for profit or service is positive. */
import type { Field } from "../../insights";

export const MEASURES = ["amount", "percent", "difference"] as const;
export type MeasureName = (typeof MEASURES)[number];

/** Returns the sign that turns scenario − base into the measure: −1 if less is better. A difference keeps its own sign. */
export function varianceSign({ direction }: Pick<Field, "direction">, measure: MeasureName): 1 | -1 {
  return direction === "less" && measure !== "difference" ? -1 : 1;
}

/** The meaning of a plus, in the words of every place that says it. */
export const SIGN_NOTES = { variance: "+ is better", difference: "+ is more" } as const;

export function signNoteOf(measure: MeasureName): string {
  return SIGN_NOTES[measure === "difference" ? "difference" : "variance"];
}
