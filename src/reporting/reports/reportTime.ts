/**
 * Hidden cells with the fiscal year, the months of a report, and those of its base. All come from PERIOD, so sheet and
 * functions agree.
 */
import { NAMESPACE } from "../../numbers/language/environment";
import { PROPER_BASES, stepOfBasis } from "../../numbers/language/bases";
import { BASE_SCENARIO_LIST, TIMES } from "./hiddenColumns";
import type { InputCells, InputOptions } from "./inputOptions";
import type { CellBlock, CellContent } from "./sheetSpec";
import {
  AGE_MINUTES,
  BASE_BASIS,
  BASE_FIRST,
  BASE_MONTHS,
  BASE_PERIOD,
  countOfDate,
  CURRENT,
  FULL_YEAR,
  isFullYear,
  monthCode,
  monthText,
  NAMED_START,
  rangeCode,
  TIME_FIRST,
  TIME_LABEL,
  TIME_MONTHS,
  TIME_ROW,
  YEAR_NAME,
  YEAR_START,
  yearText,
} from "./timeCells";

/** Returns a call of PERIOD about the report's plan. */
export function periodCall({ cell }: Pick<InputCells, "cell">, period: string, basis: string, part: string): string {
  return `${NAMESPACE}.PERIOD(${cell("plan")},${period},${basis},"${part}")`;
}

/** TRUE if the base has the scenario's period and plan. */
export function baseSharesTime({ cell, argument }: InputCells): string {
  return `AND(${argument("basePeriod")}="",${cell("basePlan")}="")`;
}

export function timeSection(inputs: InputCells, options: InputOptions): { readonly blocks: readonly CellBlock[] } {
  const { cell, argument } = inputs;
  const typed = cell("period");
  const isPeriod = options.time === "period";
  const basis = isPeriod ? argument("basis") : "";
  const own = (part: string) => periodCall(inputs, argument("period"), basis, part);
  const year = (period: string) => periodCall(inputs, period, '"YTD"', "start");
  const asOf = `INT(${AGE_MINUTES}/1440)`;
  const asOfMonth = `YEAR(${asOf})&"-"&RIGHT("0"&MONTH(${asOf}),2)`;
  const name = `YEAR(${YEAR_START})`;
  const times: CellContent[] = [
    `=${year(`IF(${isFullYear(typed)},"${CURRENT}",${monthText(typed)})`)}`,
    // Without a current month, the year is the one of the as-of time. A pending cell is not #N/A.
    `=IF(AND(${isFullYear(typed)},ISNA(${NAMED_START})),${year(asOfMonth)},${NAMED_START})`,
    `=${countOfDate(YEAR_START)}`,
    `=IF(${periodCall(inputs, name, "", "start")}=${YEAR_START},${name},${name}+1)&""`,
    `=${yearText(YEAR_NAME)}`,
    `=${own("label")}`,
    `=${own("months")}`,
    `=${countOfDate(own("start"))}`,
    ...(isPeriod ? baseCells(inputs, basis) : ["", "", "", "", ""]),
    `=${timeText(inputs, options)}`,
    `=${countOfDate(periodCall(inputs, `"${CURRENT}"`, '""', "end"))}`,
  ];
  return {
    blocks: [
      { at: `${TIMES}${TIME_ROW}`, rows: times.map((formula) => [formula]) },
      ...(isPeriod
        ? [{ at: BASE_SCENARIO_LIST.cell, rows: [[`=${NAMESPACE}.SCENARIOS(${argument("basePlan")})`]] }]
        : []),
    ],
  };
}

/** Returns the cells with the base's months: those of the inputs, of the year or period before, or of another period as long. */
function baseCells(inputs: InputCells, basis: string): CellContent[] {
  const { cell, argument, name } = inputs;
  const period = argument("basePeriod");
  const isSame = baseSharesTime(inputs);
  const isBack = `OR(${period}="",${period}="PY",${period}="PP")`;
  const quarterly = PROPER_BASES.filter((each) => stepOfBasis(each) === 3).map((each) => `${basis}="${each}"`);
  const step = `IF(${basis}="",${TIME_MONTHS},IF(OR(${quarterly.join(",")}),3,12))`;
  const back = `IF(${period}="",0,IF(${period}="PY",12,${step}))`;
  const other = (part: string) => periodCall(inputs, period, basis, part);
  // Without a month to go the base needs the month itself: `current` is another month in another plan.
  const isNone = `AND(${BASE_MONTHS}=0,${TIME_MONTHS}=0)`;
  const last = monthCode(countOfDate(periodCall(inputs, argument("period"), '"YTD"', "end")));
  const own = (text: string, other: string, none: string) => `IF(${isSame},${text},IF(${isNone},${none},${other}))`;
  const code = `IF(${BASE_MONTHS}=${TIME_MONTHS},${rangeCode(BASE_FIRST, BASE_MONTHS)},NA())`;
  const label = `IF(${period}="","",", "&IFERROR(${periodCall(inputs, BASE_PERIOD, BASE_BASIS, "label")},${period}))`;
  return [
    `=IF(${isBack},${TIME_MONTHS},${other("months")})`,
    `=IF(${isBack},${TIME_FIRST}-${back},${countOfDate(other("start"))})`,
    `=${own(argument("period"), code, last)}`,
    `=${own(basis, '""', basis)}`,
    `=${label}&IF(${cell("basePlan")}="","",", "&${name("basePlan")})`,
  ];
}

/** Returns a text such as "Full year: Jan–Dec 2026", "YTD: Jan–May 2026" or "May 2026". */
function timeText({ cell, argument }: InputCells, { time }: InputOptions): string {
  const typed = cell("period");
  const basis = `IF(${argument("basis")}="","",${argument("basis")}&": ")`;
  const whole = time === "period" ? `IF(${isFullYear(typed)},"${FULL_YEAR}: ",${basis})` : basis;
  return `IFERROR(${whole},"")&IFERROR(${TIME_LABEL},${typed})`;
}
