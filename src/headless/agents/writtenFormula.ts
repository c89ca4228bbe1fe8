/** The tool that writes a formula for a cell: checked against the service, and never a value. */
import { formatCall, literalArgument, parseArgument, type Argument } from "../../numbers/language/argument";
import { SIGNATURES, type FunctionId } from "../../numbers/language/signatures";
import type { AgentTurn } from "./agentSession";
import { evaluateOne, titlesOf, valueOf } from "./formulaTools";
import { openSettings } from "./openSettings";
import { provenanceOf } from "./provenance";

type WrittenValue = string | number | boolean | readonly (string | number)[];

/** A value, or a cell with its present value. */
export type GivenArgument = WrittenValue | { readonly cell: string; readonly value: WrittenValue };

/** Excel's longest formula. */
export const MOST_CHARACTERS = 8_192;

/** Returns the text of a formula and the size of its result. Throws the error that its cell would show. */
export async function writeFormula(
  turn: AgentTurn,
  { id, args }: { id: FunctionId; args: Readonly<Record<string, GivenArgument>> },
): Promise<object> {
  const names: readonly string[] = SIGNATURES[id];
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`${id} has no argument '${unknown}'. Its arguments are ${names.join(", ") || "none"}.`);
  const given = names.map((name) => (Object.hasOwn(args, name) ? args[name] : undefined));
  const formula = `=${formatCall(id, given.map(writtenArgument))}`;
  if (formula.length > MOST_CHARACTERS)
    throw new Error(`The formula has more than ${MOST_CHARACTERS} characters. Put lists into cells.`);
  const evaluated = await evaluateOne(turn, `=${formatCall(id, given.map(checkedArgument))}`);
  const value = valueOf(evaluated);
  const rows = Array.isArray(value) ? value : [[value]];
  const context = turn.context;
  const asked = evaluated.calls.flatMap(({ questions = [] }) => questions);
  return {
    formula,
    size: { rows: rows.length, columns: rows[0]?.length ?? 0 },
    ...(await titlesOf(evaluated, context)),
    ...(await openSettings({ id, args: given.map(passedArgument) }, turn)),
    ...provenanceOf(turn, context.source, asked),
  };
}

function isCell(argument: GivenArgument): argument is Extract<GivenArgument, { cell: string }> {
  return typeof argument === "object" && "cell" in argument;
}

function writtenArgument(argument: GivenArgument | undefined): Argument {
  if (argument === undefined || !isCell(argument)) return literalOf(argument);
  const parsed = parseArgument(argument.cell);
  if (parsed.kind === "reference") return parsed;
  throw new Error(`'${argument.cell}' is no cell, range or name. Write such as $B$1.`);
}

function checkedArgument(argument: GivenArgument | undefined): Argument {
  return literalOf(presentValue(argument));
}

function presentValue(argument: GivenArgument | undefined): WrittenValue | undefined {
  return argument !== undefined && isCell(argument) ? argument.value : argument;
}

/** Returns the value that Excel would pass. A list is a range of one row. */
function passedArgument(argument: GivenArgument | undefined): unknown {
  const value = presentValue(argument);
  return typeof value === "object" ? [value] : value;
}

/** A list is a range of one row. */
function literalOf(value: WrittenValue | undefined): Argument {
  return literalArgument(typeof value === "object" ? [value] : value);
}
