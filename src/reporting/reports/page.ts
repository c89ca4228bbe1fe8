/** The common frame of all reports: title, context, inputs and print settings. */
import { parseColumn } from "../../spreadsheet/cells/address";
import { NAMESPACE } from "../../numbers/language/environment";
import type { InputOptions } from "./inputOptions";
import { createInputs, FOLDED_ROWS, type Inputs } from "./inputs";
import { BAR_BOUNDS, FIRST_NOTE, HIDDEN, MESSAGE_COLUMN, RESULT_COLUMN, RUNS } from "./hiddenColumns";
import {
  noteStyle,
  QUIET,
  titleStyle,
  type CellContent,
  type RangeStyle,
  type ReportSection,
  type SheetSpec,
} from "./sheetSpec";
import type { InputKey, ReportParameters } from "./reportParameters";
import { missingMonths } from "./missingMonths";
import { columnAt, LABELS } from "./table";
import { AGE_MINUTES, BASE_TEXT, shortMonth, TIME_TEXT } from "./timeCells";

export interface PageOptions extends InputOptions {
  /** The family of its numbers. @default all families */
  readonly family?: "pnl" | "demand";
  /** The cell with the unit, in place of currency and scale. */
  readonly unit?: string;
  /** True if one call asks for all scenarios anyway. @default false */
  readonly isOneCall?: boolean;
  /**
   * The name of a report that is printed on two pages side by side: on one, letters would be too small to read. Its first columns are
   * frozen, and printed on both pages. The name and the plan stand there, and the title right of them, so no page cuts it.
   * @default the report is printed on one page
   */
  readonly wideName?: string;
}

/** The page of a report, for its own sections. */
export interface Page {
  readonly inputs: Inputs;
  /** The first row of the report's own sections. */
  readonly top: number;
  /** The cell with currency and scale, as shown in headings and titles. */
  readonly unit: string;
  /** The column in which the title begins. */
  readonly titleColumn: string;
  readonly isWide: boolean;
  readonly section: ReportSection;
}

/** The report's own sections and the space that they take. */
export interface PageBody {
  readonly sections: readonly ReportSection[];
  /** In points, by columns. */
  readonly widths: Readonly<Record<string, number>>;
  readonly lastColumn: string;
  readonly lastRow: number;
  /** The row of the table's headings, which stay in sight. @default the rows of the inputs alone */
  readonly headingRow?: number;
  /** The last column that stays in sight beside a wide table, and the last one of the title. @default the column of labels */
  readonly answerColumn?: string;
}

/** The age of the numbers as a time and as text. Its minutes are between them (`AGE_MINUTES`). */
const [AGE, AGE_TEXT] = [`$${RESULT_COLUMN}$2`, `$${RESULT_COLUMN}$4`];
/** The names of the scenarios; currency and scale. */
const [SCENARIOS_TEXT, UNIT] = [`$${RESULT_COLUMN}$5`, `$${RESULT_COLUMN}$6`];
/** The two runs that the plan's numbers are of, each as a time and in minutes, and both as text. */
const [EARLIER, EARLIER_MINUTES] = [`$${RUNS}$2`, `$${RUNS}$3`];
const [LATER, LATER_MINUTES] = [`$${RUNS}$4`, `$${RUNS}$5`];
const RUNS_TEXT = `$${RUNS}$6`;
/** The cell that contains `WARNING` if there are two runs. The context then has a fill. */
const WARNED = `$${RUNS}$7`;
const WARNING = "warning";
const WARNING_FILL = "#fdebd0";
/** The first cell of those that ask for all scenarios at once. */
const READ_AHEAD = `${RUNS}8`;
/** Title and context. */
const TITLE_ROWS = "$1:$2";
/** The labels of lines. */
const TITLE_COLUMNS = "$A:$B";
/** In points. */
const MARGIN = 9;
const [TITLE_SIZE, WIDE_TITLE_SIZE] = [16, 14];
/** In points. The context has room for three lines. */
const HEIGHTS = { "1:1": 26, "2:2": 33 };
export const ROW_HEIGHT = 15;

export function createPage(parameters: ReportParameters, options: PageOptions): Page {
  const inputs = createInputs(parameters, options);
  const isWide = options.wideName !== undefined;
  const titleColumn = isWide ? columnAt(0) : LABELS;
  return {
    inputs,
    top: FOLDED_ROWS.last + 1,
    unit: UNIT,
    titleColumn,
    isWide,
    section: headSection(inputs, options, titleColumn),
  };
}

