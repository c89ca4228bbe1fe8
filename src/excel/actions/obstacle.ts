/** What an insertion would overwrite, for the question before it. Pure. */
import type { OccupiedCell } from "../workbook/insertion";
import type { Obstacle } from "./sharedState";

const EXAMPLES = 3;

/** Names the first cells that show something: a formula may show nothing. */
export function obstacleOf(occupied: readonly OccupiedCell[]): Obstacle {
  const shown = occupied.filter(({ text }) => text.trim() !== "");
  return {
    count: occupied.length,
    examples: shown.slice(0, EXAMPLES).map(({ address, text }) => `${address} (${text})`),
  };
}
