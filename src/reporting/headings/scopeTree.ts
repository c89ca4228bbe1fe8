/** The headings of a table as trees of its columns and of its lines: each speaks for a stretch of them. Pure. */
import type { Area } from "../../spreadsheet/cells/area";
import { CENTRED, gapId, type HeadingAnswers } from "./headingAnswers";
import type { FoundHeadings, Heading, HeadingGap } from "./heading";
import type { HeadingDimension } from "./headingMeaning";
import { columnsBetween } from "./headingCells";
import { familiesOf, scopesIn, type LineScope } from "./scopes";

/** A heading that speaks for a column or a line. */
interface Speaker {
  readonly heading: Heading;
  /** True if it stands before blanks, or above the lines that it speaks for. */
  readonly isInherited: boolean;
}

/** What speaks for a column or a line. */
export interface CrossScopes {
  /** Outermost first. */
  readonly speakers: readonly Speaker[];
  /** True for a column or a line with a heading of its own. */
  readonly isHeaded: boolean;
  /** True if the user is asked what speaks for it. */
  readonly isOpen: boolean;
  /** Its own headings, if what speaks for them is not known. */
  readonly unsure?: readonly Heading[];
  /** The dimensions that the lines it speaks for say. */
  readonly spoken?: readonly HeadingDimension[];
}

type Side = HeadingGap["side"];

/** A row of headings above, or a column of those beside. */
interface HeadingLine {
  readonly headings: readonly Heading[];
  readonly byCross: ReadonlyMap<number, Heading>;
  readonly gap: HeadingGap | undefined;
  /** Of a column: what its lines say for those below them. */
  readonly lines: ReadonlyMap<number, LineScope>;
}

/** Returns a function that finds what speaks for a column, or for a line. */
export function scopeTree(
  { headings, gaps }: FoundHeadings,
  side: Side,
  answers: HeadingAnswers,
  isUnderstood: (heading: Heading) => boolean,
): (cross: number) => CrossScopes {
  const own = headings.filter((heading) => heading.side === side);
  const lines = linesOf(own).map((inLine): HeadingLine => {
    const [at] = inLine.map(lineOf);
    return {
      headings: inLine,
      byCross: new Map(inLine.map((heading) => [crossOf(heading), heading])),
      gap: gaps.find((gap) => gap.side === side && gap.at === at),
      lines: side === "beside" ? scopesIn(inLine, textsByRow(own, at)) : new Map(),
    };
  });
  const isHeaded = (cross: number) => lines.some(({ byCross }) => byCross.has(cross));
  return (cross) => {
    // Without any heading of its own it is a spacer.
    if (lines.length > 0 && !isHeaded(cross)) return { speakers: [], isHeaded: false, isOpen: false };
    const scopes = lines.map((line) => scopesInLine(line, cross, answers, isUnderstood));
    return {
      speakers: scopes.flatMap(({ speakers }) => speakers),
      isHeaded: lines.length === 0 || scopes.some(({ isHeaded }) => isHeaded),
      isOpen: scopes.some(({ isOpen }) => isOpen),
      unsure: scopes.flatMap(({ unsure = [] }) => unsure),
      spoken: scopes.flatMap(({ spoken = [] }) => spoken),
    };
  };
}

function scopesInLine(
  { headings, byCross, gap, lines }: HeadingLine,
  cross: number,
  answers: HeadingAnswers,
  isUnderstood: (heading: Heading) => boolean,
): CrossScopes {
  const heading = byCross.get(cross);
  if (!heading) return scopesOfBlank(headings, cross, gap, gap && answers[gapId(gap)]);
  const { speaking = [], spoken = [], isUnsure = false } = lines.get(cross) ?? {};
  // A line that is not understood is asked about itself.
  const isOpen = isUnsure && headings.some(({ meanings }) => !meanings);
  return {
    speakers: [
      ...speaking.map((speaker) => ({ heading: unsaidBy(heading, speaker), isInherited: true })),
      { heading, isInherited: false },
    ],
    isHeaded: isUnderstood(heading),
    isOpen,
    unsure: isUnsure && !isOpen ? [heading] : [],
    spoken: [...spoken],
  };
}

