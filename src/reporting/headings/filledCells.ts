/** Fills selected cells from their headings: a formula for each cell, and questions while something is missing. Pure. */
import { mapCells, type Area } from "../../spreadsheet/cells/area";
import { CALENDAR_YEAR } from "../../numbers/language/fiscalYear";
import type { Sliced } from "../../insights";
import type { PartStyle } from "../reports/sheetSpec";
import { scenarioNames } from "../tables/definition";
import { kindOfPeriod } from "../tables/periods";
import { createMeaningReader, usedHeadings, type CellMeanings } from "./cellMeanings";
import { fieldOfCell, formulaKind, type Filling, type HeadingDefaults } from "./cellNumbers";
import { withCompared } from "./comparedCells";
import { questionsOfWords, withExplainedWords } from "./explainedWords";
import { headingId, type FoundHeadings, type Heading } from "./heading";
import { IGNORED, questionIds, SAYS_NOTHING, withAnswers, type HeadingAnswers } from "./headingAnswers";
import { cellFormula } from "./headingFormulas";
import {
  questionsOfBlock,
  questionsOfCells,
  questionsOfContradictions,
  questionsOfHeadings,
  questionsOfJoinedTimes,
  questionsOfTimes,
  questionsOfVariances,
  questionsToDate,
  type HeadingQuestion,
} from "./headingQuestions";
import { isPart, styleOf } from "./headingStyles";
import { areCalendarMonths } from "./monthOrder";
import { saysOutlook } from "./outlook";
import { hasItems } from "./planItems";
import { mapRows, yieldIfLarge } from "./sliced";
import { knownTotals, questionsOfTotals, withTotals } from "./totals";
import { saidValues, unreadWordsIn, withUnusedTitles, type CellValues } from "./unusedTitles";
import { withUntimed } from "./untimedCells";

export interface FilledCells {
  readonly questions: readonly HeadingQuestion[];
  /** Row by row, with their "="; "" for a cell that stays as it is, as one does that a question is about. */
  readonly formulas: readonly (readonly string[])[];
  /** The ids of headings that say something that a formula has. */
  readonly used: ReadonlySet<string>;
  readonly formats: readonly PartStyle[];
  readonly cells: readonly (readonly CellMeanings[])[];
  /** The unknown words of titles. */
  readonly unread: readonly string[];
  /** Lines that stay blank, since the service has no such number. */
  readonly unserved: readonly string[];
  readonly filling: Filling;
}

/** Yields between slices of a large block. */
export function* fillSliced(
  headings: FoundHeadings,
  selected: Area,
  given: HeadingAnswers,
  defaults: HeadingDefaults,
): Sliced<FilledCells> {
  const assumed = { ...defaults, scenarios: scenarioNames(headings.known) };
  const found = withTotals(withExplainedWords(headings, given, assumed));
  const totals = knownTotals(found, defaults.sameTotals);
  const inCalendar = areCalendarMonths(found.headings, defaults.fiscalYear) ? { calendar: "calendar" } : {};
  const known = { ...inCalendar, ...totals };
  const questions = [
    ...questionsOfWords(headings, assumed),
    ...questionsOfHeadings(found, assumed, given),
    ...questionsOfTotals(found, totals, given),
  ];
  const answers = { ...known, ...assumedAnswers(questions), ...given };
  const { cells, values } = yield* readCells(found, selected, answers, defaults);
  const all = cells.flat().filter(({ isBlank }) => !isBlank);
  const shown = yield* mapRows(cells, selected.columns, (row) => row.filter((cell) => isShown(cell, answers)));
  const filled = shown.flat();
  for (const ask of [
    () => [...questionsOfContradictions(found, all, given), ...questionsOfTimes(found, all, given)],
    () => questionsOfCells(filled, assumed, found),
    () => questionsToDate(filled, assumed),
    () => questionsOfVariances(filled, given),
    () => questionsOfJoinedTimes(found, filled, { ...inCalendar, ...given }),
    () => questionsOfBlock(filled, assumed),
  ]) {
    yield* yieldIfLarge(selected);
    questions.push(...ask());
  }
  const filling = fillingOf(found, { ...known, ...assumedAnswers(questions) }, given, defaults);
  const hasParts = all.some(({ meanings }) => isPart(fieldOfCell(meanings, answers)));
  const block = { cells, selected, filling };
  const formulas = yield* mapRows(cells, selected.columns, (row) => row.map((cell) => cellFormula(cell, block)));
  const formats = yield* mapRows(cells, selected.columns, (row, down) =>
    row.flatMap((cell, right) => styleOf(cell, filling, { row: down, column: right, hasParts })),
  );
  yield* yieldIfLarge(selected);
  const used = yield* usedHeadings(
    cells.map((row, at) => [...(shown[at] ?? []), ...row.filter(({ isOpen }) => isOpen)]),
  );
  return {
    questions,
    used,
    formulas,
    formats: formats.flat(),
    cells,
    unread: unreadWordsIn(found, cells, values),
    unserved: unservedIn(found, all, answers),
    filling,
  };
}

