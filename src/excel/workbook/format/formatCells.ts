/**
 * Formats the cells of our functions as their fields, in at most six requests for 10,000 cells. Cells with a number format other
 * than General stay as they are: their format is the user's.
 */
import { format } from "numfmt";
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import {
  cellArea,
  cellCount,
  contains,
  mapCells,
  enclosingArea,
  type SheetArea,
  type SheetPosition,
} from "../../../spreadsheet/cells/area";
import { bySheet } from "../../../spreadsheet/cells/blocks";
import { splitByWeight } from "../../../reporting/saved/shards";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import { askedByCell } from "./cellCalls";
import type { CellFormat } from "../../../numbers/language/numberFormats";
import { cellFormatsOf } from "./cellFormats";
import { isAnswerTooLarge } from "../cells/batches";
import { cellAt, rangeOf, type FormulaCell } from "../cells/formulaCells";
import { rowBlocks, rowHalves } from "../cells/rowBlocks";
import { readSpills } from "../cells/spills";
import { findUsedAreas } from "../cells/usedAreas";
import { isUndoRefused, runAsOneUndo } from "../cells/undo";
import type { Ledger } from "../ledger/ledger";
import { entriesByAddress, type CallsByAddress } from "../refresh/lateCells";
import { GENERAL, partOf, setHeadings, writeNumberFormats, type FormattedCell } from "./writeFormats";
import { runExcel } from "../cells/runExcel";

export interface FormatOptions {
  readonly ledger: Ledger;
  readonly settings: WorkbookSettings;
  /** The cells with the formulas, which have just calculated. @default all of the workbook */
  readonly cells?: readonly SheetPosition[] | undefined;
}

export interface CellsFormatted {
  readonly cells: number;
  /** Protected sheets, whose cells stay as they are. */
  readonly protectedSheets: readonly string[];
  /** False if Excel refused to change headings or the widths of columns. */
  readonly isFitted: boolean;
  /** False if one Undo may take back only a part. */
  readonly isOneStep: boolean;
}

/** The cells that one formula fills, with formats for some of them. */
interface FormattedResult {
  readonly area: SheetArea;
  readonly rows: readonly (readonly unknown[])[];
  readonly formats: readonly CellFormat[];
  readonly cells: readonly FormattedCell[];
  readonly isProtected: boolean;
}

export async function formatCells(options: FormatOptions): Promise<CellsFormatted> {
  const delay = { delayForCellEdit: true };
  const found = await runExcel(delay, (context) => findUnformatted(context, options));
  const results = found.filter(({ isProtected }) => !isProtected);
  const cells = results.flatMap((result) => result.cells);
  const locked = found.filter(({ isProtected }) => isProtected).map(({ area }) => area.sheet);
  const { result: isFitted, isOneStep } =
    cells.length === 0
      ? { result: true, isOneStep: true }
      : await runAsOneUndo((context) => write(context, results, cells), delay);
  return { cells: cells.length, protectedSheets: [...new Set(locked)], isFitted, isOneStep };
}

/** Counts the cells that `formatCells` would format. Changes nothing. */
export async function countUnformatted(options: FormatOptions): Promise<number> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const found = await findUnformatted(context, options);
    return found.reduce((sum, { cells, isProtected }) => sum + (isProtected ? 0 : cells.length), 0);
  });
}

interface ReadBlock extends SheetArea {
  readonly formulas: readonly (readonly unknown[])[];
  readonly values: readonly (readonly unknown[])[];
  readonly numberFormats: readonly (readonly unknown[])[];
  readonly isProtected: boolean;
}

interface ReadCell {
  readonly formula: unknown;
  readonly value: unknown;
  readonly numberFormat: unknown;
}

type CellAt = (position: SheetPosition) => ReadCell | undefined;

