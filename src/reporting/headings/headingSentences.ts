/** Says in words what each column and line of a block shows, before a cell changes. Pure. */
import { formatColumn } from "../../spreadsheet/cells/address";
import type { Area } from "../../spreadsheet/cells/area";
import type { Sliced } from "../../insights";
import { baseWords, MEASURE_WORDS } from "../../numbers/language/figure";
import { POINTS } from "../../numbers/language/shareWords";
import { signNoteOf, type MeasureName } from "../../numbers/language/varianceSign";
import { PRIOR_YEAR } from "../tables/definition";
import { planNamed, scenarioInWords } from "../../numbers/language/nameTexts";
import { type CellMeanings } from "./cellMeanings";
import { comparedId, measureId } from "./headingAnswers";
import { assumedCurrency, divisorOf, fieldOfCell, formulaKind, isOpenCell, type Filling } from "./cellNumbers";
import type { FilledCells } from "./filledCells";
import { callOfCell } from "./headingFormulas";
import { readHeadingNumber, valueIn, type HeadingNumber, type NumberOfCell } from "./headingNumber";
import type { HeadingDimension } from "./headingMeaning";
import { lineId } from "./headingQuestions";
import { OUTLOOK_QUESTION, outlookInWords, planOfOutlook } from "./outlook";
import { mapRows, yieldIfLarge } from "./sliced";
import { SAME, SUM, totalOf, WHOLE } from "./totals";
import { speechOf, type SentencePart, type Speech } from "./speech";
import { actualsToOf, basePeriodOfNumber, periodOfNumber, spokenTime } from "./spokenTimes";

const texts = {
  wholeAmounts: "whole amounts",
  divided: (by: number) => `amounts divided by ${by.toLocaleString("en-US")}`,
  ownCurrency: (plan: string) => `the currency of ${plan}`,
  totals: {
    [SUM]: "the sum of the lines above",
    [WHOLE]: "all that the service has",
    [SAME]: "the sum of the lines above, which is all that the service has",
  } as Readonly<Record<string, string>>,
  inPoints: `in ${POINTS}`,
  pointsOfRatios: `lines in % in ${POINTS}`,
};

export interface HeadingSentence {
  /** A column such as "C", a row such as "5", or "" for what all cells share. */
  readonly address: string;
  /** None while the user is asked. */
  readonly parts: readonly SentencePart[];
  /** The first number of a column, as a call; undefined for a line, or if only the sheet can compute it. */
  readonly number?: NumberOfCell | undefined;
  readonly numberFormat?: string | undefined;
  /** The line that the number is of; "" if there is no other. */
  readonly numberLine?: string | undefined;
}

type Group = readonly SentencePart[];

/**
 * Returns a sentence for what all cells share, one for each column that is not left blank, then one for each line. Yields between
 * slices of a large block.
 */
export function* sentencesSliced(filled: FilledCells, selected: Area): Sliced<HeadingSentence[]> {
  const { cells, formulas } = filled;
  const speech = speechOf(filled);
  const rights = Array.from({ length: selected.columns }, (_, right) => right);
  const columns = yield* mapRows(rights, selected.rows, (right) =>
    columnSentences(formatColumn(selected.column + right), right, filled, speech),
  );
  const lines = yield* mapRows(cells, selected.columns, (row, down) =>
    lineSentences(String(selected.row + down + 1), row, formulas[down] ?? [], speech),
  );
  yield* yieldIfLarge(selected);
  const filledCells = cells.flatMap((row, down) => row.filter((_, right) => formulas[down]?.[right] !== ""));
  return [saidOf("", blockGroups(filledCells, speech)), ...columns, ...lines].flat();
}

function lineSentences(
  address: string,
  cells: readonly CellMeanings[],
  formulas: readonly string[],
  speech: Speech,
): HeadingSentence[] {
  const right = formulas.findIndex((formula) => formula !== "");
  const cell = cells[Math.max(right, 0)];
  if (!cell) return [];
  if (right < 0) return cells.some((each) => isAsked(each, speech.filling)) ? [{ address, parts: [] }] : [];
  const total = totalOf(cell);
  const said = total
    ? [[speech.part(texts.totals[speech.filling.answers[speech.filling.questionId(total)] ?? ""] ?? "")]]
    : [];
  return saidOf(address, [...said, ...itemGroups(cell, "beside", speech), ...ownGroups(cell, "beside", speech)]);
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
    number: callOfCell(cell, filling),
    numberFormat,
    numberLine: nameOfLine(cell, speech),
  }));
}

