/** Fills selected cells from their headings: a formula for each cell, and questions while something is missing. Pure. */
import { formatColumn } from "../sheet/address";
import { mapCells, type Area, type Position } from "../sheet/area";
import type { DateSystem } from "../sheet/dateSerial";
import type { FiscalYear } from "../sheet/months";
import { formatArgument } from "../formulas/argument";
import { ENDPOINTS, findField, type Field, type Sliced } from "../insights";
import { fieldFormat, type Scale } from "../language/numberFormats";
import { createMeaningReader, IGNORED, questionIds, usedMeanings, withAnswers } from "./cellMeanings";
import type { CellMeanings, HeadingAnswers, Placed } from "./cellMeanings";
import { isShare, withCompared } from "./comparedCells";
import { isSumLine } from "../reports/lines";
import type { TableLook } from "../reports/sheetSpec";
import { PRIOR_YEAR } from "../tables/definition";
import { ownFormat } from "../tables/numberLooks";
import { callOf } from "../tables/cells";
import { CURRENT } from "../reports/timeCells";
import { codeBefore, currentMonthOf, periodKind, readableYearBefore } from "../tables/periods";
import { headingId, type FoundHeadings, type Heading } from "./findHeadings";
import {
  questionsOfCells,
  questionsOfContradictions,
  questionsOfHeadings,
  lacksBase,
  lacksTime,
} from "./headingQuestions";
import type { AssumedValues, HeadingQuestion } from "./headingQuestions";
import type { HeadingDimension, HeadingMeaning } from "./headingMeaning";
import { isOutlookCell, planOfOutlook, saysOutlook } from "./outlook";
import { mapRows } from "./sliced";
import { codeInYear, NO_YEAR } from "./timeWords";

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

/** The values of cells without a heading for them, and their scale. */
export interface HeadingDefaults extends AssumedValues {
  readonly plan: string;
  readonly currency: string;
  readonly fiscalYear: FiscalYear;
  readonly dateSystem: DateSystem;
  /** The months of the year that actuals have, such as "Jan–Oct 2026". */
  readonly actuals?: string | undefined;
  /** The last of them, as YYYY-MM. */
  readonly actualsTo?: string | undefined;
  readonly scale?: Scale | undefined;
  /** @default "numbers" */
  readonly look?: FillLook;
}

/** The look of filled cells: signs, colours and bold sums as in reports, or number formats alone. */
export type FillLook = "reports" | "numbers";

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
  const questions = [
    ...asked,
    ...questionsOfContradictions(found, all, given),
    ...questionsOfCells(filled, defaults, found),
  ];
  const filling = {
    answers: { ...assumedAnswers(questions), ...given },
    defaults,
    isUnanswered: (heading: Heading) => given[questionId(heading)] === undefined,
  };
  const hasParts = all.some(({ meanings }) => isPart(fieldOfCell(meanings, answers)));
  const formulas = yield* mapRows(cells, selected.columns, (row) => row.map((cell) => formulaOf(cell, filling)));
  const formats = yield* mapRows(cells, selected.columns, (row, down) =>
    row.flatMap((cell, right) => lookOf(cell, filling, { row: down, column: right, hasParts })),
  );
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
    fiscalYear,
  });
  const places = mapCells(selected, (row, column) => ({ row, column }));
  const cells = yield* mapRows(places, selected.columns, (row) => row.map(read));
  return yield* withCompared(cells, answers.base);
}

/** What decides the formulas beside the headings. */
export interface Filling {
  readonly answers: HeadingAnswers;
  readonly defaults: HeadingDefaults;
  /** True for a heading that the user has not been asked about, or has not answered. */
  readonly isUnanswered: (heading: Heading) => boolean;
}

