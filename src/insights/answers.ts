/**
 * Reading what the service says. The API is in beta and leaves shapes open, so every reasonable one is read;
 * what cannot be read is an error that names the place and what was expected there.
 * @see API specification §2.1, §2.2, §2.4, §2.5
 */
import * as v from "valibot";
import { malformed, nameType } from "./malformed";
import type { Awaitable } from "./awaitable";
import type { RowColumns } from "./columns";
import { checkDistinct } from "./distinct";
import { createRowReader, GROUP_KEYS, isObject, isText } from "./rows";
import type { JsonObject, Place, RowReader } from "./rows";
import { inSlices, SLICE, type Sliced } from "./slices";

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

export interface ScenarioResult {
  readonly id: string;
  readonly name: string;
  /** #RRGGBB, where the service gives it. */
  readonly color: string | undefined;
  readonly rows: RowColumns;
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

const text = v.pipe(v.custom<string | number>(isText, "a text"), v.transform(String));
const optionalText = v.nullish(text);
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
  // Its elements are looked at as they are read, which takes slices.
  series: v.nullish(v.custom<readonly unknown[]>(Array.isArray, "a list")),
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
 * The scenarios' rows in an answer to `path` (§4.4 to §4.6); a long one is read in slices, until the signal aborts.
 * `fields` are the names that must be numbers; a number under any other name is a new field, a text a group.
 * Throws or rejects with `malformed`.
 */
export function decodeResults(
  body: unknown,
  path: string,
  fields: ReadonlySet<string>,
  signal?: AbortSignal,
): Awaitable<Results> {
  return inSlices(readResults(body, path, fields), signal);
}

function* readResults(body: unknown, path: string, fields: ReadonlySet<string>): Sliced<Results> {
  const { meta, scenarios } = read(resultsSchema, body, path);
  const generatedAt = Date.parse(meta.generatedAt ?? "");
  const elements = new Map<string, IndexedElement[]>();
  for (const [index, element] of scenarios.entries()) {
    const parts = elements.get(element.scenarioId);
    if (parts) parts.push({ index, element });
    else elements.set(element.scenarioId, [{ index, element }]);
  }
  const results: ScenarioResult[] = [];
  for (const [id, parts] of elements) results.push(yield* readScenario(id, parts, path, fields));
  return {
    planId: meta.planId ?? undefined,
    interval: meta.interval ?? undefined,
    currency: meta.currency ?? undefined,
    generatedAt: Number.isNaN(generatedAt) ? undefined : generatedAt,
    scenarios: results,
  };
}

/** An element of `scenarios`, and its place among them. */
interface IndexedElement {
  readonly index: number;
  readonly element: Element;
}

/** The elements that name the same scenario, together. */
function* readScenario(
  id: string,
  parts: readonly IndexedElement[],
  path: string,
  fields: ReadonlySet<string>,
): Sliced<ScenarioResult> {
  const most = parts.reduce((sum, { element: { pnl, series } }) => sum + (pnl ? 1 : 0) + (series?.length ?? 0), 0);
  const reader = createRowReader(most);
  for (const part of parts) {
    yield* readElement(reader, part, parts.length > 1, { path, where: () => `scenario ${id}`, fields, scenario: id });
  }
  yield* checkDistinct(reader.rows, `scenario ${id} of ${path}`);
  const { scenarioName, scenarioColor } = parts[0]?.element ?? {};
  return { id, name: scenarioName ?? id, color: scenarioColor ?? undefined, rows: reader.rows };
}

/**
 * The rows of one element of `scenarios`. Its own groups are those of all its rows;
 * where the same scenario is repeated, any text of an element tells the repetitions apart.
 */
function* readElement(
  reader: RowReader,
  { index, element }: IndexedElement,
  isRepeated: boolean,
  place: Place,
): Sliced<void> {
  const { scenarioId: _id, scenarioName: _name, scenarioColor: _color, pnl, series, ...rest } = element;
  const { path, where, fields } = place;
  if (pnl === undefined && series === undefined) throw malformed(path, where(), "pnl or series", "neither");
  const shared = Object.entries(rest)
    .filter(([key, value]) => GROUP_KEYS.has(key) || (isRepeated && typeof value === "string"))
    .filter(([key]) => key !== "period" && !fields.has(key))
    .flatMap(([key, value]) => (isText(value) ? [[key, String(value)] as const] : []));
  if (pnl) reader.read({ ...besidePnl(rest, fields), pnl }, shared, { ...place, where: () => `${where()}, pnl` });
  let at = 0;
  const inSeries = { ...place, where: () => `${where()}, series element ${at + 1}` };
  const isLong = (series?.length ?? 0) > SLICE;
  for (const row of series ?? []) {
    // Before the first slice too, since parsing the text has taken its time.
    if (isLong && at % SLICE === 0) yield;
    if (!isObject(row)) throw malformed(path, `scenarios.${index}.series.${at}`, "an object", nameType(row));
    if (reader.read(row, shared, inSeries) === "") throw malformed(path, inSeries.where(), "a period", "none");
    at += 1;
  }
}

/** What an element may say beside its `pnl` that belongs to it. */
function besidePnl(rest: JsonObject, fields: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(rest).filter(([key]) => key === "period" || fields.has(key)));
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