/** Returns what the cell's line is called: by its field and item, or else by what it says of the number. */
function nameOfLine(cell: CellMeanings, speech: Speech): string {
  const { meanings } = cell;
  const field = fieldOfCell(meanings, speech.filling.answers)?.label ?? "";
  const isBeside = (name: "field" | "item") => meanings.get(name)?.heading.side === "beside";
  const named = [
    ...(isBeside("field") ? [field] : []),
    ...(isBeside("item") ? [meanings.get("item")?.value ?? ""] : []),
  ];
  if (named.length > 0) return named.join(" · ");
  return saidOf("", ownGroups(cell, "beside", speech))
    .flatMap(({ parts }) => parts.map(({ text }) => text))
    .join("");
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

function fieldGroup({ meanings }: CellMeanings, { filling, part }: Speech): Group {
  const label = fieldOfCell(meanings, filling.answers)?.label ?? "";
  const heading = meanings.get("field")?.heading;
  return [part(label, heading && filling.questionId(heading))];
}

/** What the headings of one side say of numbers and times. What none says stands with the columns. */
function ownGroups(cell: CellMeanings, side: Side, speech: Speech): Group[] {
  const { filling, part } = speech;
  const { meanings } = cell;
  const isHere = (...names: HeadingDimension[]) =>
    names.some((name) => meanings.get(name)?.heading.side === "beside") === (side === "beside");
  const groups: Group[] = [];
  const number = readHeadingNumber(cell, filling);
  if (!number) return groups;
  const isOfPriorYear = formulaKind(cell, filling.answers) === "KPI" && meanings.has("year");
  const [isNumber, isTime] = [isHere("scenario", "measure", "year"), isHere("period", "basis")];
  if (isNumber) groups.push(numbersGroup(cell, number, speech));
  if (isNumber && isOfPriorYear && !isTime) groups.push([part("prior year")]);
  if (isTime) groups.push([spokenTime(cell, number, isNumber, speech)]);
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
    ...shared(
      "currency",
      [
        ...new Set(
          cells.map(
            (cell) => assumedCurrency(cell, filling) || texts.ownCurrency(cell.meanings.get("plan")?.value ?? ""),
          ),
        ),
      ].join(", "),
    ),
    ...(hasAmounts ? [[part(scale, scaled ? undefined : "scale")]] : []),
  ];
}

/** "Variance of Actual from Committed, + is better". */
function numbersGroup(cell: CellMeanings, number: HeadingNumber, { filling, part }: Speech): Group {
  const own = scenarioPart(cell, number, filling, part);
  if (number.kind === "share") return [own, part(", share of net sales")];
  const heading = cell.meanings.get("measure")?.heading;
  if (number.kind === "KPI" || !heading) return [own];
  const measure = measureIn(number);
  return [
    part(`${MEASURE_WORDS[measure]} of `),
    own,
    part(" from "),
    part(baseOf(number, filling), comparedId(heading)),
    part(isOfPoints(cell, filling) ? `, ${texts.inPoints}, ` : ", "),
    part(signNoteOf(measure), measureId(heading)),
  ];
}

function measureIn({ args }: HeadingNumber): MeasureName {
  const measure = valueIn(args.measure ?? "");
  return measure === "percent" || measure === "difference" ? measure : "amount";
}

function scenarioPart(cell: CellMeanings, number: HeadingNumber, filling: Filling, part: Speech["part"]): SentencePart {
  const scenario = cell.meanings.get("scenario");
  const outlook = planOfOutlook(scenario?.value);
  if (outlook !== undefined) {
    const { months = [] } = periodOfNumber(number, filling);
    return part(
      outlookInWords(scenarioWordsIn(outlook, number, filling), months, actualsToOf(number, filling)),
      OUTLOOK_QUESTION,
    );
  }
  return part(
    nameIn(number, "scenario", filling),
    scenario ? (scenario.isInherited ? lineId(scenario) : undefined) : "scenario",
  );
}

/** Returns the base as a figure's sentence says it. */
function baseOf(number: HeadingNumber, filling: Filling): string {
  const plan = { text: "" };
  const own = nameIn(number, "scenario", filling);
  return baseWords(
    { plan, scenario: { text: own }, ...periodOfNumber(number, filling) },
    { plan, scenario: { text: nameIn(number, "base", filling) || own }, ...basePeriodOfNumber(number, filling) },
    number.args.basePeriod === PRIOR_YEAR ? PRIOR_YEAR : undefined,
  );
}

function nameIn(number: HeadingNumber, name: "scenario" | "base", filling: Filling): string {
  return scenarioWordsIn(String(valueIn(number.args[name] ?? "") ?? ""), number, filling);
}

function scenarioWordsIn(text: string, { args }: HeadingNumber, { defaults: { plans = [] } }: Filling): string {
  const plan = planNamed(plans, String(valueIn(args.plan ?? "")));
  return text && scenarioInWords(text, plan?.scenarios ?? []);
}
