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
import type { CellMeanings, Placed } from "./cellMeanings";
import { fieldOfCell, formulaKind, isOpenCell, type FilledCells, type Filling } from "./headingFormulas";
import { numberCall, type NumberOfCell } from "./headingNumbers";
import type { HeadingDimension } from "./headingMeaning";
import { lacksBase, lacksTime } from "./headingQuestions";
import { isOutlookCell, outlookInWords, planOfOutlook } from "./outlook";
import { codeInYear, NO_YEAR } from "./timeWords";

export interface HeadingSentence {
  /** A column such as "C", or a row such as "5". */
  readonly address: string;
  /** "" while the user is asked. */
  readonly sentence: string;
  /** True if a part of it stands in no heading. */
  readonly isAssumed: boolean;
  /** The first number of a column, as a call; undefined for a line, or if only the sheet can compute it. */
  readonly number?: NumberOfCell | undefined;
  readonly numberFormat?: string | undefined;
}

/** Returns a sentence for each column that is not left blank, then one for each line. */
export function sentencesOf({ cells, filling, formulas, formats }: FilledCells, selected: Area): HeadingSentence[] {
  const columns = Array.from({ length: selected.columns }, (_, right): HeadingSentence[] => {
    const down = formulas.findIndex((row) => row[right] !== "");
    const cell = cells[Math.max(down, 0)]?.[right];
    if (!cell || (down < 0 && !cells.some((row) => isAsked(row[right], filling)))) return [];
    const address = formatColumn(selected.column + right);
    if (down < 0) return [{ address, sentence: "", isAssumed: false }];
    const { numberFormat } = formats.find((each) => each.row === down && each.column === right) ?? {};
    const isAssumed = isAssumedCell(cell, filling);
    return [
      { address, sentence: columnSentence(cell, filling), isAssumed, number: numberCall(cell, filling), numberFormat },
    ];
  });
  const lines = Array.from({ length: selected.rows }, (_, down): HeadingSentence[] => {
    const right = formulas[down]?.findIndex((formula) => formula !== "") ?? -1;
    const cell = cells[down]?.[Math.max(right, 0)];
    if (!cell || (right < 0 && !cells[down]?.some((each) => isAsked(each, filling)))) return [];
    const sentence = right < 0 ? "" : lineSentence(cell, filling);
    return [
      { address: String(selected.row + down + 1), sentence, isAssumed: right >= 0 && isAssumedField(cell, filling) },
    ];
  });
  return [...columns, ...lines].flat();
}

function isAsked(cell: CellMeanings | undefined, filling: Filling): boolean {
  return cell !== undefined && (cell.isOpen || (!cell.isBlank && isOpenCell(cell, filling)));
}

function isAssumedCell(cell: CellMeanings, filling: Filling): boolean {
  const isYearless = cell.meanings.get("period")?.value.startsWith(NO_YEAR) ?? false;
  const isAmbiguous = [...cell.meanings.values()].some(({ isAssumed }) => isAssumed);
  const isFieldAssumed = cell.meanings.get("field")?.heading.side === "above" && isAssumedField(cell, filling);
  return lacksTime(cell) || isYearless || isAmbiguous || isFieldAssumed || !cell.meanings.has("scenario");
}

/** True for a word of several fields that the user has not chosen from. */
function isAssumedField({ meanings }: CellMeanings, { isUnanswered }: Filling): boolean {
  const heading = meanings.get("field")?.heading;
  return heading?.called !== undefined && isUnanswered(heading);
}

function lineSentence({ meanings }: CellMeanings, { answers }: Filling): string {
  return [fieldOfCell(meanings, answers)?.label, meanings.get("item")?.value].filter(Boolean).join(" · ");
}

/** "Actual less Committed, in percent: + is better · YTD Jan–Oct 2026". */
function columnSentence(cell: CellMeanings, filling: Filling): string {
  const { meanings } = cell;
  const { answers } = filling;
  const parts = [numbersInWords(cell, filling), timeInWords(cell, filling)];
  if (formulaKind(cell, answers) === "KPI" && meanings.has("year")) parts.push("prior year");
  parts.push(meanings.get("plan")?.value ?? "", unitInWords(meanings));
  return parts.filter(Boolean).join(" · ");
}

function numbersInWords(cell: CellMeanings, filling: Filling): string {
  const { answers } = filling;
  const { meanings } = cell;
  const outlook = planOfOutlook(meanings.get("scenario")?.value);
  const own =
    outlook === undefined
      ? capitalised(meanings.get("scenario")?.value ?? answers.scenario)
      : outlookInWords(outlook, monthsOfCell(cell, filling), actualsToOf(cell, filling));
  if (isShare({ meanings })) return `${own}, share of net sales`;
  if (formulaKind(cell, answers) !== "VAR") return own;
  const percent = meanings.get("measure")?.value === "percent" ? ", in percent" : "";
  const better = fieldOfCell(meanings, answers)?.direction ? " (+ is better)" : "";
  return `${own} less ${baseInWords(cell, filling)}${percent}${better}`;
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

function timeInWords(cell: CellMeanings, filling: Filling): string {
  const { answers, defaults } = filling;
  const { meanings } = cell;
  const [period, basis] = [meanings.get("period"), meanings.get("basis")];
  if (period) return [basis?.value, periodInWords(period, filling)].filter(Boolean).join(" ");
  const { actuals } = defaults;
  const said = basis?.value ?? answers.period;
  if (said === "YTD") return `YTD ${actuals ?? "to the current month"}`;
  if (said === "FY") return `full year ${defaults.year}`;
  return said === "current" ? "the current month" : `${said} to the current month`;
}

function periodInWords({ value, heading }: Placed, { answers, defaults }: Filling): string {
  if (value === "date") {
    const day = parsePeriod(Number(heading.text), defaults.dateSystem);
    return day ? monthsLabel(monthsOf(day)) : heading.text;
  }
  const code = codeInYear(value, answers.year ?? "", defaults.fiscalYear);
  return monthsLabel(monthsOfCode(code)) || code;
}

function unitInWords(meanings: ReadonlyMap<HeadingDimension, { readonly value: string }>): string {
  const scale = Number(meanings.get("scale")?.value ?? 1);
  const divided = scale > 1 ? `amounts divided by ${scale.toLocaleString("en-US")}` : "";
  return [meanings.get("currency")?.value, divided].filter(Boolean).join(", ");
}
