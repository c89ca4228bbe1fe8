/** Which formulas Excel calculates if the workbook calculates by hand and the add-in tells it to. */
import { enterRows, onSheet, sameAs, type CheckContext, type CheckResult, type HostCheck } from "./hostCheck";
import { SCRATCH_SHEET } from "./scratch";

/** Formulas in a row, each of which reads the one before. */
const STEPS = ["=A1+1", "=B1+1", "=C1+1", "=D1+1", "=E1+1"];
/** The most rounds over two sheets that read each other. A refresh takes as many: one a sheet, and one that only looks. */
const ROUNDS = 3;

/** Runs work in a workbook that calculates by hand; afterwards it calculates as before. */
async function byHand(
  checkContext: CheckContext,
  work: (sheet: Excel.Worksheet, context: Excel.RequestContext) => Promise<CheckResult>,
): Promise<CheckResult> {
  return onSheet(checkContext, async (sheet, context) => {
    const application = context.application.load("calculationMode");
    await context.sync();
    const before = application.calculationMode;
    try {
      application.calculationMode = Excel.CalculationMode.manual;
      return await work(sheet, context);
    } finally {
      application.calculationMode = before;
      await context.sync();
    }
  });
}

function calculateCell(cell: Excel.Range): void {
  cell.setDirty();
  cell.calculate();
}

/** Counts the formulas of the row that follow the number in A1. */
async function countNew(sheet: Excel.Worksheet, first: number): Promise<number> {
  const range = sheet.getRange("B1:F1").load("values");
  await sheet.context.sync();
  const [values = []] = range.values as unknown[][];
  return values.filter((value, at) => value === first + at + 1).length;
}

export const CALCULATION_CHECKS: readonly HostCheck[] = [
  {
    name: "Calculation by hand",
    expectation: "Where the workbook calculates by hand, a range that is told to calculate does.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[1], ["=A1+1"]]);
      return byHand(checkContext, async (sheet, context) => {
        sheet.getRange("A1").values = [[41]];
        const cell = sheet.getRange("A2");
        calculateCell(cell);
        cell.load("values");
        await context.sync();
        return sameAs([[42]], cell.values);
      });
    },
  },
  {
    name: "Formulas far behind a cell",
    expectation:
      "Calculating a sheet calculates all formulas that depend on a changed cell, however many steps behind it.",
    run: async (checkContext) => {
      await enterRows(checkContext, [[1, ...STEPS]]);
      return byHand(checkContext, async (sheet) => {
        sheet.getRange("A1").values = [[41]];
        calculateCell(sheet.getRange("A1"));
        const byRange = await countNew(sheet, 41);
        sheet.calculate(false);
        const bySheet = await countNew(sheet, 41);
        const actual = `of ${STEPS.length} formulas the range reaches ${byRange}, the sheet ${bySheet}`;
        return { passed: bySheet === STEPS.length, actual };
      });
    },
  },
  {
    name: "Formulas on other sheets",
    expectation: "If sheets that read each other are calculated in turns, all of their formulas are new after a few.",
    run: async (checkContext) => {
      const other = `${SCRATCH_SHEET} other`;
      await onSheet(checkContext, (_sheet, context) => void context.workbook.worksheets.add(other));
      // A1 leads to the other sheet's A1, to A2 here, to A2 there, and back to A3.
      await enterRows(checkContext, [[1], [`='${other}'!A1+1`], [`='${other}'!A2+1`]]);
      await onSheet({ ...checkContext, sheet: other }, (sheet) => {
        const own = checkContext.sheet;
        sheet.getRange("A1:A2").formulas = [[`='${own}'!A1+1`], [`='${own}'!A2+1`]];
      });
      return byHand(checkContext, async (sheet, context) => {
        sheet.getRange("A1").values = [[41]];
        calculateCell(sheet.getRange("A1"));
        const last = sheet.getRange("A3").load("values");
        for (let round = 0; ; round += 1) {
          // Each round looks at what the one before has left.
          // oxlint-disable-next-line office-addins/no-context-sync-in-loop
          await context.sync();
          const isNew = last.values[0]?.[0] === 45;
          if (isNew || round === ROUNDS)
            return { passed: isNew, actual: `${round} rounds, then ${String(last.values)}` };
          for (const name of [checkContext.sheet, other]) context.workbook.worksheets.getItem(name).calculate(false);
          last.load("values");
        }
      });
    },
  },
];
