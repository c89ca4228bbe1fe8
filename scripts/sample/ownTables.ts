/** Two sheets as planners write them, with codes in folded rows above the headings, in the look of the reports. */
import { fieldLines, type ReportLine } from "../../src/reporting/reports/lines";
import {
  inputStyle,
  INK,
  QUIET,
  type CellContent,
  type ReportSection,
  type SheetSpec,
} from "../../src/reporting/reports/sheetSpec";
import {
  AMOUNT_WIDTH,
  columnAt,
  LABEL_WIDTH,
  PERCENT_WIDTH,
  tableSection,
  type TableColumn,
} from "../../src/reporting/reports/table";
import { SCALES } from "../../src/reporting/reports/formats";
import { INPUT_HEIGHT } from "../../src/reporting/reports/inputs";
import { SIGN_NOTES } from "../../src/numbers/language/varianceSign";
import { NAMESPACE } from "../../src/numbers/language/environment";

type Column = TableColumn<ReportLine>;

const [LABELS_ROW, INPUTS_ROW, TOP] = [4, 5, 9];
/** The folded rows: the month of a column, and its scenario. */
const [MONTHS_ROW, SCENARIOS_ROW] = [6, 7];
const PLAN = `$B$${INPUTS_ROW}`;
const MARGIN = 9;
const GAP = 12;
const MONTHS = 12;

/** The year to date beside the plan and the year before. */
export function yearToDateTable(plan: string): SheetSpec {
  const [period, basis, currency, scale] = ["C", "D", "E", "F"].map((column) => `$${column}$${INPUTS_ROW}`) as [
    string,
    string,
    string,
    string,
  ];
  const scenario = (column: string) => `${column}$${SCENARIOS_ROW}`;
  const kpi = (column: string, of: string) => (_: ReportLine, row: number) =>
    `=${NAMESPACE}.KPI(${PLAN},${scenario(column)},$B${row},${of},,,${currency},${basis})`;
  const variance =
    (base: string, measure: string, basePeriod = "") =>
    (_: ReportLine, row: number) =>
      `=${NAMESPACE}.VAR(${PLAN},${scenario("$C")},${scenario(base)},$B${row},${period},,,${currency},${basis},"${measure}"${basePeriod})`;
  const columns: Column[] = [
    { heading: "Actual", role: "own", cell: kpi("C", period), format: amount },
    { heading: "Committed Plan", role: "base", cell: kpi("D", period), format: amount },
    { heading: "Δ", cell: variance("$D", "amount"), format: () => "variance", sign: () => "E" },
    { heading: "Δ %", cell: variance("$D", "percent"), format: () => "change", sign: () => "E" },
    GAP_COLUMN,
    { heading: "Prior year", role: "prior", cell: kpi("H", `${period}&"-12"`), format: amount },
    { heading: "Δ PY", cell: variance("$H", "amount", ',"PY"'), format: () => "variance", sign: () => "I" },
    { heading: "Δ PY %", cell: variance("$H", "percent", ',"PY"'), format: () => "change", sign: () => "I" },
  ];
  return ownSheet({
    title: `="Year to date, "&${NAMESPACE}.PERIOD(${PLAN},${period},${basis},"label")`,
    inputs: [
      ["Plan", plan],
      ["Period", "current"],
      ["Basis", "YTD"],
      ["Currency", "USD"],
      ["Scale", SCALES[1]],
    ],
    currency,
    codes: [{ at: `C${SCENARIOS_ROW}`, rows: [["actual", "committed", null, null, null, "actual"]] }],
    scale,
    lines: fieldLines("grossFIESales", "netFIESales", "grossProfit", "ebit", "dpm"),
    columns,
    widths: {
      "C:E": AMOUNT_WIDTH - 20,
      "F:F": PERCENT_WIDTH,
      "G:G": GAP,
      "H:I": AMOUNT_WIDTH - 20,
      "J:J": PERCENT_WIDTH,
    },
  });
}

