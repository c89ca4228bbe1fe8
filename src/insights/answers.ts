/**
 * Decodes answers of the service. The API is in beta and leaves shapes open, so every reasonable shape is read. An error for any
 * other shape names the place and what was expected there.
 * @see API specification §2.1, §2.2, §2.4, §2.5
 */
import { isObject, type JsonObject } from "./jsonObject";
import { malformed, nameType } from "./malformed";
import type { AskedRows } from "./askedRows";
import { textsOfKey, type RowColumns } from "./columns";
import { withoutDirection } from "./textDirection";
import { InsightsError } from "./errors";
import { settleRows } from "./identity";
import {
  readBodyPart,
  isList,
  optionalOf,
  optionalParts,
  optionalText,
  optionalTexts,
  requiredParts,
  requiredText,
  type BodyPart,
} from "./bodyParts";
import { createRowReader, GROUP_KEYS, isText, type Place, type RowReader } from "./rows";
import { inSlices, SLICE, type Awaitable, type Sliced } from "./slices";

export interface Scenario {
  readonly id: string;
  readonly name: string;
  readonly flags: readonly string[];
}

export interface Plan {
  readonly id: string;
  readonly name: string;
  /** ISO 4217; "" if the service returned none. */
  readonly currency: string;
  readonly scenarios: readonly Scenario[];
}

export interface ScenarioResult {
  readonly id: string;
  readonly name: string;
  readonly rows: RowColumns;
}

/** The results of one request. Echoes that the service omits are undefined. */
export interface Results {
  readonly planId: string | undefined;
  readonly interval: string | undefined;
  readonly currency: string | undefined;
  /** Milliseconds since the epoch. */
  readonly generatedAt: number | undefined;
  readonly scenarios: readonly ScenarioResult[];
}

/** One element of `scenarios`, and its index. */
interface Element {
  readonly index: number;
  readonly name: string | undefined;
  /** Undefined if the key is absent; null if its value is null. */
  readonly pnl: JsonObject | null | undefined;
  /** Checked while it is read, in slices. */
  readonly series: readonly unknown[] | null | undefined;
  /** All other keys. */
  readonly rest: JsonObject;
}

/** Rows from which on a scenario has a slice of its own. */
const LONG_SCENARIO = SLICE / 8;

/** Returns the plans in an answer to `path` (§4.3). Throws `malformed`. */
export function decodePlans(body: unknown, path: string): readonly Plan[] {
  return requiredParts(readBodyPart(body, path), "plans").map((plan) => ({
    ...readNamed(plan),
    currency: optionalText(plan, "currency") ?? "",
    scenarios: optionalParts(plan, "scenarios").map((scenario) => ({
      ...readNamed(scenario),
      flags: optionalTexts(scenario, "flags").map(withoutDirection),
    })),
  }));
}

function readNamed(part: BodyPart): { id: string; name: string } {
  const id = requiredText(part, "id");
  return { id, name: withoutDirection(optionalText(part, "name") ?? id) };
}

/**
 * Returns the scenarios' rows in an answer to `path` (§4.4 to §4.6). Reads a long answer in slices, until the signal aborts.
 * Values of `fields` must be numbers. Under any other name, a number is a new field and a text a group.
 * Throws or rejects with `malformed`.
 */
export function decodeResults(
  body: unknown,
  path: string,
  fields: ReadonlySet<string>,
  asked: AskedRows = {},
  signal?: AbortSignal,
): Awaitable<Results> {
  return inSlices(readResults(body, path, fields, asked), signal);
}

/** Returns the scenarios' rows in an answer to a request, whose fields are known. */
export function decodeAnswer(
  body: unknown,
  path: string,
  asked: AskedRows & Required<Pick<AskedRows, "fields">>,
  signal: AbortSignal,
): Awaitable<Results> {
  const names = (fields: typeof asked.fields) => new Set(fields.map(({ name }) => name));
  const amounts = names(asked.fields.filter(({ total }) => total.by === "sum"));
  return decodeResults(body, path, names(asked.fields), { ...asked, amounts }, signal);
}

