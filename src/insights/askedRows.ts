/** The request behind the rows of an answer. It decides how rows are told apart, and which of them count. */

export interface AskedRows {
  /** D, W, M or FY. */
  readonly interval?: string | undefined;
  /** ISO 8601 days. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly currency?: string | undefined;
  /** The key that groups are expected under; undefined if any may be. */
  readonly grouping?: string | undefined;
  /** False if the family has no groups, as a P&L (§2.5). @default true */
  readonly hasGroups?: boolean;
  /** The fields that add up. @default all */
  readonly amounts?: ReadonlySet<string>;
  /** The fields that are ratios. @default none */
  readonly ratios?: readonly Ratio[];
}

/** A field of ratios: 0.484 is 48.4 percent. */
export interface Ratio {
  readonly name: string;
  readonly label: string;
  /** The fields that it is computed of; undefined for a share of another kind. */
  readonly of?: readonly [part: string, whole: string] | undefined;
}
