/** A heading such as "Δ" or "PY" says nothing else: its cells take the rest from the cells beside them. Pure. */
import type { Sliced } from "../../insights";
import type { CellMeanings, Placed } from "./cellMeanings";
import type { HeadingAnswers } from "./headingAnswers";
import { ACTUAL, PRIOR_YEAR } from "../tables/definition";
import { mapRows } from "./sliced";
import { isOutlookCell } from "./outlook";
import { codeBefore } from "../tables/periods";
import { monthOfDate, NO_YEAR } from "./timeParts";
import { COMMITTED, SHARE, type HeadingDimension } from "./headingMeaning";

/** What a cell takes from the cell that it compares, if its own headings do not say it. */
const TAKEN = ["scenario", "actualsTo", "field", "item", "groupBy"] as const;

const TIME = ["period", "basis"] as const;

/**
 * Returns the cells of a table with what prior years, variances and shares take from other cells. A comparison closes a section of the
 * cells before it: it is of the numbers there, or else of the whole row or column. A variance without a base has the only other number
 * of its section as its base; it has none if there are several.
 * @param answers What the user compares variances with that have none, and the plan of cells without one.
 */
export function* withCompared(
  cells: readonly (readonly CellMeanings[])[],
  answers: HeadingAnswers,
): Sliced<CellMeanings[][]> {
  const years = yield* completeCells(cells, "year", ofPriorYear);
  const shares = yield* completeCells(years, "measure", ofShare);
  return yield* completeCells(shares, "measure", (place) => ofVariance(place, answers));
}

type Cells = readonly CellMeanings[];

/** A cell in its row, or in its column. */
interface Place {
  readonly cell: CellMeanings;
  readonly before: Cells;
  readonly after: Cells;
  /** The cells between the comparisons before it, those right before it left out, and itself. */
  readonly section: Cells;
}

/** Completes each cell in its row if the marker stands above, in its column if it stands beside. */
function* completeCells(
  cells: readonly Cells[],
  marker: HeadingDimension,
  complete: (place: Place) => CellMeanings,
): Sliced<CellMeanings[][]> {
  const width = cells[0]?.length ?? 0;
  const columns = (cells[0] ?? []).map((_, right) => cells.flatMap((row) => row[right] ?? []));
  return yield* mapRows(cells, width, (row, down) =>
    row.map((cell, right) => {
      const side = cell.isBlank ? undefined : cell.meanings.get(marker)?.heading.side;
      if (side !== "above" && side !== "beside") return cell;
      const [line, at] = side === "above" ? [row, right] : [columns[right] ?? [], down];
      const before = line.slice(0, at);
      return complete({
        cell,
        before,
        after: line.slice(at + 1),
        section: sectionOf(before),
      });
    }),
  );
}

function sectionOf(before: Cells): Cells {
  const isVariance = (each: CellMeanings) => isMeasured(each) && !isShare(each) && !each.isBlank;
  const closed = upToLast(before, (each) => !isVariance(each) && !each.isBlank);
  return closed.slice(upToLast(closed, isVariance).length);
}

function upToLast(cells: Cells, isMeant: (cell: CellMeanings) => boolean): Cells {
  return cells.slice(0, cells.map(isMeant).lastIndexOf(true) + 1);
}

/** Returns the last of the cells before that is meant, else the first of those after. */
function partnerOf({ before, after }: Place, isMeant: (cell: CellMeanings) => boolean): CellMeanings | undefined {
  return [...before].reverse().find(isMeant) ?? after.find(isMeant);
}

function ofPriorYear(place: Place): CellMeanings {
  const { cell, before } = place;
  if (isMeasured(cell)) return cell;
  const isOfYear = (each: CellMeanings) => isNumber(each) && !isOfPriorYear(each);
  const scenario = scenarioOf(cell) || ACTUAL;
  const own = partnerOf(place, (each) => isOfYear(each) && scenarioOf(each) === scenario);
  const timed = own ?? partnerOf(place, isOfYear);
  // What stands right before it may be what it is the year before of.
  const isTimed = TIME.some((name) => cell.meanings.has(name));
  if (!isTimed && [before.at(-1), timed].some((each) => each?.isOpen)) return { ...cell, isOpen: true };
  if (!timed) return cell;
  const hasTime = ownTime(cell);
  const taken = taking(cell, timed, own ? TAKEN : ["field", "item", "groupBy"], hasTime);
  // Of several months, or several years, it is of none more than of the others.
  const isMarked = (each: CellMeanings) => isMeasured(each) || isOfPriorYear(each);
  const beside = before.slice(upToLast(before, isMarked).length).filter(isNumber);
  const times = new Set(beside.filter((each) => isComparable(each, timed)).map(timeOf));
  return !hasTime && times.size > 1 ? doubting(taken, "year") : taken;
}

