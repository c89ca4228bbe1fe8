/** What a report asks for in its input cells. */
import type { GroupBy } from "../../insights";
import type { InputKey } from "./reportParameters";

/** A choice among a few: what is shown, and what it is as an argument. */
export type Choice = readonly [shown: string, argument: string];

/** Groups are shown as the service names them. */
export function groupChoices(groups: readonly GroupBy[]): Choice[] {
  return groups.map((group) => [group, group]);
}

export interface InputOptions {
  /** One below the other, the base first. */
  readonly scenarios: readonly { readonly key: InputKey; readonly label: string }[];
  /** Any period, with a basis; or a year. */
  readonly time: "period" | "year" | "yearAndBasis";
  /** The report's own: a few choices, or the cells of a list. */
  readonly own?: readonly OwnInput[];
}

export interface OwnInput {
  readonly key: InputKey;
  readonly label: string;
  /** The first is what the cell holds at first. Left out where there is a source. */
  readonly choices?: readonly Choice[];
  /** Cells of a list; what is not in it is taken after a question. */
  readonly source?: string;
}
