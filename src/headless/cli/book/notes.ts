/** Notes for people on a refreshed file: signature, pivot tables, charts, shapes, recalculation. */
import { calculatesOnLoad, isSigned } from "../../../spreadsheet/xlsx/surroundings";
import { staleShapes } from "../../../spreadsheet/xlsx/linkedShapes";
import { findStaleCopies } from "../../../spreadsheet/xlsx/staleCopies";
import type { SheetChanges } from "../../../spreadsheet/xlsx/referencedAreas";
import type { Workbook } from "../../../spreadsheet/xlsx/workbook";

export interface NotedChanges {
  /** The cells with new values. */
  readonly cells: readonly SheetChanges[];
  /** True if the file has changed. */
  readonly isFileChanged: boolean;
  /** True if the file still has INSIGHTS formulas. */
  readonly hasFormulas: boolean;
  /** The XML parts of charts with old values. */
  readonly charts: readonly string[];
  /** True if charts were updated as far as possible. */
  readonly areChartsUpdated: boolean;
}

export async function notesOn(workbook: Workbook, changes: NotedChanges): Promise<string[]> {
  const { pivots, model, queries } = await findStaleCopies(workbook, changes.cells);
  const shapes = await staleShapes(workbook, changes.cells);
  const found: [isSo: boolean, note: string][] = [
    [changes.isFileChanged && (await isSigned(workbook)), SIGNED],
    [
      pivots.length > 0,
      `Pivot tables, and formulas that read them, show old numbers until you refresh them in Excel. Their sources: ${pivots.join(", ")}.`,
    ],
    [
      model.length > 0,
      `The data model, with its pivot tables and CUBE functions, has old numbers until you refresh it in Excel (Data, Refresh All). It loads: ${model.join(", ")}.`,
    ],
    [
      queries.length > 0,
      `Power Query has old numbers until you refresh it in Excel (Data, Refresh All). It reads: ${queries.join(", ")}.`,
    ],
    [changes.charts.length > 0, chartsNote(changes)],
    [
      shapes.length > 0,
      `These text boxes and pictures show old cells until Excel draws them again: ${shapes.join(", ")}.`,
    ],
    [changes.hasFormulas && (await calculatesOnLoad(workbook)), ON_LOAD],
  ];
  return found.flatMap(([isSo, note]) => (isSo ? [note] : []));
}

const SIGNED = "The workbook's digital signature is no longer valid. Sign it again.";
const ON_LOAD =
  "Excel recalculates this workbook when it opens it (fullCalcOnLoad), so people without the add-in see #NAME?. Send them a values-only copy (--values).";

function chartsNote({ charts, areChartsUpdated }: NotedChanges): string {
  const which = charts.join(", ");
  return areChartsUpdated
    ? `These charts could not be updated. They show old numbers until Excel opens the file: ${which}.`
    : `These charts show old numbers in programs that do not redraw them (--charts updates them): ${which}.`;
}
