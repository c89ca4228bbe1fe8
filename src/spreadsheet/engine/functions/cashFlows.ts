/** The values and rates of return of several payments. */
import { collect } from "../call";
import { doubt } from "../doubt";
import { DIV0, fail, NUM, VALUE_ERROR } from "../errorValues";
import { isError, type Matrix, type Operand } from "../operand";
import { row, type Table } from "../parameters";
import type { CellError, Value } from "../values";
import { findRoot, HIGHEST_RATE, rangesOfRoots, rootBetween } from "./roots";

/** Returns the payments of arguments. Texts and logical values in cells are none. */
function flowsOf(operands: readonly Operand[]): number[] {
  const flows: number[] = [];
  for (const operand of operands) {
    const error = collect(operand, flows);
    if (error) fail(error);
  }
  return flows;
}

/** @param first The period at whose end the first payment is due. */
function discounted(rate: number, flows: readonly number[], first = 0): number {
  return flows.reduce((sum, flow, at) => (flow === 0 ? sum : sum + flow / (1 + rate) ** (at + first)), 0);
}

function netPresentValue(rate: number, ...operands: Operand[]): number | CellError {
  return rate === -1 ? DIV0 : discounted(rate, flowsOf(operands), 1);
}

function changesOfSign(flows: readonly number[]): number {
  const signs = flows.filter((flow) => flow !== 0).map(Math.sign);
  return signs.filter((sign, at) => at > 0 && sign !== signs[at - 1]).length;
}

/** Returns the only rate at which a value is 0. Throws a doubt if there may be several: Excel finds one of them. */
function onlyRate(value: (rate: number) => number, flows: readonly number[], guess: number): number | CellError {
  const isSimple = changesOfSign(flows) === 1;
  const near = isSimple ? findRoot(value, guess) : undefined;
  if (near !== undefined) return near;
  const [range, other] = rangesOfRoots(value);
  if (other || (!range && !isSimple)) doubt("The payments may have several rates of return.");
  if (range) return rootBetween(value, ...range);
  const first = flows.find((flow) => flow !== 0) ?? 0;
  if (value(HIGHEST_RATE) < 0 !== first < 0) doubt("The rate of return is too high to be calculated here.");
  return NUM;
}

function internalRate(operand: Operand, guess = 0.1): number | CellError {
  const flows = flowsOf([operand]);
  if (changesOfSign(flows) === 0) return NUM;
  return guess <= -1 ? VALUE_ERROR : onlyRate((rate) => discounted(rate, flows), flows, guess);
}

function modifiedRate(operand: Operand, finance: number, reinvest: number): number | CellError {
  const flows = flowsOf([operand]);
  const paid = discounted(
    finance,
    flows.map((flow) => Math.min(0, flow)),
  );
  const periods = flows.length - 1;
  const earned = flows.reduce((sum, flow, at) => sum + Math.max(0, flow) * (1 + reinvest) ** (periods - at), 0);
  return paid === 0 ? DIV0 : (-earned / paid) ** (1 / periods) - 1;
}

interface DatedFlows {
  readonly flows: readonly number[];
  /** The years since the first payment, of 365 days each. */
  readonly years: readonly number[];
}

/** Passes over pairs of empty cells. @param amountOf Returns the amount that a value stands for. */
function datedFlows(values: Matrix, dates: Matrix, amountOf: (value: Value) => number): DatedFlows {
  if (values.values.length !== dates.values.length) fail(NUM);
  const isPaid = (_: Value, at: number) => values.values[at] !== null || dates.values[at] !== null;
  const flows = values.values.filter(isPaid).map(amountOf);
  const dated = dates.values.filter(isPaid);
  const days = dated.map((value) => Math.floor(typeof value === "number" ? value : failedFor(value, NUM)));
  const [first = NaN] = days;
  if (days.some((day) => day < first || day < 0)) fail(NUM);
  return { flows, years: days.map((day) => (day - first) / 365) };
}

function failedFor(value: Value, otherwise: CellError): never {
  return fail(isError(value) ? value : otherwise);
}

function datedValue(rate: number, { flows, years }: DatedFlows): number {
  return flows.reduce((sum, flow, at) => sum + flow / (1 + rate) ** (years[at] ?? 0), 0);
}

function netPresentValueByDates(rate: number, values: Matrix, dates: Matrix): number | CellError {
  const dated = datedFlows(values, dates, (value) => (typeof value === "number" ? value : failedFor(value, NUM)));
  if (dated.flows.length < values.values.length) doubt("XNPV is not known over empty cells.");
  return rate <= 0 ? NUM : datedValue(rate, dated);
}

function internalRateByDates(values: Matrix, dates: Matrix, guess = 0.1): number | CellError {
  const dated = datedFlows(values, dates, (value) => {
    if (typeof value === "number") return value;
    return value === null ? 0 : failedFor(value, VALUE_ERROR);
  });
  if (guess <= -1 || changesOfSign(dated.flows) === 0) return NUM;
  if (dated.flows[0] === 0) doubt("XIRR is not known if the first payment is 0.");
  if (guess < 0) doubt("XIRR is not known for negative guesses.");
  return onlyRate((rate) => datedValue(rate, dated), dated.flows, guess);
}

export const CASH_FLOWS: Table = {
  NPV: row("number operand*", netPresentValue),
  IRR: row("operand number??", internalRate),
  MIRR: row("operand number number", modifiedRate),
  XNPV: row("strict matrix matrix", netPresentValueByDates),
  XIRR: row("matrix matrix strict??", internalRateByDates),
};