/** Returns the cell with its heading asked about. */
function doubting(cell: CellMeanings, name: "measure" | "year"): CellMeanings {
  const { heading } = cell.meanings.get(name) ?? {};
  return heading ? { ...cell, contradicted: [...cell.contradicted, heading] } : cell;
}

function ofShare(place: Place): CellMeanings {
  const { cell, before, section } = place;
  const own = isShare(cell) ? partnerOf(place, isNumber) : undefined;
  if (!own) return cell;
  const taken = taking(cell, own, [...TAKEN, "year"], ownTime(cell, [own]));
  // Right of a variance it may be of either number that is compared.
  const isBeside = before.at(-1) === own || distinct(section, own).length === 0;
  return isBeside ? taken : doubting(taken, "measure");
}

function ofVariance(place: Place, { base: answeredBase, plan = "" }: HeadingAnswers): CellMeanings {
  const { cell, before, after, section } = place;
  if (isShare(cell)) return cell;
  const base = cell.meanings.get("base")?.value.toLowerCase();
  const [said, isOfYears] = [scenarioOf(cell), cell.meanings.has("year")];
  const ofLine = [...before, ...after].filter((each) => isNumber(each) && isOfSameLine(each, cell));
  // "YTD" above "Actual Mar 26" and "Δ" is a part of a time.
  const near = section.filter((each) => ofLine.includes(each));
  // A variance is of one plan.
  const planOf = ({ meanings }: CellMeanings) => (meanings.get("plan")?.value ?? plan).toLowerCase();
  if (!cell.meanings.has("plan") && new Set((near.length > 0 ? near : ofLine).map(planOf)).size > 1)
    return doubting(cell, "measure");
  const hasTime = ownTime(cell, ofLine);
  const isMeant = (each: CellMeanings) => ofLine.includes(each) && (!hasTime || isAtTime(each, cell));
  const numbers = ofLine.filter(isMeant);
  const isOwn = (each: CellMeanings) =>
    !isOfPriorYear(each) && scenarioOf(each) !== base && (said === "" || scenarioOf(each) === said);
  const inSection = near.filter(isMeant);
  // "Plan" alone before a variance is what the actuals of the sections before are compared with.
  const [only, ...others] = inSection;
  const isBaseAlone =
    only !== undefined &&
    others.length === 0 &&
    scenarioOf(only) === COMMITTED &&
    before.some((each) => scenarioOf(each) === ACTUAL && timeOf(each) === timeOf(only));
  const scope = inSection.some(isOwn) && !isBaseAlone ? inSection : numbers;
  const owns = scope.filter(isOwn);
  // A base without a time is of any.
  const isBase = (each: CellMeanings) => scenarioOf(each) === base && timeOf(each) !== " ";
  const bases = numbers.filter(isBase);
  const isPaired = (each: CellMeanings) =>
    isOfYears
      ? numbers.some((other) => isYearBefore(other, each))
      : bases.some((other) => timeOf(other) === timeOf(each));
  const paired = owns.filter(isPaired);
  const last = partnerOf(place, (each) => (paired.length > 0 ? paired : scope).includes(each));
  const alike = scope.filter((each) => last && timeOf(each) === timeOf(last));
  const own = beginning(alike.filter(isOwn)) ?? partnerOf(place, (each) => owns.includes(each));
  if (!own) return cell;
  const isElsewhere = bases.length > 0 && !isPaired(own);
  const taken = withYear(taking(cell, own, TAKEN, hasTime), own);
  // A column that is asked about may be one of the two. A variance begins with the actuals, if it names what it compares them with.
  const isSure = scenarioOf(own) === ACTUAL && !isElsewhere && (base !== undefined || isOfYears);
  const isAsked = (each: CellMeanings) =>
    !isSure && each.isOpen && !isMeasured(each) && !each.isComparison && isOfSameLine(each, cell);
  const seen = inSection.length > 0 ? before.slice(before.indexOf(section[0] as CellMeanings)) : [...before, ...after];
  if (seen.some(isAsked)) return { ...taken, isOpen: true };
  if (isElsewhere) return doubting(taken, "measure");
  if (isOfYears) {
    const year = alike.find(isOfPriorYear) ?? partnerOf(place, (each) => isNumber(each) && isOfPriorYear(each));
    return year ? comparedWith(taken, own, year) : taken;
  }
  // Its base may be what the user leaves blank.
  if (base !== undefined || before.at(-1)?.isLeftBlank) return taken;
  if (isTimedInPart(seen)) return { ...taken, isOpen: true };
  const ofTime = alike.filter((each) => seen.includes(each));
  const [first, second] = pairOf(own, ofTime, inSection);
  if (first && second) return comparedWith(first === own ? taken : taking(cell, first, TAKEN, hasTime), first, second);
  // What the user compares with is not what it begins with.
  const isAnswer = (each: CellMeanings) => scenarioOf(each) === answeredBase?.toLowerCase();
  return taking(cell, beginning(alike.filter((each) => isOwn(each) && !isAnswer(each))) ?? own, TAKEN, hasTime);
}

