/** The lists made of a report's own spill: the months of a year, the groups of demand. */
import { FIRST_SPILL, LIST_ROW, SPILL_LISTS } from "./hiddenColumns";
import type { Page } from "./page";
import type { CellContent, ReportSection } from "./sheetSpec";

const [SCENARIO, PERIOD, GROUP] = FIRST_SPILL;
const LAST_ROW = 2002;

/**
 * Writes a table of the service into the hidden columns: scenario, period, and the group if there is one.
 * @param call Without "=".
 * @param sizes The most periods, and the most groups, to list.
 */
export function spillSection(call: string, sizes: readonly number[]): ReportSection {
  const column = (letter: string) => `$${letter}$${LIST_ROW}:$${letter}$${LAST_ROW}`;
  const lists = [PERIOD, GROUP].slice(0, sizes.length).map((letter, at) => {
    const filled = `FILTER(${column(letter)},${column(letter)}<>"")`;
    return { at: `${SPILL_LISTS[at] ?? ""}2`, rows: listRows(`UNIQUE(${filled})`, sizes[at] ?? 0) };
  });
  return { blocks: [{ at: `${SCENARIO}2`, rows: [[`=${call}`]] }, ...lists] };
}

/**
 * Returns single cells without a spill: the number of items, then each item. They are #N/A until the service has answered, so no
 * function reads a blank period as a full year.
 */
function listRows(list: string, size: number): CellContent[][] {
  // Do not read the spill's first cell: the workbench calculates its dependents before the rest of the spill is there.
  const answered = (value: string) => [`=IF($${SCENARIO}$${LIST_ROW}="",NA(),${value})`];
  const items = Array.from({ length: size }, (_, at) => answered(`IFERROR(INDEX(${list},${at + 1})&"","")`));
  return [answered(`IFERROR(ROWS(${list}),0)`), ...items];
}

/** Returns the cell of a period, counted from 0. The cell is "" after the last period, and #N/A before there is an answer. */
export function periodAt(place: number): string {
  return `$${SPILL_LISTS[0]}$${LIST_ROW + place}`;
}

export function groupAt(place: number): string {
  return `$${SPILL_LISTS[1]}$${LIST_ROW + place}`;
}

/** The cell with the number of periods. */
export const PERIOD_COUNT = `$${SPILL_LISTS[0]}$2`;

/** Returns the range from the first to the last of at most `most` periods. If the call fails, it is the input, whose cells show why. */
export function wholeTime(page: Page, most: number): string {
  const last = `INDEX(${periodsUpTo(most)},MAX(1,MIN(${most},${PERIOD_COUNT})))`;
  return `IF(ISNA($${SCENARIO}$2),${page.inputs.argument("period")},${periodAt(0)}&":"&${last})`;
}

/** The cell with the number of groups. */
export const GROUP_COUNT = `$${SPILL_LISTS[1]}$2`;

/** Returns the cells of the first `count` periods, without "=". */
export function periodsUpTo(count: number): string {
  return `${periodAt(0)}:${periodAt(count - 1)}`;
}
