/** The groups of demand, listed in cells of their own. */
import { NAMESPACE } from "../../numbers/language/environment";
import type { Inputs } from "./inputs";
import { baseSharesTime } from "./reportTime";
import { BASE_FIRST, BASE_MONTHS, BASE_PERIOD, monthCode, TIME_FIRST, TIME_MONTHS } from "./timeCells";
import { BASE_SPILL, FIRST_SPILL, LIST_ROW, SPILL_LIST } from "./hiddenColumns";
import type { CellContent, ReportSection } from "./sheetSpec";

const LAST_ROW = 2002;
/** How many groups the first spill has. */
const OWN_COUNT = `$${SPILL_LIST}$1`;
/** The cell with the number of groups. */
export const GROUP_COUNT = `$${SPILL_LIST}$2`;

/**
 * Reads the groups of both scenarios from the service into hidden columns, and lists them; of one scenario if the other has none of the
 * months. A base of other months, or of another plan, is asked for by itself.
 * @param measure An expression of the field.
 * @param size The most groups to list.
 */
export function groupsSection({ cell, argument, ...inputs }: Inputs, measure: string, size: number): ReportSection {
  const ask = (plan: string, shown: string, [first, months]: readonly [string, string]) => {
    const dates = `${monthCode(first)},${monthCode(`(${first}+${months}-1)`)}`;
    const about = `${measure},"M",${argument("groupBy")},${dates},${argument("currency")},"table"`;
    return `${NAMESPACE}.DEMAND(${plan},${shown},${about})`;
  };
  const [base, own] = inputs.scenarios as [string, string];
  const askOwn = (shown: string) => ask(cell("plan"), shown, [TIME_FIRST, TIME_MONTHS]);
  const fails = (shown: string) => `ISNA(ROWS(${askOwn(shown)}))`;
  const both = `${base}:${own}`;
  const isSame = baseSharesTime({ cell, argument, ...inputs });
  const calls = {
    own: askOwn(`IF(${isSame},IF(${fails(both)},IF(${fails(own)},${base},${own}),${both}),${own})`),
    // The groups of the base follow; none if the first call is of the base too.
    base: `IF(OR(${isSame},ISERROR(${BASE_PERIOD})),"",${ask(argument("basePlan"), base, [BASE_FIRST, BASE_MONTHS])})`,
  };
  return {
    blocks: [
      { at: `${FIRST_SPILL[0]}2`, rows: [[`=${calls.own}`]] },
      { at: `${BASE_SPILL[0]}2`, rows: [[`=${calls.base}`]] },
      { at: `${SPILL_LIST}1`, rows: listRows(size) },
    ],
  };
}

/**
 * Returns single cells without a spill: the number of groups of the first spill and of both, then each group. They are #N/A until
 * the service has answered.
 */
function listRows(size: number): CellContent[][] {
  const [own, base] = [FIRST_SPILL, BASE_SPILL].map(groupsOf) as [Groups, Groups];
  // Do not read the spill's first cell: the workbench calculates its dependents before the rest of the spill is there.
  const hasNone = `AND(${own.first}="",${base.first}="")`;
  const answered = (value: string) => [`=IF(${hasNone},NA(),${value})`];
  const more = `FILTER(${base.list},ISNA(XMATCH(${base.list},${own.column})))`;
  const ofBase = (value: string, without: string) => `IF(${base.first}="",${without},IFERROR(${value},${without}))`;
  const items = Array.from({ length: size }, (_, at) => {
    const next = ofBase(`INDEX(${more},${at + 1}-${OWN_COUNT})&""`, '""');
    return answered(`IF(${at}<${OWN_COUNT},INDEX(${own.list},${at + 1})&"",${next})`);
  });
  return [answered(`IFERROR(ROWS(${own.list}),0)`), answered(`${OWN_COUNT}+${ofBase(`ROWS(${more})`, "0")}`), ...items];
}

interface Groups {
  /** The first scenario, blank if the service has not answered. */
  readonly first: string;
  readonly column: string;
  /** Each group once. */
  readonly list: string;
}

function groupsOf([scenario, , group]: typeof FIRST_SPILL | typeof BASE_SPILL): Groups {
  const column = `$${group}$${LIST_ROW}:$${group}$${LAST_ROW}`;
  return { first: `$${scenario}$${LIST_ROW}`, column, list: `UNIQUE(FILTER(${column},${column}<>""))` };
}

/** Returns the cell of a group, counted from 0. The cell is "" after the last group, and #N/A before there is an answer. */
export function groupAt(place: number): string {
  return `$${SPILL_LIST}$${LIST_ROW + place}`;
}
