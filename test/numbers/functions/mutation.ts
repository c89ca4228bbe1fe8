/** Valid answers changed at random, in structure and values. */
import fc from "fast-check";

type Json = unknown;
type Container = Json[] | Record<string, Json>;

/** One change: what is done, and numbers that choose where and with what. */
export interface Mutation {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly other: number;
}

const KINDS = [
  "drop",
  "duplicate",
  "move",
  "rename",
  "nest",
  "retype",
  "label",
  "unicode",
  "huge",
  "echo",
  "attribute",
  "total",
  "respell",
  "outside",
  "id",
  "currency",
] as const;

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat(), other: fc.nat() }),
  { minLength: 1, maxLength: 4 },
);

const NAMES = [
  "ebit",
  "cogs",
  "Ebit",
  "netFIESales",
  "demandVolume",
  "period",
  "pnl",
  "series",
  "region",
  "area",
].concat(["budget", "scenarioId", "note", "__proto__", "fillRate", "e\u0301bit"]);
const LABELS = ["2026-01", "2026-02", "Jan 2026", "2026-01-01", "2026-01 ", "Q9 \u0440", "2026", "North", "north"];
/** JSON.stringify has no way to write the last. */
const ATTRIBUTES = ["status", "updatedAt", "code", "currency"];
const NUMBERS = [1e308, -1e308, 2 ** 53 + 2, 5e-324, -0, 0, "@1e999"];
const ECHOES: Record<string, Json>[] = [{ planId: "p9" }, { interval: "D" }, { planId: null }, { interval: 7 }];

const CURRENCIES = ["EUR", "USD"];

/** The text of the body with all changes made. */
export function mutated(body: object, changes: readonly Mutation[]): string {
  const copy = structuredClone(body) as Record<string, Json>;
  for (const change of changes) apply(copy, change);
  return JSON.stringify(copy).replaceAll('"@1e999"', "1e999");
}

function apply(body: Record<string, Json>, { kind, at, other }: Mutation): void {
  const places = placesIn(body);
  if (kind === "id") return repeatId(places, at, other);
  if (kind === "currency") return stateCurrencies(body, at, other);
  const place = places[at % places.length];
  if (!place) return;
  const { container, key } = place;
  const value = at1(container, key);
  if (kind === "drop") remove(container, key);
  else if (kind === "duplicate") insert(container, key, structuredClone(value), other);
  else if (kind === "move") {
    remove(container, key);
    const targets = [body, ...placesIn(body).map((one) => at1(one.container, one.key))].filter(isContainer);
    const target = targets[other % targets.length];
    if (target) insert(target, key, value, Array.isArray(target) ? other : NAMES.length * 2);
  } else if (kind === "rename") rename(container, key, pick(NAMES, other));
  else if (kind === "nest") set(container, key, { [pick(["pnl", "value", "groups"], other)]: value });
  else if (kind === "retype") set(container, key, retyped(value, other));
  else if (kind === "label") set(container, key, pick(LABELS, other));
  else if (kind === "unicode" && typeof value === "string")
    set(container, key, value + pick([" ", "\u200b", "\u0301", "\ud83d"], other));
  else if (kind === "huge" && typeof value === "number") set(container, key, pick(NUMBERS, other));
  else if (kind === "attribute" && isContainer(value) && !Array.isArray(value))
    set(value, pick(ATTRIBUTES, other), pick(["final", "draft", `t${other}`], other));
  else if (kind === "total" && Array.isArray(value)) value.push(...totalOf(value, other));
  else if (kind === "respell" && Array.isArray(value) && isContainer(value[0])) {
    const again = { ...structuredClone(value[other % value.length]) } as Record<string, Json>;
    value.push({ ...again, ...("period" in again && { period: respelt(String(again["period"]), other) }) });
  } else if (kind === "outside" && Array.isArray(value) && isContainer(value[0]))
    value.push({ ...(structuredClone(value[0]) as object), period: pick(["2025-12", "2026-W05", "2027"], other) });
  else if (kind === "echo") body["meta"] = { ...(body["meta"] as object), ...pick(ECHOES, other) };
}

