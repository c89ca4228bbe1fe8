/** Indexes the rows of an answer by month, once for all cells. */
import {
  ENDPOINTS,
  eachRow,
  InsightsError,
  monthOfLabel,
  rowPeriod,
  type Answer,
  type Memory,
  type AnswerRow,
} from "../../insights";
import { listNames } from "../language/names";

export interface Months {
  /** By month, YYYY-MM. */
  readonly rows: ReadonlyMap<string, readonly AnswerRow[]>;
  /** Labels that name no month. */
  readonly unreadable: readonly string[];
  /** A month has a row for each group. */
  readonly isDivided: boolean;
  readonly path: string;
}

export function monthsIn(answer: Answer, memory: Memory): Months {
  return memory.recall(answer, "months", () => indexMonths(answer));
}

/** Throws `malformed` for labels that name no month, since their rows could be part of any of the months. */
export function checkMonthLabels({ unreadable, path }: Pick<Months, "unreadable" | "path">): void {
  if (unreadable.length === 0) return;
  throw new InsightsError(
    "malformed",
    `The service's answer to ${path} has labels that name no month, ${listNames(unreadable)}, so none of its months is shown. Report this to the operator of the service.`,
  );
}

/** As `checkMonthLabels`, for a table, whose rows are not indexed. There a row without a label would stand among the months too. */
export function checkMonthsOfTable({ question, scenario: { rows } }: Answer): void {
  const others = rows.periods.texts.filter((label) => !monthOfLabel(label));
  const unreadable = others.map((label) => label.trim() || "the full year");
  checkMonthLabels({ unreadable, path: ENDPOINTS[question.endpoint].path });
}

function indexMonths({ question, scenario: { rows } }: Answer): Months {
  // Parse each label once: many rows share it.
  const monthOf = new Map(rows.periods.texts.map((label) => [label, monthOfLabel(label)]));
  const byMonth = new Map<string, AnswerRow[]>();
  for (const row of eachRow(rows)) {
    const month = monthOf.get(rowPeriod(row));
    if (!month) continue;
    const others = byMonth.get(month);
    if (others) others.push(row);
    else byMonth.set(month, [row]);
  }
  const unreadable = [...monthOf].flatMap(([label, month]) => (month || label.trim() === "" ? [] : label));
  return {
    rows: byMonth,
    unreadable,
    isDivided: rows.groupKey !== undefined,
    path: ENDPOINTS[question.endpoint].path,
  };
}
