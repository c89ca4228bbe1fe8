/** Checks of Excel while a user edits a cell, looks at something else, or undoes an edit. */
import { codeOf, enterRows, onSheet, readRange, readSettled, type CheckContext, type HostCheck } from "./hostCheck";
import { changePart, readParts } from "./xmlParts";
import { SCRATCH_NAMESPACE, SCRATCH_SHEET } from "./scratch";
import { runExcel } from "../workbook/cells/runExcel";

const EDIT = "Double-click a cell of the sheet, type a letter and leave it like that. Then choose Continue here.";
const FINISH = "Press Enter in that cell. Then choose Continue here.";
const UNDO = "Click a cell of the sheet and press Ctrl+Z (Command+Z on a Mac) once. Then choose Continue here.";
const SHOW_CHART =
  "Right-click the tab of the sheet, choose Insert and then Chart, so that a chart sheet is shown. Then choose Continue here.";
const DELETE_CHART = "Delete the chart sheet: right-click its tab and choose Delete. Then choose Continue here.";
const LEAVE =
  "Open another workbook beside this one. Choose Continue here, and click the other workbook within five seconds. Then wait for the next question.";
const COME_BACK = "Click a cell of this workbook. Then choose Continue here.";
const FILE_NAME = "Insights check.txt";
const DOWNLOADED = `Look into your Downloads. If “${FILE_NAME}” is there choose Continue, otherwise Skip.`;
const CHOOSE = "Click cell A1 of the sheet and choose “two” from its drop-down list. Then choose Continue here.";
/** Milliseconds after which a request is over that Excel does not hold up. */
const LONG = 1_000;
/** Milliseconds in which the user must switch to another workbook. */
const LEAVING = 5_000;

/** Excel's answers to requests that need a sheet in front: an error code each, or "taken". */
async function askAboutFront(checkContext: CheckContext): Promise<Record<string, string>> {
  const ask = (load: (sheet: Excel.Worksheet, context: Excel.RequestContext) => void) =>
    codeOf(
      runExcel(async (context) => {
        load(context.workbook.worksheets.getItem(checkContext.sheet), context);
        await context.sync();
      }),
    );
  const codes = {
    workbook: await ask((_sheet, context) => void context.workbook.load("name")),
    cells: await ask((sheet) => void sheet.getRange("A1").load("values")),
    names: await ask((_sheet, context) => void context.workbook.names.load("items/name")),
    "names of the sheet": await ask((sheet) => void sheet.names.load("items/name")),
    "active sheet": await ask((_sheet, context) => void context.workbook.worksheets.getActiveWorksheet().load("name")),
    "active cell": await ask((_sheet, context) => void context.workbook.getActiveCell().load("address")),
    "showing a sheet": await ask((sheet) => sheet.activate()),
    "adding a sheet": await ask((_sheet, context) => void context.workbook.worksheets.add(`${SCRATCH_SHEET} added`)),
    "freezing panes": await ask((sheet) => sheet.freezePanes.freezeRows(1)),
  };
  return Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, code || "taken"]));
}

function codesText(codes: Record<string, string>): string {
  return Object.entries(codes)
    .map(([name, code]) => `${name}: ${code}`)
    .join(", ");
}

function readPlainly({ sheet }: CheckContext): Promise<void> {
  return runExcel(async (context) => {
    context.workbook.worksheets.getItem(sheet).load("name");
    await context.sync();
  });
}

/** Counts the edits of the check's sheet that Excel tells of while the work is done, and a second later. */
async function countChanges(checkContext: CheckContext, work: () => Promise<void>): Promise<number> {
  let told = 0;
  const handler = await onSheet(checkContext, (sheet) => sheet.onChanged.add(async () => void (told += 1)));
  await work();
  await checkContext.wait(LONG);
  await runExcel(handler.context, async (context) => {
    handler.remove();
    await context.sync();
  });
  return told;
}

