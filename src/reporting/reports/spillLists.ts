/** The groups of demand, listed in cells of their own. */
import { BASE_SPILL, FIRST_SPILL, LIST_ROW, SPILL_LIST } from "./hiddenColumns";
import type { CellContent, ReportSection } from "./sheetSpec";

const LAST_ROW = 2002;
/** How many groups the first spill has. */
const OWN_COUNT = `$${SPILL_LIST}$1`;
/** The cell with the number of groups. */
export const GROUP_COUNT = `$${SPILL_LIST}$2`;

/** A call without "=". Its rows are of scenario, period and group. */
export interface GroupCalls {
  readonly own: string;
  /** Its groups follow those of `own`. "" if `own` is of the base too. */
  readonly base: string;
}

/**
 * Writes tables of the service into the hidden columns, and a list of their groups.
 * @param size The most groups to list.
 */
export function spillSection({ own, base }: GroupCalls, size: number): ReportSection {
  return {
    blocks: [
      { at: `${FIRST_SPILL[0]}2`, rows: [[`=${own}`]] },
      { at: `${BASE_SPILL[0]}2`, rows: [[`=${base}`]] },
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
