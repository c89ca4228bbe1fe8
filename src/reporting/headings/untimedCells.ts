/** Cells whose months no heading says, below a title that may say them: one that cannot be read, a day, or a part of the year. Pure. */
import type { CellMeanings, Placed } from "./cellMeanings";
import type { Heading } from "./heading";
import { NO_YEAR } from "./timeParts";
import type { PartOfYear } from "./partsOfYear";

type Cells = readonly (readonly CellMeanings[])[];

/** Adds to each cell the titles whose time the user is asked for. */
export function withUntimed(cells: Cells, headings: readonly Heading[]): Cells {
  const titles = headings.filter(
    ({ isTimeOpen, part, meanings = [], isDoubted, isCounted }) =>
      (isTimeOpen || part || meanings.some(({ dimension }) => dimension === "asAt")) && (!isDoubted || isCounted),
  );
  if (titles.length === 0) return cells;
  const isDivided = cells.flat().some((cell) => !cell.isBlank && saysPart(cell));
  return cells.map((row) =>
    row.map((cell) => {
      const untimed = titles.filter((title) => isAsked(title, cell, isDivided));
      return untimed.length > 0 ? { ...cell, untimed } : cell;
    }),
  );
}

/** @param isDivided True if some columns or lines say a part of a year, so the others are of the whole. */
function isAsked({ isTimeOpen, part, meanings = [] }: Heading, cell: CellMeanings, isDivided: boolean): boolean {
  if (isTimeOpen) return true;
  const period = cell.meanings.get("period");
  if (!period && meanings.some(({ dimension }) => dimension === "asAt")) return true;
  if (!part || cell.meanings.has("basis")) return false;
  return isOwn(period) ? !part.isDividing && !isDivided && isYear(period) : !period || isShorter(period, part);
}

function saysPart({ meanings }: CellMeanings): boolean {
  const period = meanings.get("period");
  return isOwn(meanings.get("basis")) || (isOwn(period) && !isYear(period));
}

function isOwn(placed: Placed | undefined): placed is Placed {
  return placed !== undefined && placed.heading.side !== "head";
}

function isYear({ value }: Placed): boolean {
  return value === NO_YEAR || /^\d{4}$/.test(value);
}

/** True for a year, which is of no part, and for less than the part: no quarter is a month. */
function isShorter(period: Placed, { months }: PartOfYear): boolean {
  const length = [/-H\d$/, /-Q\d$/, /-\d{2}$|^current$|^date$/].findIndex((pattern) => pattern.test(period.value));
  return isYear(period) || (length >= 0 && ([6, 3, 1][length] ?? 0) < months);
}
