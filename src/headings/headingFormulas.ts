/** Fills selected cells from their headings: a formula for each cell, and questions while something is missing. Pure. */
import { formatColumn } from "../sheet/address";
import { mapCells, type Area, type Position } from "../sheet/area";
import { CALENDAR_YEAR } from "../sheet/months";
import { formatArgument } from "../formulas/argument";
import type { Sliced } from "../insights";
import { createMeaningReader, IGNORED, questionIds, usedMeanings, withAnswers } from "./cellMeanings";
import type { CellMeanings, HeadingAnswers, Placed } from "./cellMeanings";
import { divisorOf, fieldOfCell, formulaKind, isOpenCell, type Filling, type HeadingDefaults } from "./cellNumbers";
import { withCompared } from "./comparedCells";
import type { TableLook } from "../reports/sheetSpec";
import { PRIOR_YEAR } from "../tables/definition";
import { callOf } from "../tables/cells";
import { CURRENT } from "../reports/timeCells";
import { codeBefore, currentMonthOf, periodKind, readableYearBefore } from "../tables/periods";
import { headingId, type FoundHeadings, type Heading } from "./findHeadings";
import { isPart, lookOf } from "./headingLooks";
import {
  questionsOfBlock,
  questionsOfCells,
  questionsOfContradictions,
  questionsOfHeadings,
  questionsOfJoinedTimes,
  questionsOfVariances,
  lacksBase,
  lacksTime,
  type HeadingQuestion,
} from "./headingQuestions";
import type { HeadingDimension, HeadingMeaning } from "./headingMeaning";
import { isOutlookCell, planOfOutlook, saysOutlook } from "./outlook";
import { mapRows, yieldIfLarge } from "./sliced";
import { codeInYear, NO_YEAR } from "./timeParts";

export interface FilledCells {
  readonly questions: readonly HeadingQuestion[];
  /** Row by row, with their "="; "" for a cell that stays as it is, as one does that a question is about. */
  readonly formulas: readonly (readonly string[])[];
  /** True for a meaning of a heading that a formula has. A nearer heading may say something else. */
  readonly isUsed: (heading: Heading, meaning: HeadingMeaning) => boolean;
  readonly formats: readonly TableLook[];
  readonly cells: readonly (readonly CellMeanings[])[];
  readonly filling: Filling;
}

/** Yields between slices of a large block. */
export function* fillSliced(
  found: FoundHeadings,
  selected: Area,
  given: HeadingAnswers,
  defaults: HeadingDefaults,
): Sliced<FilledCells> {
  const asked = questionsOfHeadings(found, defaults);
  const answers = { ...assumedAnswers(asked), ...given };
  const cells = yield* readCells(found, selected, answers, defaults);
  const all = cells.flat().filter(({ isBlank }) => !isBlank);
  const questionId = questionIds(found);
  const filled = all.filter((cell) => !fieldOfCell(cell.meanings, answers) || formulaKind(cell, answers) !== "none");
  const questions = [...asked];
  for (const ask of [
    () => questionsOfContradictions(found, all, given),
    () => questionsOfCells(filled, defaults, found),
    () => questionsOfVariances(filled, given),
    () => questionsOfJoinedTimes(found, filled, given),
    () => questionsOfBlock(filled, defaults),
  ]) {
    yield* yieldIfLarge(selected);
    questions.push(...ask());
  }
  const filling = {
    answers: { ...assumedAnswers(questions), ...given },
    defaults,
    isUnanswered: (heading: Heading) => given[questionId(heading)] === undefined,
    questionId,
  };
  const hasParts = all.some(({ meanings }) => isPart(fieldOfCell(meanings, answers)));
  const formulas = yield* mapRows(cells, selected.columns, (row) => row.map((cell) => formulaOf(cell, filling)));
  const formats = yield* mapRows(cells, selected.columns, (row, down) =>
    row.flatMap((cell, right) => lookOf(cell, filling, { row: down, column: right, hasParts })),
  );
  yield* yieldIfLarge(selected);
  return {
    questions,
    isUsed: usedMeanings([...filled, ...cells.flat().filter(({ isOpen }) => isOpen)]),
    formulas,
    formats: formats.flat(),
    cells,
    filling,
  };
}

function assumedAnswers(questions: readonly HeadingQuestion[]): HeadingAnswers {
  return Object.fromEntries(questions.flatMap(({ id, assumed }) => (assumed === undefined ? [] : [[id, assumed]])));
}

function* readCells(
  found: FoundHeadings,
  selected: Area,
  answers: HeadingAnswers,
  { fiscalYear }: HeadingDefaults,
): Sliced<CellMeanings[][]> {
  const answered = withAnswers(found, answers);
  // An outlook that is left out says nothing, as a word does that nobody understands.
  const understood = found.headings.filter((heading) => answers.outlook !== IGNORED || !saysOutlook(heading));
  const saying = new Set(
    [...understood, ...answered.headings].filter(({ meanings = [] }) => meanings.length > 0).map(headingId),
  );
  const read = createMeaningReader(answered, answers, {
    isUnderstood: (heading) => saying.has(headingId(heading)),
    fiscalYear: answers.calendar === "calendar" ? CALENDAR_YEAR : fiscalYear,
  });
  const places = mapCells(selected, (row, column) => ({ row, column }));
  const cells = yield* mapRows(places, selected.columns, (row) => row.map(read));
  return yield* withCompared(cells, answers);
}

