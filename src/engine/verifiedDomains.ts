/** The limits of verified functions: arguments with which Univer differs from Excel, or was never compared with it. */
import { compare } from "./comparison";
import { LONGEST_PATTERN } from "../grid/wildcards";
import { firstValue, isCellError, type Value, type Values } from "./values";

/** A function being evaluated. It converts an argument or the result only when a limit reads it. */
export interface FunctionEvaluation {
  readonly count: number;
  /** Returns null for an omitted argument. */
  arg(position: number): Values;
  isReference(position: number): boolean;
  result(): Values;
  isSheet(name: string): boolean;
  /** True if the formula reads whole columns or rows. This engine ends them at the used range. */
  readonly isEndless: boolean;
}

/** Why a formula is not verified. `unknownReferences`: it cannot be known which cells it reads. */
export interface Problem {
  readonly kind: "unverified" | "unknownReferences";
  /** For people. */
  readonly message: string;
}

export interface Limit {
  /** Follows "is not verified here for". */
  readonly what: string;
  /** @default "unverified" */
  readonly kind?: Problem["kind"];
  isHit(call: FunctionEvaluation): boolean;
}

const EVERY = Array.from({ length: 255 }, (_, at) => at);

export function valuesAt(call: FunctionEvaluation, positions: readonly number[]): Value[] {
  return positions.filter((at) => at < call.count).flatMap((at) => [call.arg(at)].flat(2));
}

/** Returns an argument as a number; NaN if it is none. */
export function numberArgument(call: FunctionEvaluation, position: number): number {
  const value = position < call.count ? firstValue(call.arg(position)) : null;
  return typeof value === "number" ? value : NaN;
}

function isSeveral(values: Values): boolean {
  return Array.isArray(values) && values.length * (values[0]?.length ?? 0) > 1;
}

/** A limit on any value of the arguments at these positions. */
export function values(what: string, isHit: (value: Value) => boolean, positions: readonly number[] = EVERY): Limit {
  return { what, isHit: (call) => valuesAt(call, positions).some(isHit) };
}

function isNumericText(value: Value): value is string {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}

export const numericTexts = values("texts that are numbers", isNumericText);

export const textsOrLogicals = values(
  "texts and logical values",
  (value) => typeof value === "string" || typeof value === "boolean",
);

export const logicals = values("logical values", (value) => typeof value === "boolean");

export const errors = values("errors", isCellError);

/** A number that Excel shows as 1E-10 in one place, and with all its zeros in another. */
export const nearlyZero = values(
  "numbers that are nearly 0",
  (value) => typeof value === "number" && value !== 0 && Math.abs(value) < 1e-5,
);

/** Excel counts two characters for each of these, and may cut them in two. */
export const beyondBmp = values(
  "characters beyond the first 65,536",
  (value) => typeof value === "string" && /[\ud800-\udfff]/.test(value),
);

/** Limits arguments that Excel expects to be one value. */
export function several(...positions: number[]): Limit {
  const all = positions.length > 0 ? positions : EVERY;
  return {
    what: "several values at once",
    isHit: (call) => all.some((at) => at < call.count && isSeveral(call.arg(at))),
  };
}

/**
 * For functions that need references: Univer knows none of the references that XLOOKUP, TAKE, DROP and IFERROR return. An
 * error is passed on, and an omitted argument needs none.
 */
export function withoutReference(...positions: number[]): Limit {
  return calls("values instead of a reference", (call) =>
    positions.some((at) => {
      if (at >= call.count || call.isReference(at)) return false;
      const value = call.arg(at);
      return value !== null && !isCellError(value);
    }),
  );
}

export const LAST_DATE = 2_958_465;

/** A limit on the number at one position. */
export function where(what: string, position: number, isHit: (number: number) => boolean): Limit {
  return values(what, (value) => typeof value === "number" && isHit(value), [position]);
}