/** A number, a number divided by net sales, a variance, or nothing, since there is no such number. */
export function formulaKind(
  { meanings, isBlank }: CellMeanings,
  answers: HeadingAnswers,
): "KPI" | "VAR" | "share" | "none" {
  const field = fieldOfCell(meanings, answers);
  if (!field || isBlank) return "none";
  if (meanings.has("groupBy") && ENDPOINTS[field.family].groupings.length === 0) return "none";
  // "In thousands" may mean volumes too, "EUR k" does not mean prices.
  if (meanings.has("scale") && field.unit !== "amount" && field.unit !== "ratio" && !isOfAmounts(meanings))
    return "none";
  if (!meanings.has("measure")) return "KPI";
  if (isShare({ meanings })) return field.family === "pnl" && field.unit === "amount" ? "share" : "none";
  // A ratio's change is in points, never a percentage.
  return meanings.get("measure")?.value === "percent" && field.unit === "ratio" ? "none" : "VAR";
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
    currency: argumentText("currency", defaults.currency),
    basis: argumentText("basis", lacksTime(cell) && answers.period === "YTD" ? "YTD" : ""),
  };
  const isOutlook = isOutlookCell(cell);
  const outlook = { ...shared, ...(isOutlook && { actualsTo: argumentText("actualsTo", CURRENT) }) };
  const scale = isScaled(cell, answers) ? `/${meanings.get("scale")?.value}` : "";
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

/** True while the cell's headings, or what they lack, are asked about. */
export function isOpenCell(
  cell: CellMeanings,
  { answers, isUnanswered }: Pick<Filling, "answers" | "isUnanswered">,
): boolean {
  const { meanings } = cell;
  if (cell.isOpen || cell.contradicted.some(isUnanswered)) return true;
  if (planOfOutlook(meanings.get("scenario")?.value) === "") return true;
  if (!meanings.has("scenario") && answers.scenario === undefined) return true;
  if (lacksTime(cell) && answers.period === undefined) return true;
  if (meanings.get("period")?.value.startsWith(NO_YEAR) && answers.year === undefined) return true;
  return lacksBase(cell) && answers.base === undefined;
}

/** True if the title that scales numbers names their currency too, so it scales amounts only. */
function isOfAmounts(meanings: CellMeanings["meanings"]): boolean {
  return meanings.get("scale")?.heading.meanings?.some(({ dimension }) => dimension === "currency") ?? false;
}

/** Only amounts are divided by the scale that a title names. */
export function isScaled({ meanings }: CellMeanings, answers: HeadingAnswers): boolean {
  return (
    meanings.has("scale") &&
    fieldOfCell(meanings, answers)?.unit === "amount" &&
    meanings.get("measure")?.value !== "percent"
  );
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

export function fieldOfCell(meanings: CellMeanings["meanings"], answers: HeadingAnswers): Field | undefined {
  return findField(meanings.get("field")?.value ?? (answers.field === IGNORED ? "" : (answers.field ?? "")));
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

interface LookPlace extends Position {
  /** True if some lines are no sums. */
  readonly hasParts: boolean;
}

function lookOf(cell: CellMeanings, { answers, defaults }: Filling, { row, column, hasParts }: LookPlace): TableLook[] {
  const [kind, field] = [formulaKind(cell, answers), fieldOfCell(cell.meanings, answers)];
  if (kind === "none" || !field) return [];
  const { meanings } = cell;
  const measure = kind === "VAR" ? meanings.get("measure")?.value : undefined;
  // Divided amounts are shown as they are.
  const divisor = isScaled(cell, answers) ? Number(meanings.get("scale")?.value) : undefined;
  const scale = divisor === undefined ? defaults.scale : undefined;
  const place = { row, column, rows: 1, columns: 1 };
  const unit = kind === "share" ? ({ unit: "ratio" } as const) : field;
  if (defaults.look !== "reports") return [{ ...place, numberFormat: fieldFormat(unit, { measure, scale }) }];
  return [
    {
      ...place,
      numberFormat: ownFormat(unit, { measure, scale, divisor }),
      isVariance: kind === "VAR" && field.direction !== undefined,
      isBold: hasParts && !meanings.has("groupBy") && isSumLine(field),
    },
  ];
}

function isPart(field: Field | undefined): boolean {
  return field !== undefined && !isSumLine(field);
}
