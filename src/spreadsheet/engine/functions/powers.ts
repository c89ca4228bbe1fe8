/** Powers, logarithms, trigonometry and random numbers. */
import { doubt } from "../doubt";
import { DIV0, fail, NUM } from "../errorValues";
import { power } from "../operators";
import { row, type Table } from "../parameters";
import type { CellError } from "../values";

/** From this size on Excel calculates no angle. */
const LARGEST_ANGLE = 2 ** 27;

/** The size of results near a pole from which on the binary digits of pi decide. */
const NEAR_POLE = 1e6;

function angle(calculate: (angle: number) => number | CellError) {
  return row("number", (size) => (Math.abs(size) >= LARGEST_ANGLE ? NUM : calculate(size)));
}

/** @param calculate Grows without bounds towards its poles. All but the one at 0 are multiples of pi, or of its half. */
function angleWithPoles(calculate: (angle: number) => number) {
  return angle((size) => {
    const result = calculate(size);
    if (Math.abs(size) < 1 || Math.abs(result) < NEAR_POLE) return result;
    return doubt("The angle is too close to one for which there is no result.");
  });
}

/** A function that is the inverse of another one, and of a small size if its argument is large. */
function inverse(calculate: (number: number) => number) {
  return row("number", (number) => (number === 0 ? DIV0 : 1 / calculate(number)));
}

function positive(number: number): number {
  return number <= 0 ? fail(NUM) : number;
}

function within(number: number, least: number, most: number): number {
  return number < least || number > most ? fail(NUM) : number;
}

function logarithm(number: number, base = 10): number | CellError {
  if (number <= 0 || base <= 0) return NUM;
  if (base === 1) return DIV0;
  return base === 10 ? Math.log10(number) : Math.log(number) / Math.log(base);
}

function acoth(number: number): number {
  return Math.abs(number) <= 1 ? fail(NUM) : Math.log((number + 1) / (number - 1)) / 2;
}

function randomBetween(low: number, high: number): number | CellError {
  const [from, to] = [Math.ceil(low), Math.floor(high)];
  return from > to ? NUM : from + Math.floor(Math.random() * (to - from + 1));
}

export const POWERS: Table = {
  ABS: row("number", Math.abs),
  SIGN: row("number", Math.sign),
  POWER: row("number number", power),
  SQRT: row("number", (number) => (number < 0 ? NUM : Math.sqrt(number))),
  SQRTPI: row("strict", (number) => (number < 0 ? NUM : Math.sqrt(number * Math.PI))),
  EXP: row("number", Math.exp),
  LN: row("number", (number) => Math.log(positive(number))),
  LOG10: row("number", (number) => Math.log10(positive(number))),
  LOG: row("number number?", logarithm),
  RAND: row("", () => Math.random(), "volatile"),
  RANDBETWEEN: row("number number", randomBetween, "volatile"),
};

export const TRIGONOMETRY: Table = {
  PI: row("", () => Math.PI),
  DEGREES: row("number", (size) => (size * 180) / Math.PI),
  RADIANS: row("number", (size) => (size * Math.PI) / 180),
  SIN: angle(Math.sin),
  COS: angle(Math.cos),
  TAN: angleWithPoles(Math.tan),
  COT: angleWithPoles((size) => (size === 0 ? fail(DIV0) : 1 / Math.tan(size))),
  CSC: angleWithPoles((size) => (size === 0 ? fail(DIV0) : 1 / Math.sin(size))),
  SEC: angleWithPoles((size) => 1 / Math.cos(size)),
  ASIN: row("number", (number) => Math.asin(within(number, -1, 1))),
  ACOS: row("number", (number) => Math.acos(within(number, -1, 1))),
  ATAN: row("number", Math.atan),
  ACOT: row("number", (number) => Math.PI / 2 - Math.atan(number)),
  ATAN2: row("number number", (x, y) => (x === 0 && y === 0 ? DIV0 : Math.atan2(y, x))),
  SINH: row("number", Math.sinh),
  COSH: row("number", Math.cosh),
  TANH: row("number", Math.tanh),
  COTH: inverse(Math.tanh),
  CSCH: inverse(Math.sinh),
  SECH: row("number", (number) => 1 / Math.cosh(number)),
  ASINH: row("number", Math.asinh),
  ACOSH: row("number", (number) => (number < 1 ? NUM : Math.acosh(number))),
  ATANH: row("number", (number) => (Math.abs(number) >= 1 ? NUM : Math.atanh(number))),
  ACOTH: row("number", acoth),
};
