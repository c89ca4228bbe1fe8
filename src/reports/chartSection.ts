/**
 * A chart with its cells: titles and a table in hidden columns. Axes and labels do not follow conditional formats, so the table
 * has scaled numbers, and the axis title names the scale.
 */
import { chartColumn, chartUnit, textCell } from "./chartCells";
import type { ChartSpec } from "./chartSpec";
import type { ChartSlots } from "./chartSlots";
import { CHART_AXIS } from "./formats";
import type { Page } from "./page";
import type { CellContent, ReportSection } from "./sheetSpec";

export interface ChartOptions extends Pick<
  ChartSpec,
  "name" | "type" | "series" | "legend" | "place" | "gap" | "overlap"
> {
  /** Its place among the charts of the sheet, from 0. */
  readonly number: number;
  /** What the chart says, and below it what it shows. Expressions, without "=". */
  readonly message?: string;
  readonly title: string;
  /** The scale is appended. */
  readonly axisTitle: string;
  /** A typical number, whose size decides between units, thousands and millions if the report's scale is units. */
  readonly size: string;
  /** First row: an empty cell and the names of series. Then categories with values. More columns are for formulas only. */
  readonly rows: readonly (readonly CellContent[])[];
  /** The row of the names. */
  readonly top: number;
  /** The items that exist, if the rows are slots. */
  readonly slots?: ChartSlots;
}

export function chartSection(page: Page, options: ChartOptions): ReportSection {
  const { number, message, title, axisTitle, size, rows, top, slots, ...spec } = options;
  const first = chartColumn(0);
  const text = (at: number) => textCell(number, at);
  const nothing = slots ? `&IF(${slots.count}=0," · no numbers","")` : "";
  const said = message ? `IFERROR(${message}&CHAR(10),"")&` : "";
  const texts = [`${said}${title}${nothing}`, `${axisTitle}&${unitWord(number)}`, unitOf(page, size)];
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
        axisTitle: text(1),
        data: `${first}${top}:${chartColumn(spec.series.length)}${top + rows.length - 1}`,
        numbers: CHART_AXIS,
      },
    ],
  };
}

/** Returns the unit of the report's scale. If the scale is units, the unit that keeps labels short. */
function unitOf({ inputs }: Page, size: string): string {
  const scale = `IFERROR(${inputs.argument("scale")},"")`;
  const own = `IFERROR(ABS(N(${size})),0)`;
  const bySize = `IF(${own}>=10000000,1000000,IF(${own}>=10000,1000,1))`;
  return `IF(${scale}="",${bySize},IF(${scale}=" thousands",1000,1000000))`;
}

function unitWord(number: number): string {
  const unit = chartUnit(number);
  return `IF(${unit}=1,"",IF(${unit}=1000," thousands"," millions"))`;
}
