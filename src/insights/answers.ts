/**
 * Reading what the service says. The API is in beta and leaves shapes open, so every reasonable one is read;
 * what cannot be read is an error that names the place and what was expected there.
 * @see API specification §2.1, §2.2, §2.4, §2.5
 */
import * as v from "valibot";
import { InsightsError } from "./errors";

export interface Scenario {
  readonly id: string;
  readonly name: string;
  readonly flags: readonly string[];
}

export interface Plan {
  readonly id: string;
  readonly name: string;
  /** ISO 4217, or "" where the service gives none. */
  readonly currency: string;
  readonly scenarios: readonly Scenario[];
}

/** One element of a series, or a whole `pnl` object. */
export interface Row {
  /** The service's label, or "" where it gives none (a full-year `pnl`). */
  readonly period: string;
  /** Group key to group, such as region to North; empty where nothing is grouped. */
  readonly groups: ReadonlyMap<string, string>;
  /** Field name to number; what the service left out is not in it. */
  readonly values: ReadonlyMap<string, number>;
}

export interface ScenarioResult {
  readonly id: string;
  readonly name: string;
  /** #RRGGBB, where the service gives it. */
  readonly color: string | undefined;
  readonly rows: readonly Row[];
}

/** What one request brought. Echoes that the service leaves out are undefined. */
export interface Results {
  readonly planId: string | undefined;
  readonly interval: string | undefined;
  readonly currency: string | undefined;
  /** Milliseconds since the epoch. */
  readonly generatedAt: number | undefined;
  readonly scenarios: readonly ScenarioResult[];
}

type JsonObject = Record<string, unknown>;

const text = v.pipe(v.custom<string | number>(isText, "a text"), v.transform(String));
const optionalText = v.nullish(text);
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const object = v.custom<JsonObject>(isObject, "an object");

const scenarioSchema = v.looseObject({ id: text, name: optionalText, flags: v.nullish(v.array(text), []) });
const planSchema = v.looseObject({
  id: text,
  name: optionalText,
  currency: optionalText,
  scenarios: v.nullish(v.array(scenarioSchema), []),
});
const plansSchema = v.looseObject({ plans: v.array(planSchema) });

const metaSchema = v.looseObject({
  planId: optionalText,
  interval: optionalText,
  currency: optionalText,
  generatedAt: optionalText,
});
const elementSchema = v.looseObject({
  scenarioId: text,
  scenarioName: optionalText,
  scenarioColor: optionalText,
  pnl: v.nullish(object),
  series: v.nullish(v.array(object)),
});
const resultsSchema = v.looseObject({ meta: v.nullish(metaSchema, {}), scenarios: v.array(elementSchema) });
type Element = v.InferOutput<typeof elementSchema>;

/** The plans in an answer to `path` (§4.3). Throws `malformed`. */
export function decodePlans(body: unknown, path: string): readonly Plan[] {
  return read(plansSchema, body, path).plans.map((plan) => ({
    id: plan.id,
    name: plan.name ?? plan.id,
    currency: plan.currency ?? "",
    scenarios: plan.scenarios.map(({ id, name, flags }) => ({ id, name: name ?? id, flags })),
  }));
}

/**
 * The scenarios' rows in an answer to `path` (§4.4 to §4.6).
 * `fields` are the names that must be numbers; a number under any other name is a new field, a text a group.
 * Throws `malformed`.
 */
export function decodeResults(body: unknown, path: string, fields: ReadonlySet<string>): Results {
  const { meta, scenarios } = read(resultsSchema, body, path);
  const generatedAt = Date.parse(meta.generatedAt ?? "");
  const elements = new Map<string, Element[]>();
  for (const element of scenarios) {
    elements.set(element.scenarioId, [...(elements.get(element.scenarioId) ?? []), element]);
  }
  return {
    planId: meta.planId ?? undefined,
    interval: meta.interval ?? undefined,
    currency: meta.currency ?? undefined,
    generatedAt: Number.isNaN(generatedAt) ? undefined : generatedAt,
    scenarios: [...elements].map(([id, parts]) => ({
      id,
      name: parts[0]?.scenarioName ?? id,
      color: parts[0]?.scenarioColor ?? undefined,
      rows: parts.flatMap((part) => readElement(part, parts.length > 1, path, fields)),
    })),
  };
}

