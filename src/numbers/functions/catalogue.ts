/** PLANS, SCENARIOS and FIELDS: lists of plans, scenarios and KPIs. */
import { FAMILIES, type Plan } from "../../insights";
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
    // Nothing else shows the table, so it does not come with every workbook.
    const { fieldTable } = await import(/* webpackChunkName: "answers" */ "./fieldTable");
    return fieldTable(only ? [only] : FAMILIES, withDetails);
  } catch (error) {
    throw toHostError(error);
  }
}
