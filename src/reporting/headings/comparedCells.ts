/** A heading such as "Δ" or "PY" says nothing else: its cells take the rest from the cells beside them. Pure. */
import type { Sliced } from "../../insights";
import type { CellMeanings, Placed } from "./cellMeanings";
import type { HeadingAnswers } from "./headingAnswers";
import { ACTUAL, PRIOR_YEAR } from "../tables/definition";
import type { Heading } from "./heading";
import { mapRows } from "./sliced";
import { isOutlookCell } from "./outlook";
import { parsePeriod, periodCode } from "../../numbers/language/periods";
import { codeBefore } from "../tables/periods";
import { NO_YEAR } from "./timeParts";
import { COMMITTED, SHARE, type HeadingDimension } from "./headingMeaning";

/** What a cell takes from the cell that it compares, if its own headings do not say it. */
const TAKEN = ["scenario", "actualsTo", "field", "item", "groupBy"] as const;

const TIME = ["period", "basis"] as const;

/**
 * Returns the cells of a table with what prior years, variances and shares take from the cells before them. A variance without a
 * base has the only other number between the variance before it and itself as its base; it has none if there are several.
 * @param answers What the user compares variances with that have none, and the period of cells without one.
 */
export function* withCompared(
  cells: readonly (readonly CellMeanings[])[],
  answers: HeadingAnswers,
): Sliced<CellMeanings[][]> {
  const measureOf = ({ meanings }: CellMeanings) => meanings.get("measure");
  const years = yield* completeCells(cells, ({ meanings }) => meanings.get("year"), ofPriorYear);
  const shares = yield* completeCells(years, measureOf, ofShare);
  return yield* completeCells(shares, measureOf, (line, at) => ofVariance(line, at, answers));
}

type Line = readonly CellMeanings[];

/** Completes each cell in its row if the marker stands above, in its column if it stands beside. */
function* completeCells(
  cells: readonly (readonly CellMeanings[])[],
  markerOf: (cell: CellMeanings) => Placed | undefined,
  complete: (line: Line, at: number) => CellMeanings,
): Sliced<CellMeanings[][]> {
  const width = cells[0]?.length ?? 0;
  const columns = (cells[0] ?? []).map((_, right) => cells.flatMap((row) => row[right] ?? []));
  return yield* mapRows(cells, width, (row, down) =>
    row.map((cell, right) => {
      const side = cell.isBlank ? undefined : markerOf(cell)?.heading.side;
      if (side === "above") return complete(row, right);
      return side === "beside" ? complete(columns[right] ?? [], down) : cell;
    }),
  );
}

function ofPriorYear(line: Line, at: number): CellMeanings {
  const cell = line[at] as CellMeanings;
  if (isMeasured(cell)) return cell;
  const scenario = cell.meanings.get("scenario")?.value.toLowerCase();
  const own = nearest(line, at, (each) => {
    const name = each.meanings.get("scenario")?.value ?? "";
    return (
      isNumber(each) &&
      !isOfPriorYear(each) &&
      (scenario === undefined ? name === ACTUAL : name.toLowerCase() === scenario)
    );
  });
  const timed = own ?? nearest(line, at, (each) => isNumber(each) && !isOfPriorYear(each));
  // What stands right before it may be what it is the year before of.
  const isTimed = TIME.some((name) => cell.meanings.has(name));
  if (!isTimed && [line[at - 1], timed].some((each) => each?.isOpen)) return { ...cell, isOpen: true };
  const taken = taking(
    cell,
    timed,
    own ? TAKEN : ["field", "item", "groupBy"],
    isOfOtherGroup(cell, timed) || ownTime(cell),
  );
  return timed && !ownTime(cell) && !isOfOtherGroup(cell, timed) && isOneOfSeveral(timed, line.slice(0, at))
    ? { ...taken, contradicted: [...cell.contradicted, ...headingsOf(cell, "year")] }
    : taken;
}

/** True for a cell below "Full year" whose numbers are of another time, so that heading is the cell's own. */
function isOfOtherGroup(cell: CellMeanings, timed: CellMeanings | undefined): boolean {
  const isInGroup = TIME.some((name) => {
    const placed = cell.meanings.get(name);
    return placed?.isInherited === true && placed.heading.side === "above";
  });
  return isInGroup && timed !== undefined && timeOf(timed) !== timeOf(cell);
}

function headingsOf({ meanings }: CellMeanings, name: HeadingDimension): Heading[] {
  const placed = meanings.get(name);
  return placed ? [placed.heading] : [];
}

/** True if the numbers before a prior year are of several months, or several years: it is of none more than of the others. */
function isOneOfSeveral(timed: CellMeanings, before: Line): boolean {
  const marker = before.map((each) => isMeasured(each) || isOfPriorYear(each)).lastIndexOf(true);
  const alike = before.slice(marker + 1).filter((each) => isNumber(each) && isComparable(each, timed));
  return new Set(alike.map(timeOf)).size > 1;
}

