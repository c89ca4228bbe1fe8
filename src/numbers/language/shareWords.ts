/** Shares and percentage points in words: one spelling in sentences, in the pane and beside changes. Pure. */

/** As in reports, whatever sign a language has. */
export const MINUS = "−";

/** Stands behind the digits of a share, whatever a language does. Number formats of cells have a percent sign of their own. */
export const PERCENT_MARK = " %";

/** Stands behind percentage points, in words and in reports. */
export const POINTS = "pp";

/**
 * Stands behind the percent sign in cells of a ratio. A number format multiplies by 100 only with that sign, so the cells cannot
 * show `POINTS`: 0.8%-pts.
 */
export const POINTS_OF_PERCENT = "-pts";

interface ShareWording {
  /** @default 1 */
  readonly decimals?: number | undefined;
  /** True for a plus before a positive number. @default false */
  readonly hasSign?: boolean | undefined;
  /** Of the workbook's formats, such as "de-DE". @default the machine's */
  readonly language?: string | undefined;
}

/** Returns a text such as "−9.5 %". */
export function percentInWords(share: number, wording: ShareWording = {}): string {
  return signed(share, wording) + PERCENT_MARK;
}

/** Returns a difference of shares such as "+0.4 pp". */
export function pointsInWords(difference: number, wording: ShareWording = {}): string {
  return `${signed(difference, wording)} ${POINTS}`;
}

/** Returns a share or points as their number format means them; undefined for a number of any other format. */
export function shareInFormat(value: number, numberFormat: string, wording: ShareWording = {}): string | undefined {
  if (!numberFormat.includes("%")) return undefined;
  return numberFormat.includes(`%"${POINTS_OF_PERCENT}`)
    ? pointsInWords(value, wording)
    : percentInWords(value, wording);
}

/** Replaces the points of a number format by those of words: "0.8%-pts" becomes "0.8 pp". */
export function withPointsInWords(text: string): string {
  return text.replace(new RegExp(`\\s?%${POINTS_OF_PERCENT}`, "g"), ` ${POINTS}`);
}

function signed(share: number, { decimals = 1, hasSign = false, language }: ShareWording): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const sign = share < 0 ? MINUS : hasSign && share > 0 ? "+" : "";
  return sign + new Intl.NumberFormat(language, digits).format(Math.abs(100 * share));
}

/** True if each part is a share of the whole: of a small sum of large parts with both signs, some would be above 100 % and below 0. */
export function areShares(parts: readonly { readonly share?: number | undefined }[]): boolean {
  return parts.every(({ share = 0 }) => share >= 0 && share <= 1);
}
