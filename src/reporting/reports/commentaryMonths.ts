/** The months of the commentary's lines: which of them, a few at most, make a variance. */
import { NAMESPACE } from "../../numbers/language/environment";
import { formatColumn, parseColumn } from "../../spreadsheet/cells/address";
import { LINE_COLUMNS, cellsOf, CAUSE_COLUMNS, LINES, linesOf, type Clause } from "./commentaryCells";
import { unlessBlank } from "./figures";
import type { ReportLine } from "./lines";
import type { Page } from "./page";
import type { ReportSection } from "./sheetSpec";
import { BASE_FIRST, BASE_MONTHS, monthCode, shortMonth, TIME_FIRST, TIME_MONTHS } from "./timeCells";
import { spokenVariance } from "./spokenNumbers";

/** Months are named if they are this share of a variance. */
const MONTHS_SHARE = 0.6;
const MOST_MONTHS = 36;
/** The rows of the tables of months, below all lines: of the scenario, and of the base. */
const FIRST_ROW = { scenario: 102, base: 142 } as const;
const SCENARIOS = LINE_COLUMNS.label;
const PERIODS = formatColumn(parseColumn(SCENARIOS) + 1);

/** Reads the months of both scenarios. */
export function monthsSection({ inputs }: Page): ReportSection {
  const { cell, argument, scenarios } = inputs;
  const [base, own] = scenarios as [string, string];
  const table = (plan: string, scenario: string, first: string, months: string) => {
    const dates = `${monthCode(first)},${monthCode(`(${first}+${months}-1)`)}`;
    const call = `${NAMESPACE}.PNL(${plan},${scenario},${linesOf(LINE_COLUMNS.field)},"M",${dates},${argument("currency")},"table")`;
    return `=${unlessBlank(scenario, `IF(${months}>${MOST_MONTHS},"",${call})`)}`;
  };
  const at = (key: keyof typeof FIRST_ROW) => `${SCENARIOS}${FIRST_ROW[key] - 1}`;
  return {
    blocks: [
      { at: at("scenario"), rows: [[table(cell("plan"), own, TIME_FIRST, TIME_MONTHS)]] },
      { at: at("base"), rows: [[table(argument("basePlan"), base, BASE_FIRST, BASE_MONTHS)]] },
    ],
  };
}

/**
 * Says which months make a variance, such as "mostly in Mar (−2.1 m)": a third of the months at most. Without drivers, "spread over 5
 * months".
 * @param first The row of the largest month; the second one follows.
 * @param drivers The cell with what is said of drivers.
 */
export function monthsClause(line: ReportLine, whole: string, first: number, drivers: string): Clause {
  const differences = differencesOf(line);
  const cells = [0, 1].map(
    (at) => [`$${CAUSE_COLUMNS.label}$${first + at}`, `$${CAUSE_COLUMNS.amount}$${first + at}`] as const,
  );
  const [[month, largest], [other, second]] = cells as [readonly [string, string], readonly [string, string]];
  const ranked = (rank: number) => `IF(${whole}<0,SMALL(${differences},${rank}),LARGE(${differences},${rank}))`;
  const share = (sum: string, least: number) => `AND(${TIME_MONTHS}>=${least},${sum}/${whole}>=${MONTHS_SHARE})`;
  const spread = `IF(AND(${drivers}="",${TIME_MONTHS}>2),"spread over "&${TIME_MONTHS}&" months","")`;
  const both = `IF(${share(`(${largest}+${second})`, 6)},"mostly in "&${month}&" and "&${other},${spread})`;
  const said = `IF(${share(largest, 3)},"mostly in "&${month},${both})`;
  // Other months, such as those of the quarter before, cannot be compared one by one.
  const isComparable = `AND(MOD(${BASE_FIRST}-${TIME_FIRST},12)=0,ABS(SUM(${differences})-${whole})<0.5)`;
  return {
    parts: [
      [monthText(`MATCH(${largest},${differences},0)`, largest), ranked(1)],
      // A month that is equal to the largest one is another.
      [monthText(`XMATCH(${second},${differences},0,IF(${second}=${largest},-1,1))`, second), ranked(2)],
    ],
    clause: `IFERROR(IF(${isComparable},${said},""),"")`,
  };
}

/** The variances of the months. A line that the service left out has none. */
function differencesOf({ field, isCost }: ReportLine): string {
  const column = formatColumn(parseColumn(PERIODS) + 1 + LINES.findIndex((line) => line.field === field));
  const range = (key: keyof typeof FIRST_ROW) => monthCells(column, key);
  const [more, less] = isCost ? (["base", "scenario"] as const) : (["scenario", "base"] as const);
  return `IFERROR(${range(more)}-${range(less)},0)`;
}

function monthCells(column: string, key: keyof typeof FIRST_ROW): string {
  return cellsOf(column, FIRST_ROW[key], FIRST_ROW[key] + MOST_MONTHS - 1);
}

/** "Mar (−2.1 m)"; over more than a year "Mar 26 (−2.1 m)". */
function monthText(place: string, amount: string): string {
  const code = `INDEX(${monthCells(PERIODS, "scenario")},${place})`;
  const year = `IF(${TIME_MONTHS}>12," "&MID(${code},3,2),"")`;
  return `${shortMonth(`(VALUE(MID(${code},6,2))-1)`)}&${year}&" ("&${spokenVariance(amount, "amount")}&")"`;
}
