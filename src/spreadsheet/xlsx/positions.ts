/** Reads positions and areas in a file. An invalid address means that the file is damaged. */
import { parseAddress, parseArea, parsePosition } from "../cells/address";
import type { Area, Position } from "../cells/area";
import { MAX_ROWS } from "../cells/limits";

/** Reads "B7" or "$B$7". Throws with a message for people. */
export function readPosition(text: string): Position {
  return parsePosition(text) ?? failOn(text, "the address of a cell");
}

/** Reads "B7", "B7:D9", "A:C" or "1:4". Throws with a message for people. */
export function readArea(text: string): Area {
  return parseArea(text) ?? parseAddress(text)?.area ?? failOn(text, "the address of cells");
}

/** Reads the number of a row, from 1, as its index. Throws with a message for people. */
export function readRowNumber(text: string): number {
  const row = /^\s*\d+\s*$/.test(text) ? Number(text) - 1 : -1;
  return row >= 0 && row < MAX_ROWS ? row : failOn(text, "the number of a row");
}

function failOn(text: string, what: string): never {
  throw new Error(`The file is damaged: "${text}" is not ${what}.`);
}