/** For roundings to a step. Excel takes quotients for whole that differ in the last digits; how many of them is not known. */
export const nearlyWhole = calls("numbers that are nearly a multiple", (call) => {
  const quotient = numberArgument(call, 0) / numberArgument(call, 1);
  const rest = Math.abs(quotient - Math.round(quotient)) / Math.max(1, Math.abs(quotient));
  return rest > 1e-15 && rest < 1e-9;
});

export const manyDigits = where("more than 15 digits", 1, (digits) => Math.abs(digits) > 15);

/** A limit on the text at one position. */
export function textsLike(what: string, position: number, pattern: RegExp): Limit {
  return values(what, (value) => typeof value === "string" && pattern.test(value), [position]);
}

/** A limit on the whole evaluation. */
export function calls(what: string, isHit: (call: FunctionEvaluation) => boolean): Limit {
  return { what, isHit };
}

const ORDER_OF_TEXT = /^[<>]=?\s*[^\s\d<>=.+-]/;
const BLANKS = /^(?:=?|<>.*)$/;

/** For SUMIF, COUNTIFS and the like. @param ranges Positions of ranges, each followed by its criterion. */
export function criteria(...ranges: number[]): Limit[] {
  const pairs = (call: FunctionEvaluation) =>
    ranges.filter((at) => at + 1 < call.count).map((at) => [at, at + 1] as const);
  const texts = (call: FunctionEvaluation, at: number) =>
    [call.arg(at)].flat(2).filter((value): value is string => typeof value === "string");
  return [
    withoutReference(...ranges),
    calls("criteria of more than 255 characters", (call) =>
      pairs(call).some(([, at]) => texts(call, at).some((text) => text.length > LONGEST_PATTERN)),
    ),
    calls("criteria that put texts in order", (call) =>
      pairs(call).some(([, at]) => texts(call, at).some((text) => ORDER_OF_TEXT.test(text))),
    ),
    calls("whether cells are blank, where texts are empty", (call) =>
      pairs(call).some(
        ([range, at]) =>
          texts(call, at).some((text) => /^(?:=|<>)$/.test(text)) && hasAny(call.arg(range), isEmptyText),
      ),
    ),
    calls("criteria with wildcards over empty texts or texts that are numbers", (call) =>
      pairs(call).some(
        ([range, at]) =>
          texts(call, at).some((text) => /[*?]/.test(text)) &&
          (hasAny(call.arg(range), isEmptyText) || hasAny(call.arg(range), isNumericText)),
      ),
    ),
  ];
}

const isEmptyText = (value: Value) => value === "";

/** True if the test is true for any of the values. Reads an array once for all calls. */
function hasAny(values: Values, test: (value: Value) => boolean): boolean {
  return recall(values, test, () => [values].flat(2).some(test));
}

/** For COUNTIF and COUNTIFS. */
export function blanksOfWholeColumns(...ranges: number[]): Limit {
  return calls("the blank cells of whole columns or rows", (call) => {
    const all = call.isEndless
      ? valuesAt(
          call,
          ranges.map((at) => at + 1),
        )
      : [];
    return all.some((value) => typeof value === "string" && BLANKS.test(value));
  });
}

/** For SUMPRODUCT: Excel refuses ranges of different sizes, and single texts. */
export const productsOfOthers: readonly Limit[] = [
  calls("arrays that differ in size", (call) => {
    if (call.count === 1) return false;
    const sizes = EVERY.slice(0, call.count).map((at) => {
      const all = call.arg(at);
      return Array.isArray(all) ? `${all.length} ${all[0]?.length}` : "1 1";
    });
    return new Set(sizes).size > 1;
  }),
  calls(
    "texts that stand alone",
    (call) =>
      call.count > 1 &&
      EVERY.slice(0, call.count).some((at) => typeof firstValue(call.arg(at)) === "string" && !isSeveral(call.arg(at))),
  ),
];

