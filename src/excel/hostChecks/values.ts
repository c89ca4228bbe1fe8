/** Values of cells, and their types. */
import { readDateSystem } from "../workbook/dateSystem";
import { onSheet, sameAs, type CheckContext, type HostCheck } from "./hostCheck";

const LONGEST_TEXT = 32_767;

/** Enters these contents in a column, and reads their values and types. */
function entered(
  checkContext: CheckContext,
  contents: readonly unknown[],
): Promise<{ values: unknown[]; types: unknown[] }> {
  return onSheet(checkContext, async (sheet, context) => {
    const range = sheet.getRangeByIndexes(0, 0, contents.length, 1);
    range.formulas = contents.map((content) => [content]);
    range.load("values,valueTypes");
    await context.sync();
    return { values: (range.values as unknown[][]).flat(), types: (range.valueTypes as unknown[][]).flat() };
  });
}

export const VALUE_CHECKS: readonly HostCheck[] = [
  {
    name: "Date system",
    expectation: "Excel's value of DATE(2000,1,1) shows if days are counted from 1900 or from 1904.",
    run: async () => ({ passed: true, actual: String(await readDateSystem()) }),
  },
  {
    name: "Errors in English",
    expectation: "The values of cells in error are Excel's English codes, in whatever language.",
    run: async (checkContext) => {
      const { values } = await entered(checkContext, ["=NA()", "=1/0", '=VALUE("x")', "=no_such_name"]);
      return sameAs(["#N/A", "#DIV/0!", "#VALUE!", "#NAME?"], values);
    },
  },
  {
    name: "Types of values",
    expectation: "Errors, texts, numbers, truth values and blanks are told by their types.",
    run: async (checkContext) => {
      const { types } = await entered(checkContext, ["=NA()", "text", 1.5, true, ""]);
      return sameAs(["Error", "String", "Double", "Boolean", "Empty"], types);
    },
  },
  {
    name: "Texts that look like formulas",
    expectation: "A text behind an apostrophe stays a text, without the apostrophe.",
    run: async (checkContext) => {
      const { values, types } = await entered(checkContext, ["'=1+1", "'0012"]);
      return sameAs(["=1+1", "0012", "String", "String"], [...values, ...types]);
    },
  },
  {
    name: "Long texts",
    expectation: "A cell accepts a text of 32,767 letters and returns it.",
    run: async (checkContext) => {
      const { values } = await entered(checkContext, ["x".repeat(LONGEST_TEXT)]);
      return sameAs(LONGEST_TEXT, String(values[0]).length);
    },
  },
  {
    name: "Cells that are left alone",
    expectation: "A cell stays as it is if null is written, and becomes blank if an empty text is written.",
    run: (checkContext) =>
      onSheet(checkContext, async (sheet, context) => {
        const range = sheet.getRange("A1:A2");
        range.values = [[1], [2]];
        await context.sync();
        range.values = [[null], [""]];
        range.load("values,valueTypes");
        await context.sync();
        return sameAs(
          [
            [[1], [""]],
            [["Double"], ["Empty"]],
          ],
          [range.values, range.valueTypes],
        );
      }),
  },
];