export const PERSON_CHECKS: readonly HostCheck[] = [
  {
    name: "Changes are told",
    expectation: "The add-in is told of edits of cells.",
    run: async (checkContext) => {
      const told = await countChanges(checkContext, () => enterRows(checkContext, [[1]]));
      return { passed: told > 0, actual: `${told} events` };
    },
  },
  {
    name: "Choices from lists",
    expectation: "The add-in is told if a user chooses from a cell's drop-down list.",
    run: async (checkContext) => {
      await enterRows(checkContext, [["one"]]);
      await onSheet(checkContext, (sheet) => {
        sheet.getRange("A1").dataValidation.rule = { list: { inCellDropDown: true, source: "one,two" } };
        sheet.activate();
      });
      let isDone = false;
      const told = await countChanges(checkContext, async () => void (isDone = await checkContext.ask(CHOOSE)));
      const [[chosen] = []] = await readRange(checkContext, "A1");
      if (!isDone || chosen !== "two") return undefined;
      return { passed: told > 0, actual: `${told} events` };
    },
  },
  {
    name: "Editing a cell",
    expectation: "While a cell is edited requests fail with InvalidOperationInCellEditMode, or wait where they ask to.",
    run: async (checkContext) => {
      if (!(await checkContext.ask(EDIT))) return undefined;
      const code = await codeOf(readPlainly(checkContext));
      let isOver = false;
      const delayed = onSheet(checkContext, () => undefined).then(() => (isOver = true));
      await checkContext.wait(LONG);
      const waits = !isOver;
      const finished = await checkContext.ask(FINISH);
      if (!finished) return undefined;
      await delayed;
      const passed = code === "InvalidOperationInCellEditMode" && waits;
      return { passed, actual: `${code || "taken"}; ${waits ? "waited" : "did not wait"}` };
    },
  },
  {
    name: "A chart sheet",
    expectation: "While a chart sheet is shown, the workbook, its cells and all of its names can be read.",
    run: async (checkContext) => {
      if (!(await checkContext.ask(SHOW_CHART))) return undefined;
      const codes = await askAboutFront(checkContext);
      await checkContext.ask(DELETE_CHART);
      const needed = ["workbook", "cells", "names", "names of the sheet"];
      return { passed: needed.every((name) => codes[name] === "taken"), actual: codesText(codes) };
    },
  },
  {
    name: "Another workbook in front",
    expectation:
      "While another workbook is in front, this workbook and its cells can be read, and what cannot fails with InvalidSelection.",
    run: async (checkContext) => {
      if (!(await checkContext.ask(LEAVE))) return undefined;
      await checkContext.wait(LEAVING);
      const codes = await askAboutFront(checkContext);
      // Otherwise the sheet of the check could not be deleted.
      await checkContext.ask(COME_BACK);
      const isRead = codes["workbook"] === "taken" && codes["cells"] === "taken";
      const passed = isRead && Object.values(codes).every((code) => code === "taken" || code === "InvalidSelection");
      return { passed, actual: codesText(codes) };
    },
  },
  {
    name: "Download",
    expectation: "A file that the pane downloads is in the person's Downloads.",
    isThere: () => Office.context.platform !== Office.PlatformType.Mac,
    run: async ({ ask, download }) => {
      download(new Blob(["This file is a check. Delete it."], { type: "text/plain" }), FILE_NAME);
      return (await ask(DOWNLOADED)) ? { passed: true, actual: "downloaded" } : undefined;
    },
  },
  {
    name: "Undo",
    expectation: "After a custom XML part was written, Undo still takes back cells, and never the part.",
    run: async (checkContext) => {
      await enterRows(checkContext, [["before"]]);
      await onSheet(checkContext, (_sheet, context) => {
        context.workbook.customXmlParts.add(`<check xmlns="${SCRATCH_NAMESPACE}">before</check>`);
      });
      await enterRows(checkContext, [["after"]]);
      // Last, since writing a part may leave Undo nothing to take back.
      await changePart(checkContext, "after");
      if (!(await checkContext.ask(UNDO))) return undefined;
      const [[cell] = []] = await readSettled(checkContext, "A1");
      const [part] = await readParts(checkContext);
      return { passed: cell === "before" && part === "after", actual: `cell ${String(cell)}, part ${part ?? "none"}` };
    },
  },
];