function headSection(inputs: Inputs, options: PageOptions, titleColumn: string): ReportSection {
  const { wideName } = options;
  const plan = inputs.name("plan");
  const texts = [SCENARIOS_TEXT, TIME_TEXT, options.unit ?? UNIT].map(shownName);
  const about = (wideName === undefined ? [plan, ...texts] : texts).join('&" · "&');
  const context = `${titleColumn}2`;
  const rowsOf = (contents: readonly CellContent[]) => contents.map((content) => [content]);
  return {
    blocks: [
      { at: context, rows: [[`=${about}&" · "&${AGE_TEXT}&${RUNS_TEXT}`]] },
      ...(wideName === undefined ? [] : [{ at: `${LABELS}1`, rows: [[wideName], [`=${plan}`]] }]),
      { at: `${RESULT_COLUMN}2`, rows: rowsOf(headResults(inputs, options)) },
      { at: READ_AHEAD, rows: rowsOf(readAhead(inputs, options)) },
      { at: `${RUNS}2`, rows: rowsOf(runResults(inputs, options)) },
      {
        at: `${MESSAGE_COLUMN}${FIRST_NOTE.months}`,
        rows: rowsOf(missingMonths(inputs, options, options.family === "demand")),
      },
    ],
    heights: HEIGHTS,
    conditionalStyles: [{ range: context, holds: `${WARNED}="${WARNING}"`, fill: WARNING_FILL, bold: true }],
    styles: [
      titleStyle(`${titleColumn}1`, wideName === undefined ? TITLE_SIZE : WIDE_TITLE_SIZE),
      noteStyle(context),
      ...(wideName === undefined ? [] : nameStyles()),
    ],
  };
}

/** The name and the plan of a wide report are whole in the column of the labels. */
function nameStyles(): RangeStyle[] {
  const [name, plan] = [`${LABELS}1`, `${LABELS}2`];
  return [
    { range: name, color: QUIET, bold: true, size: WIDE_TITLE_SIZE, shrinks: true },
    { ...noteStyle(plan), shrinks: true },
  ];
}

/** Returns the cells from `AGE` to `UNIT`. */
function headResults(inputs: Inputs, options: PageOptions): CellContent[] {
  return [
    `=${ageOf(inputs, options, "")}`,
    minutesOf(AGE),
    `=IFERROR("as of "&${dateText(AGE_MINUTES)}&" UTC","as of: not loaded")`,
    `=${scenariosText(inputs, options)}`,
    `=${inputs.argument("currency")}&${inputs.argument("scale")}`,
  ];
}

/** Returns the cells from `EARLIER` to `WARNED`. */
function runResults(inputs: Inputs, options: PageOptions): CellContent[] {
  const times = `${dateText(EARLIER_MINUTES)}&" and "&${dateText(LATER_MINUTES)}`;
  return [
    `=${ageOf(inputs, options, "earlier")}`,
    minutesOf(EARLIER),
    `=${ageOf(inputs, options, "later")}`,
    minutesOf(LATER),
    `=IFERROR(IF(${LATER}>0," · Numbers of two runs: "&${times},""),"")`,
    `=IF(${RUNS_TEXT}="","","${WARNING}")`,
  ];
}

/**
 * Asks for the months of all scenarios at once. The page's own calls wait for PERIOD, one after the other, and would ask for each
 * scenario separately.
 */
function readAhead({ cell, argument, scenarios, has }: Inputs, { family, isOneCall }: PageOptions): CellContent[] {
  if (isOneCall) return [""];
  const shown = `${cell("plan")},${scenarios[0]}:${scenarios.at(-1)}`;
  const rest = `${argument("currency")},"values"`;
  const groups = has("groupBy") ? argument("groupBy") : "";
  return [
    family === "demand" ? "" : `=COUNT(${NAMESPACE}.PNL(${shown},"ebit","M",,,${rest}))`,
    family === "pnl" ? "" : `=COUNT(${NAMESPACE}.DEMAND(${shown},"demandVolume","M",${groups},,,${rest}))`,
  ];
}

/**
 * Returns the call of ASOF; the older age of both plans, if the base is of another plan. Runs are those of the report's own plan.
 */
function ageOf(inputs: Inputs, { time, family }: PageOptions, part: string): string {
  const { cell } = inputs;
  const rest = `"${family ?? ""}","UTC"${part && `,"${part}"`}`;
  const asOf = (plan: string, shown: string) => `${NAMESPACE}.ASOF(${plan},${shown},${rest})`;
  const [base, second, last] = [inputs.scenarios[0], inputs.scenarios[1], inputs.scenarios.at(-1)];
  const all = asOf(cell("plan"), `${base}:${last}`);
  if (time === "year") return all;
  const own = asOf(cell("plan"), `${second}:${last}`);
  const both = part === "" ? `MIN(${own},${asOf(cell("basePlan"), `${base}`)})` : own;
  return `IF(${cell("basePlan")}="",${all},${both})`;
}

/** Converts a time to whole minutes, because minutes are not exact fractions of a day. */
function minutesOf(time: string): string {
  return `=INT(ROUND(${time}*86400,0)/60)`;
}

/** Returns a text such as "15 Jun 2026, 08:45". TEXT has format codes that differ by language. */
function dateText(minutes: string): string {
  const day = `INT(${minutes}/1440)`;
  const two = (number: string) => `RIGHT("0"&${number},2)`;
  const date = [`DAY(${day})`, shortMonth(`(MONTH(${day})-1)`), `YEAR(${day})`].join('&" "&');
  const time = [two(`INT(MOD(${minutes},1440)/60)`), two(`MOD(${minutes},60)`)].join('&":"&');
  return `${date}&", "&${time}`;
}

