/** The groups of demand, listed in cells of their own. */
import { FIRST_SPILL, LIST_ROW, SPILL_LISTS } from "./hiddenColumns";
import type { CellContent, ReportSection } from "./sheetSpec";

const [SCENARIO, , GROUP] = FIRST_SPILL;
const [, GROUPS] = SPILL_LISTS;
const LAST_ROW = 2002;

/**
 * Writes a table of the service into the hidden columns: scenario, period and group; and a list of its groups.
 * @param call Without "=".
 * @param size The most groups to list.
 */
export function spillSection(call: string, size: number): ReportSection {
  const column = `$${GROUP}$${LIST_ROW}:$${GROUP}$${LAST_ROW}`;
  const list = `UNIQUE(FILTER(${column},${column}<>""))`;
  return {
    blocks: [
      { at: `${SCENARIO}2`, rows: [[`=${call}`]] },
      { at: `${GROUPS}2`, rows: listRows(list, size) },
    ],
  };
}

/** Returns single cells without a spill: the number of items, then each item. They are #N/A until the service has answered. */
function listRows(list: string, size: number): CellContent[][] {
  // Do not read the spill's first cell: the workbench calculates its dependents before the rest of the spill is there.
  const answered = (value: string) => [`=IF($${SCENARIO}$${LIST_ROW}="",NA(),${value})`];
  const items = Array.from({ length: size }, (_, at) => answered(`IFERROR(INDEX(${list},${at + 1})&"","")`));
  return [answered(`IFERROR(ROWS(${list}),0)`), ...items];
}

/** Returns the cell of a group, counted from 0. The cell is "" after the last group, and #N/A before there is an answer. */
export function groupAt(place: number): string {
  return `$${GROUPS}$${LIST_ROW + place}`;
}

/** The cell with the number of groups. */
export const GROUP_COUNT = `$${GROUPS}$2`;
