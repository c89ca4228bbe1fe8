/** P&L by month, a rolling forecast: actuals through a month, then the plan; months, quarters and the fiscal year. */
import { roleKey } from "../chartSection";
import { checkSection } from "../check";
import { commonCosts } from "../costs";
import { callOfKpi, lineFigure, unlessBlank } from "../figures";
import { cellOfLine, rowsOfLines, STATEMENT_LINES, type ReportLine } from "../lines";
import { MONTHLY_CHART_ROWS, monthlyCharts } from "../monthlyCharts";
import { sumDrivers } from "../ebitMessage";
import { messageSection, TITLE_LETTERS, type Message } from "../reportTitle";
import { createPage, finishPage, scenarioHeading, shortText, type Page, type PageOptions } from "../page";
import { REPORT_TITLES, type ReportParameters } from "../reportParameters";
import { placeRollingCells, rollingSection, type RollingCells, type RollingSpan } from "../rollingTime";
import { figureFormat } from "../scenarioColumns";
import {
  OUTLINED,
  OWN,
  SOLID,
  type ConditionalStyle,
  type ReportSection,
  type Role,
  type SheetSpec,
} from "../sheetSpec";
import { columnAt, LABELS, NARROW_BASE_WIDTH, notesSection, tableSection, type TableColumn } from "../table";
import { CURRENT, monthHeading, rangeCode, YEAR_FIRST, YEAR_NAME, YEAR_TEXT, yearText } from "../timeCells";
import { varianceColumns, varianceNote } from "../variance";
import { spokenDifference } from "../spokenNumbers";

const MONTHS = 12;
const OPTIONS: PageOptions = {
  scenarios: [
    { key: "scenario", label: "Plan scenario" },
    { key: "actuals", label: "Actuals" },
  ],
  time: "year",
  own: [
    { key: "through", label: "Actuals through", value: CURRENT },
    { key: "basePlan", label: "Prior year's plan", isRare: true },
  ],
  family: "pnl",
  wideName: REPORT_TITLES.months,
};
/** Smaller than elsewhere, because there are many columns. In points, also the widths of the columns that stay in sight. */
const [SIZE, WIDTH] = [9, 76];
/** Room for the input of the scale above the first of them, with its button. */
const TIME_WIDTH = 80;
const [LINES_WIDTH, BARS_WIDTH, CHANGE_WIDTH] = [140, 72, 48];
/** In points: room for the time and two lines of names. */
const HEADING_HEIGHT = 40;
/** The chart is as wide as a screen, even if the table is wider. The labels' column is printed on both pages, a chart on one. */
const [CHART_START, CHART_END] = ["C", "M"];
/** The most letters of a name in a heading. */
const MOST_LETTERS = 22;
const LINE_BREAK = "CHAR(10)";
/** The count of the first month of the year before. */
const LAST_YEAR = `(${YEAR_FIRST}-12)`;

type Column = TableColumn<ReportLine>;
type Rows = ReadonlyMap<string, number>;

/** The columns: first the year, the plan's year and the variance; months and quarters; the year to date, both of the year before. */
const TIMES: readonly (RollingSpan & { readonly kind: "month" | "quarter" })[] = Array.from(
  { length: MONTHS },
  (_, month) => {
    const own = { kind: "month", first: month, months: 1, isExtended: true } as const;
    const quarter = { kind: "quarter", first: month - 2, months: 3, isExtended: false } as const;
    return month % 3 < 2 ? [own] : [own, quarter];
  },
).flat();
const YEAR: RollingSpan = { first: 0, months: MONTHS, isExtended: false };
const [OUTLOOK, PLAN, VARIANCE, BAR, PERCENT] = [0, 1, 2, 3, 4].map(columnAt) as [
  string,
  string,
  string,
  string,
  string,
];
const timeColumn = (at: number) => columnAt(5 + at);
const [TO_DATE, TO_DATE_BEFORE, BEFORE] = [0, 1, 2].map((at) => timeColumn(TIMES.length + at)) as [
  string,
  string,
  string,
];

