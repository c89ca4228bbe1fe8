/**
 * Implicit intersection: a range stands where Excel expects one value. Outside of array formulas, Excel then takes the cell
 * in the row or column of the formula. Univer calculates all cells instead, so such formulas are not verified.
 */
import { tokenTypes, type Token } from "@borgar/fx/xlsx";
import { isBlank } from "../formulas/tokens";

export const IMPLICIT_INTERSECTION =
  "The formula fills one cell but has several values, of which Excel takes the one in line with it.";

/** Functions that accept a range as any argument. */
const EVERYWHERE = names(
  "SUM PRODUCT AVERAGE AVERAGEA COUNT COUNTA COUNTBLANK MAX MIN MAXA MINA MEDIAN STDEV STDEV.S STDEVP STDEV.P VAR VAR.S",
  "VARP VAR.P AND OR SINGLE ANCHORARRAY XOR CONCAT TEXTJOIN NPV IRR ROW COLUMN ROWS COLUMNS SUBTOTAL CHOOSE LET N T",
  "MULTINOMIAL",
);

/** Functions that accept a range as some arguments only, by the positions of these arguments, counted from 1. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "1": names(
    "INDEX OFFSET COUNTIF LARGE SMALL PERCENTILE PERCENTILE.INC PERCENTILE.EXC QUARTILE QUARTILE.INC",
    "QUARTILE.EXC",
  ),
  "2": names("MATCH VLOOKUP HLOOKUP RANK RANK.EQ"),
  "3": names("NETWORKDAYS WORKDAY"),
  "4": names("SERIESSUM"),
  "1 2": names("XIRR"),
  "1 3": names("SUMIF AVERAGEIF"),
  "2 3": names("IF XNPV"),
  "1 2 4 6 8 10 12 14 16 18 20": names("SUMIFS AVERAGEIFS MAXIFS MINIFS"),
  "1 3 5 7 9 11 13 15 17 19": names("COUNTIFS"),
};

/** Functions that evaluate their arguments as arrays, except inside a nested choice function. */
const ARRAYS = new Set(
  names(
    "SUMPRODUCT MMULT TRANSPOSE LOOKUP CORREL SLOPE INTERCEPT FORECAST FORECAST.LINEAR FILTER SORT SORTBY UNIQUE TAKE",
    "DROP HSTACK VSTACK TOCOL TOROW WRAPROWS WRAPCOLS CHOOSECOLS CHOOSEROWS MAP BYROW BYCOL XLOOKUP XMATCH",
  ),
);
const CHOICES = new Set(["IF", "IFS", "IFERROR", "IFNA", "SWITCH"]);

const TAKERS: ReadonlyMap<string, ReadonlySet<number> | "all"> = new Map<string, ReadonlySet<number> | "all">([
  ...EVERYWHERE.map((name) => [name, "all"] as const),
  ...Object.entries(PLACES).flatMap(([places, list]) =>
    list.map((name) => [name, new Set(places.trim().split(" ").map(Number))] as const),
  ),
]);

/** An open bracket. */
interface Bracket {
  /** The function in capitals; "" for none. */
  readonly name: string;
  /** The current argument, counted from 1. */
  argument: number;
  /** True if its content is evaluated as an array. */
  readonly isArray: boolean;
}

function names(...lists: string[]): string[] {
  return lists.flatMap((list) => list.split(" "));
}

/**
 * True if a range inside the formula's brackets stands where Excel expects one value.
 * @param takesRanges True for a custom function that accepts ranges.
 */
export function intersectsImplicitly(tokens: readonly Token[], takesRanges: (name: string) => boolean): boolean {
  const solid = tokens.filter((token) => !isBlank(token));
  const open: Bracket[] = [];
  return solid.some((token, at) => {
    const inner = open.at(-1);
    if (token.value === "(") open.push(bracketAt(solid, at, inner));
    else if (token.value === ")") open.pop();
    else if (token.value === "," && inner) inner.argument++;
    else if (isRange(token)) return isIntersected(solid, at, open, takesRanges);
    return false;
  });
}

function bracketAt(tokens: readonly Token[], at: number, outer: Bracket | undefined): Bracket {
  const before = tokens[at - 1];
  const name = before?.type === tokenTypes.FUNCTION ? before.value.toUpperCase() : "";
  const isArray = ARRAYS.has(name) || (outer?.isArray === true && !CHOICES.has(name)) || isIndexed(outer);
  return { name, argument: 1, isArray };
}

/** True inside the first argument of INDEX, which is evaluated as an array. */
function isIndexed(bracket: Bracket | undefined): boolean {
  return bracket?.name === "INDEX" && bracket.argument === 1;
}

function isIntersected(
  tokens: readonly Token[],
  at: number,
  open: readonly Bracket[],
  takesRanges: (name: string) => boolean,
): boolean {
  const bracket = open.at(-1);
  // Outside of all brackets, the formula returns several values, which `passes.ts` notices.
  if (!bracket || bracket.isArray || open.some(({ name }) => takesRanges(name))) return false;
  const isWhole = isEdge(tokens[at - 1]) && isEdge(tokens[at + 1]);
  const places = TAKERS.get(bracket.name);
  return !(isWhole && (places === "all" || places?.has(bracket.argument) === true)) && !isIndexed(bracket);
}

function isEdge(token: Token | undefined): boolean {
  return token !== undefined && ["(", ")", ",", ":"].includes(token.value);
}

function isRange({ type, value }: Token): boolean {
  return type === tokenTypes.REF_BEAM || (type === tokenTypes.REF_RANGE && value.replace(/^.*!/, "").includes(":"));
}
