/** Lines such as "Total" under items: the sum of the lines above, or all that the service has. Pure. */
import { formatColumn } from "../../spreadsheet/cells/address";
import type { Area } from "../../spreadsheet/cells/area";
import { wordsFor } from "../../numbers/language/languages";
import { cleanText } from "../../numbers/language/names";
import type { CellMeanings } from "./cellMeanings";
import { fieldOfCell, type Filling } from "./cellNumbers";
import { headingId, type FoundHeadings, type Heading } from "./heading";
import { questionIds, type HeadingAnswers } from "./headingAnswers";
import { readHeadingNumber, valueIn, type HeadingArgument, type HeadingNumber } from "./headingNumber";
import type { HeadingQuestion } from "./headingQuestions";

/** An answer that a total is the sum of the lines above. */
export const SUM = "sum";
/** An answer that a total is all that the service has. */
export const WHOLE = "whole";
/** What a total is if both are the same: ratios, which do not add up, show what the service has. */
export const SAME = "same";

const TOTALS = wordsFor("total");
const SUBTOTALS = wordsFor("subtotal");

/** Marks the lines that are totals of lines above them. A column of labels may have several, each of its own group. */
export function withTotals(found: FoundHeadings): FoundHeadings {
  const byColumn = new Map<number, Heading[]>();
  for (const heading of found.headings)
    if (heading.side === "beside") byColumn.set(heading.column, [...(byColumn.get(heading.column) ?? []), heading]);
  const sums = new Map<Heading, readonly Heading[]>();
  for (const labels of byColumn.values()) {
    for (const [at, heading] of labels.entries()) {
      const lines = isTotal(heading) ? linesAbove(labels, at) : [];
      if (lines.length > 0) sums.set(heading, lines);
    }
  }
  if (sums.size === 0) return found;
  return { ...found, headings: found.headings.map((heading) => ({ ...heading, sums: sums.get(heading) })) };
}

function isTotal({ text, meanings, called }: Heading): boolean {
  const word = cleanText(text);
  return !meanings && !called && (TOTALS.includes(word) || SUBTOTALS.includes(word));
}

function isSubtotal({ text }: Heading): boolean {
  return SUBTOTALS.includes(cleanText(text));
}

/** Returns the items right above a total. A subtotal is of those since the last total; another total passes over subtotals. */
function linesAbove(labels: readonly Heading[], at: number): readonly Heading[] {
  const own = labels[at];
  const lines: Heading[] = [];
  for (const each of labels.slice(0, at).reverse()) {
    const isSameWord = own !== undefined && cleanText(each.text) === cleanText(own.text);
    if (isTotal(each)) {
      if (isSameWord || (own && isSubtotal(own))) break;
    } else if (mayBeItem(each)) lines.unshift(each);
    else break;
  }
  return lines;
}

/** True for an item, and for a line that nobody understands yet. */
function mayBeItem({ meanings, called }: Heading): boolean {
  return meanings ? meanings.some(({ dimension, value }) => dimension === "item" && value !== "") : !called;
}

/** Returns what totals are without an answer of the user: a subtotal is a sum, and a total whose sum is all that the service has is both. */
export function knownTotals(found: FoundHeadings, same: ReadonlySet<string> = new Set()): HeadingAnswers {
  const questionId = questionIds(found);
  return Object.fromEntries(
    found.headings.flatMap((heading) => {
      const id = questionId(heading);
      if (!heading.sums) return [];
      return isSubtotal(heading) ? [[id, SUM]] : same.has(id) ? [[id, SAME]] : [];
    }),
  );
}

/** Returns the questions about totals whose sum may be another number than the service's, and those answered before. */
export function questionsOfTotals(
  found: FoundHeadings,
  known: HeadingAnswers,
  given: HeadingAnswers,
): HeadingQuestion[] {
  const questionId = questionIds(found);
  return found.headings.flatMap((heading) => {
    const id = headingId(heading);
    const isAsked = heading.sums && questionId(heading) === id && (known[id] === undefined || given[id] !== undefined);
    return isAsked ? [{ kind: "total" as const, id, text: heading.text }] : [];
  });
}

/** Where the cells of a block are. */
export interface TotalBlock {
  readonly cells: readonly (readonly CellMeanings[])[];
  readonly selected: Pick<Area, "row" | "column">;
  readonly filling: Filling;
}

/**
 * Returns the cells that a cell adds up: none if they do not add up, so it stays blank. Undefined for a cell that shows a number of the
 * service.
 */
export function summedCells(cell: CellMeanings, block: TotalBlock): readonly CellMeanings[] | undefined {
  const { answers, questionId } = block.filling;
  const heading = totalOf(cell);
  const answer = heading && answers[questionId(heading)];
  if (answer !== SUM && answer !== SAME) return undefined;
  return addedCells(cell, block) ?? (answer === SAME ? undefined : []);
}

/** Returns the total that the cell's line is. */
export function totalOf({ meanings }: CellMeanings): Heading | undefined {
  const heading = meanings.get("item")?.heading;
  return heading?.sums ? heading : undefined;
}

/** Returns the cells above a total if they add up: amounts of one kind, each of another item. */
export function addedCells(
  cell: CellMeanings,
  { cells, selected, filling }: TotalBlock,
): readonly CellMeanings[] | undefined {
  const lines = totalOf(cell)?.sums ?? [];
  const own = readHeadingNumber(cell, filling);
  if (!own || !isAmount(cell, own, filling)) return undefined;
  const added = lines.map(({ row }) => cells[row - selected.row]?.[cell.column - selected.column]);
  const items = new Set<string>();
  const groupings = new Set<string>();
  for (const each of added) {
    const number = each && readHeadingNumber(each, filling);
    if (!number || keyWithoutItem(number) !== keyWithoutItem(own)) return undefined;
    items.add(keyOf(number.args.item));
    groupings.add(keyOf(number.args.groupBy));
  }
  return items.size === lines.length && !items.has("") && groupings.size === 1
    ? added.flatMap((each) => each ?? [])
    : undefined;
}

function isAmount({ meanings }: CellMeanings, { kind, args }: HeadingNumber, { answers }: Filling): boolean {
  const isPercent = kind === "VAR" && valueIn(args.measure ?? "") === "percent";
  return kind !== "share" && !isPercent && fieldOfCell(meanings, answers)?.total.by === "sum";
}

/** The same key asks for the same number, of another item. */
function keyWithoutItem({ kind, args, divisor }: HeadingNumber): string {
  const others = Object.entries(args).filter(([name]) => name !== "item" && name !== "groupBy");
  return JSON.stringify([kind, divisor, others.map(([name, argument]) => [name, keyOf(argument)])]);
}

function keyOf(argument: HeadingArgument = ""): string {
  const value = valueIn(argument);
  if (value !== undefined || typeof argument === "string") return String(value);
  const heading = "heading" in argument ? argument.heading : argument.placed?.heading;
  return `?${heading ? headingId(heading) : ""}`;
}

/** Returns the formula that adds up cells of one column. */
export function sumFormula(added: readonly CellMeanings[]): string {
  const runs: { column: string; from: number; to: number }[] = [];
  for (const { row, column } of added) {
    const last = runs.at(-1);
    if (last && last.to === row) last.to = row + 1;
    else runs.push({ column: formatColumn(column), from: row + 1, to: row + 1 });
  }
  return `=SUM(${runs.map(({ column, from, to }) => (from === to ? column + from : `${column}${from}:${column}${to}`)).join(",")})`;
}
