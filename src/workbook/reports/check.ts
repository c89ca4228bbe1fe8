/** A line that shows if a P&L does not add up. It is blank if the P&L does. */
import { allowedGap, gapOf } from "./figures";
import { RED, type ReportSection } from "./sheetSpec";

export interface CheckLine {
  readonly row: number;
  /** The columns with amounts. */
  readonly columns: readonly string[];
  readonly rowOf: ReadonlyMap<string, number>;
}

export function checkSection({ row, columns, rowOf }: CheckLine): ReportSection {
  const cells = columns.map((column) => `${column}${row}`);
  return {
    blocks: [
      { at: `A${row}`, rows: [[`=IF(COUNT(${cells.join(",")})=0,"","Rounding: the lines do not add up by")`]] },
      ...columns.map((column) => {
        const gap = gapOf(column, rowOf);
        return { at: `${column}${row}`, rows: [[`=IFERROR(IF(${gap}>${allowedGap(column, rowOf)},${gap},""),"")`]] };
      }),
    ],
    styles: [
      { range: `A${row}`, color: RED, shrinks: true },
      ...columns.map((column) => ({
        ...{ range: `${column}${row}`, color: RED, format: "rest" as const, shrinks: true },
      })),
    ],
  };
}