export function monthsSheet(parameters: ReportParameters): SheetSpec {
  const page = createPage(parameters, OPTIONS);
  // Below the headings, a row of rules says whose numbers a column has.
  const top = page.top + 1;
  const rowOf = rowsOfLines(STATEMENT_LINES, top + 1);
  const last = top + STATEMENT_LINES.length;
  const amounts = [OUTLOOK, PLAN, ...TIMES.map((_, at) => timeColumn(at)), TO_DATE, TO_DATE_BEFORE, BEFORE];
  const costs = commonCosts({ rowOf, columns: columnsOf(page, rowOf), amounts });
  const { columns, label } = costs;
  const note = "Actuals through the month named above, then the plan. ";
  const first = last + 3;
  const commentary = first + MONTHLY_CHART_ROWS;
  return finishPage(page, {
    sections: [
      messageSection(yearMessage(page, rowOf), page),
      rollingSection(page, [...TIMES, YEAR]),
      tableSection({
        top,
        corner: `=${page.unit}`,
        lines: STATEMENT_LINES,
        label,
        size: SIZE,
        headingHeight: HEADING_HEIGHT,
        hasRuleRow: true,
        columns,
      }),
      { conditionalStyles: actualStyles(top) },
      costs.section,
      checkSection({ row: last + 1, columns: amounts, rowOf }),
      notesSection({ row: last + 2, at: CHART_START, commentary }, varianceNote(page, "scenario", note), CHART_END),
      ...monthsCharts(page, rowOf, first),
    ],
    widths: {
      "B:B": LINES_WIDTH,
      [`${OUTLOOK}:${OUTLOOK}`]: WIDTH,
      [`${PLAN}:${PLAN}`]: NARROW_BASE_WIDTH,
      [`${VARIANCE}:${VARIANCE}`]: WIDTH,
      [`${BAR}:${BAR}`]: BARS_WIDTH,
      [`${PERCENT}:${PERCENT}`]: CHANGE_WIDTH,
      [`${timeColumn(0)}:${BEFORE}`]: TIME_WIDTH,
    },
    answerColumn: PERCENT,
    lastColumn: BEFORE,
    headingRow: top,
    lastRow: commentary,
  });
}

/** Compares the year as it is expected with the plan's. */
function yearMessage(page: Page, rowOf: Rows): Message {
  const at = (column: string) => cellOfLine(`$${column}`, "ebit", rowOf);
  return {
    subject: `"EBIT of "&${YEAR_TEXT}`,
    own: at(OUTLOOK),
    base: at(PLAN),
    against: scenarioHeading(page, "scenario", TITLE_LETTERS),
    percent: at(PERCENT),
    drivers: sumDrivers("ebit", { label: LABELS, variance: VARIANCE }, rowOf),
  };
}

function columnsOf(page: Page, rowOf: Rows): Column[] {
  const { inputs } = page;
  const times = TIMES.map((time, at): Column => {
    const cells = placeRollingCells(at);
    const heading = `=${timeHeading(page, time)}&${LINE_BREAK}&${whose(page, cells)}`;
    return {
      ...rollingColumn(page, cells, { column: timeColumn(at), rowOf }),
      heading,
      role: "base",
    };
  });
  const year = placeRollingCells(TIMES.length);
  const outlook = {
    ...rollingColumn(page, year, { column: OUTLOOK, rowOf }),
    heading: `=${YEAR_TEXT}&${LINE_BREAK}&${whose(page, year)}`,
    role: "own" as const,
  };
  const plan = plainColumn(
    page,
    { column: PLAN, rowOf },
    {
      heading: `${YEAR_TEXT}&${LINE_BREAK}&${shortHeading(page, "scenario")}`,
      role: "base",
      ask: (field) => callOfKpi(page, "scenario", field, { period: YEAR_NAME }),
      shownIf: inputs.cell("scenario"),
    },
  );
  const compared = { own: OUTLOOK, base: PLAN, variance: VARIANCE, bar: BAR, shownIf: inputs.cell("scenario") };
  return [
    outlook,
    plan,
    ...varianceColumns(page, compared),
    ...times,
    toDateColumn(page, rowOf, year),
    toDateBeforeColumn(page, rowOf, year),
    yearBeforeColumn(page, rowOf),
  ];
}

