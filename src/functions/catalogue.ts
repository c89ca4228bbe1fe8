/** PLANS, SCENARIOS and FIELDS: lists of plans, scenarios and KPIs. */
import {
  DERIVED_FIELDS,
  FAMILIES,
  FIELDS,
  type Family,
  type Field,
  type FieldName,
  type Plan,
  type Total,
} from "../insights";
import { readChoice, readPlan, readSwitch } from "./arguments";
import { askPlans } from "./ask";
import { checkCells, toHostError, type Cells } from "./cell";
import { findPlan } from "../language/names";
import { runCell, type FunctionInvocation } from "./query";

/** Returns a header row, then one row for each plan. */
export function planCells(invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  return runCell(invocation, () => ({ query: { queryFn: askPlans }, select: planTable }));
}

function planTable(plans: readonly Plan[]): Cells {
  const rows = plans.map(({ id, name, currency, scenarios }) => [id, name, currency, scenarios.length]);
  return checkCells([["Id", "Name", "Currency", "Scenarios"], ...rows]);
}

/** Returns a header row, then one row for each scenario of the plan. */
export function scenarioCells(plan: unknown, invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  return runCell(invocation, () => {
    const text = readPlan(plan);
    return { query: { queryFn: askPlans }, select: (plans) => scenarioTable(findPlan(text, plans)) };
  });
}

function scenarioTable({ scenarios }: Plan): Cells {
  const rows = scenarios.map(({ id, name, flags }) => [id, name, flags.join(", ")]);
  return checkCells([["Id", "Name", "Flags"], ...rows]);
}

/**
 * Returns a header row, then one row for each KPI. Needs no connection. Details are three more columns, and rows for derived
 * fields: without details, the table keeps its shape in existing workbooks.
 */
export async function fieldCells(family: unknown, details: unknown): Promise<unknown[][]> {
  try {
    const only = readChoice(family, "family", FAMILIES);
    const withDetails = readSwitch(details, "details");
    // Only this function shows the sentences, so they do not come with every workbook.
    const { MEANINGS } = await import(/* webpackChunkName: "answers" */ "../insights/meanings");
    return fieldTable(only ? [only] : FAMILIES, withDetails, MEANINGS);
  } catch (error) {
    throw toHostError(error);
  }
}

/** Returns a header row, then one row for each KPI. Details add columns, and rows for derived fields. */
function fieldTable(
  families: readonly Family[],
  withDetails: boolean,
  meanings: Readonly<Record<FieldName, string>>,
): Cells {
  const meaning: Column = ["Meaning", ({ name }) => meanings[name]];
  const columns = [...COLUMNS, meaning, ...(withDetails ? DETAILS : [])];
  const known = withDetails ? [...FIELDS, ...DERIVED_FIELDS] : FIELDS;
  const fields = families.flatMap((family) => known.filter((field) => field.family === family));
  return [columns.map(([title]) => title), ...fields.map((field) => columns.map(([, textOf]) => textOf(field)))];
}

type Column = readonly [title: string, textOf: (field: Field) => string];

const COLUMNS: readonly Column[] = [
  ["Name", ({ name }) => name],
  ["Label", ({ label }) => label],
  ["Family", ({ family }) => family],
  ["Unit", ({ unit }) => unit],
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
  if (DERIVED_FIELDS.includes(field)) return "computed";
  return field.impliedBy ? "service, or computed" : "service";
}