/** A blank cell is spoken for by the heading before it, or by the nearest if headings stand in the middle of their cells. */
function scopesOfBlank(
  headings: readonly Heading[],
  cross: number,
  gap: HeadingGap | undefined,
  answer: string | undefined,
): CrossScopes {
  const goesOn = answer === undefined ? gap?.goesOn : answer === "yes" || answer === CENTRED;
  const isAsked = gap !== undefined && gap.goesOn === undefined;
  const distance = (heading: Heading) => Math.abs(crossOf(heading) - cross);
  const isBefore = (heading: Heading) => crossOf(heading) < cross;
  const [before] =
    answer === CENTRED
      ? [...headings].sort((one, other) => distance(one) - distance(other))
      : headings.filter(isBefore).reverse();
  return {
    speakers: goesOn && before ? [{ heading: before, isInherited: true }] : [],
    isHeaded: isAsked && goesOn !== false && gap.isInner,
    isOpen: isAsked && goesOn === undefined,
  };
}

/** A line above says what the line itself does not. */
function unsaidBy(own: Heading, speaker: Heading): Heading {
  const families = new Set((own.meanings ?? []).flatMap(familiesOf));
  const isUnsaid = (family: number) => !families.has(family);
  return { ...speaker, meanings: speaker.meanings?.filter((each) => familiesOf(each).every(isUnsaid)) };
}

/**
 * Returns the lines of headings whose blanks go on with the heading before, or may do so.
 * @param isWhole True for a row with a label, as tables of ours have: its blanks say nothing.
 */
export function gapsIn(headings: readonly Heading[], selected: Area, isWhole: (row: number) => boolean): HeadingGap[] {
  return linesOf(headings).flatMap((line): HeadingGap[] => {
    const crosses = new Set(line.map(crossOf));
    const [{ side, row, column }] = line as [Heading];
    if (side === "head" || (side === "above" && isWhole(row))) return [];
    const [at, next, end] =
      side === "above"
        ? [row, selected.row - 1, selected.column + selected.columns]
        : [column, selected.column - 1, selected.row + selected.rows];
    const headed = new Set(headings.flatMap((each) => (each.side === side ? [crossOf(each)] : [])));
    const isGap = (cross: number) => cross < end && !crosses.has(cross) && headed.has(cross);
    const before = line.find((each) => blanksAfter(crossOf(each), crosses, end).some(isGap));
    if (!before) return [];
    const dimensions = line.flatMap(({ meanings = [] }) => meanings.map(({ dimension }) => dimension));
    const isKnown = dimensions.every((each) => ["scenario", "period", "field", "plan"].includes(each));
    const mayBeCentred = side === "above" && isAfterOthers(line, headings, dimensions);
    const goesOn = isKnown && !mayBeCentred ? true : undefined;
    return [{ side, at, text: before.text, goesOn, isInner: at === next, ...(mayBeCentred && { mayBeCentred }) }];
  });
}

/** Returns the crosses between a heading of a line and the next one. */
function blanksAfter(cross: number, crosses: ReadonlySet<number>, end: number): number[] {
  const next = Math.min(end, ...[...crosses].filter((each) => each > cross));
  return columnsBetween(cross + 1, next);
}

/** True if columns before the first heading of a row say nothing of its kind below it: it may stand in the middle of its columns. */
function isAfterOthers(
  [first]: readonly Heading[],
  headings: readonly Heading[],
  dimensions: readonly HeadingDimension[],
): boolean {
  const inner = headings.filter(
    ({ side, row, column }) => first && side === "above" && row > first.row && column < first.column,
  );
  const isOfKind = ({ meanings }: Heading) =>
    !meanings || meanings.some(({ dimension }) => dimensions.includes(dimension));
  const ofKind = new Set(inner.filter(isOfKind).map(({ column }) => column));
  return inner.some(({ column }) => !ofKind.has(column));
}

/** Headings by the row or the column that they stand in. */
function linesOf(headings: readonly Heading[]): Heading[][] {
  const lines = new Map<string, Heading[]>();
  for (const heading of headings) {
    const key = `${heading.side} ${lineOf(heading)}`;
    lines.set(key, [...(lines.get(key) ?? []), heading]);
  }
  return [...lines.values()];
}

/** Returns the texts of labels in other columns, by row. */
function textsByRow(labels: readonly Heading[], column: number | undefined): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const label of labels)
    if (label.column !== column) texts.set(label.row, `${texts.get(label.row) ?? ""}|${label.text}`);
  return texts;
}

function lineOf({ side, row, column }: Heading): number {
  return side === "beside" ? column : row;
}

function crossOf({ side, row, column }: Heading): number {
  return side === "beside" ? row : column;
}
