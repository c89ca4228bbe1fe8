/** The inputs that a report has beyond the common ones. */
import type { GroupBy } from "../../insights";
import type { InputKey } from "./reportParameters";

/** A choice: the shown text, and its argument. */
export type Choice = readonly [shown: string, argument: string];

/** Returns choices of groups, under the service's names. */
export function groupChoices(groups: readonly GroupBy[]): Choice[] {
  return groups.map((group) => [group, group]);
}

export interface InputOptions {
  /** From top to bottom, the base first. */
  readonly scenarios: readonly { readonly key: InputKey; readonly label: string }[];
  /** The input of time: any period with a basis, a year, or a year with a basis. */
  readonly time: "period" | "year" | "yearAndBasis";
  /** The report's own inputs. */
  readonly own?: readonly OwnInput[];
}

export interface OwnInput {
  readonly key: InputKey;
  readonly label: string;
  /** The first is the default. Omitted if there is a source. */
  readonly choices?: readonly Choice[];
  /** The range of a drop-down. Other values are accepted after a question. */
  readonly source?: string;
}
