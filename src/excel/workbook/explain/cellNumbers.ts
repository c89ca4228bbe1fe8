/** Finds the numbers of plans behind a cell: in its formula, in the table that it lies in, or in the cells that it reads. */
import { findCalls, type FormulaCall } from "../../../numbers/language/calls";
import { guardsOf } from "../../../numbers/language/guards";
import type { Span } from "../../../spreadsheet/formulas/tokens";
import { isErrorCode } from "../../../spreadsheet/cells/errorCodes";
import { formatSheetPosition, parseSheetPosition } from "../../../spreadsheet/cells/address";
import { contains, type SheetArea, type SheetPosition } from "../../../spreadsheet/cells/area";
import { callKey, type CallSettings } from "../../../numbers/language/callKey";
import { cellAt, isPlainCall } from "../cells/formulaCells";
import type { ShownNumber } from "../../../numbers/analysis/explainedNumber";
import { isNumberCall, type NumberCall } from "../../../numbers/analysis/numberCall";
import { numberCallOf, numberInResult, wholeOfBridge } from "../../../numbers/analysis/tableNumbers";
import { createArgumentReader, type ArgumentReader, type CellCall } from "./callArguments";
import { cellsReadBy, outerCalls, readTracedCells, type TracedCell } from "./tracedCells";
import type { Ledger, LedgerEntry } from "../ledger/ledger";
import { entriesByAddress, isSameValue, isShown } from "../refresh/lateCells";
import { runExcel } from "../cells/runExcel";

/** A number of a plan that a cell shows or reads. */
export interface CellNumber extends ShownNumber {
  /** The cell that shows it, such as "Sheet1!B4". */
  readonly address: string;
  readonly call: NumberCall;
  /** The step that the cell shows, if that is no number of a plan: the number is what the step leads to. */
  readonly part?: string | undefined;
}

export interface CellTrace {
  /** What the cell itself shows. */
  readonly shown: unknown;
  /** That of the cell itself, with its "="; "" if it has none. */
  readonly formula: string;
  readonly numbers: readonly CellNumber[];
  /** Calls that return no number of a plan, or whose arguments only Excel can compute. */
  readonly unread: readonly string[];
  /** True if the cell depends on more cells than were read. */
  readonly isCut: boolean;
}

export interface TraceOptions {
  readonly ledger: Ledger;
  readonly settings: CallSettings;
}

/** How far references are followed. */
const MOST_LEVELS = 6;
const MOST_CELLS = 400;
const MOST_NUMBERS = 60;
/** Cells without a formula whose table is looked for in Excel. */
const MOST_PARENTS = 30;
/** Calls whose arguments are read from cells. */
const MOST_EVALUATIONS = 40;

interface Search extends TraceOptions {
  readonly made: ReadonlyMap<string, readonly LedgerEntry[]>;
  readonly tables: readonly Table[];
  readonly numbers: Map<string, CellNumber>;
  readonly unread: Set<string>;
  readonly reader: ArgumentReader;
  /** The cell that is explained. */
  readonly first: string;
  /** Calls whose arguments were read from cells. */
  evaluations: number;
}

interface Table {
  readonly entry: LedgerEntry;
  readonly area: SheetArea;
}

