/** PLANS, SCENARIOS and FIELDS: what there is to ask about. */
import { FAMILIES, FIELDS } from "../insights";
import { readChoice, readPlan } from "./arguments";
import { answerCells, type FunctionInvocation } from "./cell";
import { getHost } from "./host";
import { findPlan } from "./names";

/** A header row, then a row a plan. */
export function planCells(invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  return answerCells(invocation, async (options) => {
    const plans = await getHost().session.plans(options);
    const rows = plans.map(({ id, name, currency, scenarios }) => [id, name, currency, scenarios.length]);
    return [["Id", "Name", "Currency", "Scenarios"], ...rows];
  });
}

/** A header row, then a row a scenario of the plan. */
export function scenarioCells(plan: unknown, invocation: FunctionInvocation | undefined): Promise<unknown[][]> {
  return answerCells(invocation, async (options) => {
    const text = readPlan(plan);
    const { scenarios } = findPlan(text, await getHost().session.plans(options));
    return [["Id", "Name", "Flags"], ...scenarios.map(({ id, name, flags }) => [id, name, flags.join(", ")])];
  });
}

/** A header row, then a row a KPI; needs no connection. */
export function fieldCells(family: unknown): Promise<unknown[][]> {
  return answerCells(undefined, () => {
    const only = readChoice(family, "family", FAMILIES);
    const fields = FIELDS.filter((field) => only === undefined || field.family === only);
    const rows = fields.map((field) => [field.name, field.label, field.family, field.unit, field.meaning]);
    return [["Name", "Label", "Family", "Unit", "Meaning"], ...rows];
  });
}
