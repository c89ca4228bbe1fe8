/** The inputs of a report, and where their texts are. */
import type { GroupBy } from "../../insights";
import type { InputKey } from "./reportParameters";

/** A choice: the shown text, and its argument. */
export type Choice = readonly [shown: string, argument: string];

/** The cells of each input. */
export interface InputCells {
  /** Returns the cell that the user fills in. */
  readonly cell: (key: InputKey) => string;
  /** Returns the cell with the input as functions take it. A blank input has its default there: the year, plan or currency. */
  readonly argument: (key: InputKey) => string;
  /** Returns the cell with the name of the scenario or plan; the typed text if it is unknown. */
  readonly name: (key: InputKey) => string;
}

/** Returns choices of groups by the service's names. */
export function groupChoices(groups: readonly GroupBy[]): Choice[] {
  return groups.map((group) => [group, group]);
}

export interface InputOptions {
  /** The base first. */
  readonly scenarios: readonly { readonly key: InputKey; readonly label: string; readonly isRare?: boolean }[];
  /** What the input of time takes: any period, with a base of another period or plan, or only a year. */
  readonly time: "period" | "year";
  /** The report's own inputs. */
  readonly own?: readonly OwnInput[];
}

export interface OwnInput {
  readonly key: InputKey;
  readonly label: string;
  /** True if it stands in the rows that are folded. @default false */
  readonly isRare?: boolean;
  /** The first is the default. Omitted for a month or a threshold. */
  readonly choices?: readonly Choice[];
  /** The first content of an input without choices. */
  readonly value?: string;
  /** What an input without choices takes. @default a month */
  readonly kind?: "threshold";
}
