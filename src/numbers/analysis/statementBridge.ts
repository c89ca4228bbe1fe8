/** The P&L lines that explain the step from one EBIT to another (§2.5). */
import { amountOfStep, stepLines, type AnswerRow } from "../../insights";
import { rowValue, valueNotReturned } from "../language/rowValue";
import { remainderOf, type BridgeSteps } from "./bridge";

type Rows = readonly AnswerRow[];

/** A larger residual than this is shown as a step, since rounding cannot explain it. */
const LEAST_ROUNDING = 0.005;

/** Returns what each line adds to EBIT; fails if the service left out a line that no other one holds. */
export function statementSteps(from: Rows, to: Rows): BridgeSteps {
  const changeOf = (name: string) => {
    const [before, after] = [sumOf(name, from), sumOf(name, to)];
    return before === undefined || after === undefined ? undefined : after - before;
  };
  const required = (name: string, rows: Rows): number => sumOf(name, rows) ?? valueNotReturned(name);
  const [start, end] = [required("ebit", from), required("ebit", to)];
  const steps = stepLines("ebit", (field) => changeOf(field) !== undefined).map((line) => {
    // A line of several terms is made of known ones.
    const amount = amountOfStep(line, changeOf) ?? valueNotReturned(line.terms[0]?.[1] ?? line.label);
    return { label: line.label, amount: amount || 0 };
  });
  const rounding = remainderOf(end, [start, ...steps.map(({ amount }) => amount)], LEAST_ROUNDING);
  return { start, steps: rounding === 0 ? steps : [...steps, { label: "Rounding", amount: rounding }], end };
}

/** Adds up a field over rows; undefined if a row lacks it. */
function sumOf(name: string, rows: Rows): number | undefined {
  const values = rows.map((row) => rowValue(row, name));
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length ? undefined : known.reduce((sum, value) => sum + value, 0);
}
