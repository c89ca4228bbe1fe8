/** Comments that the workbook's reports find written for other numbers. */
import { SHOWN_COMMENTS } from "../../../reporting/reports/commentaryCells";
import { BESIDE_KEY, hasMoved } from "../../../reporting/saved/comments";
import { runExcel } from "../cells/runExcel";
import { findSheets, readKnown } from "./report";

/** Returns how many there are, as the reports' cells are calculated now. */
export async function countMovedComments(): Promise<number> {
  const known = (await readKnown()).filter(({ kind }) => kind === "commentary");
  if (known.length === 0) return 0;
  return runExcel(async (context) => {
    const found = findSheets(context, known);
    await context.sync();
    const shown = found
      .filter(({ range }) => !range.isNullObject)
      .map(({ range }) => range.worksheet.getRange(SHOWN_COMMENTS).load("values"));
    await context.sync();
    const standings = new Map<string, string[]>();
    for (const row of shown.flatMap(({ values }) => values as unknown[][])) {
      const key = String(row[0]);
      if (key.startsWith("[")) standings.set(key, [...(standings.get(key) ?? []), String(row[BESIDE_KEY.standing])]);
    }
    return [...standings.values()].filter(hasMoved).length;
  });
}
