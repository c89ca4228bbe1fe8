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
  /** What fields are. @default unknown */
  readonly fields?: readonly FieldKind[];
}

export interface FieldKind {
  readonly name: string;
  readonly label: string;
  /** A ratio of 0.484 is 48.4 percent. */
  readonly unit: string;
  /** The amounts that it is computed of; without them for a share of another kind. */
  readonly total: { readonly by: string; readonly numerator?: string; readonly denominator?: string };
}
