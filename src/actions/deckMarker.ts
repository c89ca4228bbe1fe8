/** The marker that shows the number of a formula in a deck or document (docs/decks.md). Pure. */
import { formatCall, literalArgument } from "../formulas/argument";
import { argumentNames, type ArgumentOf } from "../language/signatures";
import type { WorkbookSettings } from "../saved/settings";
import type { GridPreview } from "./grid/gridState";

interface TriedCall {
  readonly id: string;
  /** The values of its arguments: a deck has no cells to read. */
  readonly args: readonly unknown[];
}

/** A greater number is a date, which means another day in a workbook of 1904. */
const LAST_YEAR = 9999;

/**
 * Returns the marker; undefined if the formula gives no single number or text, if its fiscal year or current month is that of this
 * workbook, since a deck is refreshed with those of the command line, or if it reads a date from a cell.
 * @param settings What blank arguments mean; its plan and scenarios as they are written.
 */
export function deckMarker(
  { id, args }: TriedCall,
  { rows, formats }: Pick<Extract<GridPreview, { state: "done" }>, "rows" | "formats">,
  settings: WorkbookSettings,
): string | undefined {
  const [value, ...more] = rows.flat();
  const { fiscalMonth = 1, fiscalNameByBegin, currentMonth } = settings;
  if (more.length > 0 || !isShown(value) || args.some((each) => Number(each) > LAST_YEAR)) return undefined;
  if (fiscalMonth !== 1 || fiscalNameByBegin || currentMonth) return undefined;
  const call = formatCall(id, named(id, args, settings).map(literalArgument));
  const format = typeof value === "number" ? formats[0]?.numberFormat : undefined;
  return format === undefined ? `{=${call}}` : `{=TEXT(${call}, "${format.replaceAll('"', '""')}")}`;
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