/** Returns the only two numbers that a variance may compare: those of its time, or else two periods of its section, the later first. */
function pairOf(own: CellMeanings, ofTime: Cells, inSection: Cells): Cells {
  const beside = distinct(ofTime, own);
  const [other, ...more] = beside.length > 0 ? beside : distinct(inSection, own);
  if (!other || more.length > 0) return [];
  // Of two other scenarios, neither is the one to begin with.
  const isFirst = (each: CellMeanings) => [ACTUAL, COMMITTED, ""].includes(scenarioOf(each)) || isOfPriorYear(each);
  if (beside.length > 0) return isFirst(own) || isFirst(other) ? [own, other] : [];
  if (!isComparable(other, own)) return [];
  return periodOf(own) < periodOf(other) ? [other, own] : [own, other];
}

/** Numbers of one plan, one field and one item compare. A variance that names none takes them. */
function isOfSameLine(each: CellMeanings, { meanings }: CellMeanings): boolean {
  return (["plan", "field", "item"] as const).every((name) => {
    const [own, other] = [meanings.get(name)?.value, each.meanings.get(name)?.value];
    return own === undefined || other === undefined || own === other;
  });
}

/** True if a number is of the time that a variance names, perhaps without its year. */
function isAtTime(each: CellMeanings, cell: CellMeanings): boolean {
  const [own, other] = [timeOf(cell), timeOf(each)];
  return own === other || (own.startsWith(NO_YEAR) && own.slice(1) === other.replace(/^\d{4}/, ""));
}

/** The year of a time that names none is that of the number it compares. */
function withYear(cell: CellMeanings, own: CellMeanings): CellMeanings {
  const period = placedIn(own, "period");
  if (!period || !periodOf(cell).startsWith(NO_YEAR) || !isAtTime(own, cell)) return cell;
  return { ...cell, meanings: new Map([...cell.meanings, ["period", period]]) };
}

/** True if a number is the other's of the year before. */
function isYearBefore(each: CellMeanings, other: CellMeanings): boolean {
  const period = periodOf(other);
  return /\d{4}/.test(period) && basisOf(other) === basisOf(each) && periodOf(each) === codeBefore(period);
}

/** True if some numbers have no time beside others that have one: those may be of the same time, or not. */
function isTimedInPart(numbers: Cells): boolean {
  const timed = numbers.filter(isNumber);
  return timed.some((each) => timeOf(each) === " ") && timed.some((each) => timeOf(each) !== " ");
}

/** A variance begins with the actuals, else with what is no plan. */
function beginning(numbers: Cells): CellMeanings | undefined {
  return (
    numbers.find((each) => scenarioOf(each) === ACTUAL) ??
    numbers.find((each) => scenarioOf(each) !== COMMITTED) ??
    numbers[0]
  );
}