function* readResults(body: unknown, path: string, fields: ReadonlySet<string>, asked: AskedRows): Sliced<Results> {
  const root = readBodyPart(body, path);
  const meta = readBodyPart(optionalOf(root, "meta", isObject, "an object") ?? {}, path, "meta");
  const echo = {
    planId: optionalText(meta, "planId"),
    interval: optionalText(meta, "interval"),
    currency: optionalText(meta, "currency"),
  };
  const generatedAt = Date.parse(optionalText(meta, "generatedAt") ?? "");
  const elements = new Map<string, Element[]>();
  for (const [index, part] of requiredParts(root, "scenarios").entries()) {
    const id = requiredText(part, "scenarioId");
    const others = elements.get(id) ?? [];
    others.push(readScenarioElement(part, index));
    elements.set(id, others);
  }
  const results: ScenarioResult[] = [];
  const stated: unknown[] = [echo.currency ?? asked.currency];
  for (const [id, parts] of elements) {
    results.push(yield* readScenario(id, parts, { path, fields, asked, stated }));
  }
  const currency = onlyCurrency(stated, path);
  return { ...echo, currency, generatedAt: Number.isNaN(generatedAt) ? undefined : generatedAt, scenarios: results };
}

function readScenarioElement(part: BodyPart, index: number): Element {
  const {
    scenarioId: _id,
    scenarioName: _name,
    scenarioColor: _color,
    pnl: _pnl,
    series: _series,
    ...rest
  } = part.object;
  const name = optionalText(part, "scenarioName");
  return {
    index,
    rest,
    name: name === undefined ? undefined : withoutDirection(name),
    pnl: optionalOf(part, "pnl", isObject, "an object"),
    series: optionalOf(part, "series", isList, "a list"),
  };
}

/** Reads all elements of one scenario. */
function* readScenario(
  id: string,
  parts: readonly Element[],
  { path, fields, asked, stated }: { path: string; fields: ReadonlySet<string>; asked: AskedRows; stated: unknown[] },
): Sliced<ScenarioResult> {
  const most = parts.reduce((sum, { pnl, series }) => sum + (pnl ? 1 : 0) + (series?.length ?? 0), 0);
  // Parsing the answer, or reading the scenario before, took long already.
  if (most > LONG_SCENARIO) yield;
  const reader = createRowReader(most);
  for (const part of parts) {
    yield* readElement(reader, part, parts.length > 1, { path, where: () => `scenario ${id}`, fields, scenario: id });
  }
  const rows = yield* settleRows(reader.rows, asked, `scenario ${id} of ${path}`);
  stated.push(...textsOfKey(reader.rows, "currency"), ...parts.map(({ rest }) => rest["currency"]));
  const { name = id } = parts[0] ?? {};
  return { id, name, rows };
}

/** Throws `mismatch` if rows, scenario elements and the answer name several currencies: their numbers do not belong together. */
function onlyCurrency(stated: readonly unknown[], path: string): string | undefined {
  const codes = stated.flatMap((code) => (typeof code === "string" && code.trim()) || []);
  const [one, other] = new Set(codes.map((code) => code.toUpperCase()));
  if (one === undefined || other === undefined) return codes[0];
  throw new InsightsError(
    "mismatch",
    `The service answered ${path} in the currency '${one}' and in '${other}', so its numbers are not shown. Report this to the operator of the service.`,
  );
}

/**
 * Reads the rows of one element of `scenarios`. Groups of the element apply to all its rows; if the scenario is repeated, any
 * text of an element distinguishes the repetitions.
 */
function* readElement(
  reader: RowReader,
  { index, pnl, series, rest }: Element,
  isRepeated: boolean,
  place: Place,
): Sliced<void> {
  const { path, where, fields } = place;
  if (pnl === undefined && series === undefined) throw malformed(path, where(), "pnl or series", "neither");
  const shared = Object.entries(rest)
    .filter(([key, value]) => GROUP_KEYS.has(key) || (isRepeated && typeof value === "string"))
    .filter(([key]) => key !== "period" && !fields.has(key))
    .flatMap(([key, value]) => (isText(value) ? [[key, String(value)] as const] : []));
  if (pnl) reader.read({ ...besidePnl(rest, fields), pnl }, shared, { ...place, where: () => `${where()}, pnl` });
  let at = 0;
  const inSeries = { ...place, where: () => `${where()}, series element ${at + 1}` };
  for (const row of series ?? []) {
    if (at > 0 && at % SLICE === 0) yield;
    if (!isObject(row)) throw malformed(path, `scenarios.${index}.series.${at}`, "an object", nameType(row));
    if (reader.read(row, shared, inSeries) === "") throw malformed(path, inSeries.where(), "a period", "none");
    at += 1;
  }
}

/** Returns the keys beside `pnl` that belong to its row. */
function besidePnl(rest: JsonObject, fields: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(rest).filter(([key]) => key === "period" || fields.has(key)));
}
