/**
 * Reading the rows of an answer so that nothing ambiguous becomes a number: one wrapping is looked into, no field counts
 * twice in a row, and no two rows stand for the same period and groups.
 * @see API specification §2.4, §2.5 and §9
 */
import { InsightsError } from "./errors";
import { malformed, nameType } from "./malformed";

/** One element of a series, or a whole `pnl` object. */
export interface Row {
  /** The service's label, or "" where it gives none (a full-year `pnl`). */
  readonly period: string;
  /** Group key to group, such as region to North; empty where nothing is grouped. */
  readonly groups: ReadonlyMap<string, string>;
  /** Field name to number; what the service left out is not in it. */
  readonly values: ReadonlyMap<string, number>;
}

export type JsonObject = Record<string, unknown>;

/** Where in which answer something stands, and which names must be numbers there. */
export interface Place {
  readonly path: string;
  readonly where: string;
  readonly fields: ReadonlySet<string>;
}

/** Keys whose values are codes even where they are numbers, as those of a new field would be too. */
export const GROUP_KEYS: ReadonlySet<string> = new Set(["product", "sku", "region", "channel", "group"]);

/**
 * A row, flat or with its fields in `pnl`. Any other object and any list in it is passed over, as are objects in `pnl`.
 * A number under an unknown name is a new field, a text a group. Throws `malformed`.
 */
export function readRow(element: JsonObject, place: Place): Row {
  const { path, where, fields } = place;
  const groups = new Map<string, string>();
  const values = new Map<string, number>();
  let period = "";
  for (const [key, given] of entriesOf(element, place)) {
    const value = fields.has(key) ? readNumber(given) : given;
    if (value === null || value === undefined) continue;
    if (key === "period") {
      if (!isText(value)) throw malformed(path, `${where}, period`, "a text", nameType(value));
      period = String(value);
    } else if (typeof value === "number" && !GROUP_KEYS.has(key)) {
      if (!Number.isFinite(value)) throw malformed(path, `${where}, ${key}`, "a number", "one that is too large");
      values.set(key, value);
    } else if (fields.has(key)) throw malformed(path, `${where}, ${key}`, "a number", nameType(value));
    else if (isText(value)) groups.set(key, String(value));
  }
  return { period, groups, values };
}

/** A number that the service wrote as text, as it may to keep its decimals; anything else as it is. */
function readNumber(value: unknown): unknown {
  return typeof value === "string" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
}

/** What a row says, its wrapping opened: `{period, pnl: {…}}` says the same as `{period, …}`. */
function entriesOf(element: JsonObject, { path, where }: Place): [string, unknown][] {
  const outside = Object.entries(element);
  const pnl = element["pnl"];
  if (pnl === undefined) return outside;
  const rest = outside.filter(([key]) => key !== "pnl");
  if (pnl === null) return rest;
  if (!isObject(pnl)) throw malformed(path, `${where}, pnl`, "an object", nameType(pnl));
  const inside = Object.entries(pnl).filter(([key]) => key !== "pnl");
  const said = new Set(rest.filter(([, value]) => isPlain(value)).map(([key]) => key));
  const [conflict] = inside.find(([key, value]) => said.has(key) && isPlain(value)) ?? [];
  if (conflict === undefined) return [...rest, ...inside];
  throw malformed(path, `${where}, ${conflict}`, "one value", "one beside pnl and one in it");
}

/** The groups that an element of `scenarios` gives to its rows, together with the row's own. Throws `malformed` where they differ. */
export function withGroups(row: Row, shared: readonly (readonly [string, string])[], { path, where }: Place): Row {
  if (shared.length === 0) return row;
  const conflict = shared.find(([key, group]) => (row.groups.get(key) ?? group) !== group);
  if (conflict) throw malformed(path, `${where}, ${conflict[0]}`, "the group of its scenario element", "another");
  return { ...row, groups: new Map([...shared, ...row.groups]) };
}

/** Throws `malformed` where two rows are for the same period and groups, since nobody can say which counts. `where` is for the message. */
export function checkDistinct(
  rows: readonly Row[],
  where: string,
  periodOf: (row: Row) => string = ({ period }) => period,
): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const key = identityOf(row, periodOf(row));
    if (seen.has(key)) throw repeated(row, where);
    seen.add(key);
  }
}

/** The same text for rows that stand for the same thing, however their texts are spaced or their keys ordered. */
function identityOf({ groups }: Row, period: string): string {
  const clean = (text: string) => text.trim().normalize();
  if (groups.size === 0) return clean(period);
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([period, ...sorted.flat()].map(clean));
}

function repeated({ period, groups }: Row, where: string): InsightsError {
  const parts = [period || "the full year", ...[...groups].map(([key, group]) => `${key} ${group}`)];
  return new InsightsError(
    "malformed",
    `The service returned several rows for ${parts.join(", ")} (${where}), so none of them is shown. Report this to whoever runs the service.`,
  );
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Neither left out nor of a shape that is passed over. */
function isPlain(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== "object";
}