function ofShare(line: Line, at: number): CellMeanings {
  const cell = line[at] as CellMeanings;
  const own = isShare(cell) ? nearest(line, at, isNumber) : undefined;
  if (!own) return cell;
  const taken = taking(cell, own, [...TAKEN, "year"]);
  // Right of a variance it may be of either number that is compared.
  const isBeside = line[at - 1] === own || distinct(blockBefore(line, at), own).length === 0;
  return isBeside ? taken : { ...taken, contradicted: [...cell.contradicted, ...headingsOf(cell, "measure")] };
}

function ofVariance(line: Line, at: number, { base: answeredBase, period }: HeadingAnswers): CellMeanings {
  const cell = line[at] as CellMeanings;
  if (isShare(cell)) return cell;
  const base = cell.meanings.get("base")?.value.toLowerCase();
  const said = scenarioOf(cell);
  const hasTime = ownTime(cell);
  const isMeant = (each: CellMeanings) =>
    isNumber(each) && isOfSameLine(each, cell) && (!hasTime || isAtTime(each, cell));
  const isBefore = (each: CellMeanings) => cell.meanings.has("year") && line.some((other) => isYearBefore(each, other));
  const isOwn = (each: CellMeanings) =>
    isMeant(each) &&
    !isOfPriorYear(each) &&
    !isBefore(each) &&
    scenarioOf(each) !== base &&
    (said === "" || scenarioOf(each) === said);
  const all = blockBefore(line, at);
  const block = all.filter(isMeant);
  const candidates = block.some(isOwn) ? block : line.filter(isMeant);
  // Of several times, one that has its year before beside it.
  const hasBefore = (each: CellMeanings) => isOwn(each) && line.some((other) => isYearBefore(other, each));
  // A base without a time is of any.
  const isBase = (each: CellMeanings) => isMeant(each) && scenarioOf(each) === base && timeOf(each) !== " ";
  const bases = base === undefined || hasTime ? [] : line.filter(isBase);
  const isAtBase = (each: CellMeanings) => bases.some((other) => timeOf(other) === timeOf(each));
  const paired = cell.meanings.has("year") ? candidates.filter(hasBefore) : candidates.filter(isAtBase);
  const near = nearestTime(paired.length > 0 ? paired : candidates, cell);
  const own = ownOf(near.filter(isOwn)) ?? nearest(line, at, isOwn);
  if (!own) return cell;
  const isElsewhere = bases.length > 0 && !isAtBase(own);
  const priorYear = near.find(isOfPriorYear) ?? nearest(line, at, (each) => isNumber(each) && isOfPriorYear(each));
  const taken = withYear(taking(cell, own, TAKEN), own);
  // A column that is asked about may be one of the two. A variance begins with the actuals, if it names what it compares them with.
  const isSure = scenarioOf(own) === ACTUAL && !isElsewhere && (base !== undefined || cell.meanings.has("year"));
  const isAsked = (each: CellMeanings) =>
    !isSure && each.isOpen && !isMeasured(each) && !each.isComparison && isOfSameLine(each, cell);
  const first = block.length > 0 ? line.indexOf(all[0] as CellMeanings) : 0;
  if (line.slice(first, block.length > 0 ? at : line.length).some(isAsked)) return { ...taken, isOpen: true };
  // What the user compares with is not what it begins with.
  const fromAnswer = () =>
    taking(
      cell,
      ownOf(near.filter((each) => isOwn(each) && scenarioOf(each) !== answeredBase?.toLowerCase())) ?? own,
      TAKEN,
    );
  if (isElsewhere) return { ...taken, contradicted: [...cell.contradicted, ...headingsOf(cell, "measure")] };
  if (cell.meanings.has("year")) return priorYear ? comparedWith(taken, own, priorYear) : taken;
  if (base !== undefined) return taken;
  if (period === undefined && !hasTime && isTimedInPart(block.length > 0 ? all : line))
    return { ...taken, isOpen: true };
  const others = distinct(block.length > 0 ? near.filter((each) => block.includes(each)) : near, own);
  const [compared, ...more] = others;
  // Of two other scenarios, neither is the one to begin with.
  const isOrdered = [own, compared].some(
    (each) => each && ([ACTUAL, COMMITTED, ""].includes(scenarioOf(each)) || isOfPriorYear(each)),
  );
  if (compared) return more.length === 0 && isOrdered ? comparedWith(taken, own, compared) : fromAnswer();
  const other = onlyOther(block, own);
  if (!other) return fromAnswer();
  const [earlier, later] = periodOf(other) < periodOf(own) ? [other, own] : [own, other];
  return comparedWith(taking(cell, later, TAKEN), later, earlier);
}

