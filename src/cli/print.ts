/** Prints the results of formulas, for people or for programs. */
import { stripVTControlCharacters } from "node:util";
import Table from "cli-table3";
import type { Result } from "../engine/calculator";
import type { Scalar } from "../engine/values";

export interface EvaluatedFormula {
  readonly formula: string;
  readonly result: Result;
}

/** One JSON object a line, in order. */
export function printJson(lines: readonly EvaluatedFormula[]): string {
  return escapeControls(lines.map(({ formula, result }) => `${JSON.stringify({ formula, ...result })}\n`).join(""));
}

/** In order: single values in a table beside their formulas, and rows below their formula. */
export function printTables(lines: readonly EvaluatedFormula[]): string {
  const blocks: string[] = [];
  let scalars: EvaluatedFormula[] = [];
  const close = () => {
    if (scalars.length > 0)
      blocks.push(formatTable(scalars.map(({ formula, result }) => [plain(formula), ...show(result)])));
    scalars = [];
  };
  for (const line of lines) {
    if (!("value" in line.result) || !Array.isArray(line.result.value)) scalars.push(line);
    else {
      close();
      blocks.push(`${plain(line.formula)}\n\n${formatTable(line.result.value.map((row) => row.map(showScalar)))}`);
    }
  }
  close();
  return `${blocks.join("\n\n")}\n`;
}

export type TableCell = string | { content: string; hAlign: "right" };

const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid"].flatMap((side) =>
    ["", "-mid", "-left", "-right"].map((part) => [`${side}${part}`, ""]),
  ),
);

/** Columns two spaces apart. */
export function formatTable(rows: TableCell[][]): string {
  const chars = { ...NO_BORDERS, middle: "  " };
  const table = new Table({ chars, style: { "padding-left": 0, "padding-right": 0, head: [], border: [] } });
  table.push(...rows);
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** The value, or the error and what it means beside it. */
function show(result: Result): TableCell[] {
  if ("error" in result) return [{ content: result.error.code, hAlign: "right" }, plain(result.error.message)];
  return Array.isArray(result.value) ? [] : [showScalar(result.value), ""];
}

export function showScalar(value: Scalar): TableCell {
  if (typeof value === "number") return { content: showNumber(value), hAlign: "right" };
  return typeof value === "boolean" ? String(value).toUpperCase() : plain(value);
}

/** With separators of thousands, and fewer decimals the larger the number is. */
function showNumber(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.001) return value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
  const digits = Number.isInteger(value) || size >= 1000 ? 0 : size >= 10 ? 2 : 4;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Without what could control the terminal or change the direction of text: names come from a service. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, " ");
}

/** Escapes, as JSON does, what could control the terminal or change the direction of text; line breaks stay. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
