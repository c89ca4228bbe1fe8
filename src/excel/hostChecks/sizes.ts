/** The sizes that Excel allows. */
import { hasUndoSteps, runAsOneUndo } from "../workbook/cells/undo";
import { MAX_COLUMNS, MAX_PAYLOAD_BYTES, MAX_ROWS } from "../../spreadsheet/cells/limits";
import { codeOf, onSheet, sameAs, type CheckContext, type HostCheck, type CheckResult } from "./hostCheck";

/** Characters of one cell. */
const LENGTH = 32_000;
/** How many of those cells are too many for a request of Excel on the web. */
const TOO_MANY = Math.ceil((1.1 * MAX_PAYLOAD_BYTES) / LENGTH);

/** Formulas that some Excels refuse as one step of Undo (OfficeDev/office-js#6491). */
const STEP = 2_000;

function write(checkContext: CheckContext, first: number, count: number): Promise<void> {
  return onSheet(checkContext, (sheet) => {
    sheet.getRangeByIndexes(first, 0, count, 1).values = Array.from({ length: count }, () => ["x".repeat(LENGTH)]);
  });
}

function read(checkContext: CheckContext, count: number): Promise<void> {
  return onSheet(checkContext, async (sheet, context) => {
    sheet.getRangeByIndexes(0, 0, count, 1).load("values");
    await context.sync();
  });
}

/** Expects the code on the web only: elsewhere there is no limit. */
function refusedOnWeb(code: string, expected: string): CheckResult {
  const isWeb = Office.context.platform === Office.PlatformType.OfficeOnline;
  return { passed: code === expected || (!isWeb && code === ""), actual: code || "taken" };
}

export const LIMIT_CHECKS: readonly HostCheck[] = [
  {
    name: "Requests over 5 MB",
    expectation: "Excel on the web refuses a request of more than 5 MB with RequestPayloadSizeLimitExceeded.",
    run: async (checkContext) =>
      refusedOnWeb(await codeOf(write(checkContext, 0, TOO_MANY)), "RequestPayloadSizeLimitExceeded"),
  },
  {
    name: "Answers over 5 MB",
    expectation: "Excel on the web refuses an answer of more than 5 MB with ResponsePayloadSizeLimitExceeded.",
    run: async (checkContext) => {
      const half = Math.ceil(TOO_MANY / 2);
      await write(checkContext, 0, half);
      await write(checkContext, half, half);
      return refusedOnWeb(await codeOf(read(checkContext, 2 * half)), "ResponsePayloadSizeLimitExceeded");
    },
  },
  {
    name: "Steps of Undo",
    expectation:
      "Excel makes a write of 2,000 formulas one step of Undo. If it refuses, tables are written without that.",
    isThere: hasUndoSteps,
    run: async ({ sheet }) => {
      const write = async (context: Excel.RequestContext) => {
        const range = context.workbook.worksheets.getItem(sheet).getRangeByIndexes(0, 0, STEP, 1);
        range.formulas = Array.from({ length: STEP }, () => ["=1+1"]);
        await context.sync();
      };
      const { isOneStep } = await runAsOneUndo(write, { delayForCellEdit: true });
      return { passed: isOneStep, actual: isOneStep ? "taken" : "refused" };
    },
  },
  {
    name: "The size of a sheet",
    expectation: "A sheet has 1,048,576 rows and 16,384 columns.",
    run: (checkContext) =>
      onSheet(checkContext, async (sheet, context) => {
        const all = sheet.getRange().load("rowCount,columnCount");
        await context.sync();
        return sameAs([MAX_ROWS, MAX_COLUMNS], [all.rowCount, all.columnCount]);
      }),
  },
];
