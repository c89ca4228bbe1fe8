/** Fills selected cells from their headings: a formula for each cell, and questions while something is missing. Pure. */
import { formatColumn } from "../../spreadsheet/cells/address";
import { mapCells, type Area, type Position } from "../../spreadsheet/cells/area";
import { CALENDAR_YEAR } from "../../numbers/language/fiscalYear";
import { formatArgument } from "../../numbers/language/argument";
import type { Sliced } from "../../insights";
import { createMeaningReader, usedHeadings } from "./cellMeanings";
import { IGNORED, questionIds, withAnswers } from "./headingAnswers";
import { unreadWordsIn, saidValues, withUnusedTitles, type CellValues } from "./unusedTitles";
import type { CellMeanings, Placed } from "./cellMeanings";
import type { HeadingAnswers } from "./headingAnswers";
import {
  readHeadingNumber,
  valueIn,
  type HeadingArgument,
  type HeadingPeriod,
  type NumberOfCell,
} from "./headingNumber";
import { fieldOfCell, formulaKind, type Filling, type HeadingDefaults } from "./cellNumbers";
import { questionsOfWords, withExplainedWords } from "./explainedWords";
import { withCompared } from "./comparedCells";
import type { PartStyle } from "../reports/sheetSpec";
import { scenarioNames } from "../tables/definition";
import { writtenCall, writtenFormula, type WrittenNumber } from "../tables/writtenNumber";
import { codeBefore, currentMonthOf, kindOfPeriod, readableYearBefore } from "../tables/periods";
import { headingId, type FoundHeadings, type Heading } from "./heading";
import { isPart, styleOf } from "./headingStyles";
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
import type { HeadingMeaning } from "./headingMeaning";
import { areCalendarMonths } from "./monthOrder";
import { planOfOutlook, saysOutlook } from "./outlook";
import { knownTotals, questionsOfTotals, sumFormula, summedCells, withTotals, type TotalBlock } from "./totals";
import { hasItems } from "./planItems";
import { mapRows, yieldIfLarge } from "./sliced";
import { withUntimed } from "./untimedCells";

