/** Lines that speak for the lines below them, such as "Actual 2026" above "Net sales". Pure. */
import { cleanWord } from "../../numbers/language/financeWords";
import { wordsFor } from "../../numbers/language/languages";
import { cleanText } from "../../numbers/language/names";
import { kindOfPeriod } from "../tables/periods";
import type { Heading } from "./heading";
import { compares, type HeadingDimension, type HeadingMeaning } from "./headingMeaning";
import { NO_YEAR } from "./timeParts";

/** The relation of a line to the lines around it. */
export interface LineScope {
  /** The lines above that speak for it, outermost first. */
  readonly speaking: readonly Heading[];
  /** The dimensions that the lines it speaks for say. */
  readonly spoken: ReadonlySet<HeadingDimension>;
  /** True if another line may speak for it too, or shows the same number. */
  readonly isUnsure: boolean;
}

/** Dimensions that say one thing together: a line of one of them takes none of the others from a line above. */
const FAMILIES: readonly (readonly HeadingDimension[])[] = [
  ["scenario", "base", "year", "measure", "actualsTo"],
  ["period", "basis"],
  ["field"],
  ["item", "groupBy"],
  ["plan"],
  ["currency", "scale"],
];

/** Dimensions that may stand below some lines, and not below others. */
const MEASURES: readonly HeadingDimension[] = ["measure", "base", "year"];

/** A year without its months, which speaks for months that name no year. */
const YEAR = -1;
const TIME = 1;
const FIELD = 2;

/** Returns the families of a meaning, as their numbers. */
export function familiesOf({ dimension, value }: HeadingMeaning): readonly number[] {
  const family = FAMILIES.findIndex((each) => each.includes(dimension));
  if (dimension !== "period" || value.startsWith(NO_YEAR)) return [family];
  return kindOfPeriod(value) === "year" ? [YEAR] : [YEAR, family];
}

/**
 * Returns the scopes of a column of labels, by row. What the first lines say is outermost: below "Actual", fields are its parts, and
 * below "Net sales", scenarios are.
 * @param others What other columns of labels say, by row.
 */
export function scopesIn(
  labels: readonly Heading[],
  others: ReadonlyMap<number, string> = new Map(),
): ReadonlyMap<number, LineScope> {
  const lines = placedLines(labels);
  const unsure = unsureRows(labels, lines, others);
  const spoken = new Map<Heading, Set<HeadingDimension>>(lines.map(({ heading }) => [heading, new Set()]));
  for (const { heading, speaking } of lines)
    for (const speaker of speaking)
      for (const { dimension } of heading.meanings ?? []) spoken.get(speaker)?.add(dimension);
  return new Map(
    lines.map(({ heading, speaking }): [number, LineScope] => [
      heading.row,
      { speaking, spoken: spoken.get(heading) ?? new Set(), isUnsure: unsure.has(heading.row) },
    ]),
  );
}

/** A line that says something, in the tree. */
interface Line {
  readonly heading: Heading;
  readonly families: ReadonlySet<number>;
  /** 0 for the outermost. */
  readonly level: number;
  readonly speaking: readonly Heading[];
}

/** The level of a family is the order in which it first appears. */
function placedLines(labels: readonly Heading[]): Line[] {
  const levels = new Map<number, number>();
  const open: (Heading | undefined)[] = [];
  return labels.flatMap((heading) => {
    const families = new Set((heading.meanings ?? []).flatMap(familiesOf));
    if (families.size === 0) return [];
    // Months speak for no year.
    const ofMonths = levels.get(TIME);
    if (families.has(YEAR) && !levels.has(YEAR) && ofMonths !== undefined) levels.set(YEAR, ofMonths);
    const known = [...families].flatMap((family) => levels.get(family) ?? []);
    const level = known.length > 0 ? Math.max(...known) : Math.max(-1, ...levels.values()) + 1;
    for (const family of families) if (!levels.has(family)) levels.set(family, level);
    const speaking = open.slice(0, level).flatMap((speaker) => speaker ?? []);
    open.length = level;
    open[level] = heading;
    return [{ heading, families, level, speaking }];
  });
}

