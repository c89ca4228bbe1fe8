/**
 * Identifies the rows of a scenario by their period, and by the group under one key. Two rows with one identity are an error,
 * since no one can say which counts. This is the one place that judges rows, for all functions.
 */
import type { AskedRows } from "./askedRows";
import { textAt, textsOf, rowPeriod, type SentRows, type RowColumns, type TextColumn } from "./columns";
import { InsightsError } from "./errors";
import { identifyPeriods } from "./periodsAsked";
import { checkRatios } from "./ratios";
import { SLICE, type Sliced } from "./slices";
import { findDoubtful, findNamedTotals, findWholes, isTotalName, maybeTotal, noTotal, type Codes } from "./totalRows";

/** If there are more places than this for each row, most are empty. */
const PLACES_PER_ROW = 64;

/** The rows that were asked for, each with an identity of its own. Throws `malformed`; `where` is for the message. */
export function* settleRows(read: SentRows, asked: AskedRows, where: string): Sliced<RowColumns> {
  const meant = withoutPeriods(read, identifyPeriods(read.periods.texts, asked, where));
  const periods = codesOf(meant.periods, identifyPeriods(meant.periods.texts, asked, where));
  const groupKey = asked.hasGroups === false ? undefined : yield* findGroupKey(meant, periods, asked);
  const groups = groupKey === undefined ? undefined : codesOfKey(meant, groupKey);
  const again = yield* findRepetition(meant.length, periods, groups);
  if (again !== undefined) throw repeated({ rows: meant, at: again }, where);
  const parts = groupKey === undefined ? meant : withoutTotals(meant, { periods, groupKey }, asked, where);
  checkRatios(parts, asked.fields ?? [], where);
  return { ...parts, groupKey, contradicted: contradictedNames(parts) };
}

interface Division {
  readonly periods: Codes;
  readonly groupKey: string;
}

/** Returns the rows that are parts. Throws `malformed` for a row that may or may not be one. */
function withoutTotals(read: SentRows, { periods, groupKey }: Division, asked: AskedRows, where: string): SentRows {
  const rows = withoutTotalNames(read, { periods, groupKey }, asked);
  const groups = codesOfKey(rows, groupKey);
  const { totals, other } = findWholes(rows, { periods, groups }, asked);
  if (other !== undefined) throw noTotal(rowPeriod({ rows, at: other }), groupKey, where);
  const doubtful = findDoubtful(rows, { periods, groups }, asked);
  if (doubtful !== undefined) throw maybeTotal(groupTextAt(rows, groupKey, doubtful), groupKey, where);
  return totals.size > 0 ? pickRows(rows, (at) => !totals.has(at)) : rows;
}

/** Returns the rows with no group where they are named a total and add up, so they count as rows without a group. */
function withoutTotalNames(rows: SentRows, { periods, groupKey }: Division, asked: AskedRows): SentRows {
  const column = rows.texts.get(groupKey);
  if (!column?.texts.some(isTotalName)) return rows;
  const groups = codesOfKey(rows, groupKey);
  const isNamed = (at: number) => isTotalName(textAt(column, at) ?? "");
  const named = new Set<number>();
  for (let at = 0; at < rows.length; at += 1) if (isNamed(at)) named.add(groups.codeOf(at));
  const totals = findNamedTotals(rows, { periods, groups }, asked, [...named]);
  const codes = column.codes.map((code, at) => (totals.has(groups.codeOf(at)) ? -1 : code));
  return pickRows({ ...rows, texts: new Map(rows.texts).set(groupKey, { ...column, codes }) }, () => true);
}

function groupTextAt(rows: SentRows, groupKey: string, at: number): string {
  const column = rows.texts.get(groupKey);
  return (column && textAt(column, at)?.trim()) ?? "";
}

/** The error for a row that has the identity of another. */
function repeated(row: { readonly rows: SentRows; readonly at: number }, where: string): InsightsError {
  const texts = textsOf(row).filter(([, text]) => text.trim() !== "");
  const parts = [rowPeriod(row) || "the full year", ...texts.map(([key, text]) => `${key} ${text}`)];
  return new InsightsError(
    "malformed",
    `The service returned several rows for ${parts.join(", ")} (${where}), so none of them is shown. Report this to the operator of the service.`,
  );
}

/**
 * The key that was asked for; else, if a period has several rows, the text that with the period tells all of them apart. Of
 * several it is `group`, else the first that begins with the grouping's name, else the one that only totals lack, else the
 * first sent.
 * Undefined if no text does.
 */
