/**
 * The number of a cell as its formula writes it. Each argument is decided once, as the text of the formula and the value that this
 * has now, so what is asked before is what the cell will ask. Pure.
 */
import { formatCall } from "../../numbers/language/argument";
import { argumentsInOrder, SIGNATURES, type ArgumentOf } from "../../numbers/language/signatures";

export interface WrittenArgument {
  /** A reference or an expression. */
  readonly text: string;
  /** Undefined if only the sheet computes it. */
  readonly value: unknown;
}

export interface WrittenNumber {
  readonly id: "KPI" | "VAR";
  /** Arguments that are left out are blank. */
  readonly args: Readonly<Partial<Record<ArgumentOf<"KPI" | "VAR">, WrittenArgument | undefined>>>;
}

/** A call with its arguments in their order. */
export interface LiteralCall {
  readonly id: "KPI" | "VAR";
  readonly args: readonly unknown[];
}

/** Returns the call without its "=". */
export function writtenFormula({ id, args }: WrittenNumber): string {
  const texts = SIGNATURES[id].map((name) => {
    const text = args[name]?.text;
    return text ? ({ kind: "expression", text } as const) : ({ kind: "blank" } as const);
  });
  return formatCall(id, texts).replaceAll(", ", ",");
}

/** Returns the call that the formula makes; undefined if only the sheet computes one of its arguments. */
export function writtenCall({ id, args }: WrittenNumber): LiteralCall | undefined {
  const given = Object.entries(args).filter(([, argument]) => argument?.text);
  if (given.some(([, argument]) => argument?.value === undefined)) return undefined;
  return {
    id,
    args: argumentsInOrder(id, Object.fromEntries(given.map(([name, argument]) => [name, argument?.value]))),
  };
}