/** Numbers of one field and one item compare. A variance that names neither takes them. */
function isOfSameLine(each: CellMeanings, { meanings }: CellMeanings): boolean {
  return (["field", "item"] as const).every((name) => {
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
  if (!isNumber(other) || !isOfSameLine(other, each) || basisOf(other) !== basisOf(each) || !/\d{4}/.test(period))
    return false;
  return periodOf(each) === codeBefore(period);
}

/** True if some numbers have no time beside others that have one: those may be of the same time, or not. */
function isTimedInPart(numbers: Line): boolean {
  const timed = numbers.filter((each) => isNumber(each) && !isOfPriorYear(each));
  return timed.some((each) => timeOf(each) === " ") && timed.some((each) => timeOf(each) !== " ");
}

/** Returns the numbers of the same period and basis as the one that stands nearest to a variance. */
function nearestTime(numbers: Line, { row, column }: CellMeanings): Line {
  const distance = (each: CellMeanings) => Math.abs(each.row - row) + Math.abs(each.column - column);
  const isAfter = (each: CellMeanings) => Number(each.row > row || each.column > column);
  const [closest] = [...numbers].sort((one, other) => isAfter(one) - isAfter(other) || distance(one) - distance(other));
  return closest ? numbers.filter((each) => timeOf(each) === timeOf(closest)) : [];
}

/** A variance begins with the actuals, else with what is no plan. */
function ownOf(numbers: Line): CellMeanings | undefined {
  return (
    numbers.find((each) => scenarioOf(each) === ACTUAL) ??
    numbers.find((each) => scenarioOf(each) !== COMMITTED) ??
    numbers[0]
  );
}

/** Returns the number of another period, if a block has no more than these two: the later is compared with the earlier. */
function onlyOther(block: Line, own: CellMeanings): CellMeanings | undefined {
  const [other, ...more] = distinct(block, own);
  return other && more.length === 0 && isComparable(other, own) ? other : undefined;
}

/** The cells between the variances before a variance, those right before it left out, and itself. */
function blockBefore(line: Line, at: number): Line {
  const isVariance = (each: CellMeanings) => isMeasured(each) && !isShare(each) && !each.isBlank;
  let end = at;
  while (end > 0 && (isVariance(line[end - 1] as CellMeanings) || line[end - 1]?.isBlank)) end -= 1;
  let first = end;
  while (first > 0 && !isVariance(line[first - 1] as CellMeanings)) first -= 1;
  return line.slice(first, end);
}

/** Cells that show different numbers than `own`, one of each. */
function distinct(cells: Line, own: CellMeanings): Line {
  const keyOf = (cell: CellMeanings) => [scenarioOf(cell), isOfPriorYear(cell), timeOf(cell)].join("|");
  const byKey = new Map(cells.map((cell) => [keyOf(cell), cell]));
  byKey.delete(keyOf(own));
  return [...byKey.values()];
}

function comparedWith(cell: CellMeanings, own: CellMeanings, compared: CellMeanings): CellMeanings {
  // The base of a variance cannot be an outlook.
  if (isOutlookCell(compared)) return { ...cell, contradicted: [...cell.contradicted, ...headingsOf(cell, "measure")] };
  const meanings = new Map(cell.meanings);
  const [scenario, year, period] = (["scenario", "year", "period"] as const).map((name) => placedIn(compared, name));
  if (year && !meanings.has("year")) meanings.set("year", year);
  const isOtherScenario = scenarioOf(compared) !== scenarioOf(own) || !year;
  if (scenario && isOtherScenario && !meanings.has("base")) meanings.set("base", { ...scenario, dimension: "base" });
  const isOtherPeriod = period && !year && periodOf(compared) !== periodOf(own);
  return { ...cell, meanings, ...(isOtherPeriod && { basePeriod: period }) };
}

/** Takes these meanings from another cell if the cell has none of its own, and the time, as a whole. */
function taking(
  cell: CellMeanings,
  other: CellMeanings | undefined,
  names: readonly HeadingDimension[],
  hasTime = ownTime(cell),
): CellMeanings {
  if (!other) return cell;
  const meanings = new Map(cell.meanings);
  const missing = names.filter((name) => !meanings.has(name));
  for (const name of [...missing, ...(hasTime ? [] : TIME)]) {
    const placed = placedIn(other, name);
    if (placed) meanings.set(name, placed);
    else meanings.delete(name);
  }
  const isDated = (heading: Heading) => heading.meanings?.some(({ dimension }) => dimension === "asAt") === true;
  const doubts = hasTime ? [] : other.contradicted.filter(isDated);
  return { ...cell, meanings, contradicted: [...cell.contradicted, ...doubts] };
}

function placedIn(cell: CellMeanings, name: HeadingDimension): Placed | undefined {
  const placed = cell.meanings.get(name);
  return placed && { cell: { row: cell.row, column: cell.column }, ...placed };
}

/** True if the cell's own headings say its time, not those before them that go on. */
function ownTime({ meanings }: CellMeanings): boolean {
  return TIME.some((name) => {
    const placed = meanings.get(name);
    return placed !== undefined && placed.heading.side !== "head" && !placed.cell && !placed.isInherited;
  });
}

/** Returns the nearest of the cells before, else of those after. */
function nearest(line: Line, at: number, isMeant: (cell: CellMeanings) => boolean): CellMeanings | undefined {
  return line.slice(0, at).reverse().find(isMeant) ?? line.slice(at + 1).find(isMeant);
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
  const day = value === "date" ? parsePeriod(Number(heading?.text), 1900) : undefined;
  return day ? periodCode(day) : value;
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
