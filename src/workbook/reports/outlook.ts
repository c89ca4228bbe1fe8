/** The outlook of a year: actuals through a chosen month, then the plan. */
import { NAMESPACE } from "../../grid/environment";
import { kpi, lineFigure } from "./figures";
import type { ReportLine } from "./lines";
import { RESULTS } from "./hiddenColumns";
import type { Page } from "./page";
import { figureFormat } from "./scenarioColumns";
import type { ReportSection } from "./sheetSpec";
import { PERIOD_COUNT, periodAt, periodsUpTo } from "./spillLists";
import type { TableColumn } from "./table";
import { varianceColumns } from "./variance";

const MONTHS = 12;
/** The cells with the number of actual months, their period, and the period of the rest. A period without months is #N/A. */
const [COUNT, ACTUAL, PLANNED] = [9, 10, 11].map((row) => `$${RESULTS}$${row}`) as [string, string, string];

/** Writes the periods of the outlook; #N/A if the month is not in the year. */
export function outlookSection({ inputs }: Page): ReportSection {
  const { cell, argument } = inputs;
  const through = argument("through");
  const months = periodsUpTo(MONTHS);
  const last = `INDEX(${months},MAX(1,MIN(${MONTHS},${PERIOD_COUNT})))`;
  const next = `INDEX(${months},${COUNT}+1)`;
  const asked = `${NAMESPACE}.PNL(${cell("plan")},${cell("actuals")},"ebit","M",${argument("period")},${argument("period")},${argument("currency")},"values")`;
  return {
    blocks: [
      {
        at: `${RESULTS}9`,
        rows: [
          [`=IF(OR(${through}="",${cell("actuals")}=""),0,MATCH(${through},${months},0))`],
          [`=IF(${COUNT}=0,NA(),${periodAt(0)}&":"&INDEX(${months},${COUNT}))`],
          [`=IF(${COUNT}>=${PERIOD_COUNT},NA(),${next}&":"&${last})`],
        ],
      },
      // Read in the same batch as the plan, so one request serves both.
      { at: `${RESULTS}1`, rows: [[`=IF(OR(${through}="",${cell("actuals")}=""),0,COUNT(${asked}))`]] },
    ],
  };
}

interface OutlookOptions {
  readonly rowOf: ReadonlyMap<string, number>;
  /** The column of the plan's total. */
  readonly total: string;
  /** The first column of the outlook; its variance from the plan follows. */
  readonly first: string;
  readonly lacks: string;
}

export function outlookColumns(page: Page, { rowOf, total, first, lacks }: OutlookOptions): TableColumn<ReportLine>[] {
  const variance = String.fromCharCode(first.charCodeAt(0) + 1);
  const outlook: TableColumn<ReportLine> = {
    heading: `=IF(${COUNT}=0,"Outlook",IF(ISNA(${PLANNED}),"Outlook, all actual","Outlook, actual to "&${page.inputs.argument("through")}))`,
    cell: (line) =>
      `=${lineFigure({ line, column: first, rowOf, lacks }, (field) => outlookOf(page, line, field, (other) => `${first}$${rowOf.get(other) ?? 1}`))}`,
    format: figureFormat,
    bold: true,
  };
  return [outlook, ...varianceColumns({ own: first, base: total, variance, shownIf: COUNT })];
}

/** Adds amounts, and recomputes a ratio from its two amounts. A blank period would be a full year, so it is skipped. */
function outlookOf(page: Page, line: ReportLine, field: string, at: (field: string) => string): string {
  const sales = at("netFIESales");
  if (line.unit === "ratio") return `IF(N(${sales})=0,"",${at(field.replace("Percent", ""))}/${sales})`;
  const actual = `IF(${COUNT}=0,0,${kpi(page, "actuals", field, { period: ACTUAL })})`;
  return `${actual}+IF(ISNA(${PLANNED}),0,${kpi(page, "scenario", field, { period: PLANNED })})`;
}
