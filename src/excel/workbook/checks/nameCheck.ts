/** Makes a check of the selected cell, and removes one: by its defined name alone. */
import { formatSheetPosition } from "../../../spreadsheet/cells/address";
import type { SheetPosition } from "../../../spreadsheet/cells/area";
import { isErrorCode } from "../../../spreadsheet/cells/errorCodes";
import { checkLabel, checkName, type WorkbookCheck } from "../../../reporting/saved/checks";
import { isInvalidSelection, NO_CELLS } from "../cells/background";
import { rangeOf } from "../cells/formulaCells";
import { runExcel } from "../cells/runExcel";
import { findWatched } from "./readChecks";

/** Columns to the left of the cell in which its label is looked for. */
const MOST_COLUMNS = 8;

/**
 * Names the selected cell as a check. Resolves to its label.
 * @param label "" for the text to the left of the cell, or without one its address.
 * @throws Error with a message for users if the cell holds no formula of TRUE or FALSE, or is a check already.
 */
export async function nameCheck(label: string): Promise<string> {
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const { cell, range } = await readSelected(context);
    const address = formatSheetPosition(cell);
    requireCondition(address, range);
    const { watched, named } = await findWatched(context);
    const own = watched.find(({ at }) => typeof at !== "string" && formatSheetPosition(at) === address);
    if (own)
      throw new Error(`${address} is a check already: ${checkLabel(own.name)}. Remove it first to name it anew.`);
    const wanted = checkName(label) ?? checkName(await textLeftOf(context, cell)) ?? checkName(address);
    const name = freeName(wanted ?? "Check_", new Set(named.map((each) => each.name.toLowerCase())));
    context.workbook.names.add(name, range);
    await context.sync();
    return checkLabel(name);
  });
}

/** Removes the name of a check. Its cell stays as it is. */
export async function removeCheckName({ name, scope }: Pick<WorkbookCheck, "name" | "scope">): Promise<void> {
  await runExcel({ delayForCellEdit: true }, async (context) => {
    const { named } = await findWatched(context);
    for (const each of named) if (each.name === name && each.sheet === scope) each.item.delete();
    await context.sync();
  });
}

async function readSelected(context: Excel.RequestContext): Promise<{ cell: SheetPosition; range: Excel.Range }> {
  const range = context.workbook.getActiveCell().load("formulas,values,rowIndex,columnIndex");
  range.worksheet.load("name");
  try {
    await context.sync();
  } catch (error) {
    throw isInvalidSelection(error) ? new Error(NO_CELLS) : error;
  }
  return { cell: { sheet: range.worksheet.name, row: range.rowIndex, column: range.columnIndex }, range };
}

const EXAMPLE = "A check is a formula that is TRUE while all is well, such as =B12>=0.95.";

function requireCondition(address: string, { formulas, values }: Excel.Range): void {
  const [[formula] = []] = formulas as unknown[][];
  const [[value] = []] = values as unknown[][];
  if (typeof formula !== "string" || !formula.startsWith("="))
    throw new Error(`${address} holds no formula. ${EXAMPLE}`);
  if (typeof value !== "boolean" && !isErrorCode(value))
    throw new Error(`The formula in ${address} shows neither TRUE nor FALSE. ${EXAMPLE}`);
}

/** Returns the nearest text to the left of a cell; "" if there is none. */
async function textLeftOf(context: Excel.RequestContext, { sheet, row, column }: SheetPosition): Promise<string> {
  const columns = Math.min(column, MOST_COLUMNS);
  if (columns === 0) return "";
  const left = rangeOf(context, { sheet, row, column: column - columns, rows: 1, columns }).load("values");
  await context.sync();
  const texts = (left.values as unknown[][]).flat().filter((value) => typeof value === "string");
  return texts.filter((text) => checkName(text) !== undefined && !isErrorCode(text)).at(-1) ?? "";
}

/** Returns the name, with a number if it is taken. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
