/** Formats the results of formulas for people or programs. */
import { stripVTControlCharacters } from "node:util";
import Table from "cli-table3";
import type { Scalar } from "../../spreadsheet/engine/values";
import type { EvaluatedResult } from "./evaluator";

export interface EvaluatedFormula {
  readonly formula: string;
  readonly result: EvaluatedResult;
}

/** Formats one JSON object per line, in order. */
export function printJson(lines: readonly EvaluatedFormula[]): string {
  const objects = lines.map(({ formula, result: { failure, ...result } }) =>
    "value" in result
      ? { formula, value: result.value }
      : { formula, error: { ...result.error, ...(failure && { kind: failure.kind }) } },
  );
  return escapeControls(objects.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Formats results in order: single values in a table next to their formulas, tables below their formula. */
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

/** Formats a table with two spaces between columns. */
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

/** Returns the cells of one result: the value, or the error with its message. */
function show(result: EvaluatedResult): TableCell[] {
  if ("error" in result) return [{ content: result.error.code, hAlign: "right" }, plain(result.error.message)];
  return Array.isArray(result.value) ? [] : [showScalar(result.value), ""];
}

export function showScalar(value: Scalar): TableCell {
  if (typeof value === "number") return { content: showNumber(value), hAlign: "right" };
  return typeof value === "boolean" ? String(value).toUpperCase() : plain(value);
}

/** Formats a number with thousands separators; larger numbers get fewer decimals. */
export function showNumber(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.001) return value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
  const digits = Number.isInteger(value) || size >= 1000 ? 0 : size >= 10 ? 2 : 4;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Removes control sequences and marks of text direction: names come from a service. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, " ");
}

/** Escapes, as JSON does, what could control the terminal, change the direction of text or hide in it; line breaks stay. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS_AND_FORMATS, (found) => (found === "\n" ? found : escaped(found)));
}

function escaped(character: string): string {
  return character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Also the characters that are not seen, such as U+200B: a text with them looks like another one. */
const CONTROLS_AND_FORMATS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
