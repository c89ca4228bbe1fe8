/** Functions that round. Excel rounds the 15 digits that it shows, not the binary number. */
import { fifteenDigits } from "../coercion";
import { DIV0, NUM } from "../errorValues";
import type { CellError } from "../values";
import { doubt } from "../doubt";
import { row, type Table } from "../parameters";

/** Moves the decimal point without an error of binary digits. */
function shifted(number: number, digits: number): number {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

/** @param choose Rounds a positive number to a whole one. */
function rounding(choose: (size: number) => number): (number: number, digits?: number) => number {
  return (number, digits = 0) => {
    const places = Math.trunc(digits);
    const size = Math.abs(fifteenDigits(number));
    if (size === 0 || places > 300) return number;
    if (places < -308) return 0;
    const moved = shifted(size, places);
    return Number.isFinite(moved) ? Math.sign(number) * shifted(choose(moved), -places) : number;
  };
}

export const round = rounding((size) => Math.floor(size + 0.5));
const roundUp = rounding(Math.ceil);
const roundDown = rounding(Math.floor);

/** Returns the multiple of a step that `choose` finds for the quotient. */
function multiple(number: number, step: number, choose: (quotient: number) => number): number {
  if (step === 0) return 0;
  return fifteenDigits(choose(fifteenDigits(number / step)) * step);
}

/** CEILING and FLOOR take the sign of the step into account: a negative step rounds negative numbers away from 0. */
function ceiling(number: number, step: number): number | CellError {
  return number > 0 && step < 0 ? NUM : multiple(number, step, Math.ceil);
}

function floor(number: number, step: number): number | CellError {
  if (number > 0 && step < 0) return NUM;
  return step === 0 && number !== 0 ? DIV0 : multiple(number, step, Math.floor);
}

/** CEILING.MATH and FLOOR.MATH: a mode other than 0 rounds a negative number as if it were positive. */
function byMode(choose: (quotient: number) => number) {
  return (number: number, step = 1, mode = 0): number => {
    const size = Math.abs(step);
    return number < 0 && mode !== 0 ? -multiple(-number, size, choose) : multiple(number, size, choose);
  };
}

const ceilingMath = byMode(Math.ceil);
const floorMath = byMode(Math.floor);
const ceilingPrecise = row("number number?", (number, step) => ceilingMath(number, step));

function nearestMultiple(number: number, step: number): number | CellError {
  if (number * step < 0) return NUM;
  return step === 0 ? 0 : Math.floor(number / step + 0.5) * step;
}

const even = (number: number) => Math.sign(number) * Math.ceil(Math.abs(fifteenDigits(number)) / 2) * 2;

function odd(number: number): number {
  const size = Math.max(1, Math.abs(fifteenDigits(number)));
  return (number < 0 ? -1 : 1) * (Math.ceil((size - 1) / 2) * 2 + 1);
}

/** The quotient from which on MOD fails. */
const MOST_QUOTIENT = 1_125_900_000_000;

/** The exact remainder of the binary numbers, so MOD(0.9,0.3) is not 0, as in Excel. It has the sign of the divisor. */
function remainder(number: number, divisor: number): number | CellError {
  if (divisor === 0) return DIV0;
  if (Math.abs(number / divisor) >= MOST_QUOTIENT) return NUM;
  const left = number % divisor;
  return left !== 0 && left < 0 !== divisor < 0 ? left + divisor : left;
}

function quotient(number: number, divisor: number): number | CellError {
  if (divisor === 0) return DIV0;
  const exact = number / divisor;
  if (Math.trunc(exact) !== Math.trunc(fifteenDigits(exact)))
    doubt("QUOTIENT is not known for numbers that are a multiple of the divisor but for their last binary digits.");
  return Math.trunc(exact);
}

export const ROUNDING: Table = {
  INT: row("number", (number) => Math.floor(fifteenDigits(number))),
  TRUNC: row("number number?", roundDown),
  ROUND: row("number number", round),
  ROUNDUP: row("number number", roundUp),
  ROUNDDOWN: row("number number", roundDown),
  MROUND: row("strict strict", nearestMultiple),
  CEILING: row("number number", ceiling),
  FLOOR: row("number number", floor),
  "CEILING.MATH": row("number number?? number?", ceilingMath),
  "FLOOR.MATH": row("number number?? number?", floorMath),
  "CEILING.PRECISE": ceilingPrecise,
  "ISO.CEILING": ceilingPrecise,
  "FLOOR.PRECISE": row("number number?", (number, step) => floorMath(number, step)),
  EVEN: row("number", even),
  ODD: row("number", odd),
  MOD: row("number number", remainder),
  QUOTIENT: row("strict strict", quotient),
};
