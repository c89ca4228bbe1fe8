/** IF, AND and their like. */
import { logicalOf, toLogical } from "../coercion";
import { compare } from "../valueOrder";
import { doubt } from "../doubt";
import { fail, NA, VALUE_ERROR } from "../errorValues";
import type { Evaluation } from "../evaluation";
import { isError, Matrix, type Operand } from "../operand";
import { row, type Lazy, type Table } from "../parameters";
import type { Value } from "../values";
import { visitAll } from "./cells";

/** Texts in cells and arrays are ignored. A text that is written as an argument is converted. */
function logicals(operands: readonly Operand[]): boolean[] {
  const found: boolean[] = [];
  visitAll(operands, (value, isDirect) => {
    if (isError(value)) fail(value);
    if (typeof value === "boolean") found.push(value);
    else if (typeof value === "number") found.push(value !== 0);
    else if (isDirect && value !== "") {
      found.push(value === null ? false : (logicalOf(value) ?? fail(VALUE_ERROR)));
    }
  });
  return found.length === 0 ? fail(VALUE_ERROR) : found;
}

const ofLogicals =
  (combine: (all: readonly boolean[]) => boolean) =>
  (...operands: Operand[]): boolean =>
    combine(logicals(operands));

function choose(condition: boolean, yes: Lazy, no?: Lazy): Operand {
  if (condition) return yes();
  return no ? no() : false;
}

/** Returns the one value of an argument. */
function valueOf(at: Evaluation, operand: Operand): Value {
  const value = at.single(operand);
  return value instanceof Matrix ? doubt("The values of SWITCH are calculated here one at a time only.") : value;
}

/** The parts are conditions and results in turn. */
function chooseFirst(...parts: readonly (Value | Lazy)[]): Operand {
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [given = null, result] = [parts[at], parts[at + 1]];
    if (typeof given === "function" || typeof result !== "function") return VALUE_ERROR;
    const condition = toLogical(given);
    if (isError(condition)) return condition;
    if (condition) return result();
  }
  return NA;
}

function chooseEqual(this: Evaluation, wanted: Value, ...parts: Lazy[]): Operand {
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const value = valueOf(this, parts[at]?.() ?? null);
    if (isError(value)) return value;
    // An empty cell is neither FALSE nor an empty text here.
    if ((value === null && typeof wanted === "boolean") || (wanted === null && value === "")) continue;
    if (compare(wanted, value, "=") === true) return parts[at + 1]?.() ?? null;
  }
  return parts.length % 2 ? (parts.at(-1)?.() ?? null) : NA;
}

function chooseAt(index: number, ...parts: Lazy[]): Operand {
  const part = parts[Math.trunc(index) - 1];
  return part ? part() : VALUE_ERROR;
}

const instead =
  (isCaught: (code: string) => boolean) =>
  (value: Value, other: Lazy): Operand =>
    isError(value) && isCaught(value.code) ? other() : (value ?? 0);

export const LOGIC: Table = {
  TRUE: row("", () => true),
  FALSE: row("", () => false),
  NOT: row("logical", (value) => !value),
  AND: row(
    "operand*",
    ofLogicals((all) => all.every(Boolean)),
  ),
  OR: row(
    "operand*",
    ofLogicals((all) => all.some(Boolean)),
  ),
  XOR: row(
    "operand*",
    ofLogicals((all) => all.filter(Boolean).length % 2 === 1),
  ),
  IF: row("logical lazy lazy?", choose),
  IFS: row("(raw lazy)*", chooseFirst),
  SWITCH: row("any lazy*", chooseEqual),
  CHOOSE: row("number lazy*", chooseAt),
  IFERROR: row(
    "raw lazy",
    instead(() => true),
  ),
  IFNA: row(
    "raw lazy",
    instead((code) => code === "#N/A"),
  ),
};
