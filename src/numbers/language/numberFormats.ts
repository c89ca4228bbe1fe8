/** How a number is formatted: by the unit of its field. Pure. */
import type { Field } from "../../insights";
import type { Area } from "../../spreadsheet/cells/area";
import { POINTS_OF_PERCENT } from "./shareWords";

/** The scale of formatted amounts and volumes. */
export type Scale = "thousands" | "millions";

/** The format of some cells of an area, relative to the cell of the formula. */
export interface CellFormat extends Area {
  readonly numberFormat?: string;
  readonly isHeading?: boolean;
}

/** The look of numbers besides the unit of their field. */
export interface NumberStyle {
  /** The measure of a variance. @default none: the number is the field's own */
  readonly measure?: string | undefined;
  /** Of amounts and volumes. A format with a scale says so behind the number. @default whole numbers */
  readonly scale?: Scale | undefined;
  /** The ISO 4217 code that stands behind amounts. @default none */
  readonly currency?: string | undefined;
}

const SCALES: Readonly<Record<Scale, readonly [digits: string, mark: string]>> = {
  thousands: [",", "k"],
  millions: [".0,,", "m"],
};
const PERCENT = "0.0%";

const IN_POINTS = `${PERCENT}"${POINTS_OF_PERCENT}"`;

/** Returns the number format of a field, or of its variance: a difference of ratios is in points, not percent. */
export function fieldFormat({ unit }: Pick<Field, "unit">, style: NumberStyle): string {
  const { measure, scale, currency } = style;
  if (measure === "percent") return PERCENT;
  if (unit === "ratio") return measure ? IN_POINTS : PERCENT;
  if (unit === "amount per unit") return signed("#,##0.00", currency);
  const [digits, mark] = scale ? SCALES[scale] : ["", undefined];
  return signed(`#,##0${digits}`, mark, unit === "amount" ? currency : undefined);
}

/** Only letters go into the quotation marks. */
function signed(pattern: string, ...behind: readonly (string | undefined)[]): string {
  const words = behind.filter((word) => word && /^[a-z]+$/i.test(word));
  const number = words.length > 0 ? `${pattern}" ${words.join(" ")}"` : pattern;
  return `${number};-${number}`;
}
