/** The rows of an outlook: of the plan's actuals through one month, of the scenario after it. */
import { InsightsError, isInsightsError, type Plan, type Question, type Scenario } from "../../insights";
import { listNames, quote } from "../language/names";
import type { all } from "./ask";
import type { findActuals } from "./currentMonth";
import type { KpiPeriod } from "./kpiPeriod";
import type { PeriodRows } from "./periodRows";

/** Handed in, so that what each workbook loads stays in one piece. */
interface Source {
  readonly all: typeof all;
  readonly findActuals: typeof findActuals;
  /** Undefined if the key cannot list it. */
  readonly plan: Plan | undefined;
  readonly rowsOf: (question: Question, months: readonly string[]) => Promise<PeriodRows>;
}

const NO_ROWS: PeriodRows = { parts: [], answers: [] };

/** Rejects with `argument` without months, and with `unknown` if the actuals lack a month of theirs: the scenario's never takes its place. */
export async function askBothSides(
  question: Question,
  { months, actualsTo }: { readonly months: KpiPeriod; readonly actualsTo: string },
  { all, findActuals, plan, rowsOf }: Source,
): Promise<PeriodRows> {
  if (!months)
    throw new InsightsError(
      "argument",
      "With actualsTo a period is needed, such as 2026: an outlook is of named months.",
    );
  const ended = months.filter((month) => month <= actualsTo);
  const later = months.filter((month) => month > actualsTo);
  const { actuals } = findActuals(
    plan,
    (reason) => new InsightsError("missing", `An outlook needs actuals: ${reason}.`),
  );
  const ofActuals = { ...question, scenario: actuals.id };
  const sides = await all([
    ended.length > 0 ? rowsOf(ofActuals, ended).catch(namingActuals(actuals, ended)) : NO_ROWS,
    later.length > 0 ? rowsOf(question, later) : NO_ROWS,
  ]);
  return { parts: sides.flatMap(({ parts }) => parts), answers: sides.flatMap(({ answers }) => answers) };
}

function namingActuals({ name }: Scenario, months: readonly string[]): (error: unknown) => never {
  return (error) => {
    if (!isInsightsError(error, "unknown")) throw error;
    const ends = listNames([...new Set([months[0] ?? "", months.at(-1) ?? ""])]);
    const hint = `An outlook takes its months up to actualsTo (${ends}) from ${quote(name)}.`;
    throw new InsightsError("unknown", `${error.message} ${hint}`, { cause: error });
  };
}
