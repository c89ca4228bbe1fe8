/** Positions and areas as a file holds them. An address that is none means that the file is damaged. */
import { parseArea, parsePosition } from "../grid/address";
import type { Area, Position } from "../grid/area";

/** Reads "B7" or "$B$7". Throws with a message for people. */
export function readPosition(text: string): Position {
  return parsePosition(text) ?? failOn(text, "a cell");
}

/** Reads "B7" or "B7:D9". Throws with a message for people. */
export function readArea(text: string): Area {
  return parseArea(text) ?? failOn(text, "cells");
}

function failOn(text: string, what: string): never {
  throw new Error(`The workbook is damaged: "${text}" is not the address of ${what}.`);
}