/** Cells that show different numbers than `own`, one of each. */
function distinct(cells: Cells, own: CellMeanings): Cells {
  const keyOf = (cell: CellMeanings) => [scenarioOf(cell), isOfPriorYear(cell), timeOf(cell)].join("|");
  const byKey = new Map(cells.map((cell) => [keyOf(cell), cell]));
  byKey.delete(keyOf(own));
  return [...byKey.values()];
}

function comparedWith(cell: CellMeanings, own: CellMeanings, compared: CellMeanings): CellMeanings {
  // The base of a variance cannot be an outlook.
  if (isOutlookCell(compared)) return doubting(cell, "measure");
  const meanings = new Map(cell.meanings);
  const [scenario, year, period] = (["scenario", "year", "period"] as const).map((name) => placedIn(compared, name));
  if (year && !meanings.has("year")) meanings.set("year", year);
  const isOtherScenario = scenarioOf(compared) !== scenarioOf(own) || !year;
  if (scenario && isOtherScenario) meanings.set("base", { ...scenario, dimension: "base" });
  const isOtherPeriod = period && !year && periodOf(compared) !== periodOf(own);
  return { ...cell, meanings, ...(isOtherPeriod && { basePeriod: period }) };
}

/** Takes these meanings from another cell if the cell has none of its own, and the time, as a whole. */
function taking(
  cell: CellMeanings,
  other: CellMeanings,
  names: readonly HeadingDimension[],
  hasTime: boolean,
): CellMeanings {
  const meanings = new Map(cell.meanings);
  const missing = names.filter((name) => !meanings.has(name));
  for (const name of [...missing, ...(hasTime ? [] : TIME)]) {
    const placed = placedIn(other, name);
    if (placed) meanings.set(name, placed);
    else meanings.delete(name);
  }
  return { ...cell, meanings };
}

function placedIn(cell: CellMeanings, name: HeadingDimension): Placed | undefined {
  const placed = cell.meanings.get(name);
  return placed && { cell: { row: cell.row, column: cell.column }, ...placed };
}

/** True if the cell's own headings say its time, or the heading of its group does and the group has numbers. */
function ownTime(cell: CellMeanings, numbers?: Cells): boolean {
  return TIME.some((name) => {
    const placed = cell.meanings.get(name);
    const isOwn = placed !== undefined && placed.heading.side !== "head" && !placed.cell;
    const isOfGroup = placed?.heading.side === "above" && (!numbers || numbers.some((each) => isAtTime(each, cell)));
    return isOwn && (!placed.isInherited || isOfGroup);
  });
}

function isNumber(cell: CellMeanings): boolean {
  return !cell.isBlank && !isMeasured(cell);
}

function isMeasured({ meanings }: CellMeanings): boolean {
  return meanings.has("measure");
}

export function isShare({ meanings }: Pick<CellMeanings, "meanings">): boolean {
  return meanings.get("measure")?.value === SHARE;
}

function isOfPriorYear({ meanings }: CellMeanings): boolean {
  return meanings.get("year")?.value === PRIOR_YEAR;
}

function scenarioOf({ meanings }: CellMeanings): string {
  return meanings.get("scenario")?.value.toLowerCase() ?? "";
}

/** A date is known by its month. */
function periodOf({ meanings }: CellMeanings): string {
  const { value = "", heading } = meanings.get("period") ?? {};
  return value === "date" && heading ? monthOfDate(heading, 1900) : value;
}

/** A month compares with a month, a year with a year. */
function isComparable(one: CellMeanings, other: CellMeanings): boolean {
  const lengthOf = (cell: CellMeanings) => `${periodOf(cell).replace(/\d/g, "0")} ${basisOf(cell)}`;
  return lengthOf(one) === lengthOf(other);
}

function basisOf({ meanings, saidBasis = "" }: CellMeanings): string {
  return meanings.get("basis")?.value ?? saidBasis;
}

function timeOf(cell: CellMeanings): string {
  return `${periodOf(cell)} ${basisOf(cell)}`;
}