/** For approximate look-ups: Excel uses binary search, so its result in an unsorted list is arbitrary. */
export function withoutOrder(mode: number, listOf: (values: Values) => readonly Value[]): Limit {
  return calls("lists that are not in order", (call) => {
    const given = mode < call.count ? firstValue(call.arg(mode)) : null;
    const isOmitted = mode >= call.count;
    const kind = isOmitted ? 1 : Number(typeof given === "boolean" || typeof given === "number" ? given : 0);
    if (kind === 0) return false;
    const table = call.arg(1);
    const list = recall(table, listOf, () => listOf(table));
    return !isInOrder(list, firstValue(call.arg(0)), Math.sign(kind));
  });
}

const facts = new WeakMap<object, Map<unknown, unknown>>();

/** Remembers a fact about an array, which many calls share. */
function recall<T>(owner: Values | readonly Value[], key: unknown, work: () => T): T {
  if (!Array.isArray(owner)) return work();
  const known = facts.get(owner) ?? new Map<unknown, unknown>();
  facts.set(owner, known);
  if (!known.has(key)) known.set(key, work());
  return known.get(key) as T;
}

/** True if the list is sorted, or `wanted` is above all values: then Excel finds the last one in any list. */
function isInOrder(list: readonly Value[], wanted: Value, direction: number): boolean {
  const kind = typeof wanted;
  if (recall(list, `${kind} ${direction}`, () => isSorted(list, kind, direction))) return true;
  return direction > 0 && kinOf(list, kind).every((value) => compare(value, wanted, "<") === true);
}

function kinOf(list: readonly Value[], kind: string): readonly Value[] {
  return list.filter((value) => typeof value === kind && value !== null && !isCellError(value));
}

/** True if the values of this type stand together, in ascending (1) or descending (-1) order. */
function isSorted(list: readonly Value[], kind: string, direction: number): boolean {
  const kin = kinOf(list, kind);
  const solid = list.filter((value) => value !== null && !isCellError(value));
  const first = solid.findIndex((value) => typeof value === kind);
  const operator = direction > 0 ? "<=" : ">=";
  return (
    solid.slice(first, first + kin.length).every((value) => typeof value === kind) &&
    kin.every((value, at) => at === 0 || compare(kin[at - 1] ?? null, value, operator) === true)
  );
}

export const firstColumn = (table: Values): readonly Value[] =>
  Array.isArray(table) ? table.map((row) => row[0] ?? null) : [table];

export const firstRow = (table: Values): readonly Value[] => (Array.isArray(table) ? (table[0] ?? []) : [table]);

export const longerSide = (table: Values): readonly Value[] =>
  Array.isArray(table) && (table[0]?.length ?? 0) > table.length ? firstRow(table) : firstColumn(table);

function isTable(values: Values): boolean {
  return Array.isArray(values) && values.length > 1 && (values[0]?.length ?? 0) > 1;
}

/** For LOOKUP. */
export const overTable = calls("several columns", (call) => isTable(call.arg(1)));

/** For XLOOKUP and XMATCH. @param mode The position of the match mode; the direction follows it. */
export function lookups(mode: number): Limit[] {
  const modeAt = (call: FunctionEvaluation, at: number) =>
    at < call.count ? Math.trunc(Number(firstValue(call.arg(at)))) : 0;
  return [
    calls("a tilde before no wildcard", (call) => modeAt(call, mode) === 2 && loneTildes.isHit(call)),
    calls("blank cells that are looked up", (call) => valuesAt(call, [0]).includes(null)),
    calls("regular expressions", (call) => modeAt(call, mode) === 3),
    calls("lists that are not in order", (call) => {
      const direction = modeAt(call, mode + 1);
      if (Math.abs(direction) !== 2) return false;
      const table = call.arg(1);
      const list = recall(table, longerSide, () => longerSide(table));
      return !recall(list, isOneKind, () => isOneKind(list)) || !isInOrder(list, firstValue(call.arg(0)), direction);
    }),
  ];
}

function isOneKind(list: readonly Value[]): boolean {
  return new Set(list.map((value) => typeof value)).size <= 1;
}