/** Returns the rows of lines for which a line may speak that is not understood, and where the tree is irregular. */
function unsureRows(
  labels: readonly Heading[],
  lines: readonly Line[],
  others: ReadonlyMap<number, string>,
): ReadonlySet<number> {
  // "Volume" beside "Mix" is a step from one number to another.
  if (labels.some(({ text }) => isStep(text))) return new Set(labels.map(({ row }) => row));
  const { lost, unsure: besides } = besideUnknown(labels, lines);
  const { repeated, areSections, isTorn } = repeatsIn(labels, lines, others, lost);
  // If lines repeat below lines that nobody understands, these speak for them.
  const unsure = new Set([...besides, ...repeated, ...(areSections ? lost : [])]);
  const isDeciding = ({ heading: { meanings = [] } }: Line) =>
    meanings.some(({ dimension }) => !MEASURES.includes(dimension));
  const first = lines.findIndex((line) => line.level > 0 && (isTorn || isDeciding(line)));
  const isChildless = ({ level }: Line, at: number) => level === 0 && (lines[at + 1]?.level ?? 0) === 0;
  // Of lines that speak for others, each does.
  if (first >= 0 && (isTorn || lines.some(isChildless)))
    for (const { heading } of lines.slice(first)) unsure.add(heading.row);
  return unsure;
}

/** Returns the rows after a line that is not understood, until one of the outermost kind, and those that it may speak for. */
function besideUnknown(labels: readonly Heading[], lines: readonly Line[]) {
  const lineOf = new Map(lines.map((line) => [line.heading, line]));
  const [lost, unsure] = [new Set<number>(), new Set<number>()];
  // Below a line that is not understood, and below one of a scenario, a time or a unit that cannot be read.
  let [isLost, isSpokenFor, hasInner] = [false, false, false];
  for (const [at, heading] of labels.entries()) {
    const line = lineOf.get(heading);
    if (!line) {
      isLost ||= isUnknown(heading);
      isSpokenFor ||= heading.speaks === true;
      continue;
    }
    hasInner ||= line.level > 0;
    if (line.level === 0 && hasInner) {
      isLost = false;
      // "Net sales" below "Actual, restated" is one of its lines.
      isSpokenFor &&= line.families.has(FIELD);
    }
    if (isLost) lost.add(heading.row);
    const [before = heading, next] = [labels[at - 1], labels[at + 1]];
    const isPart = line.level > 0 || indentOf(heading) > indentOf(before);
    const isSpeaking =
      next !== undefined && isUnknown(next) && (isRepeated(next, labels) || indentOf(next) > indentOf(heading));
    if (isSpeaking || isSpokenFor || (isLost && isPart)) unsure.add(heading.row);
  }
  return { lost, unsure };
}

function isRepeated(label: Heading, labels: readonly Heading[]): boolean {
  const text = cleanText(label.text);
  return labels.some((each) => each !== label && cleanText(each.text) === text);
}

interface Repeats {
  /** Rows that show the number of a row before, where nothing says why. */
  readonly repeated: readonly number[];
  /** True if lines repeat below lines that are not understood. */
  readonly areSections: boolean;
  /** True if a line stands again below a line that was taken for one of its own. */
  readonly isTorn: boolean;
}

function repeatsIn(
  labels: readonly Heading[],
  lines: readonly Line[],
  others: ReadonlyMap<number, string>,
  lost: ReadonlySet<number>,
): Repeats {
  const seen = new Map<string, string>();
  const rows = new Map(labels.map(({ row }, at) => [row, labels[at - 1]?.row ?? row]));
  let [areSections, isTorn, deepest] = [false, false, 0];
  const repeated = lines.flatMap((line) => {
    const { row, text } = line.heading;
    deepest = Math.max(deepest, line.level);
    const key = keyOf(line, others);
    const twin = seen.get(key);
    seen.set(key, cleanText(text));
    if (twin === undefined) return [];
    areSections ||= lost.has(row);
    isTorn ||= deepest > line.level;
    const isAfterBlank = row > (rows.get(row) ?? row) + 1 && !others.has(row - 1);
    return lost.has(row) || isAfterBlank || twin !== cleanText(text) ? [row] : [];
  });
  return { repeated, areSections, isTorn };
}

/** The same key says the same number. */
function keyOf({ heading: { row, meanings = [] }, speaking }: Line, others: ReadonlyMap<number, string>): string {
  const said = meanings.map(({ dimension, value }) => dimension + value);
  return [others.get(row) ?? "", ...speaking.map((speaker) => speaker.row), ...said].join("|");
}

const STEPS = wordsFor("steps");

function isStep(text: string): boolean {
  return cleanWord(text)
    .split(/[\s/&+]+/)
    .some((word) => STEPS.includes(word));
}

function isUnknown({ text, meanings, called }: Heading): boolean {
  return !meanings && !called && !compares(text);
}

function indentOf({ text }: Heading): number {
  return text.length - text.trimStart().length;
}
