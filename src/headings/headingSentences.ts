/** Says in words what each column and line of a block shows, before a cell changes. Pure. */
import { formatColumn } from "../sheet/address";
import type { Area } from "../sheet/area";
import { monthsLabel } from "../sheet/monthsLabel";
import { monthsOf, monthsOfCode, parsePeriod } from "../language/periods";
import { PRIOR_YEAR } from "../tables/definition";
import { capitalised } from "../tables/labels";
import { CURRENT } from "../reports/timeCells";
import { monthsOfPeriod } from "../tables/periods";
import { isShare } from "./comparedCells";
import { comparedId, measureId, type CellMeanings, type Placed } from "./cellMeanings";
import { divisorOf, fieldOfCell, formulaKind, isOpenCell, type Filling } from "./cellNumbers";
import type { FilledCells } from "./headingFormulas";
import { numberCall, type NumberOfCell } from "./headingNumbers";
import type { HeadingDimension } from "./headingMeaning";
import { lacksBase, lineId } from "./headingQuestions";
import { isOutlookCell, OUTLOOK_QUESTION, outlookInWords, planOfOutlook } from "./outlook";
import { codeInYear, NO_YEAR } from "./timeParts";

const texts = {
  wholeAmounts: "whole amounts",
  divided: (by: number) => `amounts divided by ${by.toLocaleString("en-US")}`,
  inPoints: "in percentage points",
  pointsOfRatios: "lines in % in percentage points",
  asInWorkbook: (word: string) => `, as “${word}” means in this workbook`,
};

/** A part of a sentence; one that no heading says, with the question that changes it. */
export interface SentencePart {
  readonly text: string;
  /** The id of a question with an assumed answer. */
  readonly question?: string | undefined;
}

export interface HeadingSentence {
  /** A column such as "C", a row such as "5", or "" for what all cells share. */
  readonly address: string;
  /** None while the user is asked. */
  readonly parts: readonly SentencePart[];
  /** The first number of a column, as a call; undefined for a line, or if only the sheet can compute it. */
  readonly number?: NumberOfCell | undefined;
  readonly numberFormat?: string | undefined;
}

type Group = readonly SentencePart[];

interface Speech {
  readonly filling: Filling;
  /** Returns a part with its question, if an answer to that is assumed. */
  readonly part: (text: string, question?: string) => SentencePart;
  /** True for a question whose answer the workbook keeps. */
  readonly isRemembered: (question: string) => boolean;
}

/** Returns a sentence for what all cells share, one for each column that is not left blank, then one for each line. */
export function sentencesOf(filled: FilledCells, selected: Area): HeadingSentence[] {
  const { cells, formulas, filling } = filled;
  const speech = speechOf(filled);
  const columns = Array.from({ length: selected.columns }, (_, right) => {
    const address = formatColumn(selected.column + right);
    return columnSentences(address, right, filled, speech);
  });
  const lines = Array.from({ length: selected.rows }, (_, down): HeadingSentence[] => {
    const right = formulas[down]?.findIndex((formula) => formula !== "") ?? -1;
    const cell = cells[down]?.[Math.max(right, 0)];
    const address = String(selected.row + down + 1);
    if (!cell) return [];
    if (right < 0) return cells[down]?.some((each) => isAsked(each, filling)) ? [{ address, parts: [] }] : [];
    return saidOf(address, [...itemGroups(cell, "beside", speech), ...ownGroups(cell, "beside", speech)]);
  });
  const filledCells = cells.flatMap((row, down) => row.filter((_, right) => formulas[down]?.[right] !== ""));
  return [saidOf("", blockGroups(filledCells, speech)), ...columns, ...lines].flat();
}

function speechOf({ questions, filling }: FilledCells): Speech {
  const assumed = new Map(questions.flatMap((each) => (each.assumed === undefined ? [] : [[each.id, each]])));
  return {
    filling,
    part: (text, question) => (question !== undefined && assumed.has(question) ? { text, question } : { text }),
    isRemembered: (id) => {
      const question = assumed.get(id);
      return question?.kind === "heading" && question.isRemembered === true;
    },
  };
}

function columnSentences(
  address: string,
  right: number,
  { cells, formulas, formats, filling }: FilledCells,
  speech: Speech,
): HeadingSentence[] {
  const down = formulas.findIndex((row) => row[right] !== "");
  if (down < 0) return cells.some((row) => isAsked(row[right], filling)) ? [{ address, parts: [] }] : [];
  const cell = cells[down]?.[right];
  if (!cell) return [];
  const { numberFormat } = formats.find((each) => each.row === down && each.column === right) ?? {};
  const ofColumn = cells.flatMap((row, at) => (formulas[at]?.[right] ? (row[right] ?? []) : []));
  const groups = [...itemGroups(cell, "above", speech), ...ownGroups(cell, "above", speech)];
  const hasPoints = !isOfPoints(cell, filling) && ofColumn.some((each) => isOfPoints(each, filling));
  const points = hasPoints ? [[{ text: texts.pointsOfRatios }]] : [];
  return saidOf(address, [...groups, ...points]).map((each) => ({
    ...each,
    number: numberCall(cell, filling),
    numberFormat,
  }));
}

