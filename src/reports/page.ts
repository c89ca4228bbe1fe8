/** The common frame of all reports: title, subtitle, age of the numbers, inputs and print settings. */
import { NAMESPACE } from "../grid/environment";
import type { InputOptions } from "./inputOptions";
import { createInputs, type Inputs } from "./inputs";
import { HIDDEN, RESULTS, RUNS } from "./hiddenColumns";
import { INK, QUIET, type CellContent, type ReportSection, type SheetSpec } from "./sheetSpec";
import type { InputKey, ReportParameters } from "./reportParameters";
import { AGE_MINUTES, BASE_TEXT, TIME_TEXT } from "./timeCells";

export interface PageOptions extends InputOptions {
  readonly title: string;
  /** The family of its numbers. @default all families */
  readonly family?: "pnl" | "demand";
  /** True if one call asks for all scenarios anyway. @default false */
  readonly isOneCall?: boolean;
}

/** The page of a report, for its own sections. */
export interface Page {
  readonly title: string;
  readonly inputs: Inputs;
  /** The first row of the report's own sections. */
  readonly top: number;
  /** The cell with currency and scale, as shown in headings and titles. */
  readonly unit: string;
  readonly section: ReportSection;
}

/** The report's own sections and the space that they take. */
export interface PageBody {
  readonly sections: readonly ReportSection[];
  /** In points, by columns. */
  readonly widths: Readonly<Record<string, number>>;
  readonly heights?: Readonly<Record<string, number>>;
  readonly lastColumn: string;
  readonly lastRow: number;
  /** True to freeze the column of labels, and to print two pages side by side: on one, letters would be too small to read. */
  readonly isWide?: boolean;
}

const [AGE, AGE_TEXT, SCENARIOS_TEXT, UNIT] = [2, 4, 5, 6].map((row) => `$${RESULTS}$${row}`) as [
  string,
  string,
  string,
  string,
];
const [EARLIER, EARLIER_MINUTES, LATER, LATER_MINUTES, RUNS_TEXT, WARNED] = [2, 3, 4, 5, 6, 7].map(
  (row) => `$${RUNS}$${row}`,
) as [string, string, string, string, string, string];
/** The text of a hidden cell if the plan's numbers are of two runs. The age then has a fill. */
const WARNING = "warning";
const WARNING_FILL = "#fdebd0";
/** The first of the cells that ask for all scenarios at once. */
const READ_AHEAD = `${RUNS}8`;
/** Title, subtitle and age. */
const TITLE_ROWS = "$1:$3";
/** The labels of lines. */
const TITLE_COLUMNS = "$A:$A";
/** In points. The subtitle has room for three lines. */
const HEIGHTS = { "1:1": 26, "2:2": 34 };
const ROW_HEIGHT = 15;

export function createPage(parameters: ReportParameters, options: PageOptions): Page {
  const inputs = createInputs(parameters, options);
  return { title: options.title, inputs, top: inputs.end + 1, unit: UNIT, section: headSection(inputs, options) };
}

function headSection(inputs: Inputs, options: PageOptions): ReportSection {
  const { argument, name } = inputs;
  const about = [name("plan"), SCENARIOS_TEXT, TIME_TEXT, UNIT].join('&" · "&');
  const age = (part = "") => `=${ageOf(inputs, options, part)}`;
  return {
    blocks: [
      {
        at: "A1",
        rows: [[`="${options.title} · "&${shortText(name("plan"))}`], [`=${about}`], [`=${AGE_TEXT}&${RUNS_TEXT}`]],
      },
      {
        at: `${RESULTS}2`,
        rows: [
          [age()],
          [minutesOf(AGE)],
          [`=IFERROR("As of "&${dateText(AGE_MINUTES)}&" UTC","As of: not known yet")`],
          [`=${scenariosText(inputs, options)}`],
          [`=${argument("currency")}&${argument("scale")}`],
        ],
      },
      {
        at: READ_AHEAD,
        rows: readAhead(inputs, options).map((formula) => [formula]),
      },
      {
        at: `${RUNS}2`,
        rows: [
          [age("earlier")],
          [minutesOf(EARLIER)],
          [age("later")],
          [minutesOf(LATER)],
          [
            `=IFERROR(IF(${LATER}>0," · Numbers of two runs: "&${dateText(EARLIER_MINUTES)}&" and "&${dateText(LATER_MINUTES)},""),"")`,
          ],
          [`=IF(${RUNS_TEXT}="","","${WARNING}")`],
        ],
      },
    ],
    fills: [{ range: "A3", cell: WARNED, text: WARNING, fill: WARNING_FILL, bold: true }],
    styles: [
      { range: "A1", bold: true, size: 16, color: INK },
      { range: "A2:A3", color: QUIET, size: 9 },
    ],
  };
}

