/** Batches on a workbook of two sheets, Sheet1 and 'P&L 2026', through Microsoft's proxies. */
import { openWorkbook, type Workbook } from "./excel";

export type Work<T> = (context: Excel.RequestContext, sheet: Excel.Worksheet) => T | Promise<T>;

export function openTwoSheets(): Workbook {
  const sheets = { s: { id: "s", name: "Sheet1" }, p: { id: "p", name: "P&L 2026" } };
  return openWorkbook({ data: { id: "book", sheetOrder: ["s", "p"], sheets } });
}

/** Does the work on the first sheet, and synchronises at its end. */
export const batch =
  <T>(work: Work<T>) =>
  async (context: Excel.RequestContext): Promise<T> => {
    const result = await work(context, context.workbook.worksheets.getItem("Sheet1"));
    await context.sync();
    return result;
  };

export const run = <T>(work: Work<T>): Promise<T> => Excel.run(batch(work));
