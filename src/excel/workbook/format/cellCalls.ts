/** Finds what the calls of a cell ask for, as far as formats depend on it. */
import { parseArgument } from "../../../numbers/language/argument";
import { findCalls, type FormulaCall } from "../../../numbers/language/calls";
import { tokensOf, TYPES } from "../../../spreadsheet/formulas/tokens";
import { formatSheetPosition, parseAddress } from "../../../spreadsheet/cells/address";
import { cellCount, mapCells, type SheetPosition } from "../../../spreadsheet/cells/area";
import { argumentNames, type ArgumentOf } from "../../../numbers/language/signatures";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import { readAskedNumbers, type AskedNumbers } from "./cellFormats";
import { isPlainCall, type FormulaCell } from "../cells/formulaCells";
import { anchorOf, isSameValue, type CallsByAddress } from "../refresh/lateCells";

export interface CallSearch {
  /** The calls that each cell made last. */
  readonly made: CallsByAddress;
  readonly settings: WorkbookSettings;
  /** Returns a cell's value; undefined if it was not read. */
  readonly valueAt: (position: SheetPosition) => unknown;
}

/** The arguments that formats depend on. */
const NEEDED: ReadonlySet<string> = new Set<ArgumentOf>(["field", "measure", "currency"]);
/** An argument over more cells is not read. */
const MOST_CELLS = 1_000;
/** Functions whose result has the unit of their arguments. */
const KEEPING: ReadonlySet<string> = new Set(
  "IF IFERROR IFNA SUM ROUND ROUNDUP ROUNDDOWN ABS MAX MIN INDEX SORT FILTER TAKE DROP".split(" "),
);
const KEEPING_OPERATORS: ReadonlySet<string> = new Set("= ( ) { } , ; + - @".split(" "));

/** Returns what each call asks for; nothing if that is not sure, or if the formula changes the unit of its calls. */
export function askedByCell(cell: FormulaCell, { made, settings, valueAt }: CallSearch): AskedNumbers[] {
  const calls = outerCalls(cell.formula);
  const entries = made.get(formatSheetPosition(cell)) ?? [];
  const asked = (call: { readonly id: string; readonly args: readonly unknown[] }) => readAskedNumbers(call, settings);
  if (calls.length === 0 || isPlainCall(cell.formula)) {
    const name = calls[0]?.name;
    const shown = entries.filter(
      ({ id, result }) => (name ?? id) === id && isSameValue(anchorOf(result) ?? "", cell.value),
    );
    if (shown.length === 1) return shown.map(asked);
  }
  if (calls.length === 0 || !keepsUnit(cell.formula, calls)) return [];
  const read = calls.flatMap((call) => argumentsOf(call, cell, valueAt) ?? []);
  if (read.length === calls.length) return read.map(asked);
  return entries.length === calls.length ? entries.map(asked) : [];
}

/** Returns calls that are no argument of another one. */
function outerCalls(formula: string): FormulaCall[] {
  const calls = findCalls(formula).filter(({ notation }) => notation === "excel");
  return calls.filter((call, at) => !calls.slice(0, at).some(({ end }) => call.start < end));
}

/** True if the formula around the calls neither multiplies nor compares. */
function keepsUnit(formula: string, calls: readonly FormulaCall[]): boolean {
  return tokensOf(formula).every(({ type, value, start }) => {
    if (calls.some((call) => start >= call.start && start < call.end)) return true;
    if (type === TYPES.FUNCTION) return KEEPING.has(value.toUpperCase());
    return type !== TYPES.OPERATOR || KEEPING_OPERATORS.has(value);
  });
}

/** Reads the needed arguments; undefined if only Excel can compute one of them. */
function argumentsOf(
  { name: id, args }: FormulaCall,
  { sheet }: SheetPosition,
  valueAt: CallSearch["valueAt"],
): { id: string; args: unknown[] } | undefined {
  const names = argumentNames(id);
  const values = args.map((text, at) => (NEEDED.has(names?.[at] ?? "") ? argumentValue(text, sheet, valueAt) : null));
  return names && !values.includes(undefined) ? { id, args: values } : undefined;
}

function argumentValue(text: string, ownSheet: string, valueAt: CallSearch["valueAt"]): unknown {
  const part = parseArgument(text);
  if (part.kind === "blank") return null;
  if (part.kind === "list") return part.values;
  if (part.kind === "expression") return undefined;
  if (part.kind !== "reference") return part.value;
  const { sheet, area, isForeign } = parseAddress(part.text) ?? {};
  if (!area || isForeign || cellCount(area) > MOST_CELLS) return undefined;
  const values = mapCells(area, (row, column) => valueAt({ sheet: sheet || ownSheet, row, column })).flat();
  return values.includes(undefined) ? undefined : values;
}
