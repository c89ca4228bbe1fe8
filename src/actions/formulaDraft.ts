/** The draft of a formula: read from a cell, changed, written. Pure. */
import { findCalls, replaceCall } from "../formulas/calls";
import { parseArgument, formatCall, type Argument } from "../formulas/argument";
import { functionDescriptions, type FunctionDescription } from "./functionDescriptions";
import type { FormulaDraft } from "./state";

const BLANK: Argument = { kind: "blank" };
const WORKING = { state: "working" } as const;
/** The function that a new formula calls. */
const FIRST = describe("PNL");

/** Returns the formula of a cell for editing, or a new one of the plan if the cell calls none of our functions. */
export function draftOf(target: string, formula: string, plan = ""): FormulaDraft {
  const [found] = findCalls(formula).flatMap((call) => {
    const callee = find(call.name);
    return callee ? [{ call, callee }] : [];
  });
  if (!found) return withPlan(withFormula({ callee: FIRST, args: {}, target, preview: WORKING }), plan);
  const { call, callee } = found;
  const args = callee.parameters.map(({ name }, at) => [name, parseArgument(call.args[at] ?? "")] as const);
  return withFormula({
    callee,
    target,
    preview: WORKING,
    args: Object.fromEntries(args.filter(([, part]) => part.kind !== "blank")),
    around: { before: formula.slice(0, call.start), after: formula.slice(call.end) },
  });
}

/** Writes the plan: a blank plan would mean another one if the sheet is copied into another workbook. */
function withPlan(draft: FormulaDraft, plan: string): FormulaDraft {
  return plan && takesPlan(draft) ? withArgument(draft, "plan", { kind: "text", value: plan }) : draft;
}

function takesPlan({ callee }: FormulaDraft): boolean {
  return callee.parameters.some(({ name }) => name === "plan");
}

/**
 * Changes the function, and keeps the arguments that the new one also takes. Functions of another family have other fields and
 * intervals, so these become blank. `plan` is written if the former function took no plan.
 */
export function withFunction(draft: FormulaDraft, id: string, plan = ""): FormulaDraft {
  const callee = describe(id);
  const taken = new Set(callee.parameters.map(({ name }) => name));
  if (callee.family !== draft.callee.family) for (const name of ["field", "interval"]) taken.delete(name);
  const args = Object.fromEntries(Object.entries(draft.args).filter(([name]) => taken.has(name)));
  const next = withFormula({ ...draft, callee, args, picking: undefined });
  return takesPlan(draft) ? next : withPlan(next, plan);
}

export function withArgument(draft: FormulaDraft, name: string, part: Argument): FormulaDraft {
  const { [name]: _old, ...others } = draft.args;
  return withFormula({ ...draft, args: part.kind === "blank" ? others : { ...others, [name]: part } });
}

/** Returns the arguments in the order of the call, with blanks for those left out. */
export function argumentsOf({ callee, args }: Pick<FormulaDraft, "callee" | "args">): Argument[] {
  return callee.parameters.map(({ name }) => args[name] ?? BLANK);
}

function withFormula(draft: Omit<FormulaDraft, "formula">): FormulaDraft {
  const { before, after } = draft.around ?? { before: "=", after: "" };
  const gap = { start: before.length, end: before.length };
  return { ...draft, formula: replaceCall(before + after, gap, formatCall(draft.callee.id, argumentsOf(draft))) };
}

function find(id: string): FunctionDescription | undefined {
  return functionDescriptions.find((each) => each.id === id);
}

function describe(id: string): FunctionDescription {
  const found = find(id);
  if (!found) throw new Error(`There is no function ${id}.`);
  return found;
}
