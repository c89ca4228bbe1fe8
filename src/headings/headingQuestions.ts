/** The questions about headings: few of them, since what is likely is assumed and told. Pure. */
import { fieldLabel, findField, type FieldName } from "../insights";
import { gapId, IGNORED, isUnknownLine, questionIds, type CellMeanings, type HeadingAnswers } from "./cellMeanings";
import { isShare } from "./comparedCells";
import { PRIOR_YEAR } from "../tables/definition";
import { headingId, type FoundHeadings, type Heading } from "./findHeadings";
import { NO_YEAR } from "./headingMeaning";

type Asked =
  /** Asks for the meaning of a heading; if it is a word of several fields, which one. */
  | { readonly kind: "heading"; readonly text: string; readonly fields?: readonly string[] }
  /** Asks for the kind of all lines that are not understood. */
  | { readonly kind: "lines"; readonly texts: readonly string[] }
  /** Asks if a heading also applies to the blank cells after it. */
  | { readonly kind: "gap"; readonly text: string }
  | { readonly kind: "field" | "scenario" | "base" | "year" };

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

/** A question, and the answer that is taken if it would be one too many. */
interface Candidate {
  readonly question: HeadingQuestion;
  readonly otherwise: string;
}

const MOST_QUESTIONS = 2;

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
  const mayNameFields = named.size > 0 || ambiguous.length > 0;
  return fewOf(mayNameFields ? MOST_QUESTIONS : MOST_QUESTIONS - 1, [
    ...(lines.length > 0 ? [ask({ kind: "lines", id: "lines", texts: lines }, IGNORED)] : []),
    ...ambiguous.map((heading) => askForField(heading, named)),
    ...unknown.map((heading) => ask({ kind: "heading", id: headingId(heading), text: heading.text }, IGNORED)),
    ...gaps
      .filter(({ goesOn }) => goesOn === undefined)
      .map((gap) =>
        ask({ kind: "gap", id: gapId(gap), text: gap.text, ...(!gap.isInner && { assumed: "yes" }) }, "no"),
      ),
  ]);
}

/** Returns the questions about headings that contradict others, and those answered before, so an answer can be changed. */
export function questionsOfContradictions(
  found: FoundHeadings,
  cells: readonly CellMeanings[],
  before: readonly HeadingQuestion[],
  answers: HeadingAnswers,
): HeadingQuestion[] {
  const questionId = questionIds(found);
  const contradicted = new Set(cells.flatMap((cell) => cell.contradicted.map(questionId)));
  const headings = found.headings.filter((heading) => {
    const id = headingId(heading);
    return heading.meanings && questionId(heading) === id && (contradicted.has(id) || answers[id] !== undefined);
  });
  const candidates = headings.map((heading) =>
    ask({ kind: "heading", id: headingId(heading), text: heading.text }, IGNORED),
  );
  return fewOf(questionsLeft(before), candidates);
}

/** Returns the questions about what cells lack, after others. */
export function questionsOfCells(
  cells: readonly CellMeanings[],
  before: readonly HeadingQuestion[],
  { scenarios: [own, base = PRIOR_YEAR, ...more], year }: AssumedValues,
): HeadingQuestion[] {
  const isSure = own === "actual" || (own !== undefined && base === PRIOR_YEAR && more.length === 0);
  const lacks = (name: "field" | "scenario") => cells.some(({ meanings }) => !meanings.has(name));
  const lacksYear = cells.some(
    (cell) => cell.meanings.get("period")?.value.startsWith(NO_YEAR) ?? lacksPeriodOfPriorYear(cell),
  );
  return fewOf(questionsLeft(before), [
    ...(lacks("field") ? [ask({ kind: "field", id: "field" }, IGNORED)] : []),
    ...(cells.some(lacksBase) ? [ask({ kind: "base", id: "base" }, base)] : []),
    ...(lacks("scenario") ? [ask({ kind: "scenario", id: "scenario", ...(isSure && { assumed: own }) }, own)] : []),
    ...(lacksYear ? [ask({ kind: "year", id: "year", assumed: year }, year)] : []),
  ]);
}

/** True for a variance that nothing says the base of. */
export function lacksBase({ meanings, basePeriod }: CellMeanings): boolean {
  return (
    meanings.has("measure") && !isShare({ meanings }) && !meanings.has("base") && !meanings.has("year") && !basePeriod
  );
}

/** A prior year is the year before some period. */
export function lacksPeriodOfPriorYear({ meanings }: CellMeanings): boolean {
  return meanings.has("year") && !meanings.has("period") && !meanings.has("basis");
}

function questionsLeft(before: readonly HeadingQuestion[]): number {
  return MOST_QUESTIONS - before.filter(({ assumed }) => assumed === undefined).length;
}

function ask(question: HeadingQuestion, otherwise = ""): Candidate {
  return { question, otherwise };
}

/** The first questions stay, up to this number; to the others the answer is assumed. */
function fewOf(most: number, candidates: readonly Candidate[]): HeadingQuestion[] {
  let open = 0;
  return candidates.map(({ question, otherwise }) => {
    if (question.assumed !== undefined || otherwise === "") return question;
    open += 1;
    return open <= most ? question : { ...question, assumed: otherwise };
  });
}

function askForField(heading: Heading, named: ReadonlySet<string>): Candidate {
  const called = heading.called ?? [];
  const likely = likelyField(called, named);
  const assumed = likely && `field=${fieldLabel(likely)}`;
  const question = { kind: "heading", id: headingId(heading), text: heading.text, assumed } as const;
  return ask({ ...question, fields: called.map(fieldLabel) }, IGNORED);
}

/** Of the fields that no other line names, returns the only one, or the one that the others are a part or a share of. */
function likelyField(called: readonly FieldName[], named: ReadonlySet<string>): FieldName | undefined {
  const others = called.filter((name) => !named.has(fieldLabel(name)));
  const left = others.length > 0 ? others : called;
  return left.find((whole) => left.every((name) => name === whole || isOf(name, whole)));
}

function isOf(name: FieldName, whole: FieldName): boolean {
  const field = findField(name);
  return field?.parent === whole || (field?.total.by === "ratio" && field.total.numerator === whole);
}
