/** A line that shows if a P&L does not add up. It is blank if the P&L does. */
import { JOINT_COSTS, LINE_PARTS } from "../../insights";
import { cellOfLine } from "./lines";
import { ALERT, type ReportSection } from "./sheetSpec";
import { LABELS } from "./table";

export interface CheckLine {
  readonly row: number;
  /** The columns with amounts. */
  readonly columns: readonly string[];
  readonly rowOf: ReadonlyMap<string, number>;
}

/** The largest gap that rounding to whole units can leave: half a unit for each of four numbers. */
const ROUNDING = 2;

export function checkSection({ row, columns, rowOf }: CheckLine): ReportSection {
  const cells = `${columns[0] ?? ""}${row}:${columns.at(-1) ?? ""}${row}`;
  const largest = `IF(MAX(${cells})>${ROUNDING},"The lines do not add up: largest gap","Rounding: largest gap of the lines")`;
  return {
    blocks: [
      { at: `${LABELS}${row}`, rows: [[`=IF(COUNT(${cells})=0,"",${largest})`]] },
      ...columns.map((column) => {
        const gap = largestGap(column, rowOf);
        return { at: `${column}${row}`, rows: [[`=IFERROR(IF(${gap}>${allowedGap(column, rowOf)},${gap},""),"")`]] };
      }),
    ],
    styles: [
      { range: `${LABELS}${row}`, color: ALERT, shrinks: true },
      ...columns.map((column) => ({
        range: `${column}${row}`,
        color: ALERT,
        format: "rest" as const,
        shrinks: true,
      })),
    ],
  };
}

/** Returns the largest gap between a sum and its lines. One wrong number leaves a gap in two sums, which is counted once. */
function largestGap(column: string, rowOf: ReadonlyMap<string, number>): string {
  const gaps = Object.entries(LINE_PARTS).map(([sum, parts = []]) => {
    const names = parts.map(([, name]) => name);
    const terms = parts.every(([sign]) => sign === 1) ? [sum, ...names] : [...names, sum];
    // Without supply chain costs, the line of other costs holds both.
    const isOptional = (name: string) => name === JOINT_COSTS.omitted && name !== sum;
    const at = (field: string) => cellOfLine(column, field, rowOf);
    const needed = terms.filter((name) => !isOptional(name)).map(at);
    const rest = terms.map((name) => (isOptional(name) ? `N(${at(name)})` : at(name))).join("-");
    return `IF(COUNT(${needed.join(",")})=${needed.length},ABS(${rest}),0)`;
  });
  return `MAX(${gaps.join(",")})`;
}

/** Returns the tolerated gap: half a cent, or the precision of numbers of this size. */
function allowedGap(column: string, rowOf: ReadonlyMap<string, number>): string {
  return `MAX(0.005,1E-14*ABS(N(${cellOfLine(column, "netFIESales", rowOf)})))`;
}
