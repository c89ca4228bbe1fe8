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

const text = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value)),
);
const optionalText = v.optional(v.nullable(text));
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const object = v.custom<JsonObject>(isObject, "expected an object");

const scenarioSchema = v.object({ id: text, name: optionalText, flags: v.nullish(v.array(text), []) });
const planSchema = v.object({
  id: text,
  name: optionalText,
  currency: optionalText,
  scenarios: v.nullish(v.array(scenarioSchema), []),
});
const plansSchema = v.object({ plans: v.array(planSchema) });

const metaSchema = v.object({
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
const resultsSchema = v.object({ meta: v.nullish(metaSchema, {}), scenarios: v.array(elementSchema) });
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

/** The rows of one element of `scenarios`. Where the same scenario is repeated, its own texts tell the repetitions apart. */
function readElement(element: Element, repeated: boolean, path: string, fields: ReadonlySet<string>): Row[] {
  const { scenarioId, scenarioName: _name, scenarioColor: _color, pnl, series, ...rest } = element;
  if (!pnl && !series) throw malformed(path, `scenario ${scenarioId}`, "pnl or series", "neither");
  const rows = [...(pnl ? [pnl] : []), ...(series ?? [])].map((part, index) => {
    const where = `scenario ${scenarioId}, ${part === pnl ? "pnl" : `series element ${index + 1}`}`;
    return readRow(part, path, where, fields);
  });
  if (!repeated) return rows;
  const shared = Object.entries(rest).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return rows.map((row) => ({ ...row, groups: new Map([...shared, ...row.groups]) }));
}

/** Codes that the service may give as numbers, which a new field would be too. */
const GROUP_KEYS = new Set(["product", "sku", "region", "channel"]);

function readRow(element: JsonObject, path: string, where: string, fields: ReadonlySet<string>): Row {
  const groups = new Map<string, string>();
  const values = new Map<string, number>();
  let period = "";
  const entries = Object.entries(element).flatMap(([key, value]) =>
    isObject(value) ? Object.entries(value) : [[key, value] as const],
  );
  for (const [key, value] of entries) {
    if (value === null || value === undefined) continue;
    if (key === "period") period = readPeriod(value, path, where);
    else if (typeof value === "number" && !GROUP_KEYS.has(key)) values.set(key, value);
    else if (fields.has(key)) throw malformed(path, `${where}, ${key}`, "a number", typeof value);
    else if (typeof value === "string" || typeof value === "number") groups.set(key, String(value));
  }
  if (period === "" && !where.endsWith("pnl")) throw malformed(path, where, "a period", "none");
  return { period, groups, values };
}

function readPeriod(value: unknown, path: string, where: string): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw malformed(path, `${where}, period`, "a text", typeof value);
}

function read<Schema extends v.GenericSchema>(schema: Schema, body: unknown, path: string): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw malformed(path, v.getDotPath(issue) ?? "the body", issue.expected ?? "another value", issue.received);
}

function malformed(path: string, where: string, expected: string, found: string): InsightsError {
  return new InsightsError(
    "malformed",
    `The service's answer to ${path} could not be read: at ${where}, ${expected} was expected and ${found} found.`,
  );
}
