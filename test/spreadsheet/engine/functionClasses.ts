/** The calls of test/golden/classes.json: functions with every kind of argument, and what Excel returns. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { calculateBook } from "../../../src/spreadsheet/engine/calculateBook";
import { isCellError, type Value } from "../../../src/spreadsheet/engine/values";
import { parsePosition } from "../../../src/spreadsheet/cells/address";
import { declare } from "./declare";
import { sheetOf, type Cell } from "./workbook";

/** A value; an error's code, or "any" where the code is not Excel's for sure. */
type Expected = Value | { readonly error: string };

export interface ClassAnswer {
  /** The call, with "?" for the argument that is varied. */
  readonly template: string;
  readonly formula: string;
  readonly wanted: Expected;
  readonly given: Value;
  /** Why the formula is not calculated. */
  readonly problem: string | undefined;
}

const FIRST = { row: 100, column: 25 };
const SIZE = { fill: "one" as const, rows: 1, columns: 1 };

export async function calculateClasses(): Promise<ClassAnswer[]> {
  const { cells, calls } = JSON.parse(readFileSync(join(__dirname, "../../golden/classes.json"), "utf8")) as {
    cells: Record<string, Value | { formula: string }>;
    calls: Record<string, Record<string, Expected>>;
  };
  const asked = Object.entries(calls).flatMap(([template, group]) =>
    Object.entries(group).map(([formula, wanted]) => ({ template, formula, wanted })),
  );
  const fixture = Object.entries(cells).map(([address, given]): Cell => {
    const isFormula = typeof given === "object" && given !== null && "formula" in given;
    const position = parsePosition(address)!;
    return isFormula
      ? { ...position, value: null, formula: { ...SIZE, text: given.formula } }
      : { ...position, value: given };
  });
  const formulas = asked.map(({ formula }, at): Cell => {
    return { row: FIRST.row + at, column: FIRST.column, value: null, formula: { ...SIZE, text: formula } };
  });
  const all = `INSIGHTS.READ(ROWS(A1:AU99)+ROWS(Z100:Z${FIRST.row + asked.length}))`;
  const reader: Cell = { row: 98, column: 50, value: 0, formula: { ...SIZE, text: all } };
  const sheet = sheetOf("Plan", [...fixture, ...formulas, reader]);
  const outcomes = await calculateBook([sheet], [declare("READ", "cells*", () => 0)]);
  const byRow = new Map(
    outcomes.filter(({ cell }) => cell.column === FIRST.column).map((each) => [each.cell.row, each]),
  );
  return asked.map((each, at) => {
    const outcome = byRow.get(FIRST.row + at);
    return { ...each, given: outcome?.rows[0]?.[0] ?? null, problem: outcome ? outcome.problem : "Not calculated." };
  });
}

/** These search their results, and LibreOffice stops earlier. */
const SEARCHING = /^(?:YIELD|RATE|IRR|XIRR)\(/;

export function isAsWanted({ template, wanted, given }: ClassAnswer): boolean {
  const code = typeof wanted === "object" && wanted !== null && "error" in wanted ? wanted.error : undefined;
  if (code !== undefined) return isCellError(given) && (code === "any" || given.code === code);
  if (typeof wanted !== "number" || typeof given !== "number") return wanted === given;
  return Math.abs(wanted - given) <= Math.max(1e-13, (SEARCHING.test(template) ? 1e-6 : 1e-10) * Math.abs(wanted));
}
