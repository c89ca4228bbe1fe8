/** Widths of columns, in points. Amounts have room for twelve digits in the usual size, without the font being known. */
export const LABEL_WIDTH = 180;
export const AMOUNT_WIDTH = 104;
export const PERCENT_WIDTH = 60;
export const MARK_WIDTH = 54;
