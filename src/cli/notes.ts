/** What a person has to know of a refreshed file beside its cells, each once. */
import { calculatesOnLoad, isSigned, stalePivotSources } from "../xlsx/surroundings";
import type { ChangedCell } from "../xlsx/references";
import type { Workbook } from "../xlsx/workbook";

export interface NotedChanges {
  /** The cells that show another value. */
  readonly cells: readonly ChangedCell[];
  /** Whether the file has changed at all. */
  readonly isFileChanged: boolean;
  /** Whether formulas with our functions are left in it. */
  readonly hasFormulas: boolean;
  /** The parts of charts that keep old points. */
  readonly charts: readonly string[];
  /** Whether charts were brought along, as far as could be. */
  readonly areChartsUpdated: boolean;
}

export async function notesOn(workbook: Workbook, changes: NotedChanges): Promise<string[]> {
  const pivots = await stalePivotSources(workbook, changes.cells);
  const found: [isSo: boolean, note: string][] = [
    [changes.isFileChanged && (await isSigned(workbook)), SIGNED],
    [
      pivots.length > 0,
      `Pivot tables show old numbers until they are refreshed in Excel. They are made from ${pivots.join(", ")}.`,
    ],
    [changes.charts.length > 0, chartsNote(changes)],
    [changes.hasFormulas && (await calculatesOnLoad(workbook)), ON_LOAD],
  ];
  return found.flatMap(([isSo, note]) => (isSo ? [note] : []));
}

const SIGNED = "The workbook was signed. Its signature is no longer valid: sign it again.";
const ON_LOAD =
  "Excel calculates all of this workbook when it is opened (fullCalcOnLoad). People without the add-in then see #NAME?: send them a values-only copy (--values).";

function chartsNote({ charts, areChartsUpdated }: NotedChanges): string {
  const which = charts.join(", ");
  return areChartsUpdated
    ? `Charts that could not be brought along show old numbers until Excel draws them: ${which}.`
    : `Charts show old numbers in programs that do not draw them anew (--charts brings them along): ${which}.`;
}
