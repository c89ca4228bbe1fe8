/** The questions about headings. Cells that one of them is about stay blank until it is answered. Pure. */
import { fieldLabel, findField } from "../../insights";
import type { DateSystem } from "../../spreadsheet/cells/dateSerial";
import {
  AS_FOUND,
  askedWords,
  comparedId,
  EACH,
  gapId,
  isUnknownLine,
  measureId,
  questionIds,
  timeId,
  TO_CURRENT,
  toDateId,
} from "./headingAnswers";
import type { CellMeanings, Placed } from "./cellMeanings";
import type { HeadingAnswers } from "./headingAnswers";
import { isShare } from "./comparedCells";
import { PRIOR_YEAR } from "../tables/definition";
import { headingId, type FoundHeadings, type Heading } from "./heading";
import type { HeadingDimension } from "./headingMeaning";
import { namesScenario } from "./namedPlans";
import { isOutlookCell, OUTLOOK_QUESTION, planOfOutlook, saysOutlook } from "./outlook";
import { monthOfDate, NO_YEAR } from "./timeParts";

type Asked =
  /** Asks for the meaning of a heading; if it is a word of several fields, which one. */
  | {
      readonly kind: "heading";
      readonly text: string;
      readonly fields?: readonly string[];
      /** True for a title, which no cells belong to alone. */
      readonly isTitle?: boolean;
    }
  /** Asks if a word still means what the user has said of it in this workbook. */
  | { readonly kind: "word"; readonly text: string }
  /** Asks which count, a title or the headings that say something else. @param canCount True if both may. */
  | { readonly kind: "title"; readonly text: string; readonly canCount?: boolean }
  /**
   * Asks which time a title says for cells that have no other.
   * @param canCount True for a day that may be the last one of numbers to date.
   * @param isUnread True if the answer given is no time.
   */
  | { readonly kind: "time"; readonly text: string; readonly canCount?: boolean; readonly isUnread?: boolean }
  /** Asks if a title or a note is of these cells. */
  | { readonly kind: "holds"; readonly text: string }
  /** Asks for the kind of all lines that are not understood. */
  | { readonly kind: "lines"; readonly texts: readonly string[] }
  /** Asks if a heading also applies to the blank cells after it. */
  | { readonly kind: "gap"; readonly text: string; readonly mayBeCentred?: boolean }
  /** Asks if a line such as "Total" is the sum of the lines above, or all that the service has. */
  | { readonly kind: "total"; readonly text: string }
  /** Asks whose months follow the actual ones of an outlook. */
  | { readonly kind: "outlook"; readonly text: string }
  /** Asks what else a variance may compare with. @param own The scenario that it begins with; "" if that is not known. */
  | { readonly kind: "compared"; readonly text: string; readonly own: string }
  /** Asks to which month a time to date is: the one before it, or the current one. */
  | { readonly kind: "toDate"; readonly text: string; readonly month: string }
  /** Asks how a variance counts. */
  | { readonly kind: "measure"; readonly text: string }
  /** Asks if "2026" above months is the fiscal year or the calendar's. */
  | { readonly kind: "calendar"; readonly text: string }
  | { readonly kind: "field" | "scenario" | "base" | "period" | "year" | "plan" | "currency" | "scale" };

export type HeadingQuestion = Asked & {
  readonly id: string;
  /** The answer until the user gives another. Undefined if the user must answer. */
  readonly assumed?: string | undefined;
};

/** What cells may lack, without a heading that says it. */
export interface AssumedValues {
  /** The scenarios that answers may name, as Build has them: the actuals first, then the plan. */
  readonly scenarios: readonly string[];
  /** Of months and prior years. */
  readonly year: string;
  readonly plan: string;
  readonly currency: string;
  /** The meanings of words in this workbook: a field's name, or an answer such as "scenario=committed". */
  readonly words?: Readonly<Record<string, string>> | undefined;
  readonly dateSystem: DateSystem;
  /** The last month of the actuals, as YYYY-MM. @default not known */
  readonly actualsTo?: string | undefined;
  /** The ids of the totals whose lines add up to all that the service has. @default none is known to */
  readonly sameTotals?: ReadonlySet<string> | undefined;
}

