/** Fills selected cells from their headings: a formula for each cell, and questions while something is missing. Pure. */
import { formatColumn } from "../../grid/address";
import { mapCells, type Area, type Position } from "../../grid/area";
import { formatArgument } from "../../formulas/argument";
import { findField } from "../../insights";
import type { Scale } from "../../saved/settings";
import { fieldFormat, type CellFormat } from "../../workbook/cellFormats";
import { PRIOR_YEAR } from "./gridDefinition";
import { callOf } from "./gridCells";
import { codeBefore, periodKind, readableYearBefore } from "./gridPeriods";
import { headingId, type FoundHeadings, type Heading } from "./headings";
import { NO_YEAR, type HeadingDimension, type HeadingMeaning } from "./headingMeaning";

/** The user's answers about the headings, by the ids of the questions. */
export type HeadingAnswers = Readonly<Record<string, string>>;

export type HeadingQuestion =
  /** Asks for the meaning of a heading. */
  | { readonly kind: "heading"; readonly id: string; readonly text: string }
  /** Asks for the kind of all lines that are not understood. */
  | { readonly kind: "lines"; readonly id: "lines"; readonly texts: readonly string[] }
  /** Asks if a heading also applies to the blank cells after it. */
  | { readonly kind: "gap"; readonly id: string; readonly text: string }
  | { readonly kind: "field" | "scenario" | "base" | "year"; readonly id: string };

export interface FilledCells {
  readonly questions: readonly HeadingQuestion[];
  /** Row by row, with their "="; "" for a cell that stays as it is. Empty while a question is open. */
  readonly formulas: readonly (readonly string[])[];
  /** True for a meaning of a heading that a formula has. A nearer heading may say something else. */
  readonly isUsed: (heading: Heading, meaning: HeadingMeaning) => boolean;
  readonly formats: readonly CellFormat[];
}

/** The values of cells without a heading for them, and their scale. */
export interface HeadingDefaults {
  readonly plan: string;
  readonly currency: string;
  readonly scale?: Scale | undefined;
}

/** An answer that leaves a heading out. */
export const IGNORED = "ignored";

interface Placed extends HeadingMeaning {
  readonly heading: Heading;
  readonly isInherited: boolean;
  /** The heading above or below it that names its year. */
  readonly joined?: Heading;
}

interface CellMeanings extends ReadonlyMap<HeadingDimension, Placed> {
  /** Headings whose meaning gave way to another heading's, though both stand in the cell's own row or column. */
  readonly contradicted: readonly Heading[];
}

export function fillFromHeadings(
  found: FoundHeadings,
  selected: Area,
  answers: HeadingAnswers,
  defaults: HeadingDefaults,
): FilledCells {
  const answered = withAnswers(found, answers);
  const cells = mapCells(selected, (row, column) => meaningsOf(answered, { row, column }, answers));
  const all = cells.flat();
  const first = [...questionsOfHeadings(found, all, answers), ...questionsOfGaps(found)];
  const isOpen = ({ id }: HeadingQuestion) => !answers[id];
  const isUsed = usedMeanings(all.filter((meanings) => !isShareOfRatio(meanings, answers)));
  // The meaning of the headings decides which values cells lack.
  const questions = first.some(isOpen) ? first : [...first, ...questionsOfCells(all)];
  if (questions.some(isOpen)) return { questions, isUsed, formulas: [], formats: [] };
  const needsPeriod = all.some(lacksPeriodOfPriorYear);
  const formulas = cells.map((row, down) =>
    row.map((meanings, right) => {
      const at = { row: selected.row + down, column: selected.column + right };
      return formulaOf(meanings, at, { answers, defaults, needsPeriod });
    }),
  );
  const formats = cells.flatMap((row, down) =>
    row.flatMap((meanings, right) => formatOf(meanings, answers, { row: down, column: right }, defaults.scale)),
  );
  return { questions, isUsed, formulas, formats };
}

/** Understands headings by what the user has said of them. */
function withAnswers({ headings, gaps }: FoundHeadings, answers: HeadingAnswers): FoundHeadings {
  const lines = answers.lines ?? IGNORED;
  return {
    gaps,
    headings: headings.map((heading): Heading => {
      const own = answers[headingId(heading)];
      if (heading.meanings && own === undefined) return heading;
      if (!heading.meanings && heading.side === "beside")
        return { ...heading, meanings: meaningsOfLine(heading, lines) };
      const answer = own ?? IGNORED;
      const [dimension, value = ""] = answer.split("=");
      return {
        ...heading,
        meanings: value !== "" ? [{ dimension: dimension as HeadingDimension, value, isReadable: false }] : [],
      };
    }),
  };
}

function meaningsOfLine({ text }: Heading, groupBy: string): HeadingMeaning[] {
  if (groupBy === IGNORED) return [];
  return [
    { dimension: "item", value: text, isReadable: true },
    { dimension: "groupBy", value: groupBy, isReadable: false },
  ];
}

