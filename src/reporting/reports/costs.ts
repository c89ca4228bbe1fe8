/**
 * A service may omit supply chain costs (§2.5). If a shown column lacks them, every column shows gross profit less EBIT in one
 * line. So each column adds up, and each row compares the same costs.
 */
import { JOINT_COSTS } from "../../insights";
import { RESULT_COLUMN } from "./hiddenColumns";
import { cellOfLine, fieldLines, type ReportLine } from "./lines";
import type { ReportSection } from "./sheetSpec";
import { columnAt, type TableColumn } from "./table";

/** The hidden row that is TRUE if a column lacks the costs. Below it are the costs of each column. */
const FIRST = 50;
const IS_LACKING = `$${RESULT_COLUMN}$${FIRST}`;

interface CostsTable {
  readonly rowOf: ReadonlyMap<string, number>;
  readonly columns: readonly TableColumn<ReportLine>[];
  /** Those of them with amounts. */
  readonly amounts: readonly string[];
  /** Returns the letters of a column by its place. @default those of a visible table */
  readonly lettersAt?: (at: number) => string;
}

interface CommonCosts {
  readonly columns: TableColumn<ReportLine>[];
  readonly label: (line: ReportLine) => string;
  readonly section: ReportSection;
  /** The cell that is TRUE if costs are shown in one line. */
  readonly isJoint: string;
}

/** Returns the columns and labels of a table in which all columns show supply chain costs apart, or none does. */
export function commonCosts({ rowOf, columns, amounts, lettersAt = columnAt }: CostsTable): CommonCosts {
  const [line] = fieldLines(JOINT_COSTS.omitted);
  const row = rowOf.get(JOINT_COSTS.omitted) ?? 1;
  const held = (at: number) => `$${RESULT_COLUMN}$${FIRST + 1 + at}`;
  const shown = amounts.map((column) => cellOfLine(column, "ebit", rowOf)).join(",");
  const apart = `COUNT(${held(0)}:${held(amounts.length - 1)})`;
  const own = columns.flatMap(({ cell }, at) => (line && amounts.includes(lettersAt(at)) ? [cell(line, row)] : []));
  return {
    isJoint: IS_LACKING,
    columns: columns.map((column, at) => {
      const cell = held(amounts.indexOf(lettersAt(at)));
      const common = `=IF(ISNUMBER(${cell}),IF(${IS_LACKING},"",${cell}),IF(ISERROR(${cell}),${cell},""))`;
      const isOwn = ({ field }: ReportLine) => field === JOINT_COSTS.omitted && amounts.includes(lettersAt(at));
      return { ...column, cell: (each, of) => (isOwn(each) ? common : column.cell(each, of)) };
    }),
    label: ({ field, label }) =>
      field === JOINT_COSTS.place ? `=IF(${IS_LACKING},"${JOINT_COSTS.label}","${label}")` : label,
    section: {
      blocks: [
        { at: IS_LACKING.replaceAll("$", ""), rows: [[`=${apart}<COUNT(${shown})`], ...own.map((cell) => [cell])] },
      ],
    },
  };
}
