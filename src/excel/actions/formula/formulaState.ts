/** The formula that is being built. */
import type { Argument } from "../../../numbers/language/argument";
import type { ErrorCell } from "../../workbook/errors/cellErrors";
import type { TablePreview } from "../tables/tableState";
import type { FunctionDescription } from "./functionDescriptions";

/** The formula that is being built. */
export interface FormulaDraft {
  readonly callee: FunctionDescription;
  /** By the name of the parameter; what is left out is not here. */
  readonly args: Readonly<Record<string, Argument>>;
  /** The cell that the formula is for, such as "Sheet1!B4": the active cell, unless an argument is being picked. */
  readonly target: string;
  /** The text before and after the call, if the cell has a formula with a call already. */
  readonly around?: { readonly before: string; readonly after: string } | undefined;
  /** The whole formula, with its "=". */
  readonly formula: string;
  /** The parameter that takes the next cells that are selected. */
  readonly picking?: string | undefined;
  readonly preview: Preview;
  /** The marker of the formula for a deck or document; undefined without a preview, or if a deck cannot have the number. */
  readonly marker?: string | undefined;
}

/** The result of the formula. `unknown` if only Excel can compute its arguments. */
export type Preview =
  | { readonly state: "unknown" }
  /** The formula would be an error: it lacks these parameters. */
  | { readonly state: "incomplete"; readonly missing: readonly string[] }
  | ({ readonly state: "failed" } & Pick<ErrorCell, "code" | "message" | "kind">)
  | TablePreview;

export interface FormulaSlice {
  readonly draft?: FormulaDraft | undefined;
}