/** Actual months, then those of the plan, after the year that they make. */
export function monthsTable(plan: string): SheetSpec {
  const [then, currency, scale] = ["C", "D", "E"].map((column) => `$${column}$${INPUTS_ROW}`) as [
    string,
    string,
    string,
  ];
  const [first, last] = [columnAt(5), columnAt(4 + MONTHS)];
  const current = `${NAMESPACE}.PERIOD(${PLAN},"current",,"start")`;
  const months = Array.from({ length: MONTHS }, (_, at): Column => {
    const column = columnAt(5 + at);
    return {
      heading: `=LEFT(${NAMESPACE}.PERIOD(${PLAN},${column}${MONTHS_ROW},,"label"),3)`,
      cell: (_line, row) =>
        `=${NAMESPACE}.KPI(${PLAN},${column}$${SCENARIOS_ROW},$B${row},${column}$${MONTHS_ROW},,,${currency})`,
      format: amount,
    };
  });
  const starts = months.map((_, at) =>
    at === 0 ? `=${NAMESPACE}.PERIOD(${PLAN},"current","YTD","start")` : `=EDATE(${columnAt(4 + at)}${MONTHS_ROW},1)`,
  );
  const scenarios = months.map((_, at) => `=IF(${columnAt(5 + at)}${MONTHS_ROW}<=${current},"actual",${then})`);
  const base = (_: ReportLine, row: number) =>
    `=${NAMESPACE}.KPI(${PLAN},${then},$B${row},YEAR($${last}$${MONTHS_ROW}),,,${currency})`;
  const difference = ({ isCost }: ReportLine, row: number) => (isCost ? `=D${row}-C${row}` : `=C${row}-D${row}`);
  const columns: Column[] = [
    {
      heading: "Outlook",
      cell: (_, row) => `=SUM(${first}${row}:${last}${row})`,
      format: amount,
      role: "own",
    },
    { heading: "Committed Plan", cell: base, format: amount, role: "base" },
    { heading: "Δ", cell: difference, format: () => "variance", sign: () => "E" },
    {
      heading: "Δ %",
      cell: (_, row) => `=IF(D${row}=0,"",E${row}/ABS(D${row}))`,
      format: () => "change",
      sign: () => "E",
    },
    GAP_COLUMN,
    ...months,
  ];
  return ownSheet({
    title: `="Actual to "&${NAMESPACE}.PERIOD(${PLAN},"current",,"label")&", then "&D${TOP}`,
    inputs: [
      ["Plan", plan],
      ["Then", "committed"],
      ["Currency", "USD"],
      ["Scale", SCALES[1]],
    ],
    currency,
    codes: [{ at: `${first}${MONTHS_ROW}`, rows: [starts, scenarios] }],
    scale,
    lines: fieldLines("netFIESales", "cogs", "grossProfit", "supplyChainCost", "otherCosts", "ebit"),
    columns,
    widths: {
      "C:E": AMOUNT_WIDTH - 28,
      "F:F": PERCENT_WIDTH - 8,
      "G:G": GAP,
      [`${first}:${last}`]: PERCENT_WIDTH - 6,
    },
    frozenColumns: 6,
  });
}

const amount = () => "amount" as const;
const GAP_COLUMN: Column = { heading: "", cell: () => "", format: () => undefined };

interface OwnSheet {
  readonly title: CellContent;
  readonly inputs: readonly (readonly [label: string, value: string])[];
  readonly codes: NonNullable<ReportSection["blocks"]>;
  /** The input cells of the currency and of the scale. */
  readonly currency: string;
  readonly scale: string;
  readonly lines: readonly ReportLine[];
  readonly columns: readonly Column[];
  readonly widths: Readonly<Record<string, number>>;
  /** How many columns stay in sight, so no title is cut by them. @default 0 */
  readonly frozenColumns?: number;
}

function ownSheet(own: OwnSheet): SheetSpec {
  const { title, inputs, codes, currency, scale, lines, columns, widths, frozenColumns = 0 } = own;
  const lastInput = String.fromCharCode("A".charCodeAt(0) + inputs.length);
  const last = columnAt(columns.length - 1);
  const scaled = `IF(${scale}="${SCALES[0]}","",", "&LOWER(${scale}))`;
  const unit = `=${PLAN}&" · "&${currency}&${scaled}&" · ${SIGN_NOTES.variance}"`;
  const table = tableSection({
    top: TOP,
    corner: "",
    lines: lines.map((line) => ({ ...line, indent: 0 })),
    label: ({ label }) => label,
    columns,
    headingHeight: 30,
  });
  return {
    blocks: [
      { at: "B1", rows: [[title], [unit]] },
      { at: `B${LABELS_ROW}`, rows: [inputs.map(([label]) => label), inputs.map(([, value]) => value)] },
      ...codes,
      ...(table.blocks ?? []),
    ],
    styles: [
      { range: "B1", bold: true, size: 16, color: INK },
      { range: "B2", color: QUIET, size: 9 },
      { range: `B${LABELS_ROW}:${lastInput}${LABELS_ROW}`, color: QUIET, size: 8 },
      inputStyle(`B${INPUTS_ROW}:${lastInput}${INPUTS_ROW}`),
      ...(table.styles ?? []),
    ],
    lists: [],
    conditionalStyles: table.conditionalStyles ?? [],
    bars: [],
    charts: [],
    widths: { "A:A": MARGIN, "B:B": LABEL_WIDTH, ...widths },
    heights: { "1:1": 26, [`${INPUTS_ROW}:${INPUTS_ROW}`]: INPUT_HEIGHT, ...table.heights },
    hidden: "AZ:AZ",
    folded: `${MONTHS_ROW}:${SCENARIOS_ROW + 1}`,
    frozen: { rows: TOP, columns: frozenColumns },
    scale,
    print: { area: `B${TOP}:${last}${TOP + lines.length}`, titles: "$1:$2", orientation: "Landscape", wide: 1 },
  };
}
