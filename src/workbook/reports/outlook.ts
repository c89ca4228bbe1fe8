/** The outlook of a year: actual to a month that an input names, plan from then on. */
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
/** How many months are actual; the period of those, and of the rest, each #N/A where there are none. */
const [COUNT, ACTUAL, PLANNED] = [9, 10, 11].map((row) => `$${RESULTS}$${row}`) as [string, string, string];

/** #N/A where the month is none of the year's. */
export function outlookSection({ inputs }: Page): ReportSection {
  const { cell, argument } = inputs;
  const through = argument("through");
  const months = periodsUpTo(MONTHS);
  const last = `INDEX(${months},MAX(1,MIN(${MONTHS},${PERIOD_COUNT})))`;
  const next = `INDEX(${months},${COUNT}+1)`;
  const asked = `INSIGHTS.PNL(${cell("plan")},${cell("actuals")},"ebit","M",${argument("period")},${argument("period")},${argument("currency")},"values")`;
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
      // Asked together with the plan, so that one request has both.
      { at: `${RESULTS}1`, rows: [[`=IF(OR(${through}="",${cell("actuals")}=""),0,COUNT(${asked}))`]] },
    ],
  };
}

interface OutlookOptions {
  readonly rowOf: ReadonlyMap<string, number>;
  /** The column of the plan's year. */
  readonly total: string;
  /** The column of the outlook, and those of its variance from the plan. */
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

/** Amounts add up; a share is worked out anew from its two amounts. No period is none of the parts, never a full year. */
function outlookOf(page: Page, line: ReportLine, field: string, at: (field: string) => string): string {
  const sales = at("netFIESales");
  if (line.unit === "ratio") return `IF(N(${sales})=0,"",${at(field.replace("Percent", ""))}/${sales})`;
  const actual = `IF(${COUNT}=0,0,${kpi(page, "actuals", field, { period: ACTUAL })})`;
  return `${actual}+IF(ISNA(${PLANNED}),0,${kpi(page, "scenario", field, { period: PLANNED })})`;
}
