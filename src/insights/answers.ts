/**
 * Reading what the service says. The API is in beta and leaves shapes open, so every reasonable one is read;
 * what cannot be read is an error that names the place and what was expected there.
 * @see API specification §2.1, §2.2, §2.4, §2.5
 */
import * as v from "valibot";
import { malformed, nameType } from "./malformed";
import { checkDistinct, GROUP_KEYS, isObject, isText, readRow, withGroups } from "./rows";
import type { JsonObject, Place, Row } from "./rows";

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
    const parts = elements.get(element.scenarioId);
    if (parts) parts.push(element);
    else elements.set(element.scenarioId, [element]);
  }
  return {
    planId: meta.planId ?? undefined,
    interval: meta.interval ?? undefined,
    currency: meta.currency ?? undefined,
    generatedAt: Number.isNaN(generatedAt) ? undefined : generatedAt,
    scenarios: [...elements].map(([id, parts]) => readScenario(id, parts, { path, where: `scenario ${id}`, fields })),
  };
}

/** The elements that name the same scenario, together. */
function readScenario(id: string, parts: readonly Element[], place: Place): ScenarioResult {
  const rows = parts.flatMap((part) => readElement(part, parts.length > 1, place));
  checkDistinct(rows, `${place.where} of ${place.path}`);
  return { id, name: parts[0]?.scenarioName ?? id, color: parts[0]?.scenarioColor ?? undefined, rows };
}

/**
 * The rows of one element of `scenarios`. Its own groups are those of all its rows;
 * where the same scenario is repeated, any text of an element tells the repetitions apart.
 */
function readElement(element: Element, isRepeated: boolean, place: Place): Row[] {
  const { scenarioId: _id, scenarioName: _name, scenarioColor: _color, pnl, series, ...rest } = element;
  const { path, where, fields } = place;
  if (pnl === undefined && series === undefined) throw malformed(path, where, "pnl or series", "neither");
  const shared = Object.entries(rest)
    .filter(([key, value]) => GROUP_KEYS.has(key) || (isRepeated && typeof value === "string"))
    .filter(([key]) => key !== "period" && !fields.has(key))
    .flatMap(([key, value]) => (isText(value) ? [[key, String(value)] as const] : []));
  const whole = pnl ? [readRow({ ...besidePnl(rest, fields), pnl }, { ...place, where: `${where}, pnl` })] : [];
  const rows = (series ?? []).map((part, index) => {
    const at = { ...place, where: `${where}, series element ${index + 1}` };
    const row = readRow(part, at);
    if (row.period === "") throw malformed(path, at.where, "a period", "none");
    return withGroups(row, shared, at);
  });
  return [...whole.map((row) => withGroups(row, shared, place)), ...rows];
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