async function findUnformatted(
  context: Excel.RequestContext,
  { ledger, settings, cells }: FormatOptions,
): Promise<FormattedResult[]> {
  const made = entriesByAddress(ledger);
  const areas = cells ? cells.map((cell) => areaAround(cell, made)) : await findUsedAreas(context);
  const blocks = await readBlocks(context, areas);
  const cellAt = cellsOf(blocks);
  // Outside the used areas all cells are blank.
  const valueAt = (position: SheetPosition) => cellAt(position)?.value ?? (cells ? undefined : "");
  const meant = cells && new Set(cells.map(formatSheetPosition));
  const all = blocks
    .flatMap(formulasIn)
    .filter((cell) => meant?.has(formatSheetPosition(cell)) ?? true)
    .map((cell) => ({ ...cell, asked: askedByCell(cell, { made, settings, valueAt }) }))
    .filter(({ asked }) => asked.length > 0);
  const hidden = loadHidden(context, all);
  const spills = await readSpills(
    context,
    all.filter((cell) => maySpill(cell, cellAt)),
  );
  if (spills.size === 0) await context.sync();
  // Hidden columns hold the machinery of reports, and charts show their formats.
  const asking = all.filter((cell) => hidden.get(columnKey(cell))?.columnHidden !== true);
  const locked = new Set(blocks.filter(({ isProtected }) => isProtected).map(({ sheet }) => sheet));
  return asking.flatMap((cell): FormattedResult[] => {
    const { sheet, asked } = cell;
    const area = { sheet, ...(spills.get(cell) ?? cellArea(cell)) };
    const rows = mapCells(area, (row, column) => cellAt({ sheet, row, column })?.value ?? "");
    const formats = commonFormats(asked.map((each) => cellFormatsOf(rows, each))).filter(
      (each) => !each.isHeading || isGeneral(partOf(area, each), cellAt),
    );
    const own = formats.flatMap((each) => unformattedIn(area, each, cellAt));
    return own.length > 0 ? [{ area, rows, formats, cells: own, isProtected: locked.has(sheet) }] : [];
  });
}

/** Returns the cells that a formula fills, by what its calls returned last. */
function areaAround({ sheet, ...cell }: SheetPosition, made: CallsByAddress): SheetArea {
  const area = (made.get(formatSheetPosition({ sheet, ...cell })) ?? []).reduce((whole, { result }) => {
    const rows = Array.isArray(result) ? (result as unknown[][]) : [];
    return enclosingArea(whole, {
      ...cell,
      rows: Math.max(1, rows.length),
      columns: Math.max(1, rows[0]?.length ?? 0),
    });
  }, cellArea(cell));
  return { sheet, ...area };
}

function columnKey({ sheet, column }: SheetPosition): string {
  return `${column} ${sheet}`;
}

/** Queues a read of each column of these cells. */
function loadHidden(context: Excel.RequestContext, cells: readonly SheetPosition[]): Map<string, Excel.Range> {
  const columns = new Map<string, Excel.Range>();
  for (const cell of cells) {
    const key = columnKey(cell);
    if (!columns.has(key)) columns.set(key, cellAt(context, cell).load("columnHidden").untrack());
  }
  return columns;
}

/** Cells that one request reads: a formula, a value and a format take fewer than 400 bytes, and an answer holds 5 MB. */
const MOST_READ_CELLS = 12_000;

async function readBlocks(context: Excel.RequestContext, areas: readonly SheetArea[]): Promise<ReadBlock[]> {
  const parts = areas.flatMap((area) => rowBlocks(area, Math.max(1, Math.floor(MOST_READ_CELLS / area.columns))));
  const blocks: ReadBlock[] = [];
  for (const some of splitByWeight(parts, cellCount, MOST_READ_CELLS)) blocks.push(...(await readParts(context, some)));
  return blocks;
}

/** Reads halves if one answer cannot hold them. */
async function readParts(context: Excel.RequestContext, parts: readonly SheetArea[]): Promise<ReadBlock[]> {
  const loaded = parts.map((area) => {
    const range = rangeOf(context, area).load("formulas,values,numberFormat").untrack();
    return { area, range, protection: range.worksheet.protection.load("protected") };
  });
  try {
    await context.sync();
  } catch (error) {
    const middle = Math.ceil(parts.length / 2);
    const [only] = parts;
    const halves =
      parts.length === 1 && only
        ? rowHalves(only).map((half) => [half])
        : [parts.slice(0, middle), parts.slice(middle)];
    if (!isAnswerTooLarge(error) || halves.length < 2) throw error;
    const read: ReadBlock[] = [];
    for (const half of halves) read.push(...(await readParts(context, half)));
    return read;
  }
  return loaded.map(({ area, range, protection }) => ({
    ...area,
    formulas: range.formulas,
    values: range.values,
    numberFormats: range.numberFormat,
    isProtected: protection.protected,
  }));
}

function cellsOf(blocks: readonly ReadBlock[]): CellAt {
  const sheets = bySheet(blocks.map((block) => ({ ...block, sheet: block.sheet.toLowerCase() })));
  return ({ sheet, row, column }) => {
    for (const block of sheets.get(sheet.toLowerCase()) ?? []) {
      const [down, right] = [row - block.row, column - block.column];
      if (down < 0 || right < 0 || down >= block.rows || right >= block.columns) continue;
      const [formula, value] = [block.formulas[down]?.[right], block.values[down]?.[right]];
      return { formula, value, numberFormat: block.numberFormats[down]?.[right] };
    }
    return undefined;
  };
}

