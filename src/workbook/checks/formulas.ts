/** Formulas, spills and calculation. */
import { enterRows, onSheet, readSettled, sameAs, type HostCheck } from "./hostCheck";

export const FORMULA_CHECKS: readonly HostCheck[] = [
  {
    name: "Copied formulas",
    assumed: "Copies of one formula are equal in R1C1 notation.",
    look: async (bench) => {
      await enterRows(bench, [
        [1, "=A1*2"],
        [2, "=A2*2"],
      ]);
      return onSheet(bench, async (sheet, context) => {
        const range = sheet.getRange("B1:B2").load("formulasR1C1");
        await context.sync();
        return sameAs([["=RC[-1]*2"], ["=RC[-1]*2"]], range.formulasR1C1);
      });
    },
  },
  {
    name: "Spilled ranges",
    assumed: "A formula's cell tells how far it spills, and a spilled cell tells which formula it belongs to.",
    look: async (bench) => {
      await enterRows(bench, [["=SEQUENCE(3,2)"]]);
      await readSettled(bench, "A1:B3");
      return onSheet(bench, async (sheet, context) => {
        const spill = sheet.getRange("A1").getSpillingToRangeOrNullObject().load("rowCount,columnCount");
        const parent = sheet.getRange("B3").getSpillParentOrNullObject().load("rowIndex,columnIndex");
        await context.sync();
        if (spill.isNullObject || parent.isNullObject) return { holds: false, seen: "nothing" };
        const { rowCount, columnCount } = spill;
        return sameAs([3, 2, 0, 0], [rowCount, columnCount, parent.rowIndex, parent.columnIndex]);
      });
    },
  },
  {
    name: "Formulas of spilled cells",
    assumed: "Only the first cell of a spill says that it has a formula.",
    look: async (bench) => {
      await enterRows(bench, [["=SEQUENCE(3)"]]);
      await readSettled(bench, "A1:A3");
      return onSheet(bench, async (sheet, context) => {
        const range = sheet.getRange("A1:A3").load("formulas");
        await context.sync();
        const formulas = (range.formulas as unknown[][]).flat();
        return { holds: formulas.filter(isFormula).length === 1, seen: JSON.stringify(formulas) };
      });
    },
  },
  {
    name: "Spills without room",
    assumed: "A formula that has no room to spill shows #SPILL!, and what is in its way stays.",
    look: async (bench) => {
      await enterRows(bench, [["=SEQUENCE(3)"], ["mine"]]);
      return sameAs([["#SPILL!"], ["mine"]], await readSettled(bench, "A1:A2"));
    },
  },
  {
    name: "Calculation that is suspended",
    assumed: "What is written while calculation is suspended is calculated with the next sync.",
    look: (bench) =>
      onSheet(bench, async (sheet, context) => {
        sheet.getRange("A1:A2").formulas = [[1], ["=A1+1"]];
        await context.sync();
        context.application.suspendApiCalculationUntilNextSync();
        sheet.getRange("A1").values = [[41]];
        await context.sync();
        const result = sheet.getRange("A2").load("values");
        await context.sync();
        return sameAs([[42]], result.values);
      }),
  },
  {
    name: "Calculation by hand",
    assumed: "Where the workbook calculates by hand, a range that is told to calculate does.",
    look: (bench) =>
      onSheet(bench, async (sheet, context) => {
        const { application } = context;
        application.load("calculationMode");
        sheet.getRange("A1:A2").formulas = [[1], ["=A1+1"]];
        await context.sync();
        const before = application.calculationMode;
        try {
          application.calculationMode = Excel.CalculationMode.manual;
          sheet.getRange("A1").values = [[41]];
          const cell = sheet.getRange("A2");
          cell.setDirty();
          cell.calculate();
          cell.load("values");
          await context.sync();
          return sameAs([[42]], cell.values);
        } finally {
          application.calculationMode = before;
          await context.sync();
        }
      }),
  },
];

function isFormula(content: unknown): boolean {
  return typeof content === "string" && content.startsWith("=");
}