interface ColumnPlace {
  readonly column: string;
  readonly rowOf: Rows;
}

/** Adds the actual and the planned months. A ratio over both is computed from its two amounts. */
function rollingColumn(page: Page, cells: RollingCells, { column, rowOf }: ColumnPlace): Omit<Column, "heading"> {
  const { actual, planned, actualPeriod, plannedPeriod } = cells;
  const at = (field: string) => cellOfLine(column, field, rowOf);
  const ask = (line: ReportLine) => (field: string) => {
    const own = callOfKpi(page, "actuals", field, { period: actualPeriod });
    const plan = callOfKpi(page, "scenario", field, { period: plannedPeriod });
    if (line.unit !== "ratio") return `IF(${actual}=0,0,${own})+IF(${planned}=0,0,${plan})`;
    const [part, sales] = [at(field.replace("Percent", "")), at("netFIESales")];
    const ratio = `IF(COUNT(${part},${sales})<2,"",IF(${sales}=0,"n.m.",${part}/${sales}))`;
    return `IF(${planned}=0,IF(${actual}=0,"n.m.",${own}),IF(${actual}=0,${plan},${ratio}))`;
  };
  return { cell: (line) => `=${lineFigure({ line, column, rowOf }, ask(line))}`, format: figureFormat };
}

interface PlainColumn {
  /** Without "=". */
  readonly heading: string;
  readonly role: Role;
  readonly ask: (field: string) => string;
  /** The cell or expression that is blank if the column is. */
  readonly shownIf: string;
}

function plainColumn(page: Page, { column, rowOf }: ColumnPlace, { heading, role, ask, shownIf }: PlainColumn): Column {
  return {
    heading: `=${unlessBlank(shownIf, heading)}`,
    role,
    cell: (line) => `=${unlessBlank(shownIf, lineFigure({ line, column, rowOf }, ask))}`,
    format: figureFormat,
  };
}

/** The actuals of the year so far; blank if there are none. */
function toDateColumn(page: Page, rowOf: Rows, { actual, actualPeriod }: RollingCells): Column {
  return plainColumn(
    page,
    { column: TO_DATE, rowOf },
    {
      role: "own",
      heading: `${toDateHeading(actual, YEAR_FIRST)}&${LINE_BREAK}&${shortHeading(page, "actuals")}`,
      ask: (field) => callOfKpi(page, "actuals", field, { period: actualPeriod }),
      shownIf: actualPeriod,
    },
  );
}

function toDateHeading(actual: string, first: string): string {
  return `"YTD "&${monthHeading(`(${first}+${actual}-1)`)}`;
}

/** The same months of the year before; blank if there are none, or if the service lacks them. */
function toDateBeforeColumn(page: Page, rowOf: Rows, { actual }: RollingCells): Column {
  return beforeColumn(
    page,
    { column: TO_DATE_BEFORE, rowOf },
    { months: actual, text: toDateHeading(actual, LAST_YEAR) },
  );
}

function yearBeforeColumn(page: Page, rowOf: Rows): Column {
  return beforeColumn(page, { column: BEFORE, rowOf }, { months: String(MONTHS), text: yearText(`${YEAR_NAME}-1`) });
}

interface MonthsBefore {
  /** Their count, from the first of the year. */
  readonly months: string;
  /** What the heading calls them. */
  readonly text: string;
}