/** Leaves out texts that look like a formula. */
function formulasIn({ sheet, row, column, formulas, values }: ReadBlock): FormulaCell[] {
  return formulas.flatMap((cells, down) =>
    cells.flatMap((formula, right) => {
      const value = values[down]?.[right];
      return typeof formula === "string" && formula.startsWith("=") && formula !== value
        ? [{ sheet, row: row + down, column: column + right, formula, value }]
        : [];
    }),
  );
}

/** True if the cell beside it or below it shows something without a formula. */
function maySpill({ sheet, row, column }: SheetPosition, cellAt: CellAt): boolean {
  return [cellAt({ sheet, row: row + 1, column }), cellAt({ sheet, row, column: column + 1 })].some(
    (next) => next && next.value !== "" && !(typeof next.formula === "string" && next.formula.startsWith("=")),
  );
}

function isGeneral(area: SheetArea, cellAt: CellAt): boolean {
  return mapCells(area, (row, column) => cellAt({ ...area, row, column })?.numberFormat === GENERAL)
    .flat()
    .every(Boolean);
}

/** Returns the formats that all calls of a cell agree on. */
function commonFormats([first = [], ...others]: readonly (readonly CellFormat[])[]): readonly CellFormat[] {
  return others.every((each) => JSON.stringify(each) === JSON.stringify(first)) ? first : [];
}

/** Returns the numbers of a part that have the format General; of a table also its blanks, which may become numbers. */
function unformattedIn(area: SheetArea, part: CellFormat, cellAt: CellAt): FormattedCell[] {
  const { numberFormat } = part;
  if (!numberFormat) return [];
  const { sheet } = area;
  const isTable = cellCount(area) > 1;
  return mapCells(partOf(area, part), (row, column) => ({ sheet, row, column, numberFormat }))
    .flat()
    .filter((position) => {
      const cell = cellAt(position);
      return cell?.numberFormat === GENERAL && (typeof cell.value === "number" || (isTable && cell.value === ""));
    });
}

/** Columns are fitted and headings set last: without them, the numbers are formatted all the same. */
async function write(
  context: Excel.RequestContext,
  results: readonly FormattedResult[],
  cells: readonly FormattedCell[],
): Promise<boolean> {
  const columns = columnsOf(results).map((column) => ({
    ...column,
    width: rangeOf(context, { ...column.area, rows: 1 })
      .untrack()
      .format.load("columnWidth"),
  }));
  await writeNumberFormats(context, cells);
  for (const { area, formats } of results) setHeadings(context, area, formats);
  for (const { area, points, width } of columns)
    // A hidden column has the width 0.
    if (width.columnWidth > 0 && width.columnWidth < points) rangeOf(context, area).untrack().format.autofitColumns();
  return context.sync().then(
    () => true,
    (error: unknown) => {
      if (isUndoRefused(error)) throw error;
      return false;
    },
  );
}

interface FilledColumn {
  readonly area: SheetArea;
  /** The width that its texts take, roughly. */
  readonly points: number;
}

/** Returns the columns of the results. Those below each other on a sheet are one. */
function columnsOf(results: readonly FormattedResult[]): FilledColumn[] {
  const columns = new Map<string, FilledColumn>();
  for (const { area, rows, formats } of results) {
    for (let at = 0; at < area.columns; at += 1) {
      const { sheet } = area;
      const own = { ...area, column: area.column + at, columns: 1 };
      const points = Math.max(...rows.map((cells, row) => pointsOf(cells[at], formatAt(formats, row, at))));
      const key = columnKey(own);
      const before = columns.get(key);
      columns.set(key, {
        area: before ? { sheet, ...enclosingArea(before.area, own) } : own,
        points: Math.max(points, before?.points ?? 0),
      });
    }
  }
  return [...columns.values()];
}

function formatAt(formats: readonly CellFormat[], row: number, column: number): string {
  const own = formats.find((each) => each.numberFormat && contains(each, { row, column }));
  return own?.numberFormat ?? GENERAL;
}

const POINTS_PER_CHARACTER = 5.5;

function pointsOf(value: unknown, numberFormat: string): number {
  const text = typeof value === "number" ? format(numberFormat, value) : typeof value === "string" ? value : "";
  return (text.length + 1) * POINTS_PER_CHARACTER;
}
