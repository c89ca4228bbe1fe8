const CALL = /\bINSIGHTS\./i;

/** Has Excel ask our functions again, in every cell that calls one, also when the workbook calculates by hand. */
export async function recalculate(): Promise<void> {
  return Excel.run(async (context) => {
    const sheets = context.workbook.worksheets.load("items/id");
    await context.sync();
    const ranges = sheets.items.map((sheet) => sheet.getUsedRangeOrNullObject(true).load("formulas"));
    await context.sync();
    for (const range of ranges.filter((candidate) => !candidate.isNullObject)) {
      for (const [row, column] of callsIn(range.formulas as unknown[][])) range.getCell(row, column).setDirty();
    }
    context.application.calculate(Excel.CalculationType.recalculate);
    await context.sync();
  });
}

function callsIn(formulas: readonly (readonly unknown[])[]): [number, number][] {
  return formulas.flatMap((cells, row) =>
    cells.flatMap((formula, column): [number, number][] =>
      typeof formula === "string" && formula.startsWith("=") && CALL.test(formula) ? [[row, column]] : [],
    ),
  );
}