function* findGroupKey(rows: SentRows, periods: Codes, asked: AskedRows): Sliced<string | undefined> {
  const { grouping } = asked;
  const keys = [...rows.texts.keys()].filter((key) => codesOfKey(rows, key).size > 1);
  const wanted = grouping?.toLowerCase() ?? "";
  const own = keys.find((key) => key === grouping) ?? keys.find((key) => clean(key).toLowerCase() === wanted);
  if (own !== undefined) return own;
  const beginning = [
    ...keys.filter((key) => key === "group"),
    ...keys.filter((key) => wanted !== "" && key.toLowerCase().startsWith(wanted)),
  ];
  const isDivided = (yield* findRepetition(rows.length, periods, undefined)) !== undefined;
  if (!isDivided) return beginning[0];
  const distinct: string[] = [];
  // A repeated row of a `group` may differ in any text, which is no group for that.
  const others = keys.includes("group") ? [] : keys;
  for (const key of new Set([...beginning, ...others])) {
    const groups = codesOfKey(rows, key);
    if ((yield* findRepetition(rows.length, periods, groups)) !== undefined) continue;
    const { totals, other, isAlone } = findWholes(rows, { periods, groups }, asked);
    // A text that other rows than totals lack does not tell all apart.
    if (other !== undefined || isAlone) continue;
    if (totals.size > 0 || beginning.includes(key)) return key;
    distinct.push(key);
  }
  return distinct[0];
}

/** The first row with the period and group of one before it. */
function* findRepetition(length: number, periods: Codes, groups: Codes | undefined): Sliced<number | undefined> {
  const isTaken = createPlaces(periods.size * (groups?.size ?? 1), length);
  for (let at = 0; at < length; at += 1) {
    if (at > 0 && at % SLICE === 0) yield;
    const period = periods.codeOf(at);
    if (isTaken(groups ? period * groups.size + groups.codeOf(at) : period)) return at;
  }
  return undefined;
}

/** Returns a function that is true for a place it was called with before. Most tables fill nearly all places: flags are fastest. */
function createPlaces(places: number, length: number): (place: number) => boolean {
  if (places > length * PLACES_PER_ROW) {
    const taken = new Set<number>();
    return (place) => taken.size === taken.add(place).size;
  }
  const flags = new Uint8Array(places);
  return (place) => {
    const isTaken = flags[place] === 1;
    flags[place] = 1;
    return isTaken;
  };
}

function codesOfKey(rows: SentRows, key: string): Codes {
  const column = rows.texts.get(key);
  return column ? codesOf(column, column.texts.map(clean)) : { size: 1, codeOf: () => 0 };
}

/** Equal identities have one code, "" has 0. */
function codesOf({ codes }: TextColumn, identities: readonly string[]): Codes {
  const byIdentity = new Map([["", 0]]);
  const ofText = identities.map((identity) => {
    const code = byIdentity.get(identity) ?? byIdentity.size;
    byIdentity.set(identity, code);
    return code;
  });
  const byCode = Int32Array.from([0, ...ofText]);
  return { size: byIdentity.size, codeOf: (at) => byCode[(codes[at] ?? -1) + 1] ?? 0 };
}

/** As spelled, but for the spaces around it and the composition of its characters. */
function clean(text: string): string {
  return text.trim().normalize();
}

function withoutPeriods(rows: SentRows, identities: readonly string[]): SentRows {
  if (!identities.includes("")) return rows;
  return pickRows(rows, (at) => identities[rows.periods.codes[at] ?? -1] !== "");
}

/** Returns the rows for which `isPicked` is true. */
function pickRows(rows: SentRows, isPicked: (at: number) => boolean): SentRows {
  const picked: number[] = [];
  for (let at = 0; at < rows.length; at += 1) if (isPicked(at)) picked.push(at);
  const pickTexts = (column: TextColumn): TextColumn => {
    const texts: string[] = [];
    const newCodes = new Map<number, number>();
    const codes = Int32Array.from(picked, (at) => {
      const code = column.codes[at] ?? -1;
      const text = textAt(column, at);
      if (text === undefined) return -1;
      const known = newCodes.get(code) ?? texts.push(text) - 1;
      newCodes.set(code, known);
      return known;
    });
    return { texts, codes };
  };
  return {
    length: picked.length,
    periods: pickTexts(rows.periods),
    texts: new Map([...rows.texts].map(([key, column]) => [key, pickTexts(column)])),
    values: new Map(
      [...rows.values].map(([name, column]) => [name, Float64Array.from(picked, (at) => column[at] ?? NaN)]),
    ),
  };
}

/** Names of fields that a row has in two spellings, which differ in case alone. */
function contradictedNames({ values }: SentRows): ReadonlySet<string> {
  const bySpelling = new Map<string, [name: string, column: Float64Array]>();
  const contradicted = new Set<string>();
  for (const [name, column] of values) {
    const spelling = name.toLowerCase();
    const [other, otherColumn] = bySpelling.get(spelling) ?? [];
    if (other === undefined || !otherColumn) bySpelling.set(spelling, [name, column]);
    else if (column.some((value, at) => !Number.isNaN(value) && !Number.isNaN(otherColumn[at] ?? NaN))) {
      contradicted.add(other).add(name);
    }
  }
  return contradicted;
}