export interface FilledCells {
  readonly questions: readonly HeadingQuestion[];
  /** Row by row, with their "="; "" for a cell that stays as it is, as one does that a question is about. */
  readonly formulas: readonly (readonly string[])[];
  /** The ids of headings that say something that a formula has. */
  readonly used: ReadonlySet<string>;
  readonly formats: readonly PartStyle[];
  readonly cells: readonly (readonly CellMeanings[])[];
  /** Words of titles that nobody knows. */
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
  const asked = [
    ...questionsOfWords(headings, assumed),
    ...questionsOfHeadings(found, assumed, given),
    ...questionsOfTotals(found, totals, given),
  ];
  const inCalendar = areCalendarMonths(found.headings, defaults.fiscalYear) ? { calendar: "calendar" } : {};
  const answers = { ...inCalendar, ...totals, ...assumedAnswers(asked), ...given };
  const { cells, values } = yield* readCells(found, selected, answers, defaults);
  const all = cells.flat().filter(({ isBlank }) => !isBlank);
  const questionId = questionIds(found);
  const shown = yield* mapRows(cells, selected.columns, (row) => row.filter((cell) => isShown(cell, answers)));
  const filled = shown.flat();
  const questions = [...asked];
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
  const filling = {
    answers: { ...inCalendar, ...totals, ...assumedAnswers(questions), ...given },
    defaults,
    isUnanswered: (heading: Heading) => given[questionId(heading)] === undefined,
    questionId,
    currency: given.currency,
  };
  const hasParts = all.some(({ meanings }) => isPart(fieldOfCell(meanings, answers)));
  const block = { cells, selected, filling };
  const formulas = yield* mapRows(cells, selected.columns, (row) => row.map((cell) => formulaOf(cell, block)));
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

/** True for a cell of a number, or of one whose line is asked about. */
function isShown(cell: CellMeanings, answers: HeadingAnswers): boolean {
  return !cell.isBlank && (!fieldOfCell(cell.meanings, answers) || formulaKind(cell, answers) !== "none");
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
  { fiscalYear }: HeadingDefaults,
): Sliced<{ readonly cells: readonly (readonly CellMeanings[])[]; readonly values: CellValues }> {
  const answered = withAnswers(found, answers);
  const questionId = questionIds(found);
  // An outlook that is left out says nothing, as a word does that nobody understands.
  const understood = found.headings.filter((heading) => answers.outlook !== IGNORED || !saysOutlook(heading));
  const saying = new Set(
    [...understood, ...answered.headings].filter(({ meanings = [] }) => meanings.length > 0).map(headingId),
  );
  const read = createMeaningReader(answered, {
    answers,
    isUnderstood: (heading) => saying.has(headingId(heading)),
    isAnswered: (heading) => answers[questionId(heading)] !== undefined,
    fiscalYear,
    namedYear: answers.calendar === "calendar" ? CALENDAR_YEAR : fiscalYear,
  });
  const places = mapCells(selected, (row, column) => ({ row, column }));
  const cells = yield* mapRows(places, selected.columns, (row) => row.map(read));
  const compared = yield* withCompared(cells, answers);
  yield* yieldIfLarge(selected);
  const values = yield* saidValues(compared);
  return { cells: withUntimed(withUnusedTitles(compared, answered, values), answered.headings), values };
}

/** A cell's number, as its formula writes it: divided by a number, or by that of another call. */
interface WrittenCell {
  readonly number: WrittenNumber;
  readonly divisor?: number | WrittenNumber | undefined;
}

function writtenCell(cell: CellMeanings, filling: Filling): WrittenCell | undefined {
  const found = readHeadingNumber(cell, filling);
  if (!found) return undefined;
  const { kind, args, divisor } = found;
  const textOf = (argument: HeadingArgument = ""): string => {
    if (typeof argument === "string") return literal(argument);
    if ("heading" in argument) return argumentOf(argument, cell);
    return periodText(argument, cell, textOf(args.plan));
  };
  const written: WrittenNumber["args"] = Object.fromEntries(
    Object.entries(args).map(([name, argument]) => [name, { text: textOf(argument), value: valueIn(argument) }]),
  );
  if (kind !== "share") return { number: { id: kind, args: written }, divisor };
  const field = { text: literal(NET_SALES), value: NET_SALES };
  return { number: { id: "KPI", args: written }, divisor: { id: "KPI", args: { ...written, field } } };
}

const NET_SALES = "Net sales";

function formulaOf(cell: CellMeanings, block: TotalBlock): string {
  const summed = summedCells(cell, block);
  if (summed) return summed.length > 0 ? sumFormula(summed) : "";
  const written = writtenCell(cell, block.filling);
  if (!written) return "";
  const { number, divisor } = written;
  const own = writtenFormula(number);
  if (divisor === undefined) return `=${guarded(cell, own)}`;
  if (typeof divisor === "number") return `=${guarded(cell, `${own}/${divisor}`)}`;
  return `=${guarded(cell, `LET(n,${writtenFormula(divisor)},IF(n=0,NA(),${own}/n))`)}`;
}

/** Returns the call of a cell's number; undefined for a blank cell, or if only formulas of the sheet compute its period. */
export function callOfCell(cell: CellMeanings, filling: Filling): NumberOfCell | undefined {
  const written = writtenCell(cell, filling);
  const call = written && writtenCall(written.number);
  if (!call) return undefined;
  const { divisor } = written;
  return { ...call, divisor: typeof divisor === "object" ? writtenCall(divisor) : divisor };
}

/** Returns `#N/A` if a heading no longer says what the formula holds for it. */
function guarded(cell: CellMeanings, call: string): string {
  const { meanings, basePeriod } = cell;
  const held = [...meanings.values(), ...(basePeriod ? [basePeriod] : [])].filter(
    // Another item in its place is another number, not an old one.
    ({ dimension, isReadable }) => !isReadable && dimension !== "groupBy",
  );
  const tests = held.flatMap((meaning) => [
    headingTest(meaning, cell),
    ...(meaning.joined ? [headingTest({ ...meaning.joined, ...(meaning.cell && { cell: meaning.cell }) }, cell)] : []),
    // A time that is deleted, or another one, is no longer in the total that stands beside it.
    ...(meaning.heading.times ?? []).map((heading) => headingTest({ ...meaning, heading, isInherited: true }, cell)),
  ]);
  const [only = "", ...more] = [...new Set(tests)];
  if (only === "") return call;
  return `IF(${more.length > 0 ? `AND(${[only, ...more].join(",")})` : only},${call},NA())`;
}

function headingTest(meaning: Placed, cell: CellMeanings): string {
  const { text, isNumber } = meaning.heading;
  return `${referenceOf(meaning, cell)}=${isNumber ? text : formatArgument({ kind: "text", value: text })}`;
}

/** A prior year reads the heading that its neighbours read, so it follows when that changes. */
function periodText({ code, placed, isPriorYear, isMonthOfYear }: HeadingPeriod, at: Position, plan: string): string {
  if (isMonthOfYear) {
    const year = placed ? referenceOf(placed, at) : code;
    return currentMonthOf(isPriorYear ? `${year}-1` : year, plan);
  }
  if (!placed) return literalPeriod(isPriorYear ? codeBefore(code) : code);
  const reference = referenceOf(placed, at);
  if (!isPriorYear) return reference;
  // "FY26" is a year too, but no number.
  const kind = code === "date" ? "month" : kindOfPeriod(placed.heading.text);
  return readableYearBefore(reference, kind === "month" && code !== "date" ? "text" : kind, plan);
}

function literalPeriod(code: string): string {
  return kindOfPeriod(code) === "year" ? code : literal(code);
}

function argumentOf(meaning: Placed, at: Position): string {
  return meaning.isReadable ? referenceOf(meaning, at) : literal(planOfOutlook(meaning.value) ?? meaning.value);
}

function referenceOf({ heading, isInherited, cell }: Placed, at: Position): string {
  const [column, row] = [formatColumn(heading.column), heading.row + 1];
  if (heading.side === "head" || isInherited) return `$${column}$${row}`;
  const own = cell ?? at;
  return heading.side === "above" ? `${formatColumn(own.column)}$${row}` : `$${column}${own.row + 1}`;
}

function literal(value: string): string {
  return value === "" ? "" : formatArgument({ kind: "text", value });
}
