/** The months of a scenario beside its base's, of the fiscal year in which the report's period is. */
import { NAMESPACE } from "../../numbers/language/environment";
import { BASE_SCENARIO_LIST, SCENARIO_LIST, type ScenarioSpill } from "./hiddenColumns";
import { roleKey } from "./chartSection";
import { callOfKpi, timeOf } from "./figures";
import { scenarioFlags } from "./inputKinds";
import { monthlyCharts } from "./monthlyCharts";
import { scenarioHeading, type Page } from "./page";
import { OUTLINED, SOLID, type ReportSection } from "./sheetSpec";
import {
  BASE_FIRST,
  countOfDate,
  CURRENT,
  CURRENT_COUNT,
  LAST_SHOWN,
  monthCode,
  shortMonth,
  TIME_FIRST,
  YEAR_FIRST,
  YEAR_TEXT,
} from "./timeCells";

const MONTHS = 12;

interface ScenarioMonths {
  /** The number of the first chart. */
  readonly number: number;
  /** The first row of the charts, and their first and last column. */
  readonly first: number;
  readonly columns: readonly [string, string];
  /** A typical number, whose unit the charts have. */
  readonly size: string;
}

export function scenarioMonths(page: Page, { number, first, columns, size }: ScenarioMonths): ReportSection[] {
  const [own, base] = (["scenario", "base"] as const).map((key) => scenarioHeading(page, key)) as [string, string];
  // A base of other months is as far from the scenario's months as in the table.
  const apart = `IF(ISNUMBER(${BASE_FIRST}),${BASE_FIRST}-${TIME_FIRST},0)`;
  const basePlan = timeOf(page, "base").plan ?? page.inputs.cell("plan");
  const months = Array.from({ length: MONTHS }, (_, at) => {
    const month = `(${YEAR_FIRST}+${at})`;
    return {
      name: shortMonth(month),
      own: (field: string) => unlessLater(page, "scenario", month, { field }),
      base: (field: string) => unlessLater(page, "base", `(${month}+${apart})`, { field, plan: basePlan }),
    };
  });
  const charts = monthlyCharts(page, {
    number,
    place: { first, columns },
    names: [own, base],
    months,
    size,
    subject: '"by month"',
    about: YEAR_TEXT,
    key: `${roleKey(SOLID, own)}&${roleKey(OUTLINED, base)}`,
  });
  return [lastMonths(page), ...charts];
}

interface MonthFigure {
  readonly field: string;
  readonly plan?: string;
}

/** Returns the number of a month; blank for actuals after the current month, even if the service sends some. */
function unlessLater(page: Page, key: "scenario" | "base", month: string, { field, ...plan }: MonthFigure): string {
  return `IF(${month}>${LAST_SHOWN[key]},"",${callOfKpi(page, key, field, { period: monthCode(month), ...plan })})`;
}

/** A later month than any. */
const NO_END = 1_000_000;

/** Writes the last months: of actuals the current one of their plan. */
function lastMonths({ inputs: { cell, argument } }: Page): ReportSection {
  const ofBasePlan = countOfDate(`${NAMESPACE}.PERIOD(${argument("basePlan")},"${CURRENT}","","end")`);
  const baseCurrent = `IF(${cell("basePlan")}="",${CURRENT_COUNT},${ofBasePlan})`;
  const last = (key: "scenario" | "base", list: ScenarioSpill, current: string) => {
    const isActual = `ISNUMBER(FIND(", actual,",", "&LOWER(${scenarioFlags(cell(key), list)})&","))`;
    return [`=IFERROR(IF(${isActual},${current},${NO_END}),${NO_END})`];
  };
  const rows = [last("scenario", SCENARIO_LIST, CURRENT_COUNT), last("base", BASE_SCENARIO_LIST, baseCurrent)];
  return { blocks: [{ at: LAST_SHOWN.scenario.replaceAll("$", ""), rows }] };
}