/** Returns the questions about the headings themselves. */
export function questionsOfHeadings(
  found: FoundHeadings,
  { scenarios }: AssumedValues,
  answers: HeadingAnswers,
): HeadingQuestion[] {
  const { headings, gaps } = found;
  const questionId = questionIds(found);
  const named = new Set(
    headings.flatMap(({ meanings = [] }) =>
      meanings.flatMap(({ dimension, value }) => (dimension === "field" ? [value] : [])),
    ),
  );
  const firsts = headings.filter((heading) => !heading.meanings && questionId(heading) === headingId(heading));
  const unknown = firsts.filter((heading) => !heading.called && !heading.sums && !isUnknownLine(heading));
  const ambiguous = firsts.filter(({ called = [] }) => called.length > 0);
  const unknownLines = firsts.filter(isUnknownLine);
  const lines = unknownLines.map(({ text }) => text);
  return [
    ...askForOutlook(headings.find(saysOutlook), scenarios),
    ...(lines.length > 0 ? [{ kind: "lines" as const, id: "lines", texts: lines }] : []),
    ...ambiguous.map((heading) => askForField(heading, named)),
    ...[...unknown, ...(answers.lines === EACH ? unknownLines : [])].map(askForHeading),
    ...gaps
      .filter(({ goesOn }) => goesOn === undefined)
      .map((gap) => ({
        kind: "gap" as const,
        id: gapId(gap),
        text: gap.text,
        // Each column has a heading of its own below.
        ...(gap.mayBeCentred ? { mayBeCentred: true } : !gap.isInner && { assumed: "yes" }),
      })),
  ];
}

/** A plan without another scenario leaves nothing to choose. */
function askForOutlook(heading: Heading | undefined, scenarios: readonly string[]): HeadingQuestion[] {
  if (!heading) return [];
  const [only, ...others] = scenarios.filter((name) => name !== "actual");
  const assumed = only !== undefined && others.length === 0 ? `${OUTLOOK_QUESTION}=${only}` : undefined;
  return [{ kind: "outlook", id: OUTLOOK_QUESTION, text: heading.text, assumed }];
}

function askForHeading(heading: Heading) {
  const isTitle = heading.side === "head";
  const text = askedWords(heading);
  return { kind: "heading" as const, id: headingId(heading), text, ...(isTitle && { isTitle }) };
}

/** Returns the questions about headings that contradict others, and those answered before, so an answer can be changed. */
export function questionsOfContradictions(
  found: FoundHeadings,
  cells: readonly CellMeanings[],
  answers: HeadingAnswers,
): HeadingQuestion[] {
  const questionId = questionIds(found);
  const contradicted = new Set(cells.flatMap((cell) => cell.contradicted.map(questionId)));
  const headings = found.headings.filter((heading) => {
    const id = headingId(heading);
    return heading.meanings && questionId(heading) === id && (contradicted.has(id) || answers[id] !== undefined);
  });
  return headings.map((heading) => (heading.side === "head" ? askForTitle(heading) : askForHeading(heading)));
}

/** A title that is to date may be so beside months. It cannot be of another scenario than its columns. */
function askForTitle(heading: Heading): HeadingQuestion {
  const { meanings = [], mentions = [], text } = heading;
  if (heading.isDoubted) return { kind: "holds", id: headingId(heading), text };
  const says = (...names: HeadingDimension[]) => meanings.some(({ dimension }) => names.includes(dimension));
  const canCount = says("basis") && !says("scenario", "plan") && mentions.length === 0;
  return { kind: "title", id: headingId(heading), text: heading.text, ...(canCount && { canCount }) };
}

/** Returns the questions about titles that may say the time of cells, and those answered before. */
export function questionsOfTimes(
  found: FoundHeadings,
  cells: readonly CellMeanings[],
  answers: HeadingAnswers,
): HeadingQuestion[] {
  const questionId = questionIds(found);
  const untimed = new Set(cells.flatMap((cell) => (cell.untimed ?? []).map(questionId)));
  return found.headings.flatMap((heading): HeadingQuestion[] => {
    const own = headingId(heading);
    const [id, isAsked] = [timeId(own), untimed.has(own)];
    if (questionId(heading) !== own || (!isAsked && answers[id] === undefined)) return [];
    const canCount = heading.meanings?.some(({ dimension, value }) => dimension === "asAt" && value !== "");
    const isUnread = isAsked && answers[id] !== undefined;
    return [{ kind: "time", id, text: heading.text, ...(canCount && { canCount }), ...(isUnread && { isUnread }) }];
  });
}