/** Returns a text such as "Actual, Optimistic against Committed Plan". */
function scenariosText({ name }: Inputs, { scenarios, time }: PageOptions): string {
  const [first, ...others] = scenarios.map(({ key }) => shownName(name(key)));
  const isBase = scenarios[0]?.key === "base";
  if (!first || others.length === 0 || !isBase) return [first, ...others].join('&" · "&');
  const base = time === "period" ? `${first}&IFERROR(${BASE_TEXT},"")` : first;
  const listed = others.reduce((all, each) => `${all}&IF(OR(${all}="",${each}=""),"",", ")&${each}`);
  return `${listed}&IF(${listed}="",""," against ")&${base}`;
}

/** Shows "?" for what is unknown. The line above the inputs explains it. */
function shownName(cell: string): string {
  return `IFERROR(${cell},"?")`;
}

/** The most letters of a name in a heading of two lines. */
const HEADING_LETTERS = 30;

/** Cuts a very long name, which the line below the title shows in full. */
export function shortText(text: string, most = HEADING_LETTERS): string {
  return `IF(LEN(${text})>${most},LEFT(${text},${most - 1})&"…",${text})`;
}

/** Returns the heading of a scenario's numbers. The heading of a base adds the base's own period and plan. */
export function scenarioHeading({ inputs: { name, cell, has } }: Page, key: InputKey, most?: number): string {
  const heading = shortText(`IFERROR(${name(key)},${cell(key)})`, most);
  return key === "base" && has("basePeriod") ? `${heading}&${BASE_TEXT}` : heading;
}

/** Returns the sheet of a page with the report's own sections. */
export function finishPage(page: Page, body: PageBody): SheetSpec {
  const { lastColumn, lastRow } = body;
  const widths = { "A:A": MARGIN, ...body.widths };
  const { answerColumn } = body;
  const { isWide, titleColumn } = page;
  const titles = answerColumn
    ? wrappedTitle(titleColumn, answerColumn, lastColumn)
    : { styles: titleStyles(lastColumn) };
  const own = [page.section, page.inputs.section, ...body.sections, titles];
  const bars = own.flatMap(({ bars = [] }) => bars);
  const sections = [...own, boundsSection(bars)];
  const area = `B${page.top}:${lastColumn}${lastRow}`;
  const width = Object.entries(widths).reduce((sum, [columns, each]) => sum + each * columnCount(columns), 0);
  const heights = Object.fromEntries(sections.flatMap(({ heights = {} }) => Object.entries(heights)));
  const taller = Object.values(heights).reduce((sum, each) => sum + each - ROW_HEIGHT, 0);
  const height = ROW_HEIGHT * (lastRow - page.top + 3) + taller;
  return {
    blocks: sections.flatMap(({ blocks = [] }) => blocks),
    styles: sections.flatMap(({ styles = [] }) => styles),
    lists: sections.flatMap(({ lists = [] }) => lists),
    conditionalStyles: sections.flatMap(({ conditionalStyles = [] }) => conditionalStyles),
    bars,
    charts: sections.flatMap(({ charts = [] }) => charts),
    widths,
    heights,
    hidden: HIDDEN,
    folded: `${FOLDED_ROWS.first}:${FOLDED_ROWS.last}`,
    frozen: {
      rows: body.headingRow ?? FOLDED_ROWS.last,
      columns: isWide ? parseColumn(answerColumn ?? LABELS) + 1 : 0,
    },
    scale: page.inputs.cell("scale"),
    print: {
      area,
      titles: TITLE_ROWS,
      orientation: width > height ? "Landscape" : "Portrait",
      wide: isWide ? 2 : 1,
      ...(isWide && { titleColumns: TITLE_COLUMNS }),
    },
  };
}

/**
 * Writes the bounds of all bars, so bars of one sheet can be compared. They are as far from 0 to both sides: the axis stands in the middle,
 * below the middle of the heading.
 */
function boundsSection(bars: readonly string[]): ReportSection {
  if (bars.length === 0) return {};
  const all = `0,${bars.join(",")}`;
  const rows = [[`=-${BAR_BOUNDS.largest}`], [`=MAX(MAX(${all}),-MIN(${all}))`]];
  return { blocks: [{ at: BAR_BOUNDS.first, rows }] };
}

/** Merges the title rows over all columns. The title shrinks to fit; the context wraps. */
function titleStyles(lastColumn: string): RangeStyle[] {
  return [
    { range: `B1:${lastColumn}1`, merged: true, shrinks: true },
    { range: `B2:${lastColumn}2`, merged: true, wraps: true },
  ];
}

/** The title of a wide table stays within the columns that do not scroll, in two lines. */
function wrappedTitle(first: string, answerColumn: string, lastColumn: string): ReportSection {
  const ends = [answerColumn, lastColumn];
  return {
    styles: ends.map((end, at) => ({ range: `${first}${at + 1}:${end}${at + 1}`, merged: true, wraps: true })),
    heights: { "1:1": 42 },
  };
}

function columnCount(columns: string): number {
  const [first = "", last = ""] = columns.split(":");
  return parseColumn(last) - parseColumn(first) + 1;
}
