/** The P&L lines that explain the step from one EBIT to another (§2.5). */
import { fieldLabel, JOINT_COSTS, LINE_PARTS, type LinePart, type Row } from "../insights";
import { remainderOf, type BridgeStep, type BridgeSteps } from "./bridge";
import { rowValue, valueNotReturned } from "../language/rowValue";

type Rows = readonly Row[];

/** A larger residual than this is shown as a step, since rounding cannot explain it. */
const LEAST_ROUNDING = 0.005;

/** The lines of net sales, then what each later sum has besides the sum above it. */
const { netFIESales: SALES = [], grossProfit: [, ...GOODS] = [], ebit: [, ...LATER] = [] } = LINE_PARTS;

/**
 * Returns what each line adds to EBIT. If the service left out a line, one step stands for all lines of its sum. Drivers
 * (`stepsByLines`) divide as far as lines are known. A statement has the same steps whatever the service sends below them, and
 * fails if one is missing.
 */
export function statementSteps(from: Rows, to: Rows): BridgeSteps {
  const step = (name: string, sign: 1 | -1): BridgeStep | undefined => {
    const [before, after] = [sumOf(name, from), sumOf(name, to)];
    if (before === undefined || after === undefined) return undefined;
    return { label: fieldLabel(name), amount: sign * (after - before) || 0 };
  };
  const knownSteps = (parts: readonly LinePart[]) => {
    const steps = parts.map(([sign, name]) => step(name, sign));
    return steps.every((each) => each !== undefined) ? steps : undefined;
  };
  const requiredStep = (name: string, sign: 1 | -1) => step(name, sign) ?? valueNotReturned(name);
  const required = (name: string, rows: Rows): number => sumOf(name, rows) ?? valueNotReturned(name);
  const [whole, rest] = JOINT_COSTS.impliedBy;
  const costsInOne = (rows: Rows) => required(whole, rows) - required(rest, rows);
  const [start, end] = [required("ebit", from), required("ebit", to)];
  const jointCosts = costsInOne(from) - costsInOne(to);
  const steps = [
    ...(knownSteps(SALES) ?? [requiredStep("netFIESales", 1)]),
    ...GOODS.map(([sign, name]) => requiredStep(name, sign)),
    ...(knownSteps(LATER) ?? [{ label: JOINT_COSTS.label, amount: jointCosts || 0 }]),
  ];
  const rounding = remainderOf(end, [start, ...steps.map(({ amount }) => amount)], LEAST_ROUNDING);
  return { start, steps: rounding === 0 ? steps : [...steps, { label: "Rounding", amount: rounding }], end };
}

/** Adds up a field over rows; undefined if a row lacks it. */
function sumOf(name: string, rows: Rows): number | undefined {
  const values = rows.map((row) => rowValue(row, name));
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length ? undefined : known.reduce((sum, value) => sum + value, 0);
}
