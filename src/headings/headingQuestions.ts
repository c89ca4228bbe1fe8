/** The questions about headings. Cells that one of them is about stay blank until it is answered. Pure. */
import { fieldLabel } from "../insights";
import { gapId, isUnknownLine, questionIds, type CellMeanings, type HeadingAnswers } from "./cellMeanings";
import { isShare } from "./comparedCells";
import { PRIOR_YEAR } from "../tables/definition";
import { headingId, type FoundHeadings, type Heading } from "./findHeadings";
import { NO_YEAR } from "./timeWords";

type Asked =
  /** Asks for the meaning of a heading; if it is a word of several fields, which one. */
  | { readonly kind: "heading"; readonly text: string; readonly fields?: readonly string[] }
  /** Asks if a title's time counts where other headings say one too. */
  | { readonly kind: "title"; readonly text: string }
  /** Asks for the kind of all lines that are not understood. */
  | { readonly kind: "lines"; readonly texts: readonly string[] }
  /** Asks if a heading also applies to the blank cells after it. */
  | { readonly kind: "gap"; readonly text: string }
  | { readonly kind: "field" | "scenario" | "base" | "period" | "year" };

export type HeadingQuestion = Asked & {
  readonly id: string;
  /** The answer until the user gives another. Undefined if the user must answer. */
  readonly assumed?: string | undefined;
};

/** What cells may lack, without a heading that says it. */
export interface AssumedValues {
  /** The plan's scenarios as Build has them: the actuals first, then the plan. */
  readonly scenarios: readonly string[];
  /** Of months and prior years. */
  readonly year: string;
}

/** Returns the questions about the headings themselves. */
export function questionsOfHeadings(found: FoundHeadings): HeadingQuestion[] {
  const { headings, gaps } = found;
  const questionId = questionIds(found);
  const named = new Set(
    headings.flatMap(({ meanings = [] }) =>
      meanings.flatMap(({ dimension, value }) => (dimension === "field" ? [value] : [])),
    ),
  );
  const firsts = headings.filter((heading) => !heading.meanings && questionId(heading) === headingId(heading));
  const unknown = firsts.filter((heading) => !heading.called && !isUnknownLine(heading));
  const ambiguous = firsts.filter(({ called = [] }) => called.length > 0);
  const lines = firsts.filter(isUnknownLine).map(({ text }) => text);
  return [
    ...(lines.length > 0 ? [{ kind: "lines" as const, id: "lines", texts: lines }] : []),
    ...ambiguous.map((heading) => askForField(heading, named)),
    ...unknown.map(askForHeading),
    ...gaps
      .filter(({ goesOn }) => goesOn === undefined)
      .map((gap) => ({
        kind: "gap" as const,
        id: gapId(gap),
        text: gap.text,
        // Each column has a heading of its own below.
        ...(!gap.isInner && { assumed: "yes" }),
      })),
  ];
}

function askForHeading(heading: Heading) {
  return { kind: "heading" as const, id: headingId(heading), text: heading.text };
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
  return headings.map((heading) =>
    heading.side === "head" ? { ...askForHeading(heading), kind: "title" } : askForHeading(heading),
  );
}

/** Returns the questions about what cells lack. */
export function questionsOfCells(
  cells: readonly CellMeanings[],
  { scenarios: [own, base = PRIOR_YEAR, ...more], year }: AssumedValues,
  { headings }: FoundHeadings,
): HeadingQuestion[] {
  const isCompared = headings.some(({ comparesScenarios }) => comparesScenarios);
  const isSure = (!isCompared && own === "actual") || (own !== undefined && base === PRIOR_YEAR && more.length === 0);
  const lacks = (name: "field" | "scenario") => cells.some(({ meanings }) => !meanings.has(name));
  const lacksYear = cells.some(({ meanings }) => meanings.get("period")?.value.startsWith(NO_YEAR));
  const untimed = cells.filter(lacksTime);
  // All columns have the actual months, so that no full year stands beside ten months. Beside named periods the user must say.
  const assumedTime = untimed.length < cells.length ? undefined : own === "actual" ? "YTD" : "FY";
  return [
    ...(lacks("field") ? [{ kind: "field" as const, id: "field" }] : []),
    ...(cells.some(lacksBase) ? [{ kind: "base" as const, id: "base" }] : []),
    ...(lacks("scenario") ? [{ kind: "scenario" as const, id: "scenario", ...(isSure && { assumed: own }) }] : []),
    ...(untimed.length > 0 ? [{ kind: "period" as const, id: "period", assumed: assumedTime }] : []),
    ...(lacksYear ? [{ kind: "year" as const, id: "year", assumed: year }] : []),
  ];
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

function askForField(heading: Heading, named: ReadonlySet<string>): HeadingQuestion {
  const called = heading.called ?? [];
  // The other meanings stand in lines of their own.
  const [only, ...others] = called.filter((name) => !named.has(fieldLabel(name)));
  const assumed = only && others.length === 0 ? `field=${fieldLabel(only)}` : undefined;
  const question = { kind: "heading", id: headingId(heading), text: heading.text, assumed } as const;
  return { ...question, fields: called.map(fieldLabel) };
}
