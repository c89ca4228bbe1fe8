/** The vectors of test/golden/functions: formulas, what they give in Excel, and what the engine makes of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { calculateBook } from "../../../src/spreadsheet/engine/calculateBook";
import type { BookSheet } from "../../../src/spreadsheet/engine/bookSheet";
import { isCellError, type Value } from "../../../src/spreadsheet/engine/values";
import { parsePosition } from "../../../src/spreadsheet/cells/address";
import { declare } from "./declare";
import { sheetOf, type Cell } from "./workbook";

/** One formula and its result: LibreOffice's, but for those with a `source`. */
export interface Vector {
  readonly formula: string;
  /** The formula's cell, where that matters. */
  readonly at?: string;
  /** "2x3": it is calculated as an array, and fills so many rows and columns. */
  readonly array?: string;
  /** Rows for an array of several values. */
  readonly value?: unknown;
  /** A code, or "#VALUE! or #NUM!" where LibreOffice has one error for both. */
  readonly error?: string;
  /** Where the result comes from if not from LibreOffice. */
  readonly source?: string;
  /** How far a number may be off, relative to it. @default 1e-12 */
  readonly tolerance?: number;
  /** How far a number may be off whatever its size. @default 0 */
  readonly absolute?: number;
}

export interface Family {
  readonly name: string;
  /** The vectors of each function, or kind of operator. */
  readonly functions: Readonly<Record<string, readonly Vector[]>>;
}

const FOLDER = join(__dirname, "../../golden/functions");
const FIXTURE = "fixture.json";

/** Formulas stand here, one below the other, and far enough apart for what spills. */
const FIRST = { row: 100, column: 25, apart: 8 };

export function readFamilies(): Family[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json") && name !== FIXTURE);
  return names.map((name) => ({ name: name.replace(".json", ""), functions: readJson(name).functions }));
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
}

/** What the engine makes of a vector: rows of values, errors as "error #N/A"; or why it does not calculate it. */
export type Answer = { rows: unknown[][] } | { problem: string };

export async function calculateVectors(vectors: readonly Vector[]): Promise<Answer[]> {
  const positions = vectors.map((vector, index) => positionOf(vector, index));
  const outcomes = await calculateBook(sheetsOf(vectors), [declare("READ", "cells*", () => 0)]);
  const byPlace = new Map(outcomes.map((outcome) => [`${outcome.cell.row} ${outcome.cell.column}`, outcome]));
  return positions.map(({ row, column }) => {
    const outcome = byPlace.get(`${row} ${column}`);
    if (!outcome) return { problem: "It has not been calculated." };
    return outcome.problem === undefined
      ? { rows: outcome.rows.map((cells) => cells.map(shown)) }
      : { problem: outcome.problem };
  });
}

/** The cells that the formulas read. */
export function fixtureCells(): Cell[] {
  return Object.entries(readJson(FIXTURE).cells).map(([address, value]) => {
    const position = parsePosition(address)!;
    const formula = (value as { formula?: string }).formula;
    if (formula === undefined) return { ...position, value: value as Value };
    return { ...position, value: null, formula: { text: formula, fill: "one" as const, rows: 1, columns: 1 } };
  });
}

export function otherSheet(): BookSheet {
  const other = [100, "other"].map((value, column) => ({ row: 0, column, value }));
  return sheetOf("Other", [...other, { row: 1, column: 0, value: 200 }]);
}

/** A formula that reads them all has them calculated: they have no values yet. */
function sheetsOf(vectors: readonly Vector[]): BookSheet[] {
  const calls = vectors.map((vector, index) => {
    const [rows = 1, columns = 1] = (vector.array ?? "1x1").split("x").map(Number);
    const fill = vector.array === undefined ? ("one" as const) : ("array" as const);
    return { ...positionOf(vector, index), value: null, formula: { text: vector.formula, fill, rows, columns } };
  });
  const all = `INSIGHTS.READ(ROWS(J1:AU59)+ROWS(Z100:AC${FIRST.row + FIRST.apart * (vectors.length + 1)}))`;
  const reader = { row: 60, column: 50, value: 0, formula: { text: all, fill: "one" as const, rows: 1, columns: 1 } };
  return [sheetOf("Plan", [...fixtureCells(), ...calls, reader]), otherSheet()];
}

function positionOf({ at }: Vector, index: number): { row: number; column: number } {
  return at === undefined ? { row: FIRST.row + FIRST.apart * index, column: FIRST.column } : parsePosition(at)!;
}

function shown(value: Value): unknown {
  return isCellError(value) ? { error: value.code } : value;
}

/** Whether the engine's rows are the vector's. */
export function isRight(vector: Vector, rows: readonly (readonly unknown[])[]): boolean {
  const { value, error } = vector;
  const wanted = error !== undefined ? [[{ error }]] : Array.isArray(value) ? (value as unknown[][]) : [[value]];
  return (
    wanted.length === rows.length &&
    wanted.every(
      (cells, row) =>
        cells.length === rows[row]!.length && cells.every((each, column) => isSame(each, rows[row]![column], vector)),
    )
  );
}

function isSame(wanted: unknown, given: unknown, { tolerance = 1e-12, absolute = 0 }: Vector): boolean {
  if (typeof wanted === "number" && typeof given === "number")
    return Math.abs(wanted - given) <= Math.max(absolute, tolerance * Math.abs(wanted));
  const codesOf = (value: unknown) => (value as { error?: string } | null)?.error;
  const codes = codesOf(wanted)?.split(" or ");
  return codes ? codes.includes(codesOf(given) ?? "") : wanted === given;
}
