/** Sheets, their protection, and defined names. */
import { codeOf, enterRows, onSheet, sameAs, type Bench, type HostCheck } from "./hostCheck";
import { SCRATCH_NAME, SCRATCH_SHEET } from "./scratch";

const MANY_NAMES = 300;

/** Where a name of the workbook is now, from the sheet's first cell. */
function placeOf(bench: Bench, name: string): Promise<[row: number, column: number]> {
  return onSheet(bench, async (_sheet, context) => {
    const range = context.workbook.names.getItem(name).getRange().load("rowIndex,columnIndex");
    await context.sync();
    return [range.rowIndex, range.columnIndex];
  });
}

function countNames(bench: Bench): Promise<number> {
  return onSheet(bench, async (_sheet, context) => {
    const names = context.workbook.names.load("items/name");
    await context.sync();
    return names.items.length;
  });
}

export const SHEET_CHECKS: readonly HostCheck[] = [
  {
    name: "Very hidden sheets",
    assumed: "A sheet can be hidden so that people cannot show it, and its cells are read and written all the same.",
    look: (bench) =>
      onSheet(bench, async (_sheet, context) => {
        const hidden = context.workbook.worksheets.add(`${SCRATCH_SHEET} hidden`);
        hidden.visibility = Excel.SheetVisibility.veryHidden;
        const cell = hidden.getRange("A1");
        cell.values = [[7]];
        cell.load("values");
        hidden.load("visibility");
        await context.sync();
        return sameAs(["VeryHidden", 7], [hidden.visibility, (cell.values as unknown[][])[0]?.[0]]);
      }),
  },
  {
    name: "Protected sheets",
    assumed: "On a protected sheet nothing is written, and Excel says AccessDenied.",
    look: async (bench) => {
      await onSheet(bench, (sheet) => sheet.protection.protect());
      const code = await codeOf(enterRows(bench, [[1]]));
      await onSheet(bench, (sheet) => sheet.protection.unprotect());
      return sameAs("AccessDenied", code);
    },
  },
  {
    name: "Names and inserted rows",
    assumed: "A defined name follows its cell when rows are inserted above it.",
    look: async (bench) => {
      const name = `${SCRATCH_NAME}row`;
      await enterRows(bench, [[1], [2], [3]]);
      await onSheet(bench, (sheet, context) => {
        context.workbook.names.add(name, sheet.getRange("A3")).visible = false;
      });
      await onSheet(bench, (sheet) => void sheet.getRange("1:2").insert(Excel.InsertShiftDirection.down));
      return sameAs([4, 0], await placeOf(bench, name));
    },
  },
  {
    name: "Names and sorting",
    assumed: "Sorting moves cells and leaves names where they are.",
    look: async (bench) => {
      const name = `${SCRATCH_NAME}sort`;
      await enterRows(bench, [[3], [2], [1]]);
      await onSheet(bench, (sheet, context) => {
        context.workbook.names.add(name, sheet.getRange("A1"));
        sheet.getRange("A1:A3").sort.apply([{ key: 0, ascending: true }]);
      });
      return sameAs([0, 0], await placeOf(bench, name));
    },
  },
  {
    name: "Many names",
    assumed: `${MANY_NAMES} names are taken at once.`,
    look: async (bench) => {
      const before = await countNames(bench);
      await onSheet(bench, (sheet, { workbook: { names } }) => {
        for (let at = 0; at < MANY_NAMES; at += 1)
          names.add(`${SCRATCH_NAME}${at}_`, sheet.getCell(at, 0)).visible = false;
      });
      return sameAs(MANY_NAMES, (await countNames(bench)) - before);
    },
  },
  {
    name: "Names of copied sheets",
    assumed: "A sheet that is copied has names of its own for those of the workbook that mean its cells.",
    look: async (bench) => {
      const name = `${SCRATCH_NAME}copy`;
      await onSheet(bench, (sheet, context) => void context.workbook.names.add(name, sheet.getRange("A1")));
      return onSheet(bench, async (sheet, context) => {
        const copy = sheet.copy();
        copy.name = `${SCRATCH_SHEET} copy`;
        copy.names.load("items/name");
        await context.sync();
        return sameAs(
          [name],
          copy.names.items.map((each) => each.name),
        );
      });
    },
  },
  {
    name: "Snapshots",
    assumed: "In one request a sheet is copied, marked by a property, and its values replace the formulas of the copy.",
    look: async (bench) => {
      await enterRows(bench, [[1], ["=A1+1"], ["=SEQUENCE(2)"]]);
      return onSheet(bench, async (sheet, context) => {
        context.application.suspendApiCalculationUntilNextSync();
        const copy = sheet.copy("After", sheet);
        copy.customProperties.add("InsightsCheck", "7");
        copy.name = `${SCRATCH_SHEET} values`;
        copy.getRange("A1:A4").copyFrom(sheet.getRange("A1:A4"), Excel.RangeCopyType.values);
        await context.sync();
        const cells = copy.getRange("A1:A4").load("formulas");
        const mark = copy.customProperties.getItem("InsightsCheck").load("value");
        await context.sync();
        return sameAs([[[1], [2], [1], [2]], "7"], [cells.formulas, mark.value]);
      });
    },
  },
];