/** Follows the references of a cell's formula until they lead to our calls. */
export async function traceCell(address: string, options: TraceOptions): Promise<CellTrace> {
  const made = entriesByAddress(options.ledger);
  const search: Search = {
    ...options,
    made,
    tables: tablesOf(made),
    numbers: new Map(),
    unread: new Set(),
    reader: createArgumentReader(options.settings),
    first: address,
    evaluations: 0,
  };
  const first = parseSheetPosition(address);
  const seen = new Set<string>();
  let [isCut, shown, formula]: [boolean, unknown, string] = [false, undefined, ""];
  let level: SheetPosition[] = first ? [first] : [];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1) {
    const fresh = level.filter((cell) => !seen.has(formatSheetPosition(cell)));
    const room = MOST_CELLS - seen.size;
    isCut ||= fresh.length > room;
    const read = await readTracedCells(fresh.slice(0, room));
    for (const cell of read) seen.add(formatSheetPosition(cell));
    await search.reader.readAhead(read.flatMap((cell) => unsureCalls(cell, search)).slice(0, MOST_EVALUATIONS));
    if (depth === 0) [shown, formula] = [read[0]?.value, read[0]?.formula ?? ""];
    const next = [];
    for (const cell of read) next.push(...(await visit(cell, search)));
    await visitTables(
      read.filter((cell) => isLoose(cell, search)),
      search,
    );
    isCut ||= next.length > MOST_CELLS || (depth === MOST_LEVELS - 1 && next.length > 0);
    level = [...new Map(next.map((cell) => [formatSheetPosition(cell), cell])).values()];
  }
  const numbers = [...search.numbers.values()];
  return {
    shown,
    formula,
    numbers: numbers.slice(0, MOST_NUMBERS),
    unread: [...search.unread],
    isCut: isCut || numbers.length > MOST_NUMBERS,
  };
}

/** Returns the calls of a cell whose arguments have to be read. */
function unsureCalls(cell: TracedCell, search: Search): CellCall[] {
  const address = formatSheetPosition(cell);
  const unsure = outerCalls(cell).filter((call) => !notedEntry(cell, call, search).isSure);
  return unsure.map((call) => ({ address, call }));
}

/** Adds the numbers of one cell, and returns the cells that it reads besides. */
async function visit(cell: TracedCell, search: Search): Promise<SheetPosition[]> {
  // It shows no number: a heading says something else than when the cell was filled.
  if (cell.value === "#N/A" && guardsOf(cell.formula).length > 0) {
    search.unread.add(formatSheetPosition(cell));
    return [];
  }
  if (cell.formula === "") addTableNumber(cell, search);
  for (const call of outerCalls(cell)) await addCall(cell, call, search);
  const skipped = [...cell.calls, ...testsIn(cell.formula)];
  const isOutside = ({ start, end }: Span) => !skipped.some((part) => start >= part.start && end <= part.end);
  const spillAt = (position: SheetPosition) => spillOf(position, search);
  return cellsReadBy(cell, { isOutside, spillAt, mostCells: MOST_CELLS });
}

