/** Reports of the first build go on working as they are. One of them can be made anew in the form that reports have now. */
import type { Plan } from "../../insights";
import { findReport, findSheets, insertReport, readKnown } from "./report";
import type { InputKey, ReportKind } from "./reportParameters";

/** What the first build's input cells are about, below one another from the third row on. */
const FIRST_INPUTS: Readonly<Partial<Record<ReportKind, readonly InputKey[]>>> = {
  statement: ["plan", "currency", "base", "scenario", "other"],
  months: ["plan", "currency", "scenario"],
  demand: ["plan", "currency", "scenario", "interval", "groupBy"],
  comparison: ["plan", "currency", "base", "scenario", "other"],
  onePage: ["plan", "currency", "scenario", "base"],
};
const FIRST_ROW = 2;

/**
 * Makes the report beside the old one, with what its input cells hold. The old one stays until a person deletes it: other
 * sheets may refer to its cells. Resolves to the new sheet's name.
 */
export async function rebuildReport(id: string, plans: readonly Plan[]): Promise<string> {
  const { kind, sheet } = await findReport(id);
  const keys = FIRST_INPUTS[kind] ?? [];
  const values = await readInputs(id, keys.length);
  const inputs = Object.fromEntries(keys.map((key, at) => [key, values[at] ?? ""])) as Partial<
    Record<InputKey, string>
  >;
  // Scenarios that the first form did not ask for stay blank.
  return insertReport({ kind, plan: inputs.plan ?? "", currency: "", scenarios: [], plans, inputs }, sheet);
}

async function readInputs(id: string, count: number): Promise<string[]> {
  const known = (await readKnown()).filter((report) => report.id === id);
  return Excel.run(async (context) => {
    const cells = findSheets(context, known).map(({ range }) =>
      range
        .getOffsetRange(FIRST_ROW, 1)
        .getResizedRange(count - 1, 0)
        .load("values"),
    );
    await context.sync();
    return cells.flatMap(({ values }) => values.map(([value]) => String(value)));
  });
}
