/** What the pane shows of tables of a user's own that move to another month. */
import type { RolledBlock } from "../../../reporting/roll/rolledBlock";

/** A table as it will be. */
export interface RolledTable {
  /** Its cells with numbers, such as "Sheet1!B3:D9". */
  readonly address: string;
  readonly sheet: string;
  readonly block: RolledBlock;
}

export interface RollState {
  /** The month that the tables hold, as YYYY-MM, and the one that they will hold. */
  readonly from: string;
  readonly to: string;
  /** The months that tables hold, the one of most tables first. */
  readonly months: readonly string[];
  readonly tables: readonly RolledTable[];
  /** Tables that stay: they hold another month, or none. */
  readonly others: readonly { readonly address: string; readonly month: string | undefined }[];
}

/** What was moved last. */
export interface RolledOutcome {
  readonly tables: number;
  readonly cells: number;
  readonly headings: number;
  /** The month that they hold now; undefined if only texts were renewed. */
  readonly to: string | undefined;
  /** Cells that were left. */
  readonly left: number;
}