function formulaOf(cell: CellMeanings, filling: Filling): string {
  const { answers, defaults } = filling;
  const kind = formulaKind(cell, answers);
  if (kind === "none" || isOpenCell(cell, filling)) return "";
  const { meanings } = cell;
  const argumentText = (name: HeadingDimension, otherwise = "") => {
    const meaning = meanings.get(name);
    return meaning ? argumentOf(meaning, cell) : literal(otherwise);
  };
  const shared = {
    plan: argumentText("plan", defaults.plan),
    scenario: argumentText("scenario", answers.scenario),
    field: argumentText("field", answers.field),
    period: periodArgument(cell, filling, meanings.has("year") && kind !== "VAR"),
    groupBy: argumentText("groupBy"),
    item: argumentText("item"),
    currency: argumentText("currency", answers.currency ?? defaults.currency),
    basis: argumentText("basis", lacksTime(cell) && answers.period === "YTD" ? "YTD" : ""),
  };
  const isOutlook = isOutlookCell(cell);
  const outlook = { ...shared, ...(isOutlook && { actualsTo: argumentText("actualsTo", CURRENT) }) };
  const divisor = divisorOf(cell, answers);
  const scale = divisor === undefined ? "" : `/${divisor}`;
  if (kind === "KPI") return `=${guarded(cell, `${callOf("KPI", outlook)}${scale}`)}`;
  if (kind === "share") {
    const netSales = callOf("KPI", { ...outlook, field: literal("Net sales") });
    return `=${guarded(cell, `LET(n,${netSales},IF(n=0,NA(),${callOf("KPI", outlook)}/n))`)}`;
  }
  const isOfPriorYear = meanings.has("year") || (lacksBase(cell) && answers.base === PRIOR_YEAR);
  const measure = fieldOfCell(meanings, answers)?.direction ? argumentText("measure") : literal("difference");
  const otherwise = cell.basePeriod ? answers.scenario : answers.base;
  const isNamed = meanings.has("base") || !isOfPriorYear;
  // An outlook's year before is all actual.
  const base = isNamed ? argumentText("base", otherwise) : isOutlook ? literal("actual") : undefined;
  const basePeriod = basePeriodOf(cell, filling, isOfPriorYear);
  return `=${guarded(cell, `${callOf("VAR", { ...outlook, base, basePeriod, measure })}${scale}`)}`;
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
  ]);
  const [only = "", ...more] = [...new Set(tests)];
  if (only === "") return call;
  return `IF(${more.length > 0 ? `AND(${[only, ...more].join(",")})` : only},${call},NA())`;
}

function headingTest(meaning: Placed, cell: CellMeanings): string {
  const { text, isNumber } = meaning.heading;
  return `${referenceOf(meaning, cell)}=${isNumber ? text : formatArgument({ kind: "text", value: text })}`;
}

function basePeriodOf(cell: CellMeanings, filling: Filling, isOfPriorYear: boolean): string | undefined {
  if (isOfPriorYear) return literal(PRIOR_YEAR);
  const { basePeriod, meanings } = cell;
  if (!basePeriod) return undefined;
  return periodArgument({ ...cell, meanings: new Map([...meanings, ["period", basePeriod]]) }, filling, false);
}

/** A prior year reads the heading that its neighbours read, so it follows when that changes. */
function periodArgument(cell: CellMeanings, { answers, defaults }: Filling, isPriorYear: boolean) {
  const { meanings } = cell;
  const [meaning, basis] = [meanings.get("period"), meanings.get("basis")];
  const plan = meanings.get("plan");
  const planText = plan ? argumentOf(plan, cell) : literal(defaults.plan);
  if (!meaning && (basis || answers.period !== "FY")) return literal(isPriorYear ? codeBefore(CURRENT) : CURRENT);
  const code = codeInYear(meaning?.value ?? NO_YEAR, answers.year ?? defaults.year, defaults.fiscalYear);
  if (basis && periodKind(code) === "year") {
    const year = meaning?.isReadable && meaning.heading.text === code ? referenceOf(meaning, cell) : code;
    return currentMonthOf(isPriorYear ? `${year}-1` : year, planText, defaults.fiscalYear);
  }
  if (!meaning || (code !== "date" && !meaning.isReadable)) return literalPeriod(isPriorYear ? codeBefore(code) : code);
  const reference = referenceOf(meaning, cell);
  if (!isPriorYear) return reference;
  // "FY26" is a year too, but no number.
  const kind = code === "date" ? "month" : periodKind(meaning.heading.text);
  return readableYearBefore(reference, kind === "month" && code !== "date" ? "text" : kind, planText);
}

function literalPeriod(code: string): string {
  return periodKind(code) === "year" ? code : literal(code);
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
