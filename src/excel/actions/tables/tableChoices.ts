/** What the pane offers for each list of a table, and which of it the table has. Pure. */
import type { GroupBy } from "../../../insights";
import { withLines, type TableDefinition, type TableLine, type TableList } from "../../../reporting/tables/definition";
import type { TableOffers } from "./tableOffers";
import type { TableEntryChange } from "./tableState";

export interface ChoiceGroup {
  readonly label: string;
  readonly options: readonly { readonly label: string; readonly isChosen: boolean }[];
}

interface GroupedField {
  readonly field: string;
  readonly groupBy: GroupBy;
}

/** A choice that is made at once, or a field whose items the service must be asked for. */
type Choice = TableEntryChange | { readonly grouped: GroupedField };

export function choicesOf(
  offers: TableOffers,
  definition: TableDefinition | undefined,
): Readonly<Record<TableList, readonly ChoiceGroup[]>> {
  const { columns = [], lines = [], periods = [] } = definition ?? {};
  return {
    lines: offers.lines.map(({ label, options }) => ({
      label,
      options: options.map((offer) => ({ label: offer.label, isChosen: lines.some((line) => isOf(line, offer)) })),
    })),
    columns: [
      {
        label: "",
        options: offers.columns.map(({ label, column }) => ({ label, isChosen: holds(columns, column) })),
      },
    ],
    periods: [
      {
        label: "",
        options: offers.periods.map((offer) => ({
          label: offer.label,
          isChosen: offer.periods.every((period) => holds(periods, period)),
        })),
      },
    ],
  };
}

/** Returns a list with what an offer adds, or without it if the list has it. @param at The offer's position among all */
export function toggle(
  offers: TableOffers,
  definition: TableDefinition,
  list: TableList,
  at: number,
): Choice | undefined {
  const { lines, columns, periods } = definition;
  if (list === "lines") {
    const offer = offers.lines.flatMap(({ options }) => options)[at];
    if (!offer) return undefined;
    const others = lines.filter((line) => !isOf(line, offer));
    if (others.length < lines.length) return { list, entries: others };
    const { field, groupBy } = offer;
    return groupBy ? { grouped: { field, groupBy } } : { list, entries: withLines(lines, [{ field }]) };
  }
  if (list === "columns") {
    const offer = offers.columns[at];
    return offer && { list, entries: toggled(columns, [offer.column]) };
  }
  const offer = offers.periods[at];
  return offer && { list, entries: toggled(periods, offer.periods) };
}

/** Returns entries with those that are missing; without them if none is missing. */
function toggled<T>(entries: readonly T[], offered: readonly T[]): T[] {
  const missing = offered.filter((each) => !holds(entries, each));
  if (missing.length > 0) return [...entries, ...missing];
  return entries.filter((each) => !holds(offered, each));
}

function isOf(line: TableLine, { field, groupBy }: TableLine): boolean {
  return line.field === field && line.groupBy === groupBy;
}

function holds<T>(entries: readonly T[], sought: T): boolean {
  const key = keyOf(sought);
  return entries.some((each) => keyOf(each) === key);
}

function keyOf(entry: unknown): string {
  const set = Object.entries(entry as object).filter(([, value]) => value !== undefined);
  return JSON.stringify(set.sort(([one], [other]) => (one < other ? -1 : 1)));
}
