/** What a report lists of its own spills: the months of a year, the groups of demand. */
import { FIRST_SPILL, LIST_ROW, SPILL_LISTS } from "./hiddenColumns";
import type { Page } from "./page";
import type { CellContent, ReportSection } from "./sheetSpec";

const [SCENARIO, PERIOD, GROUP] = FIRST_SPILL;
const LAST_ROW = 2002;

/**
 * A table of the service in the hidden columns: scenario, period, then the group if there is one.
 * @param call Without "=".
 * @param sizes How many periods, and how many groups, are listed at most.
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
 * One cell a place, so that nothing spills: how many there are, then each. As long as the service has not answered they are
 * #N/A, so that no function takes a blank one for a full year.
 */
function listRows(list: string, size: number): CellContent[][] {
  // The spill's own cell is not asked: the workbench calculates what reads that before the rest of the spill is there.
  const answered = (value: string) => [`=IF($${SCENARIO}$${LIST_ROW}="",NA(),${value})`];
  const items = Array.from({ length: size }, (_, at) => answered(`IFERROR(INDEX(${list},${at + 1})&"","")`));
  return [answered(`IFERROR(ROWS(${list}),0)`), ...items];
}

/** The cell with the period of this place, from 0; "" beyond the last, #N/A before there is an answer. */
export function periodAt(place: number): string {
  return `$${SPILL_LISTS[0]}$${LIST_ROW + place}`;
}

export function groupAt(place: number): string {
  return `$${SPILL_LISTS[1]}$${LIST_ROW + place}`;
}

/** The cell with how many periods there are. */
export const PERIOD_COUNT = `$${SPILL_LISTS[0]}$2`;

/** From the first period to the last, of at most so many; what the input says where the service refuses, which then is told. */
export function wholeTime(page: Page, most: number): string {
  const last = `INDEX(${periodsUpTo(most)},MAX(1,MIN(${most},${PERIOD_COUNT})))`;
  return `IF(ISNA($${SCENARIO}$2),${page.inputs.argument("period")},${periodAt(0)}&":"&${last})`;
}

/** The cell with how many groups there are. */
export const GROUP_COUNT = `$${SPILL_LISTS[1]}$2`;

/** The cells of so many periods, without "=". */
export function periodsUpTo(count: number): string {
  return `${periodAt(0)}:${periodAt(count - 1)}`;
}
