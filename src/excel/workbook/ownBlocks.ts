/** Blocks of a user's own formulas with the headings around them: read, and changed together by one step of Undo. */
import { formatSheetPosition } from "../../spreadsheet/cells/address";
import type { SheetArea, SheetPosition } from "../../spreadsheet/cells/area";
import { asTyped } from "../../spreadsheet/formulas/cellContent";
import { findCalls } from "../../numbers/language/calls";
import { cellAt, findFormulas, rangeOf } from "./cells/formulaCells";
import { findProtectedSheets } from "./cells/protection";
import { writeFormulas } from "./cells/tableColumns";
import { NOT_ONE_STEP, runAsOneUndo } from "./cells/undo";
import { runExcel } from "./cells/runExcel";
import { forEachBatch } from "./cells/batches";
import { readDateSystem } from "./dateSystem";
import { areaAround, type SelectedBlock } from "./tableArea";

/** A block with the contents of its cells and of those around it. */
export interface FilledBlockRead extends SelectedBlock {
  readonly around: SelectedBlock["around"] & { readonly formulas: readonly (readonly unknown[])[] };
}

/** Finds the cells outside of reports that ask for one number. Waits while a user edits a cell. */
export async function findOwnNumbers(reportSheets: readonly string[]): Promise<readonly SheetPosition[]> {
  const reports = new Set(reportSheets.map((sheet) => sheet.toLowerCase()));
  const formulas = await runExcel({ delayForCellEdit: true }, findFormulas);
  return formulas
    .filter(({ sheet, formula }) => !reports.has(sheet.toLowerCase()) && findCalls(formula).some(isNumber))
    .map(({ sheet, row, column }) => ({ sheet, row, column }));
}

function isNumber({ name }: { readonly name: string }): boolean {
  return name === "KPI" || name === "VAR";
}

export async function readFilledBlocks(areas: readonly SheetArea[]): Promise<readonly FilledBlockRead[]> {
  const dateSystem = await readDateSystem();
  return runExcel({ delayForCellEdit: true }, async (context) => {
    const read: FilledBlockRead[] = [];
    await forEachBatch(
      context,
      areas,
      (selected) => {
        const around = areaAround(selected);
        return { selected, around, range: rangeOf(context, around).load("values,numberFormat,formulas").untrack() };
      },
      ({ selected, around, range: { values, numberFormat: numberFormats, formulas } }) =>
        void read.push({ selected, dateSystem, around: { ...around, values, numberFormats, formulas } }),
    );
    return read;
  });
}

/** A cell, the content that it must have, and its new one. */
export interface ContentChange extends SheetPosition {
  readonly before: unknown;
  readonly after: string | number;
}

/**
 * Writes all of them, or nothing if a cell has another content than it should.
 * @returns notes for users
 * @throws Error with a message for users
 */
export async function writeChanges(changes: readonly ContentChange[]): Promise<readonly string[]> {
  await runExcel({ delayForCellEdit: true }, (context) => requireUnchanged(context, changes));
  const isFormula = ({ after }: ContentChange) => typeof after === "string" && after.startsWith("=");
  const { isOneStep } = await runAsOneUndo(async (context) => {
    const constants = changes.filter((each) => !isFormula(each));
    await forEachBatch(context, constants, (each) => void (cellAt(context, each).values = [[asTyped(each.after)]]));
    const formulas = changes
      .filter(isFormula)
      .map(({ after, ...position }) => ({ ...position, formula: String(after) }));
    await writeFormulas(context, formulas);
    await context.sync();
  });
  return isOneStep ? [] : [NOT_ONE_STEP];
}

async function requireUnchanged(context: Excel.RequestContext, changes: readonly ContentChange[]): Promise<void> {
  const locked = await findProtectedSheets(context);
  const sheet = changes.map((each) => each.sheet).find((each) => locked.has(each));
  if (sheet !== undefined) throw new Error(`The sheet ${sheet} is protected. Unprotect it, then try again.`);
  const changed: string[] = [];
  await forEachBatch(
    context,
    changes,
    (change) => ({ change, range: cellAt(context, change).load("formulas").untrack() }),
    ({ change, range }) => {
      if ((range.formulas as unknown[][])[0]?.[0] !== change.before) changed.push(formatSheetPosition(change));
    },
  );
  const [first] = changed;
  if (first !== undefined) throw new Error(`${first} has changed since the pane read it. Look at the table again.`);
}
