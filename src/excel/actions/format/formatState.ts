/** Formats of cells that a user has filled. */

export interface FormatSlice {
  /** Cells without a number format whose formula the user has entered; undefined if there are none, or all are formatted. */
  readonly formatOffer?: number | undefined;
}
