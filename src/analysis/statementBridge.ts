/** The P&L lines that explain the step from one EBIT to another (§2.5). */
import { fieldLabel, InsightsError, type Row } from "../insights";
import { remainderOf, type BridgeStep, type BridgeSteps } from "./bridge";
import { rowValue } from "../language/rowValue";

type Rows = readonly Row[];

/** A larger residual than this is shown as a step, since rounding cannot explain it. */
const LEAST_ROUNDING = 0.005;

/** Returns what each line adds to EBIT. The next line includes lines that the service left out. */
export function statementSteps(from: Rows, to: Rows): BridgeSteps {
  const changeOf = (name: string): number | undefined => {
    const [before, after] = [sumOf(name, from), sumOf(name, to)];
    return before === undefined || after === undefined ? undefined : after - before;
  };
  const step = (name: string, sign: 1 | -1, change = changeOf(name)): BridgeStep | undefined =>
    change === undefined ? undefined : { label: fieldLabel(name), amount: sign * change || 0 };
  const required = (name: string, rows: Rows): number => sumOf(name, rows) ?? notReturned(name);
  const [start, end] = [required("ebit", from), required("ebit", to)];
  const sales = [step("grossFIESales", 1), step("tradeExpenses", -1)];
  const costs = [step("supplyChainCost", -1), step("otherCosts", -1)];
  const restCosts = required("grossProfit", to) - end - (required("grossProfit", from) - start);
  const steps = [
    ...(allOf(sales) ?? [step("netFIESales", 1) ?? notReturned("netFIESales")]),
    step("cogs", -1) ?? notReturned("cogs"),
    ...(allOf(costs) ?? [{ label: "Supply chain and other costs", amount: -restCosts || 0 }]),
  ];
  const rounding = remainderOf(end, [start, ...steps.map(({ amount }) => amount)], LEAST_ROUNDING);
  return { start, steps: rounding === 0 ? steps : [...steps, { label: "Rounding", amount: rounding }], end };
}

function allOf(steps: readonly (BridgeStep | undefined)[]): BridgeStep[] | undefined {
  const found = steps.filter((step) => step !== undefined);
  return found.length === steps.length ? found : undefined;
}

/** Returns undefined if a row lacks the field. */
function sumOf(name: string, rows: Rows): number | undefined {
  const values = rows.map((row) => rowValue(row, name));
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length ? undefined : known.reduce((sum, value) => sum + value, 0);
}

function notReturned(name: string): never {
  throw new InsightsError("missing", `${fieldLabel(name)} was not returned by the service.`);
}
