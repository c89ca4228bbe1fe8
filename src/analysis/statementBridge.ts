/** The P&L lines that explain the step from one EBIT to another (§2.5). */
import { fieldLabel, InsightsError, LINE_PARTS, type FieldName, type LinePart, type Row } from "../insights";
import { remainderOf, type BridgeStep, type BridgeSteps } from "./bridge";
import { rowValue } from "../language/rowValue";

type Rows = readonly Row[];

/** A larger residual than this is shown as a step, since rounding cannot explain it. */
const LEAST_ROUNDING = 0.005;

/** Returns what each line adds to EBIT. If the service left out a line, one step stands for all lines of its sum. */
export function statementSteps(from: Rows, to: Rows): BridgeSteps {
  const changeOf = (name: string): number | undefined => {
    const [before, after] = [sumOf(name, from), sumOf(name, to)];
    return before === undefined || after === undefined ? undefined : after - before;
  };
  const step = (name: string, sign: 1 | -1): BridgeStep | undefined => {
    const change = changeOf(name);
    return change === undefined ? undefined : { label: fieldLabel(name), amount: sign * change || 0 };
  };
  const knownSteps = (parts: readonly LinePart[]) => allOf(parts.map(([sign, name]) => step(name, sign)));
  const requiredStep = (name: string, sign: 1 | -1) => step(name, sign) ?? notReturned(name);
  const requiredSum = (name: string, rows: Rows): number => sumOf(name, rows) ?? notReturned(name);
  const [start, end] = [requiredSum("ebit", from), requiredSum("ebit", to)];
  const otherCosts = requiredSum("grossProfit", to) - end - (requiredSum("grossProfit", from) - start);
  const steps = [
    ...(knownSteps(partsOf("netFIESales")) ?? [requiredStep("netFIESales", 1)]),
    ...costsWithin("grossProfit").map(([sign, name]) => requiredStep(name, sign)),
    ...(knownSteps(costsWithin("ebit")) ?? [{ label: "Supply chain and other costs", amount: -otherCosts || 0 }]),
  ];
  const rounding = remainderOf(end, [start, ...steps.map(({ amount }) => amount)], LEAST_ROUNDING);
  return { start, steps: rounding === 0 ? steps : [...steps, { label: "Rounding", amount: rounding }], end };
}

function partsOf(sum: FieldName): readonly LinePart[] {
  return LINE_PARTS[sum] ?? [];
}

/** Returns the costs between the sum above and this one. */
function costsWithin(sum: FieldName): readonly LinePart[] {
  return partsOf(sum).slice(1);
}

function allOf(steps: readonly (BridgeStep | undefined)[]): BridgeStep[] | undefined {
  const found = steps.filter((step) => step !== undefined);
  return found.length === steps.length ? found : undefined;
}

/** Adds up a field over rows; undefined if a row lacks it. */
function sumOf(name: string, rows: Rows): number | undefined {
  const values = rows.map((row) => rowValue(row, name));
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length ? undefined : known.reduce((sum, value) => sum + value, 0);
}

function notReturned(name: string): never {
  throw new InsightsError("missing", `${fieldLabel(name)} was not returned by the service.`);
}