/** Tests such as ISNUMBER(C5): the cell shows nothing of what it only tests. */
function testsIn(formula: string): Span[] {
  return [...formula.matchAll(/\bIS[A-Z]+\([^()]*\)/gi)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** Returns the area that the call of a cell fills; undefined if no table of it is known. */
function spillOf({ sheet, row, column }: SheetPosition, { tables }: Search): SheetArea | undefined {
  const isAnchor = ({ area }: Table) => area.sheet === sheet && area.row === row && area.column === column;
  return tables.find(isAnchor)?.area;
}

async function addCall(cell: TracedCell, call: FormulaCall, search: Search): Promise<void> {
  const address = formatSheetPosition(cell);
  const { noted, isSure } = notedEntry(cell, call, search);
  const own = isSure || !takeOne(search) ? undefined : await search.reader.read({ address, call });
  const entry = own ? search.ledger.entry(callKey(own)) : noted;
  if (entry) addEntry(cell, entry, { row: 0, column: 0 }, search);
  else if (own && isNumberCall(own)) {
    const isPlain = call.start === 1 && call.end === cell.formula.length;
    const value = isPlain && typeof cell.value === "number" ? cell.value : undefined;
    search.numbers.set(`${address} ${callKey(own)}`, { address, call: own, value });
  } else noteUnread(cell, search);
}

/** Returns the ledger's entry of a call by its cell. It is sure if the formula is that call alone, and the cell shows its result. */
function notedEntry(
  cell: TracedCell,
  call: FormulaCall,
  { made }: Search,
): { readonly noted: LedgerEntry | undefined; readonly isSure: boolean } {
  const alike = cell.calls.filter(({ name }) => name === call.name);
  const own = (made.get(formatSheetPosition(cell)) ?? []).filter(({ id }) => id === call.name);
  const noted = own.length === alike.length ? own[alike.indexOf(call)] : undefined;
  return { noted, isSure: noted !== undefined && isPlainCall(cell.formula) && isShown(cell, [noted]) };
}

/** A text is no number: neither a label that a formula looks up, nor the corner of a table. */
function noteUnread(cell: TracedCell, { first, unread }: Search): void {
  const address = formatSheetPosition(cell);
  const isText = typeof cell.value === "string" && !isErrorCode(cell.value);
  if (!isText || address === first) unread.add(address);
}

/** Returns true while arguments of further calls may be read. */
function takeOne(search: Search): boolean {
  search.evaluations += 1;
  return search.evaluations <= MOST_EVALUATIONS;
}

function addEntry(cell: TracedCell, entry: LedgerEntry, at: { row: number; column: number }, search: Search): void {
  const address = formatSheetPosition(cell);
  const { result, error } = entry;
  const call = numberCallOf(entry, result, at);
  const key = `${address} ${entry.key}`;
  const whole = call ? undefined : wholeOfBridge(entry, result, at);
  if (call) search.numbers.set(key, { address, call, value: numberInResult(result, at), entry });
  else if (whole) search.numbers.set(key, { address, ...whole, entry });
  else if (isNumberCall(entry))
    search.numbers.set(key, { address, call: entry, value: undefined, error: error?.message, entry });
  else noteUnread(cell, search);
}

function tablesOf(made: ReadonlyMap<string, readonly LedgerEntry[]>): Table[] {
  return [...made].flatMap(([address, entries]) => {
    const position = parseSheetPosition(address);
    return entries.flatMap((entry): Table[] => {
      const rows = Array.isArray(entry.result) ? (entry.result as unknown[][]) : [];
      if (!position || rows.length === 0) return [];
      return [{ entry, area: { ...position, rows: rows.length, columns: rows[0]?.length ?? 0 } }];
    });
  });
}

/** Returns the table that shows this very value in the cell. */
function tableAround(cell: TracedCell, { tables }: Search): Table | undefined {
  return tables.find(({ area, entry }) => {
    if (area.sheet !== cell.sheet || !contains(area, cell)) return false;
    const rows = entry.result as unknown[][];
    return isSameValue(rows[cell.row - area.row]?.[cell.column - area.column], cell.value);
  });
}

function addTableNumber(cell: TracedCell, search: Search): void {
  const table = tableAround(cell, search);
  if (!table || typeof cell.value !== "number") return;
  const { entry, area } = table;
  addEntry(cell, entry, { row: cell.row - area.row, column: cell.column - area.column }, search);
}

/** True for a number without a formula that no known table explains. */
function isLoose(cell: TracedCell, search: Search): boolean {
  return cell.formula === "" && typeof cell.value === "number" && tableAround(cell, search) === undefined;
}

/** In a workbook that was just opened no call has named its cell: Excel tells which formula fills these cells. */
async function visitTables(cells: readonly TracedCell[], search: Search): Promise<void> {
  if (cells.length === 0 || !Office.context.requirements.isSetSupported("ExcelApi", "1.12")) return;
  const some = cells.slice(0, MOST_PARENTS);
  const parents = await runExcel(async (context) => {
    const ranges = some.map((cell) =>
      cellAt(context, cell).getSpillParentOrNullObject().load("formulas,rowIndex,columnIndex").untrack(),
    );
    await context.sync();
    return ranges.map((range) => (range.isNullObject ? undefined : range));
  }).catch(() => []);
  for (const [at, parent] of parents.entries()) {
    const cell = some[at];
    const formula: unknown = parent?.formulas[0]?.[0];
    if (!cell || !parent || typeof formula !== "string") continue;
    const anchor = { sheet: cell.sheet, row: parent.rowIndex, column: parent.columnIndex };
    const [call, ...others] = findCalls(formula);
    const own =
      call && others.length === 0
        ? await search.reader.read({ address: formatSheetPosition(anchor), call })
        : undefined;
    const entry = own && search.ledger.entry(callKey(own));
    const place = { row: cell.row - anchor.row, column: cell.column - anchor.column };
    if (entry && isSameValue(numberInResult(entry.result, place), cell.value)) addEntry(cell, entry, place, search);
    else search.unread.add(formatSheetPosition(cell));
  }
}
