/** The marker that shows the number of a formula in a deck or document (docs/decks.md). Pure. */
import { formatCall, literalArgument } from "../../../numbers/language/argument";
import { pinnedArguments, type Figure, type FigureArguments } from "../../../numbers/language/figure";
import { saysCurrent } from "../../../numbers/language/periods";
import { argumentNames, argumentsInOrder, type ArgumentOf } from "../../../numbers/language/signatures";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import type { TablePreview } from "../tables/tableState";

interface TriedCall {
  readonly id: string;
  /** The values of its arguments: a deck has no cells to read. */
  readonly args: readonly unknown[];
  /** The figure of the number; undefined for other functions than KPI and VAR. */
  readonly figure?: Figure | undefined;
}

/** A greater number is a date, which means another day in a workbook of 1904. */
const LAST_YEAR = 9999;

/**
 * Returns the marker, which asks for the same number in a deck: that has no settings, and is refreshed with the fiscal year and the
 * current month of the command line. Undefined if the formula gives no single number or text, or if nothing written there would
 * mean the months of this workbook.
 * @param settings What blank arguments of a call without a figure mean; its plan and scenarios as they are written.
 */
export function deckMarker(
  call: TriedCall,
  { rows, formats }: Pick<Extract<TablePreview, { state: "done" }>, "rows" | "formats">,
  settings: WorkbookSettings,
): string | undefined {
  const [value, ...more] = rows.flat();
  const args = more.length === 0 && isShown(value) ? argumentsOf(call, settings) : undefined;
  if (!args) return undefined;
  const text = formatCall(call.id, args.map(literalArgument));
  const format = typeof value === "number" ? formats[0]?.numberFormat : undefined;
  return format === undefined ? `{=${text}}` : `{=TEXT(${text}, "${format.replaceAll('"', '""')}")}`;
}

function argumentsOf({ id, args, figure }: TriedCall, settings: WorkbookSettings): readonly unknown[] | undefined {
  const { fiscalMonth = 1, fiscalNameByBegin, currentMonth } = settings;
  const isOfWorkbook =
    fiscalMonth !== 1 || fiscalNameByBegin || currentMonth || args.some((each) => Number(each) > LAST_YEAR);
  const pinned = figure && pinnedArguments(figure);
  // A deck follows the current month, so its months are not those of today.
  const isRolling = args.some(saysCurrent);
  if (pinned && !isRolling) return inOrder(id, pinned);
  if (isOfWorkbook) return undefined;
  return named(id, args, settings);
}

function inOrder(id: string, given: FigureArguments): readonly unknown[] {
  return argumentsInOrder(id === "VAR" ? "VAR" : "KPI", given);
}

function isShown(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

/** Writes the plan, the scenarios and the currency of the workbook for blank arguments. */
function named(id: string, args: readonly unknown[], { plan, scenarios, currency }: WorkbookSettings): unknown[] {
  const own: Partial<Record<ArgumentOf, unknown>> = { plan, scenario: scenarios && [scenarios], currency };
  return (argumentNames(id) ?? []).map((name, at) => {
    const given = args[at] ?? "";
    return given === "" ? own[name] : given;
  });
}
