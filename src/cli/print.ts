/** Results for people and for programs. */
import { stripVTControlCharacters } from "node:util";
import Table from "cli-table3";
import type { Result } from "../engine/calculator";
import type { Scalar } from "../engine/values";

export interface Line {
  readonly formula: string;
  readonly result: Result;
}

/** One JSON object a line, in order. JSON leaves control characters above 0x7e as they are; a terminal would obey them. */
export function printJson(lines: readonly Line[]): string {
  const json = lines.map(({ formula, result }) => `${JSON.stringify({ formula, ...result })}\n`).join("");
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** Single values in a table beside their formulas; what spills below its formula. In order. */
export function printTables(lines: readonly Line[]): string {
  const blocks: string[] = [];
  let scalars: Line[] = [];
  const close = () => {
    if (scalars.length > 0) blocks.push(align(scalars.map(({ formula, result }) => [plain(formula), ...show(result)])));
    scalars = [];
  };
  for (const line of lines) {
    if (!("value" in line.result) || !Array.isArray(line.result.value)) scalars.push(line);
    else {
      close();
      blocks.push(`${plain(line.formula)}\n\n${align(line.result.value.map((row) => row.map(showScalar)))}`);
    }
  }
  close();
  return `${blocks.join("\n\n")}\n`;
}

export type Cell = string | { content: string; hAlign: "right" };

const NO_BORDERS = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid"].flatMap((side) =>
    ["", "-mid", "-left", "-right"].map((part) => [`${side}${part}`, ""]),
  ),
);

export function align(rows: Cell[][]): string {
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
function show(result: Result): Cell[] {
  if ("error" in result) return [{ content: result.error.code, hAlign: "right" }, plain(result.error.message)];
  return Array.isArray(result.value) ? [] : [showScalar(result.value), ""];
}

export function showScalar(value: Scalar): Cell {
  if (typeof value === "number") return { content: showNumber(value), hAlign: "right" };
  return typeof value === "boolean" ? String(value).toUpperCase() : plain(value);
}

/** Thousands separated; as many decimals as still say something. */
function showNumber(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.001) return value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
  const digits = Number.isInteger(value) || size >= 1000 ? 0 : size >= 10 ? 2 : 4;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Names come from a service: nothing in them may steer the terminal, or turn the order of what it shows. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, " ");
}
