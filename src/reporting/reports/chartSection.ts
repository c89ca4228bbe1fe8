/**
 * A chart with its cells: its title and a table in hidden columns. Labels do not follow conditional formats, so the table has
 * scaled numbers, and the title names the scale.
 */
import { chartColumn, chartUnit, textCell } from "./chartCells";
import type { ChartSpec } from "./chartSpec";
import type { ChartSlots } from "./chartSlots";
import type { Page } from "./page";
import type { CellContent, ReportSection } from "./sheetSpec";

export interface ChartOptions extends Pick<ChartSpec, "name" | "type" | "series" | "place" | "gap" | "overlap"> {
  /** Its place among the charts of the sheet, from 0. */
  readonly number: number;
  /** What the chart says. Expressions, without "=". */
  readonly message?: string;
  /** What it shows, for a chart that says nothing. */
  readonly subject: string;
  /** Whose numbers, and of when. */
  readonly about: string;
  /** What the numbers are in. The scale is appended. */
  readonly unit: string;
  /** What the columns are, behind the unit; "" for nothing. */
  readonly key?: string;
  /** A typical number, whose size decides between units, thousands and millions, unless the report's scale is larger. */
  readonly size: string;
  /** First row: an empty cell and the names of series. Then categories with values. More columns are for formulas only. */
  readonly rows: readonly (readonly CellContent[])[];
  /** How many rows below the names are drawn. @default all */
  readonly dataRows?: number;
  /** The row of the names. */
  readonly top: number;
  /** The items that exist, if the rows are slots. */
  readonly slots?: ChartSlots;
}

export function chartSection(page: Page, options: ChartOptions): ReportSection {
  const {
    number,
    message,
    subject,
    about,
    unit,
    key,
    size,
    rows,
    dataRows = rows.length - 1,
    top,
    slots,
    ...spec
  } = options;
  const first = chartColumn(0);
  const text = (at: number) => textCell(number, at);
  const nothing = slots ? `&IF(${slots.count}=0," · no numbers","")` : "";
  // Two lines at most: the subject is in what the chart says.
  const shown = `${subject}&" · "`;
  const said = message ? `IFERROR(${message}&CHAR(10),${shown})` : shown;
  const columns = key ? `&${key}` : "";
  const texts = [`${said}&${about}&" · "&${unit}&${unitWord(number)}${columns}${nothing}`, unitOf(page, size)];
  return {
    blocks: [
      { at: `${first}${top}`, rows },
      ...(slots ? [slots.block] : []),
      { at: text(0).replaceAll("$", ""), rows: texts.map((expression) => [`=${expression}`]) },
    ],
    charts: [
      {
        ...spec,
        title: text(0),
        data: `${first}${top}:${chartColumn(spec.series.length)}${top + dataRows}`,
      },
    ],
  };
}

/** Returns a column's sign and name for the title's key, in one line; "" without a name. Expressions, without "=". */
export function roleKey(sign: string, name: string): string {
  return `IFERROR(IF(${name}="",""," ${sign}\u00a0"&SUBSTITUTE(${name}," ","\u00a0")),"")`;
}

/** Returns the unit that keeps labels short, at least that of the report's scale. */
function unitOf({ inputs }: Page, size: string): string {
  const scale = `IFERROR(${inputs.argument("scale")},"")`;
  const own = `IFERROR(ABS(N(${size})),0)`;
  const bySize = `IF(${own}>=10000000,1000000,IF(${own}>=10000,1000,1))`;
  return `MAX(${bySize},IF(${scale}="",1,IF(${scale}=" thousands",1000,1000000)))`;
}

function unitWord(number: number): string {
  const unit = chartUnit(number);
  return `IF(${unit}=1,"",IF(${unit}=1000," thousands"," millions"))`;
}
