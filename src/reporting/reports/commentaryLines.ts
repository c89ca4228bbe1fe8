/** The numbers of all lines of the commentary, which of them are material, and in which order they are shown. */
import { commonCosts } from "./costs";
import {
  allOf,
  LINE_COLUMNS as C,
  CANDIDATES,
  cellsOf,
  DEMAND_LINE,
  demandOf,
  ITEMS,
  itemsOf,
  LEAST,
  linesOf,
  LINE_ROWS,
  timeOfDemand,
  type Candidate,
} from "./commentaryCells";
import { callOfKpi, lineFigure, timeOf, unlessBlank, unlessMissing } from "./figures";
import { LEAST_GAP } from "./headlineSentence";
import { LIST_ROW } from "./hiddenColumns";
import type { ReportLine } from "./lines";
import type { Page } from "./page";
import type { CellContent, ReportSection } from "./sheetSpec";
import { GROUP_COUNT, groupAt } from "./spillLists";
import type { TableColumn } from "./table";
import { varianceAmount, variancePercent } from "./variance";

type Side = "scenario" | "base";
const SIDES = ["scenario", "base"] as const;
const COLUMN_OF = { scenario: C.own, base: C.base } as const;

interface CommentaryLines {
  readonly section: ReportSection;
  /** The cell that is TRUE if the service holds some costs in one line. */
  readonly isJoint: string;
}

export function linesSection(page: Page): CommentaryLines {
  const columns = SIDES.map((key): TableColumn<ReportLine> => ({
    heading: "",
    format: () => undefined,
    cell: (line) => {
      const ask = (field: string) => callOfKpi(page, key, field, timeOf(page, key));
      const figure = lineFigure({ line, column: `$${COLUMN_OF[key]}`, rowOf: LINE_ROWS.lines }, ask);
      return `=${unlessBlank(page.inputs.cell(key), figure)}`;
    },
  }));
  const amounts = SIDES.map((key) => COLUMN_OF[key]);
  const costs = commonCosts({ rowOf: LINE_ROWS.lines, columns, amounts, lettersAt: (at) => amounts[at] ?? "" });
  const column = (letters: string, cell: (each: Candidate) => CellContent) => ({
    at: `${letters}${LIST_ROW}`,
    rows: CANDIDATES.map((each) => [cell(each)]),
  });
  const figure = (at: number, key: Side) => (each: Candidate) =>
    each.line ? (costs.columns[at]?.cell(each.line, each.row) ?? "") : demandNumber(page, key, "demandValue", each);
  const volume = (key: Side) => (each: Candidate) => (each.line ? "" : demandNumber(page, key, "demandVolume", each));
  return {
    isJoint: costs.isJoint,
    section: {
      blocks: [
        ...(costs.section.blocks ?? []),
        { at: LEAST.replaceAll("$", ""), rows: [[`=${leastVariance(page)}`]] },
        column(C.label, (each) => (each.line ? costs.label(each.line) : demandLabel(page, each))),
        column(C.field, ({ kind, line }) => line?.field ?? (kind === "heading" ? "" : "demandValue")),
        column(C.own, figure(0, "scenario")),
        column(C.base, figure(1, "base")),
        column(C.variance, varianceCell),
        column(C.percent, percentCell),
        column(C.size, (each) => sizeCell(page, each)),
        column(C.order, orderCell),
        column(C.ownVolume, volume("scenario")),
        column(C.baseVolume, volume("base")),
        column(C.cost, ({ line }) => (line?.isCost ? 1 : "")),
      ],
    },
  };
}

/** A group that the scenario lacks is 0 if the scenario has a total. */
function demandNumber(page: Page, key: Side, field: string, { kind, row }: Candidate): CellContent {
  const time = timeOfDemand(page, key);
  const shown = (number: string) => `=${unlessBlank(page.inputs.cell(key), number)}`;
  if (kind === "total") return shown(callOfKpi(page, key, field, time));
  if (kind !== "item") return "";
  const item = itemAt(row);
  const call = callOfKpi(page, key, field, { ...time, item });
  const total = `$${COLUMN_OF[key]}$${LINE_ROWS.total}`;
  return shown(unlessBlank(item, `IF(ISNUMBER(${total}),IFNA(${call},0),"")`));
}

