/** Functions that convert between texts, numbers and codes of characters. */
import { textLiteral } from "../../formulas/textLiteral";
import { numberOf, toText } from "../coercion";
import { doubt } from "../doubt";
import { fail, NA, VALUE_ERROR } from "../errorValues";
import { momentOf } from "../momentTexts";
import type { Evaluation } from "../evaluation";
import { isError, type Matrix, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { CellError, Scalar, Value } from "../values";
import { limited } from "./texts";

function value(this: Evaluation, given: Scalar | null): number | CellError {
  if (typeof given === "number") return given;
  if (given === null) return 0;
  return typeof given === "string" ? (numberOf(given, this.book.dateSystem) ?? VALUE_ERROR) : VALUE_ERROR;
}

/** Reads a number with the given signs, whatever country Excel is set to. Spaces anywhere in it are passed over. */
function numberValue(this: Evaluation, text: string, decimal = ".", groups?: string): number | CellError {
  const point = decimal.charAt(0);
  const comma = groups?.charAt(0) ?? (point === "," ? "" : ",");
  if (point === "" || point === comma) return VALUE_ERROR;
  if (momentOf(text.trimStart())?.date !== undefined)
    return numberOf(text.trimStart(), this.book.dateSystem) ?? VALUE_ERROR;
  const [isRead, amount = "", percents = ""] = /^([^%]*)(%*)$/.exec(text.replace(/ /g, "")) ?? [];
  if (isRead === undefined)
    doubt(`NUMBERVALUE is not calculated here for the text "${text}": a sign of percent is not at its end.`);
  const [before = "", after] = amount.split(point, 2);
  if (amount === "" && percents === "") return 0;
  if (amount.split(point).length > 2 || (comma !== "" && after?.includes(comma))) return VALUE_ERROR;
  const whole = comma === "" ? before : before.replaceAll(comma, "");
  const plain = after === undefined ? whole : `${whole}.${after}`;
  const [, inside] = /^\((.*)\)$/.exec(plain) ?? [];
  if (inside !== undefined && /^[-+(]/.test(inside)) return VALUE_ERROR;
  const size = plainNumber(inside ?? plain) / 100 ** percents.length;
  return inside === undefined ? size : -size;
}

/** Reads digits with a point. Fails with #VALUE! for letters; other signs may be those of a currency. */
function plainNumber(text: string): number {
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?$/i.test(text)) return Number(text);
  if (/[^\p{L}\d.,+-]/u.test(text) && /\p{Nd}/u.test(text))
    doubt(`NUMBERVALUE is not calculated here for the text "${text}": it may be an amount with a currency.`);
  return fail(VALUE_ERROR);
}

/** Characters from 128 on differ between computers, but for the no-break space that CHAR(160) is nearly everywhere. */
const NO_BREAK_SPACE = 160;

function char(code: number): string | CellError {
  const number = Math.trunc(code);
  if (number < 1 || number > 255) return VALUE_ERROR;
  if (number > 127 && number !== NO_BREAK_SPACE)
    doubt("CHAR is not calculated here for codes from 128 on: the characters depend on the computer. Use UNICHAR.");
  return String.fromCharCode(number);
}

function code(text: string): number | CellError {
  if (text === "") return VALUE_ERROR;
  const number = text.charCodeAt(0);
  if (number > 127 && number !== NO_BREAK_SPACE)
    doubt(`CODE is not calculated here for "${text.charAt(0)}": its code depends on the computer. Use UNICODE.`);
  return number;
}

function unichar(number: number): string | CellError {
  const code = Math.trunc(number);
  if (code < 1 || code > 0x10ffff) return VALUE_ERROR;
  if (code >= 0xd800 && code <= 0xdfff) return NA;
  if ((code & 0xfffe) === 0xfffe) doubt("UNICHAR is not calculated here for codes that are no characters.");
  return String.fromCodePoint(code);
}

function onlyText(this: Evaluation, operand: Operand): Value {
  const first = this.first(operand);
  return typeof first === "string" || isError(first) ? first : "";
}

/** Fails with #VALUE! for other formats than 0 (as people read it) and 1 (as a formula has it). */
function isStrict(format: number): boolean {
  const number = Math.trunc(format);
  return number === 0 || number === 1 ? number === 1 : fail(VALUE_ERROR);
}

function shown(value: Value, strict: boolean): string {
  if (isError(value)) return value.code;
  if (value === null && strict) doubt("Blank cells are not calculated here as texts of a formula.");
  if (typeof value === "string" && strict) return textLiteral(value);
  const text = toText(value);
  return isError(text) ? text.code : text;
}

function arrayToText(array: Matrix, format = 0): string | CellError {
  const strict = isStrict(format);
  const lines = array.lines().map((line) => line.map((each) => shown(each, strict)));
  return limited(strict ? `{${lines.map((line) => line.join(",")).join(";")}}` : lines.flat().join(", "));
}

export const TEXT_VALUES: Table = {
  VALUE: row("any", value),
  NUMBERVALUE: row("text text?? text??", numberValue),
  CHAR: row("number", char),
  CODE: row("text", code),
  UNICHAR: row("number", unichar),
  UNICODE: row("text", (text) => text.codePointAt(0) ?? VALUE_ERROR),
  T: row("operand", onlyText),
  HYPERLINK: row("text any?", (link, shown) => (shown === undefined ? link : shown)),
  VALUETOTEXT: row("any number?", (value, format = 0) => limited(shown(value, isStrict(format)))),
  ARRAYTOTEXT: row("matrix number?", arrayToText),
};