/** Returns the questions about what cells lack. */
export function questionsOfCells(
  cells: readonly CellMeanings[],
  { scenarios: [own, base = PRIOR_YEAR, ...more], year, plan }: AssumedValues,
  { headings, known }: FoundHeadings,
): HeadingQuestion[] {
  // "Actual and Budget" is for columns of both.
  const isCompared = headings.some(({ mentions = [] }) => mentions.some(({ dimension }) => dimension === "scenario"));
  const isSure = (!isCompared && own === "actual") || (own !== undefined && base === PRIOR_YEAR && more.length === 0);
  // A column called by a plan's name alone may be of the plan or its actuals, as cells below the title "P&L FY26 Plan" may be, and one
  // beside an outlook of either.
  const isOfPlan = ({ meanings }: CellMeanings) => {
    const { heading, value = "" } = meanings.get("plan") ?? {};
    return (
      heading !== undefined && (heading.side !== "head" || (heading.isTitle === true && namesScenario(value, known)))
    );
  };
  const hasOutlook = cells.some(isOutlookCell);
  const isNumber = ({ meanings }: CellMeanings) => !meanings.has("measure") && !meanings.has("year");
  const lacksScenario = (cell: CellMeanings) => !cell.meanings.has("scenario") && isNumber(cell);
  const isOpen = cells.some((cell) => lacksScenario(cell) && (hasOutlook || isOfPlan(cell)));
  const lacks = (name: "field" | "scenario") => cells.some(({ meanings }) => !meanings.has(name));
  const withoutYear = cells.filter(({ meanings }) => meanings.get("period")?.value.startsWith(NO_YEAR));
  // A title whose time is asked for is asked about first.
  const untimed = cells.filter((cell) => lacksTime(cell) && !cell.untimed);
  // All columns have the actual months, so that no full year stands beside ten months. Beside named periods the user must say.
  const isActual = ({ meanings }: CellMeanings) =>
    !meanings.has("year") && (meanings.get("scenario")?.value ?? own) === "actual";
  // The year's outlook beside the actuals so far is of other months: the user must say.
  const isOutlook = (cell: CellMeanings) => Boolean(planOfOutlook(cell.meanings.get("scenario")?.value));
  const isMixed = untimed.some(isOutlook) && untimed.some(isActual);
  const ofAll = own === "actual" && !untimed.some(isOutlook) ? "YTD" : "FY";
  // The months and years of another plan may be others.
  const isOfOther = ({ meanings }: CellMeanings) => (meanings.get("plan")?.value ?? plan) !== plan;
  const assumedTime = untimed.length < cells.length || isMixed || untimed.some(isOfOther) ? undefined : ofAll;
  return [
    ...(lacks("field") ? [{ kind: "field" as const, id: "field" }] : []),
    ...(cells.some((cell) => !cell.isOpen && lacksBase(cell)) ? [{ kind: "base" as const, id: "base" }] : []),
    ...(lacks("scenario")
      ? [{ kind: "scenario" as const, id: "scenario", ...(isSure && !isOpen && { assumed: own }) }]
      : []),
    ...(untimed.length > 0 ? [{ kind: "period" as const, id: "period", assumed: assumedTime }] : []),
    ...(withoutYear.length > 0
      ? [{ kind: "year" as const, id: "year", ...(!withoutYear.some(isOfOther) && { assumed: year }) }]
      : []),
  ];
}

/** Returns the questions to which month times to date are: to the current one, unless a later month stands before them. */
export function questionsToDate(
  cells: readonly CellMeanings[],
  { actualsTo, dateSystem, year }: AssumedValues,
): HeadingQuestion[] {
  // The first heading after a month gives the question its words.
  const headings = new Map(
    cells
      .map(toDateHeading)
      .flatMap((each) => (each ? [[toDateId(each.month), each] as const] : []))
      .reverse(),
  );
  return [...headings].map(([id, { text, month }]): HeadingQuestion => {
    const code = month.meanings?.find(({ dimension }) => dimension === "period")?.value ?? "";
    const last = code === "date" ? monthOfDate(month, dateSystem) : code.replace(NO_YEAR, year);
    const isLater = actualsTo !== undefined && last > actualsTo;
    return { kind: "toDate", id, text, month: month.text, ...(!isLater && { assumed: TO_CURRENT }) };
  });
}

/** Returns the heading of a time to date that may be to the month before it. */
export function toDateHeading({ meanings }: CellMeanings): (Heading & { readonly month: Heading }) | undefined {
  const [period, heading] = [meanings.get("period"), meanings.get("basis")?.heading];
  if (!heading?.month || heading.isToMonth) return undefined;
  const isOfMonth = !period || headingId(period.heading) === headingId(heading.month);
  return isOfMonth ? { ...heading, month: heading.month } : undefined;
}