function meaningsOf({ headings, gaps }: FoundHeadings, at: Position, answers: HeadingAnswers): CellMeanings {
  const meanings = new Map<HeadingDimension, Placed>();
  const contradicted: Heading[] = [];
  const put = (heading: Heading, isInherited: boolean) => {
    for (const meaning of heading.meanings ?? []) {
      const before = meanings.get(meaning.dimension);
      const joined = joinYear(meaning, before);
      // The values in the head are for cells whose own headings say nothing else.
      if (before && !joined && before.heading.side !== "head" && before.value !== meaning.value)
        contradicted.push(before.heading);
      meanings.set(meaning.dimension, { ...meaning, heading, isInherited, ...joined });
    }
  };
  for (const heading of headings) if (heading.side === "head") put(heading, false);
  for (const side of ["above", "beside"] as const) {
    const own = headings.filter((heading) => heading.side === side);
    for (const line of new Set(own.map((heading) => lineOf(heading)))) {
      const inLine = own.filter((heading) => lineOf(heading) === line);
      const exact = inLine.find((heading) => crossOf(heading) === (side === "above" ? at.column : at.row));
      const gap = gaps.find((each) => each.side === side && each.at === line);
      const goesOn = gap && (gap.goesOn ?? answers[gapId(gap)] === "yes");
      const before = inLine.filter((heading) => crossOf(heading) < (side === "above" ? at.column : at.row)).at(-1);
      if (exact) put(exact, false);
      else if (goesOn && before) put(before, true);
    }
  }
  return Object.assign(meanings, { contradicted });
}

/** Returns a test that is true for a meaning that stands in the formula of a cell. */
function usedMeanings(cells: readonly CellMeanings[]): FilledCells["isUsed"] {
  const used = new Set<string>();
  const meaningId = (heading: Heading, dimension: HeadingDimension) => `${headingId(heading)} ${dimension}`;
  for (const meanings of cells)
    for (const [dimension, { heading, joined }] of meanings) {
      // Only a variance has a base.
      if (dimension === "base" && !meanings.has("measure")) continue;
      for (const each of [heading, joined]) if (each) used.add(meaningId(each, dimension));
    }
  return (heading, { dimension }) => used.has(meaningId(heading, dimension));
}

function lineOf({ side, row, column }: Heading): number {
  return side === "beside" ? column : row;
}

function crossOf({ side, row, column }: Heading): number {
  return side === "beside" ? row : column;
}

/** "Jan" below "2026" is January 2026. Returns undefined if neither heading names the other's year. */
function joinYear(
  meaning: HeadingMeaning,
  before: Placed | undefined,
): Pick<Placed, "value" | "isReadable" | "joined"> | undefined {
  if (meaning.dimension !== "period" || !before) return undefined;
  const [year, part] = meaning.value.startsWith(NO_YEAR)
    ? [before.value, meaning.value]
    : [meaning.value, before.value];
  if (!part.startsWith(NO_YEAR) || periodKind(year) !== "year") return undefined;
  return { value: part.replace(NO_YEAR, year), isReadable: false, joined: before.heading };
}

function questionsOfHeadings(
  { headings }: FoundHeadings,
  cells: readonly CellMeanings[],
  answers: HeadingAnswers,
): HeadingQuestion[] {
  const unknown = headings.filter(({ meanings }) => !meanings);
  const ids = new Set(cells.flatMap(({ contradicted }) => contradicted.map(headingId)));
  // A question that was answered stays, so that its answer can be changed.
  const contradicted = headings.filter(
    (heading) => heading.meanings && (ids.has(headingId(heading)) || answers[headingId(heading)] !== undefined),
  );
  const lines = unknown.filter(({ side }) => side === "beside").map(({ text }) => text);
  return [
    ...unknown
      .filter(({ side }) => side !== "beside")
      .map((heading) => ({ kind: "heading", id: headingId(heading), text: heading.text }) as const),
    ...contradicted.map((heading) => ({ kind: "heading", id: headingId(heading), text: heading.text }) as const),
    ...(lines.length > 0 ? [{ kind: "lines", id: "lines", texts: lines } as const] : []),
  ];
}

function questionsOfGaps({ gaps }: FoundHeadings): HeadingQuestion[] {
  return gaps
    .filter(({ goesOn }) => goesOn === undefined)
    .map((gap) => ({ kind: "gap", id: gapId(gap), text: gap.text }));
}

function gapId({ side, at }: { readonly side: string; readonly at: number }): string {
  return `${side} ${at}`;
}

