/** The formula that is being built: read from a cell, changed, written. Pure. */
import { findCalls, replaceCall } from "../formulas/calls";
import { parseArgument, formatCall, type Argument } from "../formulas/argument";
import { familyOf, FUNCTION_NAMES, FUNCTIONS, type FunctionName } from "./functions";
import type { Draft } from "./model";

const BLANK: Argument = { kind: "blank" };
const WORKING = { state: "working" } as const;

/** The formula of a cell for editing, or a new one where the cell calls none of our functions. */
export function draftOf(target: string, formula: string): Draft {
  const call = findCalls(formula).find(({ name }) => isFunction(name));
  if (!call) return { name: "PNL", parts: {}, target, preview: WORKING };
  const name = call.name as FunctionName;
  const args = call.args.map((text, at) => [FUNCTIONS[name][at] ?? "", parseArgument(text)] as const);
  return {
    ...{ name, target, preview: WORKING },
    parts: Object.fromEntries(args.filter(([argument, part]) => argument !== "" && part.kind !== "blank")),
    around: { before: formula.slice(0, call.start), after: formula.slice(call.end) },
  };
}

/** Another function, with the arguments that it takes too; fields of another family are none of its own. */
export function withFunction(draft: Draft, name: FunctionName): Draft {
  const takes: readonly string[] = FUNCTIONS[name];
  const isAkin = familyOf(name) === familyOf(draft.name);
  const parts = Object.entries(draft.parts).filter(
    ([argument]) => takes.includes(argument) && (isAkin || !["field", "interval"].includes(argument)),
  );
  return { ...draft, name, parts: Object.fromEntries(parts), picking: undefined };
}

export function withPart(draft: Draft, argument: string, part: Argument): Draft {
  const { [argument]: _old, ...others } = draft.parts;
  return { ...draft, parts: part.kind === "blank" ? others : { ...others, [argument]: part } };
}

/** With its "=". */
export function formulaOf(draft: Draft): string {
  const { before, after } = draft.around ?? { before: "=", after: "" };
  return replaceCall(
    before + after,
    { start: before.length, end: before.length },
    formatCall(draft.name, partsOf(draft)),
  );
}

/** The arguments in their order, blanks where they are left out. */
export function partsOf({ name, parts }: Draft): Argument[] {
  return FUNCTIONS[name].map((argument) => parts[argument] ?? BLANK);
}

function isFunction(name: string): name is FunctionName {
  return (FUNCTION_NAMES as readonly string[]).includes(name);
}