/** The actuals of the year before, of this plan or of another, which the heading then names; blank if the service lacks them. */
function beforeColumn(page: Page, { column, rowOf }: ColumnPlace, { months, text }: MonthsBefore): Column {
  const { argument, cell, name } = page.inputs;
  const key = "actuals";
  const period = rangeCode(LAST_YEAR, months);
  const ask = (field: string) => callOfKpi(page, key, field, { period, plan: argument("basePlan") });
  const isKnown = `IF(OR(${cell(key)}="",${months}=0),FALSE,ISNA(${ask("ebit")})=FALSE)`;
  const plan = `IF(${cell("basePlan")}="","",", "&${shortText(name("basePlan"), MOST_LETTERS)})`;
  return {
    heading: `=IF(${isKnown},${text}&${LINE_BREAK}&${shortHeading(page, key)}&${plan},"")`,
    cell: (line) => `=IF($${column}$${page.top}="","",${lineFigure({ line, column, rowOf }, ask)})`,
    role: "prior",
    format: figureFormat,
  };
}

/** Fills the rules of columns that have actuals alone. */
function actualStyles(top: number): ConditionalStyle[] {
  return TIMES.map((_, at) => ({
    range: `${timeColumn(at)}${top}`,
    holds: `${placeRollingCells(at).planned}=0`,
    fill: OWN,
  }));
}

function shortHeading(page: Page, key: "scenario" | "actuals"): string {
  return scenarioHeading(page, key, MOST_LETTERS);
}

/** Returns whose months a column has: the actuals', the plan's, or both, which make an outlook. */
function whose(page: Page, { actual, planned }: RollingCells): string {
  const [own, plan] = [shortHeading(page, "actuals"), shortHeading(page, "scenario")];
  return `IF(${planned}=0,IF(${actual}=0,"",${own}),IF(${actual}=0,${plan},"Outlook"))`;
}

/** Returns a heading such as "Jan 26", "YTD Jun 26" if a basis extends the month, or "Q2 FY26". */
function timeHeading({ inputs }: Page, { kind, first }: (typeof TIMES)[number]): string {
  if (kind === "quarter") return `"Q${first / 3 + 1} "&${YEAR_TEXT}`;
  const basis = inputs.argument("basis");
  return `IF(${basis}="","",${basis}&" ")&${monthHeading(`(${YEAR_FIRST}+${first})`)}`;
}

function monthsCharts(page: Page, rowOf: Rows, first: number): ReportSection[] {
  const basis = page.inputs.argument("basis");
  const [own, plan] = [shortHeading(page, "actuals"), shortHeading(page, "scenario")];
  const atMonths = `${basis}&" at each month"`;
  return monthlyCharts(page, {
    number: 0,
    place: { first, columns: [CHART_START, CHART_END] },
    names: [own, plan],
    key: `${roleKey(SOLID, own)}&${roleKey(OUTLINED, plan)}`,
    months: TIMES.flatMap((time, at) => {
      if (time.kind !== "month") return [];
      const amount = (field: string) => cellOfLine(`$${timeColumn(at)}`, field, rowOf);
      const { planned, actualPeriod: period } = placeRollingCells(at);
      const isPlanned = `${planned}>0`;
      return [
        {
          name: timeHeading(page, time),
          own: (field: string) => `IF(${isPlanned},"",${amount(field)})`,
          base: (field: string) =>
            `IF(${isPlanned},${amount(field)},${callOfKpi(page, "scenario", field, { period })})`,
        },
      ];
    }),
    size: cellOfLine("$C", "netFIESales", rowOf),
    message: (field) => {
      const [own, base] = [OUTLOOK, PLAN].map((column) => cellOfLine(`$${column}`, field, rowOf)) as [string, string];
      return `"of "&${YEAR_TEXT}&" "&${spokenDifference(own, base, scenarioHeading(page, "scenario", TITLE_LETTERS))}`;
    },
    subject: `IF(${basis}="","by month",${atMonths})`,
    about: `IF(${basis}="","",${atMonths}&" · ")&${YEAR_TEXT}`,
  });
}