/** Joins what is said; nothing if there is nothing to say. */
function saidOf(address: string, groups: readonly Group[]): HeadingSentence[] {
  const parts = groups
    .filter((group) => group.some(({ text }) => text !== ""))
    .flatMap((group, at) => [...(at > 0 ? [{ text: " · " }] : []), ...group]);
  return parts.length > 0 ? [{ address, parts }] : [];
}

function isAsked(cell: CellMeanings | undefined, filling: Filling): boolean {
  return cell !== undefined && (cell.isOpen || (!cell.isBlank && isOpenCell(cell, filling)));
}

/** True for a variance of a ratio, whose numbers are percentage points. */
function isOfPoints(cell: CellMeanings, { answers }: Filling): boolean {
  return formulaKind(cell, answers) === "VAR" && fieldOfCell(cell.meanings, answers)?.unit === "ratio";
}

type Side = "above" | "beside";

/** The line and the item that a column or a line shows. */
function itemGroups(cell: CellMeanings, side: Side, speech: Speech): Group[] {
  const { meanings } = cell;
  const item = meanings.get("item");
  return [
    ...(meanings.get("field")?.heading.side === side ? [fieldGroup(cell, speech)] : []),
    ...(item?.heading.side === side ? [[speech.part(item.value)]] : []),
  ];
}

function fieldGroup({ meanings }: CellMeanings, { filling, part, isRemembered }: Speech): Group {
  const label = fieldOfCell(meanings, filling.answers)?.label ?? "";
  const heading = meanings.get("field")?.heading;
  if (!heading) return [part(label)];
  const id = filling.questionId(heading);
  return [
    part(label, id),
    ...(isRemembered(id) && filling.isUnanswered(heading) ? [part(texts.asInWorkbook(heading.text))] : []),
  ];
}

/** What the headings of one side say of numbers and times. What none says stands with the columns. */
function ownGroups(cell: CellMeanings, side: Side, speech: Speech): Group[] {
  const { filling, part } = speech;
  const { meanings } = cell;
  const isHere = (...names: HeadingDimension[]) =>
    names.some((name) => meanings.get(name)?.heading.side === "beside") === (side === "beside");
  const groups: Group[] = [];
  const isOfPriorYear = formulaKind(cell, filling.answers) === "KPI" && meanings.has("year");
  const [isNumber, isTime] = [isHere("scenario", "measure", "year"), isHere("period", "basis")];
  if (isNumber) groups.push(numbersGroup(cell, speech));
  if (isNumber && isOfPriorYear && !isTime) groups.push([part("prior year")]);
  const before = isNumber && isOfPriorYear ? [part("year before ")] : [];
  if (isTime) groups.push([...before, timePart(cell, speech)]);
  for (const name of ["plan", "currency"] as const)
    if (meanings.get(name)?.heading.side === side) groups.push([part(meanings.get(name)?.value ?? "")]);
  return groups;
}

/** What no heading of a column or line says: the line of a table of one, the plan, and units. */
function blockGroups(cells: readonly CellMeanings[], speech: Speech): Group[] {
  const { filling, part } = speech;
  const { answers, defaults } = filling;
  const [first] = cells;
  if (!first) return [];
  const fieldSide = first.meanings.get("field")?.heading.side ?? "head";
  const shared = (name: "plan" | "currency", otherwise: string) => {
    const values = new Set(cells.map(({ meanings }) => meanings.get(name)));
    const said = [...values].find((each) => each?.heading.side === "head");
    if (said) return [[part(said.value)]];
    return [...values].includes(undefined) ? [[part(otherwise, name)]] : [];
  };
  const scaled = cells.find(({ meanings }) => meanings.has("scale"));
  const divisors = new Set(cells.map((cell) => divisorOf(cell, answers)));
  const divisor = [...divisors].find((each) => each !== undefined);
  const hasAmounts = cells.some(({ meanings }) => fieldOfCell(meanings, answers)?.unit === "amount");
  const scale = divisor === undefined ? texts.wholeAmounts : texts.divided(divisor);
  return [
    ...(fieldSide === "head" ? [fieldGroup(first, speech)] : []),
    ...shared("plan", defaults.plan),
    ...shared("currency", answers.currency ?? defaults.currency),
    ...(hasAmounts ? [[part(scale, scaled ? undefined : "scale")]] : []),
  ];
}

