/** Indexes the rows of an answer by month, once for all cells. */
import {
  ENDPOINTS,
  eachRow,
  InsightsError,
  monthOfLabel,
  rowPeriod,
  type Answer,
  type Memory,
  type Row,
} from "../insights";
import { listNames } from "../language/names";

export interface Months {
  /** By month, YYYY-MM. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Labels that name no month. */
  readonly unreadable: readonly string[];
  /** A month has a row for each group. */
  readonly isDivided: boolean;
  readonly path: string;
}

export function monthsIn(answer: Answer, memory: Memory): Months {
  return memory.recall(answer, "months", () => indexMonths(answer));
}

/** Throws `malformed` for labels of a table of months that name none: its rows would be counted twice, or stand in no month. */
export function checkTableOfMonths({ question, scenario: { rows } }: Answer): void {
  const { texts, codes } = rows.periods;
  const unreadable = texts.filter((label) => !monthOfLabel(label));
  const isUnlabelled = codes.some((code) => code < 0);
  checkMonthLabels({
    unreadable: isUnlabelled ? [...unreadable, ""] : unreadable,
    path: ENDPOINTS[question.endpoint].path,
  });
}

/** Throws `malformed` for labels that name no month, since their rows could be part of any of the months. */
export function checkMonthLabels({ unreadable, path }: Pick<Months, "unreadable" | "path">): void {
  if (unreadable.length === 0) return;
  throw new InsightsError(
    "malformed",
    `The service's answer to ${path} has labels that name no month, ${listNames(unreadable)}, so its months are not added up. Report this to the operator of the service.`,
  );
}

function indexMonths({ question, scenario: { rows } }: Answer): Months {
  // Parse each label once: many rows share it.
  const monthOf = new Map(rows.periods.texts.map((label) => [label, monthOfLabel(label)]));
  const byMonth = new Map<string, Row[]>();
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