function itemAt(row: number): string {
  return groupAt(row - LINE_ROWS.items);
}

function demandLabel({ inputs }: Page, { kind, row }: Candidate): CellContent {
  if (kind === "total") return "Demand value";
  if (kind === "item") return `=${unlessMissing(itemAt(row))}`;
  if (row !== LINE_ROWS.headings[1]) return `="P&L"&IF(COUNT(${linesOf(C.variance)})=0,"",", "&${countText(linesOf)})`;
  const unread = `OR(${[C.own, C.base].map((column) => `ISERROR(SUM(${demandOf(column)}))`).join(",")})`;
  const more = `IF(IFERROR(${GROUP_COUNT}>${ITEMS},FALSE)," of "&${GROUP_COUNT},"")`;
  const count = `IF(COUNT(${itemsOf(C.variance)})=0,"",", "&${countText(itemsOf)}&${more})`;
  const by = `"Demand by "&${inputs.argument("groupBy")}`;
  return `=IF(${unread},"Demand: not available",${by}&${count})`;
}

/** "3 of 12". */
function countText(range: (column: string) => string): string {
  return `COUNT(${range(C.size)})&" of "&COUNT(${range(C.variance)})`;
}

function sidesAt(row: number): readonly [own: string, base: string] {
  return [`$${C.own}$${row}`, `$${C.base}$${row}`];
}

function varianceCell({ kind, line, row }: Candidate): CellContent {
  return kind === "heading" ? "" : `=${varianceAmount(line ?? DEMAND_LINE, ...sidesAt(row))}`;
}

function percentCell({ kind, row }: Candidate): CellContent {
  return kind === "heading" ? "" : `=${variancePercent(`$${C.variance}$${row}`, ...sidesAt(row))}`;
}

/** A share is one of the base's net sales. */
function leastVariance({ inputs: { name, argument } }: Page): string {
  const sales = `$${C.base}$${LINE_ROWS.lines.get("netFIESales")}`;
  const share = `IF(ISNUMBER(${sales}),${argument("threshold")}*ABS(${sales}),"")`;
  return `IF(${name("threshold")}="percent",${share},${argument("threshold")})`;
}

/** A variance is material if it passes both thresholds; the second one may be a share of the line's own base. */
function sizeCell({ inputs: { name, argument } }: Page, { kind, row }: Candidate): CellContent {
  if (kind === "heading") return "";
  const [variance, base] = [`$${C.variance}$${row}`, `$${C.base}$${row}`];
  const least = argument("lineThreshold");
  const own = `IF(${name("lineThreshold")}="percent",${least}*ABS(${base}),${least})`;
  const size = `ABS(${variance})`;
  const passes = `AND(${size}>=${LEAST_GAP},${size}>=${LEAST},${size}>=${own})`;
  return `=IF(COUNT(${variance},${LEAST})<2,"",IF(${passes},${size},""))`;
}

/** Headings stand above their lines. Of equal variances the first one stays first. */
function orderCell({ kind, row, line }: Candidate): CellContent {
  const count = `COUNT(${linesOf(C.size)})`;
  if (kind === "heading") return row === LIST_ROW ? 1 : `=2+${count}`;
  const size = `$${C.size}$${row}`;
  const [range, first, above] = line
    ? [linesOf(C.size), LIST_ROW + 1, "1"]
    : [demandOf(C.size), LINE_ROWS.total, `2+${count}`];
  const equal = row === first ? "" : `+COUNTIF(${cellsOf(C.size, first, row - 1)},${size})`;
  return `=IF(${size}="","",${above}+RANK(${size},${range})${equal})`;
}

/** Returns the number of material lines. */
export function materialCount(): string {
  return `COUNT(${allOf(C.size)})`;
}
