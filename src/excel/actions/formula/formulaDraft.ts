/** The draft of a formula: read from a cell, changed, written. Pure. */
import { findCalls } from "../../../numbers/language/calls";
import { replaceSpan } from "../../../spreadsheet/formulas/tokens";
import { parseArgument, formatArgument, formatCall, type Argument } from "../../../numbers/language/argument";
import { nameSheet, turnReference } from "../../../spreadsheet/formulas/references";
import { parseSheetPosition } from "../../../spreadsheet/cells/address";
import { functionDescriptions, type FunctionDescription } from "./functionDescriptions";
import { takes } from "../../../numbers/language/signatures";
import type { FormulaDraft } from "./formulaState";

const BLANK: Argument = { kind: "blank" };
const WORKING = { state: "working" } as const;
/** The function that a new formula calls. */
const FIRST = describe("PNL");

/** The arguments besides the plan without which a function returns an error. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  KPI: ["scenario", "field"],
  VAR: ["scenario", "base", "field"],
  BRIDGE: ["from", "to"],
};

/** Returns the formula of a cell for editing. If it calls none of our functions, returns a new one of the plan. */
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

/**
 * Takes a draft along to a cell that calls none of our functions. References keep their cells, also from another sheet. Of an
 * existing formula only the function, plan, scenarios and currency go along.
 */
export function moveDraft(draft: FormulaDraft, target: string): FormulaDraft {
  const { callee, around, args } = draft;
  const [from, to] = [draft.target, target].map((address) => parseSheetPosition(address)?.sheet ?? "");
  const isLasting = (name: string) => name === "plan" || name === "currency" || takes(name, "scenario");
  const taken = Object.entries(args).filter(([name]) => !around || isLasting(name));
  const moved = taken.map(([name, part]) => [name, from === to ? part : onSheet(part, from ?? "")] as const);
  return withFormula({ callee, target, args: Object.fromEntries(moved), preview: WORKING });
}

function onSheet(part: Argument, sheet: string): Argument {
  if (part.kind !== "reference" && part.kind !== "expression") return part;
  return parseArgument(nameSheet(`=${formatArgument(part)}`, sheet).slice(1));
}

/**
 * Returns the parameters that the formula lacks, in the order of the call.
 * @param implied Those that the workbook gives a value if they are blank.
 */
export function missingParameters(draft: FormulaDraft, implied: readonly string[]): string[] {
  const { callee, args } = draft;
  // Only a current month needs the plan of PERIOD.
  const plan = takesPlan(draft) && callee.id !== "PERIOD" ? ["plan"] : [];
  // A comparison with another period may be one of the scenario with itself.
  const isCompared = (name: string) => ["base", "from"].includes(name) && args["basePeriod"] !== undefined;
  return [...plan, ...(NEEDED[callee.id] ?? [])].filter(
    (name) => args[name] === undefined && !implied.includes(name) && !isCompared(name),
  );
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

/** Turns the reference of an argument to its next kind. */
export function withTurned(draft: FormulaDraft, name: string): FormulaDraft {
  const part = draft.args[name];
  return part?.kind === "reference" ? withArgument(draft, name, { ...part, text: turnReference(part.text) }) : draft;
}

/** Returns the arguments in the order of the call, with blanks for those left out. */
export function argumentsOf({ callee, args }: Pick<FormulaDraft, "callee" | "args">): Argument[] {
  return callee.parameters.map(({ name }) => args[name] ?? BLANK);
}

function withFormula(draft: Omit<FormulaDraft, "formula">): FormulaDraft {
  const { before, after } = draft.around ?? { before: "=", after: "" };
  const gap = { start: before.length, end: before.length };
  return { ...draft, formula: replaceSpan(before + after, gap, formatCall(draft.callee.id, argumentsOf(draft))) };
}

function find(id: string): FunctionDescription | undefined {
  return functionDescriptions.find((each) => each.id === id);
}

function describe(id: string): FunctionDescription {
  const found = find(id);
  if (!found) throw new Error(`There is no function ${id}.`);
  return found;
}
