/** PLANS, SCENARIOS and FIELDS: what there is to ask about. */
import { DERIVED_FIELDS, FAMILIES, FIELDS, type Field, type Total } from "../insights";
import { readChoice, readPlan, readSwitch } from "./arguments";
import { askPlans } from "./ask";
import type { FunctionInvocation } from "./call";
import { answerCells } from "./cell";
import { findPlan } from "./names";

/** A header row, then a row a plan. */
export function planCells(invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  return answerCells(invocation, nothingRead, (_nothing, call) => {
    const rows = askPlans(call).map(({ id, name, currency, scenarios }) => [id, name, currency, scenarios.length]);
    return [["Id", "Name", "Currency", "Scenarios"], ...rows];
  });
}

/** A header row, then a row a scenario of the plan. */
export function scenarioCells(plan: unknown, invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  const read = () => readPlan(plan);
  return answerCells(invocation, read, (text, call) => {
    const { scenarios } = findPlan(text, askPlans(call));
    return [["Id", "Name", "Flags"], ...scenarios.map(({ id, name, flags }) => [id, name, flags.join(", ")])];
  });
}

/**
 * A header row, then a row a KPI; needs no connection. With details three more columns, and the fields that are worked out
 * too: without them the table is what it is for every workbook that has one.
 */
export function fieldCells(family: unknown, details: unknown): Promise<unknown[][]> {
  return answerCells(undefined, nothingRead, () => {
    const only = readChoice(family, "family", FAMILIES);
    const columns = readSwitch(details, "details") ? [...COLUMNS, ...DETAILS] : COLUMNS;
    const all = columns === COLUMNS ? FIELDS : [...FIELDS, ...DERIVED_FIELDS];
    const fields = FAMILIES.flatMap((each) => all.filter((field) => field.family === each));
    const rows = fields.filter((field) => only === undefined || field.family === only);
    return [columns.map(([title]) => title), ...rows.map((field) => columns.map(([, textOf]) => textOf(field)))];
  });
}

function nothingRead(): undefined {
  return undefined;
}

type Column = readonly [title: string, textOf: (field: Field) => string];

const COLUMNS: readonly Column[] = [
  ["Name", ({ name }) => name],
  ["Label", ({ label }) => label],
  ["Family", ({ family }) => family],
  ["Unit", ({ unit }) => unit],
  ["Meaning", ({ meaning }) => meaning],
];
const DETAILS: readonly Column[] = [
  ["Better", ({ direction }) => direction ?? ""],
  ["Adds up", ({ total }) => totalText(total)],
  ["Source", sourceText],
];

function totalText(total: Total): string {
  switch (total.by) {
    case "sum":
      return "sum";
    case "ratio":
      return `${total.numerator} / ${total.denominator}`;
    case "weighted":
      return `mean, weighted by ${total.weight}`;
    case "none":
      return "no";
  }
}

function sourceText(field: Field): string {
  if (DERIVED_FIELDS.includes(field)) return "worked out";
  return field.impliedBy ? "service, or worked out" : "service";
}