function questionsOfCells(cells: readonly CellMeanings[]): HeadingQuestion[] {
  const hasVariance = cells.some(
    (meanings) => meanings.has("measure") && !meanings.has("base") && !meanings.has("year"),
  );
  const lacksYear = cells.some(
    (meanings) => meanings.get("period")?.value.startsWith(NO_YEAR) ?? lacksPeriodOfPriorYear(meanings),
  );
  return [
    ...(cells.some((meanings) => !meanings.has("field")) ? [{ kind: "field", id: "field" } as const] : []),
    ...(cells.some((meanings) => !meanings.has("scenario")) ? [{ kind: "scenario", id: "scenario" } as const] : []),
    ...(hasVariance ? [{ kind: "base", id: "base" } as const] : []),
    ...(lacksYear ? [{ kind: "year", id: "year" } as const] : []),
  ];
}

/** A prior year is the year before some period. */
function lacksPeriodOfPriorYear(meanings: CellMeanings): boolean {
  return meanings.has("year") && !meanings.has("period");
}

interface Filling {
  readonly answers: HeadingAnswers;
  readonly defaults: HeadingDefaults;
  /** True if cells without a period show the year that the user names, since it is compared with the year before. */
  readonly needsPeriod: boolean;
}

function formulaOf(meanings: CellMeanings, at: Position, { answers, defaults, needsPeriod }: Filling): string {
  if (!fieldOf(meanings, answers) || isShareOfRatio(meanings, answers)) return "";
  const isVariance = meanings.has("measure");
  const argumentText = (name: HeadingDimension, otherwise = "") => {
    const meaning = meanings.get(name);
    return meaning ? argumentOf(meaning, at) : literal(otherwise);
  };
  const year = answers.year ?? "";
  const own = meanings.get("period") ?? (needsPeriod ? { value: NO_YEAR, isReadable: false } : undefined);
  const isPriorYear = meanings.has("year") && !isVariance;
  const period = own && periodArgument(own, at, { plan: argumentText("plan", defaults.plan), year, isPriorYear });
  const shared = {
    plan: argumentText("plan", defaults.plan),
    scenario: argumentText("scenario", answers.scenario),
    field: argumentText("field", answers.field),
    period,
    groupBy: argumentText("groupBy"),
    item: argumentText("item"),
    currency: argumentText("currency", defaults.currency),
    basis: argumentText("basis"),
  };
  if (!isVariance) return `=${callOf("KPI", shared)}`;
  const basePeriod = meanings.has("year") ? literal(PRIOR_YEAR) : undefined;
  const base = meanings.has("base") || !basePeriod ? argumentText("base", answers.base) : undefined;
  return `=${callOf("VAR", { ...shared, base, basePeriod, measure: argumentText("measure") })}`;
}

/** True if the cell stays blank: a ratio's change is in points, never a percentage. */
function isShareOfRatio(meanings: CellMeanings, answers: HeadingAnswers): boolean {
  return meanings.get("measure")?.value === "percent" && findField(fieldOf(meanings, answers) ?? "")?.unit === "ratio";
}

function fieldOf(meanings: CellMeanings, answers: HeadingAnswers): string | undefined {
  const answer = answers.field === IGNORED ? undefined : answers.field;
  return meanings.get("field")?.value ?? answer;
}

/** A prior year reads the heading that its neighbours read, so it follows when that changes. */
function periodArgument(
  meaning: Pick<Placed, "value" | "isReadable"> & Partial<Placed>,
  at: Position,
  { plan, year, isPriorYear }: { plan: string; year: string; isPriorYear: boolean },
): string {
  const code = meaning.value.replace(NO_YEAR, year);
  if (code !== "date" && !meaning.isReadable) return literalPeriod(isPriorYear ? codeBefore(code) : code);
  const reference = referenceOf(meaning, at);
  if (!isPriorYear) return reference;
  // "FY26" is a year too, but no number.
  const kind = code === "date" ? "month" : periodKind(meaning.heading?.text ?? code);
  return readableYearBefore(reference, kind === "month" && code !== "date" ? "text" : kind, plan);
}

function literalPeriod(code: string): string {
  return periodKind(code) === "year" ? code : literal(code);
}

function argumentOf(meaning: Placed, at: Position): string {
  return meaning.isReadable ? referenceOf(meaning, at) : literal(meaning.value);
}

function referenceOf({ heading, isInherited }: Partial<Placed>, at: Position): string {
  if (!heading) return "";
  const [column, row] = [formatColumn(heading.column), heading.row + 1];
  if (heading.side === "head" || isInherited) return `$${column}$${row}`;
  return heading.side === "above" ? `${formatColumn(at.column)}$${row}` : `$${column}${at.row + 1}`;
}

function literal(value: string): string {
  return value === "" ? "" : formatArgument({ kind: "text", value });
}

function formatOf(
  meanings: CellMeanings,
  answers: HeadingAnswers,
  { row, column }: Position,
  scale: Scale | undefined,
): CellFormat[] {
  const field = findField(fieldOf(meanings, answers) ?? "");
  if (!field) return [];
  const numberFormat = fieldFormat(field, { measure: meanings.get("measure")?.value, scale });
  return [{ row, column, rows: 1, columns: 1, numberFormat }];
}