/**
 * Asks for the months of all scenarios at once. The page's own calls wait for PERIOD, one after the other, and would ask for each
 * scenario by itself.
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

/** Returns the call of ASOF, about two plans if the base is of another. Two runs are told of the report's own plan. */
function ageOf(inputs: Inputs, { hasBase, family }: PageOptions, part: string): string {
  const { cell } = inputs;
  const rest = `"${family ?? ""}","UTC"${part && `,"${part}"`}`;
  const asOf = (plan: string, shown: string) => `${NAMESPACE}.ASOF(${plan},${shown},${rest})`;
  const [base, second, last] = [inputs.scenarios[0], inputs.scenarios[1], inputs.scenarios.at(-1)];
  const all = asOf(cell("plan"), `${base}:${last}`);
  if (!hasBase) return all;
  const own = asOf(cell("plan"), `${second}:${last}`);
  const both = part === "" ? `MIN(${own},${asOf(cell("basePlan"), `${base}`)})` : own;
  return `IF(${cell("basePlan")}="",${all},${both})`;
}

/** Converts a time to whole minutes, because minutes are not exact fractions of a day. */
function minutesOf(time: string): string {
  return `=INT(ROUND(${time}*86400,0)/60)`;
}

/** Formats the date without TEXT, whose format codes differ by language. */
function dateText(minutes: string): string {
  const day = `INT(${minutes}/1440)`;
  const two = (number: string) => `RIGHT("0"&${number},2)`;
  const date = [`YEAR(${day})`, two(`MONTH(${day})`), two(`DAY(${day})`)].join('&"-"&');
  const time = [two(`INT(MOD(${minutes},1440)/60)`), two(`MOD(${minutes},60)`)].join('&":"&');
  return `${date}&" "&${time}`;
}

/** "Actual, Optimistic vs Committed Plan" */
function scenariosText({ name }: Inputs, { scenarios }: PageOptions): string {
  const [first, ...others] = scenarios.map(({ key }) => shownName(name(key)));
  const isBase = scenarios[0]?.key === "base";
  if (!first || others.length === 0 || !isBase) return [first, ...others].join('&" · "&');
  const listed = others.reduce((all, each) => `${all}&IF(OR(${all}="",${each}=""),"",", ")&${each}`);
  return `${listed}&IF(${listed}="",""," vs ")&${first}`;
}

/** Shows "?" for an unknown name. A note next to the input explains it. */
function shownName(cell: string): string {
  return `IFERROR(${cell},"?")`;
}

/** Cuts a very long name, which the line below the title shows in full. */
export function shortText(text: string, most = 42): string {
  return `IF(LEN(${text})>${most},LEFT(${text},${most - 1})&"…",${text})`;
}

/** Returns the heading of a scenario's numbers. That of a base also says its own period and plan. */
export function scenarioHeading({ inputs: { name, cell, has } }: Page, key: InputKey, most?: number): string {
  const heading = shortText(`IFERROR(${name(key)},${cell(key)})`, most);
  return key === "base" && has("basePeriod") ? `${heading}&${BASE_TEXT}` : heading;
}

export function finishPage(page: Page, body: PageBody): SheetSpec {
  const { lastColumn, lastRow, widths, heights = {} } = body;
  const sections = [page.section, page.inputs.section, ...body.sections, titleStyles(lastColumn)];
  const area = `A${page.top}:${lastColumn}${lastRow}`;
  const width = Object.entries(widths).reduce((sum, [columns, each]) => sum + each * columnCount(columns), 0);
  const own = { ...HEIGHTS, ...heights };
  const taller = Object.values(own).reduce((sum, each) => sum + each - ROW_HEIGHT, 0);
  const height = ROW_HEIGHT * (lastRow - page.top + 4) + taller;
  return {
    blocks: sections.flatMap(({ blocks = [] }) => blocks),
    styles: sections.flatMap(({ styles = [] }) => styles),
    lists: sections.flatMap(({ lists = [] }) => lists),
    fills: sections.flatMap(({ fills = [] }) => fills),
    charts: sections.flatMap(({ charts = [] }) => charts),
    widths,
    heights: own,
    hidden: HIDDEN,
    frozen: { rows: 3, columns: body.isWide ? 1 : 0 },
    scale: page.inputs.cell("scale"),
    print: {
      area,
      titles: TITLE_ROWS,
      orientation: width > height ? "Landscape" : "Portrait",
      wide: body.isWide ? 2 : 1,
      ...(body.isWide && { titleColumns: TITLE_COLUMNS }),
    },
  };
}

/** Merges the title rows over all columns. The title shrinks to fit; the subtitle wraps. */
function titleStyles(lastColumn: string): ReportSection {
  return {
    styles: [
      { range: `A1:${lastColumn}1`, merged: true, shrinks: true },
      { range: `A2:${lastColumn}2`, merged: true, wraps: true },
      { range: `A3:${lastColumn}3`, merged: true },
    ],
  };
}

function columnCount(columns: string): number {
  const [first = "", last = ""] = columns.split(":");
  const place = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return place(last) - place(first) + 1;
}