function fillingOf(
  found: FoundHeadings,
  assumed: HeadingAnswers,
  given: HeadingAnswers,
  defaults: HeadingDefaults,
): Filling {
  const questionId = questionIds(found);
  return {
    answers: { ...assumed, ...given },
    defaults,
    isUnanswered: (heading) => given[questionId(heading)] === undefined,
    questionId,
    currency: given.currency,
  };
}

/** True for a cell of a number, or of one whose line is asked about. */
function isShown(cell: CellMeanings, answers: HeadingAnswers): boolean {
  return !cell.isBlank && (!fieldOfCell(cell.meanings, answers) || formulaKind(cell, answers) !== "none");
}

/** True for a heading with a period shorter than a year. */
function namesPartOfYear({ meanings = [] }: Heading): boolean {
  return meanings.some(({ dimension, value }) => dimension === "period" && kindOfPeriod(value) !== "year");
}

/** Returns what the service has no number for: words, and lines that are not divided into items or have no such variance or unit. */
function unservedIn({ headings }: FoundHeadings, cells: readonly CellMeanings[], answers: HeadingAnswers): string[] {
  const ofCells = cells.flatMap((cell): string[] => {
    const { meanings } = cell;
    const field = fieldOfCell(meanings, answers);
    if (!field || formulaKind(cell, answers) !== "none") return [];
    if (meanings.has("groupBy") && !hasItems(field)) return [`${field.label} of ${meanings.get("item")?.value ?? ""}`];
    const heading = (meanings.get("measure") ?? meanings.get("scale"))?.heading;
    if (!heading) return [];
    return [heading === meanings.get("field")?.heading ? heading.text : `${field.label} (${heading.text})`];
  });
  const words = headings.flatMap(({ called, text }) => (called?.length === 0 ? [text] : []));
  return [...new Set([...words, ...ofCells])];
}

function assumedAnswers(questions: readonly HeadingQuestion[]): HeadingAnswers {
  return Object.fromEntries(questions.flatMap(({ id, assumed }) => (assumed === undefined ? [] : [[id, assumed]])));
}

function* readCells(
  found: FoundHeadings,
  selected: Area,
  answers: HeadingAnswers,
  { fiscalYear, plan }: HeadingDefaults,
): Sliced<{ readonly cells: readonly (readonly CellMeanings[])[]; readonly values: CellValues }> {
  const answered = withAnswers(found, answers);
  const questionId = questionIds(found);
  // An outlook that is left out says nothing, like an unknown word.
  const understood = found.headings.filter((heading) => answers.outlook !== IGNORED || !saysOutlook(heading));
  const saysNothing = (heading: Heading) => answers[questionId(heading)] === SAYS_NOTHING;
  const saying = new Set(
    [
      ...[...understood, ...answered.headings].filter(({ meanings = [] }) => meanings.length > 0),
      ...found.headings.filter(saysNothing),
    ].map(headingId),
  );
  const read = createMeaningReader(answered, {
    answers,
    isUnderstood: (heading) => saying.has(headingId(heading)),
    isAnswered: (heading) => answers[questionId(heading)] !== undefined,
    fiscalYear,
    withParts: new Set(found.headings.filter(namesPartOfYear).map(({ side }) => side)),
    namedYear: answers.calendar === "calendar" ? CALENDAR_YEAR : fiscalYear,
  });
  const places = mapCells(selected, (row, column) => ({ row, column }));
  const cells = yield* mapRows(places, selected.columns, (row) => row.map(read));
  const compared = yield* withCompared(cells, { plan, ...answers });
  yield* yieldIfLarge(selected);
  const values = yield* saidValues(compared);
  return { cells: withUntimed(withUnusedTitles(compared, answered, values), answered.headings), values };
}