/** In Excel's UNIQUE, SORT and SORTBY, "a" equals "A". */
export const differentCases = calls("texts that differ in small and capital letters only", (call) => {
  const all = valuesAt(call, EVERY).filter((value): value is string => typeof value === "string");
  return new Set(all).size !== new Set(all.map((text) => text.toLowerCase())).size;
});

const FRACTIONS = /[?*]|\[[<>=]/;
const DATES = /[ymdhs]/i;

/** Returns a format's codes without quoted texts, colours and language. */
function codesOf(format: Value): string {
  const text = typeof format === "string" ? format : "";
  return text.replace(/"[^"]*"|\\.|\[(?:\$[^\]]*|Red|Blue|Green|Black|White)\]|General|AM\/PM|E\+/gi, "");
}

export const formats: readonly Limit[] = [
  values("logical values", (value) => typeof value === "boolean", [0]),
  textsLike("an empty format", 1, /^$/),
  values("formats with fractions, conditions or fillers", (value) => FRACTIONS.test(codesOf(value)), [1]),
  calls("dates before 1900, after 9999, or within a second of midnight", (call) => {
    if (!valuesAt(call, [1]).some((format) => DATES.test(codesOf(format)))) return false;
    return valuesAt(call, [0]).some((value) => {
      const untilMidnight = typeof value === "number" ? Math.ceil(value) - value : 0;
      return (
        typeof value === "number" &&
        (value < 0 || value > LAST_DATE || (untilMidnight > 0 && untilMidnight < 1.5 / 86_400))
      );
    });
  }),
];

export function textsAt(position: number): Limit {
  return values("texts", (value) => typeof value === "string", [position]);
}

export function blanksAt(position: number): Limit {
  return values("blank cells", (value) => value === null, [position]);
}

export function errorsAt(position: number): Limit {
  return calls("errors", (call) => {
    const given = call.arg(position);
    return recall(given, isCellError, () => [given].flat(2).some(isCellError));
  });
}

/** Finds texts with a tilde that no wildcard follows. */
export const loneTildes = textsLike("a tilde before no wildcard", 0, /~(?![*?~])/);

/** Of look-ups by order. @param mode Where it stands whether they are. */
export function byOrder(mode: number): Limit[] {
  const isByOrder = (call: FunctionEvaluation) => mode >= call.count || Boolean(firstValue(call.arg(mode)));
  return [
    calls(
      "wildcards that are looked up by order",
      (call) =>
        isByOrder(call) && valuesAt(call, [0]).some((value) => typeof value === "string" && /[*?~]/.test(value)),
    ),
    calls("blank cells that are looked up by order", (call) => isByOrder(call) && valuesAt(call, [0]).includes(null)),
  ];
}

/** Errors that the function itself comes to: Excel may find a number where this does not. */
export const ownErrors = calls("what it comes to an error for", (call) => {
  const isGiven = valuesAt(call, EVERY).some(isCellError);
  return !isGiven && isCellError(firstValue(call.result()));
});

/** A negative number that is rounded to 0, of which Excel may show the sign. */
export const zeroBelow = calls("negative numbers that are rounded to 0", (call) =>
  /^-0[.0]*$/.test(firstText(call.result())),
);

/** Finds results with characters that a cell of a file cannot hold. */
export const controlCharacters = calls("control characters", (call) =>
  /[^\P{Cc}\t\n\r]|[\ud800-\udfff]/u.test(firstText(call.result())),
);

function firstText(values: Values): string {
  const value = firstValue(values);
  return typeof value === "string" ? value : "";
}

/** Looked up, or searched for. */
export const longTexts = values(
  "texts of more than 255 characters",
  (value) => typeof value === "string" && value.length > LONGEST_PATTERN,
  [0],
);

/** Of deviations, which one number does not have. */
export const fewNumbers: Limit = calls("fewer than two numbers", (call) => {
  const all = Array.from({ length: call.count }, (_, at) => [call.arg(at)].flat(2)).flat();
  return !all.some(isCellError) && all.filter((value) => typeof value === "number").length < 2;
});
