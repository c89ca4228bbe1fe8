/** Finds the checks of the workbook, and how each stands. */
import { formatSheetPosition, parseSheetPosition } from "../../../spreadsheet/cells/address";
import { contains, type SheetArea, type SheetPosition } from "../../../spreadsheet/cells/area";
import { isErrorCode } from "../../../spreadsheet/cells/errorCodes";
import {
  checkOf,
  readsOfCheck,
  watchedCells,
  type BookName,
  type CheckContent,
  type CheckedValue,
  type CheckSource,
  type WatchedCell,
  type WorkbookCheck,
} from "../../../reporting/saved/checks";
import { cellAt, rangeOf } from "../cells/formulaCells";
import { findNamedFormulas, type NamedFormula } from "../cells/namedFormulas";
import { readDateSystem } from "../dateSystem";
import { runExcel } from "../cells/runExcel";
import { readSpills } from "../cells/spills";
import type { Ledger } from "../ledger/ledger";
import { entriesByAddress } from "../refresh/lateCells";

export interface ChecksOptions {
  readonly ledger: Ledger;
  /** Cells that Excel has not updated since the last refresh, such as "Sheet1!B4". */
  readonly unsettled: readonly string[];
}

/** Reads all checks, in the order of their names in Excel. */
export async function readChecks(options: ChecksOptions): Promise<WorkbookCheck[]> {
  const dateSystem = await readDateSystem();
  return runExcel(async (context) => {
    const { names, watched } = await findWatched(context);
    const cells = watched.flatMap(({ at }) => (typeof at === "string" ? [] : [at]));
    if (cells.length === 0) return watched.map((each) => checkOf(each));
    const contents = await readChecked(context, cells);
    const readBy = new Map(cells.map((cell) => [cell, readsOfCheck(formulaOf(contents.get(cell)), cell.sheet, names)]));
    const areaCells = await readAreas(
      context,
      [...readBy.values()].flatMap(({ areas }) => areas),
    );
    const made = entriesByAddress(options.ledger);
    const late = options.unsettled.flatMap((address) => parseSheetPosition(address) ?? []);
    return watched.map((each) => {
      const { at } = each;
      const content = typeof at === "string" ? undefined : contents.get(at);
      const reads = typeof at === "string" ? undefined : readBy.get(at);
      if (typeof at === "string" || !content || !reads) return checkOf(each);
      const calls = (made.get(formatSheetPosition(at)) ?? []).map(({ id, args, result }) => ({ id, args, result }));
      const isLate = late.some((cell) => isRead(cell, [{ ...at, rows: 1, columns: 1 }, ...reads.areas]));
      const shown = { ...content, ...(isLate && { problem: LATE }) };
      return checkOf(each, { content: shown, reads, source: { ...areaCells, dateSystem, calls } });
    });
  });
}

/** Finds the names of checks, and the cells that they mean. */
export async function findWatched(
  context: Excel.RequestContext,
): Promise<{ names: BookName[]; watched: WatchedCell[]; named: NamedFormula[] }> {
  const named = await findNamedFormulas(context);
  const names = named.map(({ name, formula, sheet }) => ({
    name,
    formula,
    ...(sheet !== undefined && { scope: sheet }),
  }));
  const worksheets = context.workbook.worksheets.load("items/name");
  await context.sync();
  return {
    names,
    named,
    watched: watchedCells(
      names,
      worksheets.items.map(({ name }) => name),
    ),
  };
}

const LATE = "Excel has not updated it, or a cell that it reads, since the last refresh.";

function formulaOf(content: CheckContent | undefined): string {
  return content?.formula ?? "";
}

function isRead(cell: SheetPosition, areas: readonly SheetArea[]): boolean {
  return areas.some((area) => area.sheet.toLowerCase() === cell.sheet.toLowerCase() && contains(area, cell));
}

/** Reads what the cells of checks hold. */
async function readChecked(
  context: Excel.RequestContext,
  cells: readonly SheetPosition[],
): Promise<Map<SheetPosition, CheckContent>> {
  const ranges = cells.map((cell) => cellAt(context, cell).load("formulas,values").untrack());
  await context.sync();
  const read = new Map(
    cells.map((cell, at): [SheetPosition, CheckContent] => {
      const { formulas, values } = ranges[at] ?? { formulas: [], values: [] };
      const [formula] = (formulas as unknown[][]).flat();
      const [value] = (values as CheckedValue[][]).flat();
      const own = typeof formula === "string" && formula.startsWith("=") && formula !== value ? formula : "";
      return [cell, { formula: own, value, isError: isErrorCode(value), cells: 1 }];
    }),
  );
  const spills = await readSpills(context, cells);
  for (const [cell, { rows, columns }] of spills) {
    const content = read.get(cell);
    if (content) read.set(cell, { ...content, cells: rows * columns });
  }
  return read;
}

/** Reads the values and number formats of these areas. Leaves out those of sheets that are not there. */
async function readAreas(
  context: Excel.RequestContext,
  areas: readonly SheetArea[],
): Promise<Pick<CheckSource, "valueAt" | "formatAt">> {
  const known = new Set(context.workbook.worksheets.items.map(({ name }) => name.toLowerCase()));
  const there = areas.filter(({ sheet }) => known.has(sheet.toLowerCase()));
  const ranges = there.map((area) => rangeOf(context, area).load("values,numberFormat").untrack());
  await context.sync();
  const contentAt = (cell: SheetPosition, contents: "values" | "numberFormat"): unknown => {
    const at = there.findIndex((area) => isRead(cell, [area]));
    const { row, column } = there[at] ?? cell;
    return (ranges[at]?.[contents] as unknown[][] | undefined)?.[cell.row - row]?.[cell.column - column];
  };
  return {
    valueAt: (cell) => contentAt(cell, "values") as CheckedValue,
    formatAt: (cell) => {
      const format = contentAt(cell, "numberFormat");
      return typeof format === "string" && format !== "General" ? format : undefined;
    },
  };
}
