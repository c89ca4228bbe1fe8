/** What number a filled cell shows, or why none. Pure. */
import type { FiscalYear } from "../../numbers/language/fiscalYear";
import { findField, type Field } from "../../insights";
import type { Scale } from "../../numbers/language/numberFormats";
import { type CellMeanings } from "./cellMeanings";
import { IGNORED, toDateId, type HeadingAnswers } from "./headingAnswers";
import { isShare } from "./comparedCells";
import type { Heading } from "./heading";
import type { NamedPlan } from "./headingMeaning";
import { lacksBase, lacksTime, toDateHeading, type AssumedValues } from "./headingQuestions";
import { planOfOutlook } from "./outlook";
import { hasItems } from "./planItems";
import { NO_YEAR } from "./timeParts";

/** The values of cells without a heading for them, and their scale. */
export interface HeadingDefaults extends Omit<AssumedValues, "scenarios"> {
  readonly plan: string;
  /** The plans of the workspace: a sentence calls their scenarios by name. @default names are not known */
  readonly plans?: readonly NamedPlan[] | undefined;
  readonly currency: string;
  readonly fiscalYear: FiscalYear;
  /** The months of the year that actuals have, such as "Jan–Oct 2026". */
  readonly actuals?: string | undefined;
  readonly scale?: Scale | undefined;
  /** @default "numbers" */
  readonly style?: FillStyle;
}

/** The look of filled cells: signs, colours and bold sums as in reports, or number formats alone. */
export type FillStyle = "reports" | "numbers";

/** What decides the formulas beside the headings. */
export interface Filling {
  readonly answers: HeadingAnswers;
  readonly defaults: HeadingDefaults;
  /** True for a heading that the user has not been asked about, or has not answered. */
  readonly isUnanswered: (heading: Heading) => boolean;
  /** Returns the id of the question about a heading. */
  readonly questionId: (heading: Heading) => string;
  /** The currency that the user has said. */
  readonly currency: string | undefined;
}

/** Returns the currency of a cell whose headings name none; "" for that of another plan, which the functions know. */
export function assumedCurrency({ meanings }: CellMeanings, { defaults, currency }: Filling): string {
  const plan = meanings.get("plan")?.value ?? defaults.plan;
  return currency ?? (plan === defaults.plan ? defaults.currency : "");
}

/** A number, a number divided by net sales, a variance, or nothing, since there is no such number. */
export function formulaKind(
  { meanings, isBlank }: CellMeanings,
  answers: HeadingAnswers,
): "KPI" | "VAR" | "share" | "none" {
  const field = fieldOfCell(meanings, answers);
  if (!field || isBlank) return "none";
  if (meanings.has("groupBy") && !hasItems(field)) return "none";
  // "In thousands" may mean volumes too, "EUR k" does not mean prices.
  if (meanings.has("scale") && field.unit !== "amount" && field.unit !== "ratio" && !isOfAmounts(meanings))
    return "none";
  if (!meanings.has("measure")) return "KPI";
  if (isShare({ meanings })) return field.family === "pnl" && field.unit === "amount" ? "share" : "none";
  // A ratio's change is in points, never a percentage.
  return meanings.get("measure")?.value === "percent" && field.unit === "ratio" ? "none" : "VAR";
}

/** True while the cell's headings, or what they lack, are asked about. */
export function isOpenCell(
  cell: CellMeanings,
  { answers, isUnanswered }: Pick<Filling, "answers" | "isUnanswered">,
): boolean {
  const { meanings } = cell;
  if (cell.isOpen || cell.untimed || cell.contradicted.some(isUnanswered)) return true;
  if (planOfOutlook(meanings.get("scenario")?.value) === "") return true;
  if (!meanings.has("scenario") && answers.scenario === undefined) return true;
  if (lacksTime(cell) && answers.period === undefined) return true;
  if (meanings.get("period")?.value.startsWith(NO_YEAR) && answers.year === undefined) return true;
  const toDate = toDateHeading(cell);
  if (toDate && answers[toDateId(toDate.month)] === undefined) return true;
  return lacksBase(cell) && answers.base === undefined;
}

/** True if the title that scales numbers names their currency too, so it scales amounts only. */
function isOfAmounts(meanings: CellMeanings["meanings"]): boolean {
  return meanings.get("scale")?.heading.meanings?.some(({ dimension }) => dimension === "currency") ?? false;
}

/** Returns what a cell is divided by, as a title or the user says; undefined for whole numbers. Only amounts are divided. */
export function divisorOf({ meanings }: CellMeanings, answers: HeadingAnswers): number | undefined {
  const isAmount = fieldOfCell(meanings, answers)?.unit === "amount" && meanings.get("measure")?.value !== "percent";
  const scale = Number(meanings.get("scale")?.value ?? answers.scale ?? 1);
  return isAmount && !isShare({ meanings }) && scale > 1 ? scale : undefined;
}

export function fieldOfCell(meanings: CellMeanings["meanings"], answers: HeadingAnswers): Field | undefined {
  return findField(meanings.get("field")?.value ?? (answers.field === IGNORED ? "" : (answers.field ?? "")));
}
