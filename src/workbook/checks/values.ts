/** What cells hold, and what Excel says of it. */
import { readDateSystem } from "../dateSystem";
import { onSheet, sameAs, type Bench, type HostCheck } from "./hostCheck";

const LONGEST_TEXT = 32_767;

/** Enters these in a column, and reads their values and types. */
function entered(bench: Bench, contents: readonly unknown[]): Promise<{ values: unknown[]; types: unknown[] }> {
  return onSheet(bench, async (sheet, context) => {
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
    assumed: "DATE(2000,1,1), worked out by Excel, tells whether days are counted from 1900 or from 1904.",
    look: async () => ({ holds: true, seen: String(await readDateSystem()) }),
  },
  {
    name: "Errors in English",
    assumed: "The values of cells in error are Excel's English codes, in whatever language.",
    look: async (bench) => {
      const { values } = await entered(bench, ["=NA()", "=1/0", '=VALUE("x")', "=no_such_name"]);
      return sameAs(["#N/A", "#DIV/0!", "#VALUE!", "#NAME?"], values);
    },
  },
  {
    name: "Types of values",
    assumed: "Errors, texts, numbers, truth values and blanks are told by their types.",
    look: async (bench) => {
      const { types } = await entered(bench, ["=NA()", "text", 1.5, true, ""]);
      return sameAs(["Error", "String", "Double", "Boolean", "Empty"], types);
    },
  },
  {
    name: "Texts that look like formulas",
    assumed: "A text behind an apostrophe stays a text, without the apostrophe.",
    look: async (bench) => {
      const { values, types } = await entered(bench, ["'=1+1", "'0012"]);
      return sameAs(["=1+1", "0012", "String", "String"], [...values, ...types]);
    },
  },
  {
    name: "Long texts",
    assumed: "A cell takes a text of 32,767 letters and gives it back.",
    look: async (bench) => {
      const { values } = await entered(bench, ["x".repeat(LONGEST_TEXT)]);
      return sameAs(LONGEST_TEXT, String(values[0]).length);
    },
  },
  {
    name: "Cells that are left alone",
    assumed: "Where null is written a cell stays as it is, and an empty text makes it blank.",
    look: (bench) =>
      onSheet(bench, async (sheet, context) => {
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
