/** Formulas that must have one value: the same value given in several ways, and the same formula in several places. */
import { calculateBook } from "../../../src/spreadsheet/engine/calculateBook";
import type { BookFormula, BookSheet } from "../../../src/spreadsheet/engine/bookSheet";
import { isCellError, type Value } from "../../../src/spreadsheet/engine/values";
import { tokensOf, TYPES, type Token } from "../../../src/spreadsheet/formulas/tokens";
import { formatPosition, parseAddress } from "../../../src/spreadsheet/cells/address";
import { declare } from "./declare";
import { fixtureCells, otherSheet, readFamilies } from "./functionVectors";
import { sheetOf, type Cell } from "./workbook";

/** The formulas of the vectors that show the same in every cell and at every time. */
export function steadyFormulas(): string[] {
  const formulas = readFamilies()
    .flatMap(({ functions }) => Object.values(functions).flat())
    .filter(({ array, at }) => array === undefined && at === undefined)
    .map(({ formula }) => formula);
  return [...new Set(formulas)].filter((formula) => !/\b(?:RAND\w*|NOW|TODAY)\(|\b(?:ROW|COLUMN)\(\)/.test(formula));
}

/** Copies of the formulas' numbers stand in this column from this row on. */
const COPIES = { row: 199, column: 52 };

/** The rows of cells with the literal numbers of formulas. */
export type Copies = Map<number, number>;

/** Returns the address of a cell that holds the number. */
function addressOfCopy(number: number, copies: Copies): string {
  const row = copies.get(number) ?? COPIES.row + copies.size;
  copies.set(number, row);
  return `$BA$${row + 1}`;
}

/** Functions for which a number and a cell with this number are not the same. */
const OF_REFERENCES = /^(?:ROW|COLUMN|OFFSET|SUBTOTAL)$/i;

/** Returns the formula with each of its operands in each way. Adds the cells that these read to `copies`. */
export function operandsGivenOtherwise(formula: string, copies: Copies): string[] {
  const tokens = tokensOf(formula);
  return tokens.flatMap((token, at) => {
    if (isInArray(tokens, at) || [tokens[at - 1], tokens[at + 1]].some((each) => each?.value === ":")) return [];
    const replaced = (text: string) => formula.slice(0, token.start) + text + formula.slice(token.end);
    return waysOf(token, functionAround(tokens, at), copies).map((way) => {
      if (way === "LET") return `LET(zz,${token.value},${replaced("zz")})`;
      return way === "LAMBDA" ? `LAMBDA(zz,${replaced("zz")})(${token.value})` : replaced(way);
    });
  });
}

function waysOf({ type, value }: Token, around: string, copies: Copies): string[] {
  const chosen = [
    `IF(TRUE,${value})`,
    `IFS(TRUE,${value})`,
    `SWITCH(1,1,${value})`,
    `CHOOSE(1,${value},0)`,
    `(${value})`,
    "LET",
    "LAMBDA",
  ];
  if (type === TYPES.STRING || type === TYPES.BOOLEAN) return chosen;
  if (type === TYPES.REF_RANGE) return [...chosen, ...referring(value)];
  if (type !== TYPES.NUMBER || OF_REFERENCES.test(around)) return type === TYPES.NUMBER ? chosen : [];
  const cell = addressOfCopy(Number(value), copies);
  return [...chosen, cell, `Plan!${cell}`, `IF(TRUE,${cell})`, ...referring(cell)];
}

function referring(reference: string): string[] {
  const isCell = parseAddress(reference)?.area.rows === 1 && parseAddress(reference)?.area.columns === 1;
  const elsewhere = reference.includes("!") ? [] : [`IF(TRUE,plan!${reference})`, `OFFSET(pLAN!${reference},0,0)`];
  return [
    ...elsewhere,
    isCell ? `INDEX(${reference},1)` : `INDEX(${reference},0,0)`,
    `OFFSET(${reference},0,0)`,
    `INDIRECT("${reference}")`,
  ];
}

function isInArray(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(0, at).map(({ value }) => value);
  return before.lastIndexOf("{") > before.lastIndexOf("}");
}

function functionAround(tokens: readonly Token[], at: number): string {
  let depth = 0;
  for (let before = at - 1; before >= 0; before--) {
    const { value } = tokens[before]!;
    if (value === ")") depth++;
    if (value === "(" && depth-- === 0) return tokens[before - 1]?.value ?? "";
  }
  return "";
}

/** The references with "$", so that copies of the formula read the same cells. */
function fixedFormula(formula: string): string {
  return tokensOf(formula)
    .map(({ type, value }) => {
      if (type !== TYPES.REF_RANGE && type !== TYPES.REF_BEAM) return value;
      return value.replace(/^(.*!)?(.*)$/, (_, sheet: string | undefined, range: string) => {
        const fixed =
          type === TYPES.REF_BEAM
            ? range.replace(/\$?([A-Z]+|\d+)/gi, "$$$1")
            : range.replace(/\$?([A-Z]+)\$?(\d+)/gi, "$$$1$$$2");
        return `${sheet ?? ""}${fixed}`;
      });
    })
    .join("");
}

export type Shown = { value: Value } | { problem: string };

const ONE = { fill: "one" as const, rows: 1, columns: 1, mayReadOthers: true };

async function calculateOn(sheets: BookSheet[]): Promise<Map<string, Shown>> {
  const outcomes = await calculateBook(sheets, [declare("READ", "cells*", () => 0)]);
  return new Map(
    outcomes.map(({ cell, rows, problem }) => [
      `${cell.sheet}!${formatPosition(cell)}`,
      problem === undefined ? { value: rows[0]![0]! } : { problem },
    ]),
  );
}

const FIRST = { row: 300, column: 60 };
const ROWS = 4000;

function placeOf(at: number) {
  return { row: FIRST.row + (at % ROWS), column: FIRST.column + 2 * Math.floor(at / ROWS) };
}

/** Calculates each formula in a cell of its own, as an array, so that no range stands for the value in line with it. */
export async function calculateFormulas(formulas: readonly string[], copies: Copies): Promise<Shown[]> {
  const numbers = [...copies].map(([value, row]): Cell => ({ row, column: COPIES.column, value }));
  const cells = formulas.map((text, at): Cell => ({
    ...placeOf(at),
    value: null,
    formula: { ...ONE, fill: "array", text },
  }));
  const shown = await calculateOn([sheetOf("Plan", [...fixtureCells(), ...numbers, ...cells]), otherSheet()]);
  return formulas.map((_, at) => shown.get(`Plan!${formatPosition(placeOf(at))}`)!);
}

/** Calculates each formula in two cells, and as a shared formula in two cells, on two sheets. */
export async function calculatePlaces(formulas: readonly string[]): Promise<Shown[][]> {
  const places = (at: number) => Array.from({ length: 4 }, (_, k) => placeOf(4 * at + k));
  const cells = formulas.flatMap((text, at): Cell[] => {
    const [one, two, three, four] = places(at) as [Cell, Cell, Cell, Cell];
    const own: BookFormula = { ...ONE, text };
    const shared: BookFormula = { ...ONE, text: fixedFormula(text), at: { row: three.row, column: three.column } };
    const isShared = !/\b(?:LET|LAMBDA)\(|#|@/.test(text);
    return [one, two, three, four].map((place, k) => ({
      ...place,
      value: null,
      formula: k < 2 ? own : isShared ? shared : { ...ONE, text: fixedFormula(text) },
    }));
  });
  const sheets = ["Plan", "Twin"].map((name) => sheetOf(name, [...fixtureCells(), ...cells]));
  const shown = await calculateOn([...sheets, otherSheet()]);
  return formulas.map((_, at) =>
    ["Plan", "Twin"].flatMap((sheet) => places(at).map((place) => shown.get(`${sheet}!${formatPosition(place)}`)!)),
  );
}

export function isSame(one: Value, other: Value): boolean {
  if (typeof one === "number" && typeof other === "number")
    return Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other));
  return isCellError(one) && isCellError(other) ? one.code === other.code : one === other;
}