/** Gives two members of a list one id: a copy under another name, or two as they are. */
function repeatId(places: readonly JsonPlace[], at: number, other: number): void {
  const lists = places
    .map(({ container, key }) => at1(container, key))
    .filter((value) => Array.isArray(value))
    .filter((list: Json[]) => idKeyOf(list[0]) !== undefined);
  const list = lists[at % Math.max(1, lists.length)];
  const member = list?.[other % list.length];
  const key = idKeyOf(member);
  if (!list || !isContainer(member) || key === undefined) return;
  const target = list[at % list.length];
  if (other % 3 === 0 && isContainer(target)) set(target, key, structuredClone(at1(member, key)));
  else list.push({ ...structuredClone(member), [key === "id" ? "name" : "scenarioName"]: pick(OTHER_NAMES, at) });
}

const OTHER_NAMES = ["Copy", "Base", "Plan One", "s2", "p1"];

function idKeyOf(value: Json): string | undefined {
  return isContainer(value) ? ["id", "scenarioId"].find((key) => Object.hasOwn(value, key)) : undefined;
}

/** Names a currency in two places: the answer's meta, a scenario element, a row, or an object in one. */
function stateCurrencies(body: Record<string, Json>, at: number, other: number): void {
  const scenarios = body["scenarios"];
  const inside = isContainer(scenarios) ? placesIn(scenarios).map((place) => at1(place.container, place.key)) : [];
  const objects = [body["meta"], ...inside].filter(isContainer).filter((value) => !Array.isArray(value));
  for (const choice of [at, other]) {
    const object = objects[choice % Math.max(1, objects.length)];
    if (object) set(object, "currency", pick(CURRENCIES, at + choice * 7));
  }
}

/** A row without groups that holds the sums of a month's rows, some of them off. */
function totalOf(rows: readonly Json[], choice: number): Json[] {
  const objects = rows.filter((row): row is Record<string, Json> => isContainer(row) && !Array.isArray(row));
  const period = objects[choice % Math.max(1, objects.length)]?.["period"];
  const own = objects.filter((row) => row["period"] === period);
  if (own.length === 0) return [];
  const names = new Set(own.flatMap(Object.keys).filter((name) => own.some((row) => typeof row[name] === "number")));
  const sums = [...names].map((name): [string, number] => {
    const sum = own.reduce((subtotal, row) => subtotal + (typeof row[name] === "number" ? row[name] : 0), 0);
    return [name, choice % 3 === 0 ? sum * 2 : sum];
  });
  return [{ period, ...Object.fromEntries(sums) }];
}

function respelt(label: string, choice: number): string {
  return pick([label.replace("-0", "-"), `${label} `, label.replace("-", "/"), label], choice);
}

function retyped(value: Json, choice: number): Json {
  return pick([String(value), Number(value), null, true, [value], { value }, "", "1,234"], choice);
}

interface JsonPlace {
  readonly container: Container;
  readonly key: string;
}

function placesIn(value: Json): JsonPlace[] {
  if (!isContainer(value)) return [];
  return Object.keys(value).flatMap((key) => [{ container: value, key }, ...placesIn(at1(value, key))]);
}

function isContainer(value: Json): value is Container {
  return typeof value === "object" && value !== null;
}

function at1(container: Container, key: string): Json {
  return (container as Record<string, Json>)[key];
}

function set(container: Container, key: string, value: Json): void {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true });
}

function remove(container: Container, key: string): void {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else delete container[key];
}

/** Into a list anywhere; into an object under a name of the pool, or its own. */
function insert(container: Container, key: string, value: Json, choice: number): void {
  if (Array.isArray(container)) container.splice(choice % (container.length + 1), 0, value);
  else set(container, choice < NAMES.length * 2 ? pick(NAMES, choice) : key, value);
}

function rename(container: Container, key: string, name: string): void {
  if (Array.isArray(container)) return;
  const value = container[key];
  delete container[key];
  set(container, name, value);
}

function pick<T>(list: readonly T[], choice: number): T {
  return list[choice % list.length] as T;
}
