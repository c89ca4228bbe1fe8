/** Notes on values that a refresh takes from the file as they are: those of other workbooks, and of other add-ins. */
import { parseA1Ref, tokenTypes } from "@borgar/fx/xlsx";
import type { FormulaOutcome } from "../../../spreadsheet/engine/calculateBook";
import { tokenizeFormula } from "../../../spreadsheet/formulas/tokenize";
import type { Workbook } from "../../../spreadsheet/xlsx/workbook";

export function outsideNotes(outcomes: readonly FormulaOutcome[], { linkedBooks }: Workbook): string[] {
  const calculated = outcomes.filter(({ problem }) => problem === undefined);
  const books = counted(calculated, ({ formula }) => filesIn(formula.text).map((at) => linkedBooks[at]?.name ?? ""));
  const kept = counted(calculated, ({ keptFor }) => keptFor);
  return [
    ...(books.length > 0
      ? [
          `Values of other workbooks are those that this file kept when it was last saved with them: ${books.join(", ")}.`,
        ]
      : []),
    ...(kept.length > 0
      ? [
          `These functions of other add-ins, macros and data types keep the values with which the file was saved: ${kept.join(", ")}.`,
        ]
      : []),
  ];
}

/** Returns the indexes of the other workbooks that a formula reads. */
function filesIn(text: string): number[] {
  if (!text.includes("[")) return [];
  const references = tokenizeFormula(text).filter(
    ({ type }) => type === tokenTypes.REF_RANGE || type === tokenTypes.REF_BEAM,
  );
  return references.flatMap(({ value }) => {
    const { workbookName } = parseA1Ref(value) ?? {};
    return workbookName ? [Number(workbookName) - 1] : [];
  });
}

/** Returns each name with the number of its formulas: "Budget.xlsx (3 formulas)". */
function counted(
  outcomes: readonly FormulaOutcome[],
  namesOf: (outcome: FormulaOutcome) => readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const outcome of outcomes)
    for (const name of new Set(namesOf(outcome))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(
    ([name, count]) => `${name} (${count === 1 ? "1 formula" : `${count.toLocaleString("en-US")} formulas`})`,
  );
}
