/** Sheets, their protection, and defined names. */
import { codeOf, enterRows, onSheet, readRange, sameAs, type CheckContext, type HostCheck } from "./hostCheck";
import { SCRATCH_NAME, SCRATCH_SHEET } from "./scratch";

const MANY_NAMES = 300;

/** Reads the reference of a name of the workbook. */
function placeOf(checkContext: CheckContext, name: string): Promise<[row: number, column: number]> {
  return onSheet(checkContext, async (_sheet, context) => {
    const range = context.workbook.names.getItem(name).getRange().load("rowIndex,columnIndex");
    await context.sync();
    return [range.rowIndex, range.columnIndex];
  });
}

/** Gives the sheet's first cell a name of the workbook. */
function nameFirstCell(checkContext: CheckContext, name: string): Promise<void> {
  return onSheet(checkContext, (sheet, context) => void context.workbook.names.add(name, sheet.getRange("A1")));
}

function countNames(checkContext: CheckContext): Promise<number> {
  return onSheet(checkContext, async (_sheet, context) => {
    const names = context.workbook.names.load("items/name");
    await context.sync();
    return names.items.length;
  });
}

export const SHEET_CHECKS: readonly HostCheck[] = [
  {
    name: "Very hidden sheets",
    expectation: "The add-in can read and write cells of a sheet that users cannot show.",
    run: (checkContext) =>
      onSheet(checkContext, async (_sheet, context) => {
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
    expectation: "Excel refuses to write to a protected sheet with AccessDenied.",
    run: async (checkContext) => {
      await onSheet(checkContext, (sheet) => sheet.protection.protect());
      const code = await codeOf(enterRows(checkContext, [[1]]));
      await onSheet(checkContext, (sheet) => sheet.protection.unprotect());
      return sameAs("AccessDenied", code);
    },
  },
  {
    name: "Names and inserted rows",
    expectation: "A defined name follows its cell when rows are inserted above it.",
    run: async (checkContext) => {
      const name = `${SCRATCH_NAME}row`;
      await enterRows(checkContext, [[1], [2], [3]]);
      await onSheet(checkContext, (sheet, context) => {
        context.workbook.names.add(name, sheet.getRange("A3")).visible = false;
      });
      await onSheet(checkContext, (sheet) => void sheet.getRange("1:2").insert(Excel.InsertShiftDirection.down));
      return sameAs([4, 0], await placeOf(checkContext, name));
    },
  },
  {
    name: "Names and sorting",
    expectation: "Sorting moves cells and leaves names where they are.",
    run: async (checkContext) => {
      const name = `${SCRATCH_NAME}sort`;
      await enterRows(checkContext, [[3], [2], [1]]);
      await onSheet(checkContext, (sheet, context) => {
        context.workbook.names.add(name, sheet.getRange("A1"));
        sheet.getRange("A1:A3").sort.apply([{ key: 0, ascending: true }]);
      });
      const sorted = await readRange(checkContext, "A1:A3");
      return sameAs(
        [
          [[1], [2], [3]],
          [0, 0],
        ],
        [sorted, await placeOf(checkContext, name)],
      );
    },
  },
  {
    name: "Many names",
    expectation: `${MANY_NAMES} names are taken at once.`,
    run: async (checkContext) => {
      const before = await countNames(checkContext);
      await onSheet(checkContext, (sheet, { workbook: { names } }) => {
        for (let at = 0; at < MANY_NAMES; at += 1)
          names.add(`${SCRATCH_NAME}${at}_`, sheet.getCell(at, 0)).visible = false;
      });
      return sameAs(MANY_NAMES, (await countNames(checkContext)) - before);
    },
  },
  {
    name: "Names of copied sheets",
    expectation: "A copied sheet gets its own copies of the workbook's names for its cells.",
    run: async (checkContext) => {
      const name = `${SCRATCH_NAME}copy`;
      await nameFirstCell(checkContext, name);
      return onSheet(checkContext, async (sheet, context) => {
        const copy = sheet.copy();
        copy.name = `${SCRATCH_SHEET} copy`;
        copy.names.load("items/name,items/scope");
        await context.sync();
        // The workbook's own names may be listed too: then a snapshot tells them apart by their scope.
        return sameAs(
          [[name, "Worksheet"]],
          copy.names.items.map((each) => [each.name, each.scope]),
        );
      });
    },
  },
  {
    name: "Names of a sheet",
    expectation: "The names of a sheet are its own, and not those of the workbook.",
    run: async (checkContext) => {
      const name = `${SCRATCH_NAME}own`;
      await nameFirstCell(checkContext, name);
      return onSheet(checkContext, async (sheet, context) => {
        const names = sheet.names.load("items/name");
        await context.sync();
        return sameAs(
          [],
          names.items.map((each) => each.name),
        );
      });
    },
  },
  {
    name: "Snapshots",
    expectation:
      "In one request a sheet is copied, marked by a property, and its values replace the formulas of the copy.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[1], ["=A1+1"], ["=SEQUENCE(2)"]]);
      return onSheet(checkContext, async (sheet, context) => {
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
