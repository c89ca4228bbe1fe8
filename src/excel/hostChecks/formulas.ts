/** Formulas, spills and calculation. */
import { CALCULATION_CHECKS } from "./calculationByHand";
import { enterRows, onSheet, readSettled, sameAs, type HostCheck } from "./hostCheck";

export const FORMULA_CHECKS: readonly HostCheck[] = [
  {
    name: "Copied formulas",
    expectation: "Copies of one formula are equal in R1C1 notation.",
    run: async (checkContext) => {
      await enterRows(checkContext, [["=B1*2"], ["=B2*2"]]);
      return onSheet(checkContext, async (sheet, context) => {
        const range = sheet.getRange("A1:A2").load("formulasR1C1");
        await context.sync();
        return sameAs([["=RC[1]*2"], ["=RC[1]*2"]], range.formulasR1C1);
      });
    },
  },
  {
    name: "Spilled ranges",
    expectation: "A formula's cell tells how far it spills, and a spilled cell tells which formula it belongs to.",
    run: async (checkContext) => {
      await enterRows(checkContext, [["=SEQUENCE(3,2)"]]);
      await readSettled(checkContext, "A1:B3");
      return onSheet(checkContext, async (sheet, context) => {
        const spill = sheet.getRange("A1").getSpillingToRangeOrNullObject().load("rowCount,columnCount");
        const parent = sheet.getRange("B3").getSpillParentOrNullObject().load("rowIndex,columnIndex");
        await context.sync();
        if (spill.isNullObject || parent.isNullObject) return { passed: false, actual: "nothing" };
        const { rowCount, columnCount } = spill;
        return sameAs([3, 2, 0, 0], [rowCount, columnCount, parent.rowIndex, parent.columnIndex]);
      });
    },
  },
  {
    name: "Formulas of spilled cells",
    expectation: "Only the first cell of a spill says that it has a formula.",
    run: async (checkContext) => {
      await enterRows(checkContext, [["=SEQUENCE(3)"]]);
      await readSettled(checkContext, "A1:A3");
      return onSheet(checkContext, async (sheet, context) => {
        const range = sheet.getRange("A1:A3").load("formulas");
        await context.sync();
        const formulas = (range.formulas as unknown[][]).flat();
        return { passed: formulas.filter(isFormula).length === 1, actual: JSON.stringify(formulas) };
      });
    },
  },
  {
    name: "Spills without room",
    expectation: "A formula that has no room to spill shows #SPILL!, and what is in its way stays.",
    run: async (checkContext) => {
      await enterRows(checkContext, [["=SEQUENCE(3)"], ["mine"]]);
      return sameAs([["#SPILL!"], ["mine"]], await readSettled(checkContext, "A1:A2"));
    },
  },
  {
    name: "Calculation that is suspended",
    expectation: "What is written while calculation is suspended is calculated with the next sync.",
    run: (checkContext) =>
      onSheet(checkContext, async (sheet, context) => {
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
  ...CALCULATION_CHECKS,
];

function isFormula(content: unknown): boolean {
  return typeof content === "string" && content.startsWith("=");
}
