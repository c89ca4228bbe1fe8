/** How filled cells look: as in reports, or number formats alone. Pure. */
import type { Position } from "../../spreadsheet/cells/area";
import type { Field } from "../../insights";
import { fieldFormat } from "../../numbers/language/numberFormats";
import { isSumLine } from "../../insights";
import type { PartStyle } from "../reports/sheetSpec";
import { ownFormat } from "../tables/numberStyles";
import type { CellMeanings } from "./cellMeanings";
import { divisorOf, fieldOfCell, formulaKind, type Filling } from "./cellNumbers";

export interface StylePlace extends Position {
  /** True if some lines are no sums. */
  readonly hasParts: boolean;
}

export function styleOf(
  cell: CellMeanings,
  { answers, defaults }: Filling,
  { row, column, hasParts }: StylePlace,
): PartStyle[] {
  const [kind, field] = [formulaKind(cell, answers), fieldOfCell(cell.meanings, answers)];
  if (kind === "none" || !field) return [];
  const { meanings } = cell;
  const measure = kind === "VAR" ? meanings.get("measure")?.value : undefined;
  // Divided amounts are shown as they are.
  const divisor = divisorOf(cell, answers);
  const scale = divisor === undefined ? defaults.scale : undefined;
  const place = { row, column, rows: 1, columns: 1 };
  const unit = kind === "share" ? ({ unit: "ratio" } as const) : field;
  if (defaults.style !== "reports") return [{ ...place, numberFormat: fieldFormat(unit, { measure, scale }) }];
  return [
    {
      ...place,
      numberFormat: ownFormat(unit, { measure, scale, divisor }),
      // More of a bare difference may be worse.
      isVariance: measure !== undefined && measure !== "difference" && field.direction !== undefined,
      isBold: hasParts && !meanings.has("groupBy") && isSumLine(field),
      ...(meanings.get("item")?.heading.sums && { isSum: true }),
    },
  ];
}

export function isPart(field: Field | undefined): boolean {
  return field !== undefined && !isSumLine(field);
}