/** "Actual less Committed, in percent, + is better". */
function numbersGroup(cell: CellMeanings, { filling, part }: Speech): Group {
  const { answers } = filling;
  const { meanings } = cell;
  const own = scenarioPart(cell, filling, part);
  if (isShare({ meanings })) return [own, part(", share of net sales")];
  const measure = meanings.get("measure");
  if (formulaKind(cell, answers) !== "VAR" || !measure) return [own];
  const isPercent = measure.value === "percent";
  const unit = isPercent ? ", in percent" : isOfPoints(cell, filling) ? `, ${texts.inPoints}` : "";
  const sign = measure.value === "difference" ? "+ is more" : "+ is better";
  const base = part(baseInWords(cell, filling), comparedId(measure.heading));
  const hasDirection = fieldOfCell(meanings, answers)?.direction !== undefined;
  return [
    own,
    part(" less "),
    base,
    part(unit),
    ...(hasDirection ? [part(", "), part(sign, measureId(measure.heading))] : []),
  ].filter(({ text }) => text !== "");
}

function scenarioPart(cell: CellMeanings, filling: Filling, part: Speech["part"]): SentencePart {
  const scenario = cell.meanings.get("scenario");
  const outlook = planOfOutlook(scenario?.value);
  if (outlook !== undefined)
    return part(outlookInWords(outlook, monthsOfCell(cell, filling), actualsToOf(cell, filling)), OUTLOOK_QUESTION);
  if (!scenario) return part(capitalised(filling.answers.scenario ?? ""), "scenario");
  return part(capitalised(scenario.value), scenario.isInherited ? lineId(scenario) : undefined);
}

function baseInWords(cell: CellMeanings, filling: Filling): string {
  const { answers } = filling;
  const { meanings, basePeriod } = cell;
  if (basePeriod) return periodInWords(basePeriod, filling);
  const isPriorYear = meanings.has("year") || (lacksBase(cell) && answers.base === PRIOR_YEAR);
  const otherwise = isPriorYear ? (isOutlookCell(cell) ? "actual" : "") : answers.base;
  const base = meanings.get("base")?.value ?? otherwise;
  return [base ? capitalised(base) : "", isPriorYear ? "prior year" : ""].filter(Boolean).join(" of the ");
}

/** Returns the last actual month of an outlook; undefined if it is not known. */
function actualsToOf({ meanings }: CellMeanings, { defaults }: Filling): string | undefined {
  const code = meanings.get("actualsTo")?.value ?? CURRENT;
  return code === CURRENT
    ? defaults.actualsTo
    : monthsOfPeriod({ period: code, basis: "" }, { fiscalYear: defaults.fiscalYear }).at(-1);
}

/** Returns the months of a cell; none if a basis or the current month decides them. */
function monthsOfCell({ meanings }: CellMeanings, { answers, defaults }: Filling): readonly string[] {
  const period = meanings.get("period");
  if (meanings.has("basis") || (!period && answers.period !== "FY")) return [];
  if (period?.value === "date") return [];
  const code = codeInYear(period?.value ?? NO_YEAR, answers.year ?? defaults.year, defaults.fiscalYear);
  return monthsOfPeriod({ period: code, basis: "" }, { fiscalYear: defaults.fiscalYear });
}

function timePart(cell: CellMeanings, { filling, part }: Speech): SentencePart {
  const { answers, defaults } = filling;
  const [period, basis] = [cell.meanings.get("period"), cell.meanings.get("basis")];
  if (period)
    return part([basis?.value, periodInWords(period, filling)].filter(Boolean).join(" "), timeQuestion(period));
  const said = basis?.value ?? answers.period;
  const question = basis?.isInherited ? lineId(basis) : "period";
  if (said === "YTD") return part(`YTD ${defaults.actuals ?? "to the current month"}`, question);
  if (said === "FY") return part(`full year ${defaults.year}`, question);
  return part(said === "current" ? "the current month" : `${said} to the current month`, question);
}

function timeQuestion(period: Placed): string | undefined {
  if (period.value.startsWith(NO_YEAR)) return "year";
  if (period.isInherited) return lineId(period);
  return period.joined ? "calendar" : undefined;
}

function periodInWords({ value, heading }: Placed, { answers, defaults }: Filling): string {
  if (value === "date") {
    const day = parsePeriod(Number(heading.text), defaults.dateSystem);
    return day ? monthsLabel(monthsOf(day)) : heading.text;
  }
  const code = codeInYear(value, answers.year ?? "", defaults.fiscalYear);
  return monthsLabel(monthsOfCode(code)) || code;
}
