/** Calculates one formula over cells, for tests of functions. */
import { calculateBook, type BookOptions } from "../../../src/spreadsheet/engine/calculateBook";
import { isCellError, type Scalar, type Value } from "../../../src/spreadsheet/engine/values";
import { declare } from "./declare";
import { sheetOf, areaOf } from "./workbook";

/** Values by address: "A1", or "A1:B2" for rows of values. */
export type CellValues = Readonly<Record<string, Value | readonly (readonly Value[])[]>>;

/** A value, an error's code, or rows of these; the problem of a formula in doubt begins with "doubt: ". */
export type Calculated = Scalar | null | Calculated[][];

/** The formula stands in H1 and spills. */
export async function calculate(
  formula: string,
  cells: CellValues = {},
  options: BookOptions = {},
): Promise<Calculated> {
  const written = Object.entries(cells).flatMap(([address, given]) => {
    const { row, column } = areaOf(address);
    const lines = Array.isArray(given) ? (given as readonly (readonly Value[])[]) : [[given as Value]];
    return lines.flatMap((line, down) =>
      line.map((value, right) => ({ row: row + down, column: column + right, value })),
    );
  });
  const source = { text: formula.replace(/^=/, ""), fill: "spill", rows: 1, columns: 1, mayReadOthers: true } as const;
  const home = { row: 0, column: 7, value: null, formula: source };
  const sheet = sheetOf("Plan", [...written, home]);
  const [outcome] = await calculateBook([sheet], [declare("READ", "cells*", () => 0)], options);
  if (!outcome) throw new Error(`${formula} was not calculated.`);
  if (outcome.problem !== undefined) return `doubt: ${outcome.problem}`;
  const shown = outcome.rows.map((line) => line.map((value) => (isCellError(value) ? value.code : value)));
  return shown.length === 1 && shown[0]?.length === 1 ? (shown[0][0] ?? null) : shown;
}