/** True for a variance that nothing says the base of. */
export function lacksBase({ meanings, basePeriod }: CellMeanings): boolean {
  return (
    meanings.has("measure") && !isShare({ meanings }) && !meanings.has("base") && !meanings.has("year") && !basePeriod
  );
}

/** True for a cell whose headings name neither a period nor a basis. */
export function lacksTime({ meanings }: CellMeanings): boolean {
  return !meanings.has("period") && !meanings.has("basis");
}

/** A word of several fields means the one that has no line of its own. */
function askForField({ called = [], text, ...heading }: Heading, named: ReadonlySet<string>) {
  const labels = called.map(fieldLabel);
  const [only, ...others] = labels.filter((label) => !named.has(label));
  const assumed = only !== undefined && others.length === 0 ? `field=${only}` : undefined;
  return { kind: "heading" as const, id: headingId(heading), text, fields: labels, assumed };
}

/** Returns the questions about what variances compare and how they count, which their columns answer. */
export function questionsOfVariances(cells: readonly CellMeanings[], answers: HeadingAnswers): HeadingQuestion[] {
  const byId = new Map<string, HeadingQuestion>();
  for (const cell of cells) {
    const { meanings, basePeriod } = cell;
    const measure = meanings.get("measure");
    if (!measure || isShare({ meanings })) continue;
    const { heading } = measure;
    const { text } = heading;
    const [compared, counted] = [comparedId(heading), measureId(heading)];
    const isFound = basePeriod ?? [meanings.get("base"), meanings.get("year")].some((each) => each?.cell);
    if (isFound || answers[compared] !== undefined) {
      const own = meanings.get("scenario")?.value ?? "";
      byId.set(compared, { kind: "compared", id: compared, text, own, assumed: AS_FOUND });
    }
    const hasDirection = findField(meanings.get("field")?.value ?? "")?.direction !== undefined;
    if (answers[counted] !== undefined || (hasDirection && measure.value === "amount"))
      byId.set(counted, { kind: "measure", id: counted, text, assumed: "amount" });
  }
  return [...byId.values()];
}

/** Returns the questions about times that a heading says for the cells after it, or for the months below it. */
export function questionsOfJoinedTimes(
  { gaps }: FoundHeadings,
  cells: readonly CellMeanings[],
  answers: HeadingAnswers,
): HeadingQuestion[] {
  const periods = cells.flatMap(({ meanings }) => meanings.get("period") ?? []);
  const goesOn = new Set(periods.filter((each) => each.isAssumed && each.isInherited).map(lineId));
  const year = periods.find(isOfAssumedYear)?.joined;
  return [
    ...gaps.flatMap((gap) => {
      const id = gapId(gap);
      const isAsked = gap.goesOn === true && (goesOn.has(id) || answers[id] !== undefined);
      return isAsked ? [{ kind: "gap" as const, id, text: gap.text, assumed: "yes" }] : [];
    }),
    ...(year || answers.calendar !== undefined
      ? [
          {
            kind: "calendar" as const,
            id: "calendar",
            text: year?.heading.text ?? "",
            assumed: answers.calendar ?? "fiscal",
          },
        ]
      : []),
  ];
}

/** True for a month whose year may be the calendar's. */
function isOfAssumedYear({ joined, isAssumed, isInherited }: Placed): boolean {
  return joined !== undefined && isAssumed === true && !isInherited;
}

/** Returns the id of the question about the line of headings that a meaning stands in. */
export function lineId({ heading: { side, row, column } }: Placed): string {
  return gapId({ side, at: side === "beside" ? column : row });
}

/** Returns the questions about what holds for all cells whose headings do not say it. */
export function questionsOfBlock(cells: readonly CellMeanings[], { plan, currency }: AssumedValues): HeadingQuestion[] {
  const lacks = (name: "plan" | "currency" | "scale") => cells.some(({ meanings }) => !meanings.has(name));
  const unit = (name: "plan" | "currency" | "scale", assumed: string) =>
    lacks(name) ? [{ kind: name, id: name, assumed }] : [];
  return [
    ...(plan === "" ? [] : unit("plan", plan)),
    ...(currency === "" ? [] : unit("currency", currency)),
    ...unit("scale", "1"),
  ];
}