/** Keys whose values are codes even where they are numbers, as those of a new field would be too. */
const GROUP_KEYS = new Set(["product", "sku", "region", "channel", "group"]);

/**
 * The rows of one element of `scenarios`. Its own groups are those of all its rows;
 * where the same scenario is repeated, any text of an element tells the repetitions apart.
 */
function readElement(element: Element, repeated: boolean, path: string, fields: ReadonlySet<string>): Row[] {
  const { scenarioId, scenarioName: _name, scenarioColor: _color, pnl, series, ...rest } = element;
  const where = `scenario ${scenarioId}`;
  if (pnl === undefined && series === undefined) throw malformed(path, where, "pnl or series", "neither");
  const rows = [
    ...(pnl ? [readRow(pnl, path, `${where}, pnl`, fields)] : []),
    ...(series ?? []).map((part, index) => {
      const place = `${where}, series element ${index + 1}`;
      const row = readRow(part, path, place, fields);
      if (row.period === "") throw malformed(path, place, "a period", "none");
      return row;
    }),
  ];
  const own = flatEntries(rest).filter(
    ([key, value]) => GROUP_KEYS.has(key) || (repeated && typeof value === "string"),
  );
  const shared = own.filter(([, value]) => isText(value)).map(([key, value]) => [key, String(value)] as const);
  return rows.map((row) => ({ ...row, groups: new Map([...shared, ...row.groups]) }));
}

function readRow(element: JsonObject, path: string, where: string, fields: ReadonlySet<string>): Row {
  const groups = new Map<string, string>();
  const values = new Map<string, number>();
  let period = "";
  for (const [key, given] of flatEntries(element)) {
    const value = fields.has(key) ? readNumber(given) : given;
    if (value === null || value === undefined) continue;
    if (key === "period") {
      if (!isText(value)) throw malformed(path, `${where}, period`, "a text", nameType(value));
      period = String(value);
    } else if (typeof value === "number" && Number.isFinite(value) && !GROUP_KEYS.has(key)) values.set(key, value);
    else if (fields.has(key)) throw malformed(path, `${where}, ${key}`, "a number", nameType(value));
    else if (isText(value)) groups.set(key, String(value));
  }
  return { period, groups, values };
}

/** A number that the service wrote as text, as it may to keep its decimals; anything else as it is. */
function readNumber(value: unknown): unknown {
  return typeof value === "string" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
}

/** What an object holds, and what the objects in it hold: `{period, pnl: {…}}` says the same as `{period, …}`. */
function flatEntries(element: JsonObject): (readonly [string, unknown])[] {
  return Object.entries(element).flatMap(([key, value]) =>
    isObject(value) ? Object.entries(value) : [[key, value] as const],
  );
}

function isText(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function read<Schema extends v.GenericSchema>(schema: Schema, body: unknown, path: string): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const isLeftOut = issue.path?.at(-1)?.origin === "key";
  const expected = isLeftOut ? "a value" : (EXPECTED[issue.type] ?? issue.message);
  throw malformed(path, v.getDotPath(issue) ?? "the body", expected, nameType(issue.input));
}

/** What each kind of schema wants, for people; the others say it themselves. */
const EXPECTED: Record<string, string> = { loose_object: "an object", array: "a list" };

/** Never the value itself, which may be long or repeat what nobody should read. */
function nameType(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return { string: "a text", number: "a number", boolean: "true or false" }[typeof value as string] ?? "an object";
}

function malformed(path: string, where: string, expected: string, found: string): InsightsError {
  return new InsightsError(
    "malformed",
    `The service's answer to ${path} could not be read: at ${where}, ${expected} was expected and ${found} found.`,
  );
}
