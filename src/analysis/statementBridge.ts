/** The P&L lines that explain the step from one EBIT to another (§2.5). */
import {
  fieldLabel,
  InsightsError,
  JOINT_COSTS,
  LINE_PARTS,
  type FieldName,
  type LinePart,
  type Row,
} from "../insights";
import { remainderOf, type BridgeStep, type BridgeSteps } from "./bridge";
import { rowValue } from "../language/rowValue";

type Rows = readonly Row[];

/** A larger residual than this is shown as a step, since rounding cannot explain it. */
const LEAST_ROUNDING = 0.005;

/** Returns what each line adds to EBIT. If the service left out a line, one step stands for all lines of its sum. */
export function statementSteps(from: Rows, to: Rows): BridgeSteps {
  const step = (name: string, sign: 1 | -1): BridgeStep | undefined => {
    const [before, after] = [sumOf(name, from), sumOf(name, to)];
    if (before === undefined || after === undefined) return undefined;
    return { label: fieldLabel(name), amount: sign * (after - before) || 0 };
  };
  const knownSteps = (parts: readonly LinePart[]) => allOf(parts.map(([sign, name]) => step(name, sign)));
  const requiredStep = (name: string, sign: 1 | -1) => step(name, sign) ?? notReturned(name);
  const required = (name: string, rows: Rows): number => sumOf(name, rows) ?? notReturned(name);
  const costsInOne = (rows: Rows) =>
    JOINT_COSTS.impliedBy.map((name) => required(name, rows)).reduce((one, other) => one - other);
  const [start, end] = [required("ebit", from), required("ebit", to)];
  const jointCosts = costsInOne(from) - costsInOne(to);
  const steps = [
    ...(knownSteps(partsOf("netFIESales")) ?? [requiredStep("netFIESales", 1)]),
    ...costsWithin("grossProfit").map(([sign, name]) => requiredStep(name, sign)),
    ...(knownSteps(costsWithin("ebit")) ?? [{ label: JOINT_COSTS.label, amount: jointCosts || 0 }]),
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
