/**
 * JSON Schema in fewer words: a model reads those of all tools in every conversation. Arguments are checked by the whole schema all
 * the same; only what is said of it is shorter.
 */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

type Json = Record<string, unknown>;

/** Limits that no sensible question meets, the dialect that is the protocol's default, and what JSON Schema allows anyway. */
const UNSAID: ReadonlySet<string> = new Set([
  "$schema",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "propertyNames",
]);

export function compactSchema<Output>(schema: StandardSchemaWithJSON): StandardSchemaWithJSON<unknown, Output> {
  const standard = schema["~standard"];
  type JsonOf = typeof standard.jsonSchema.input;
  const shorter =
    (of: JsonOf): JsonOf =>
    (options) =>
      compact(of(options)) as Json;
  const { input, output } = standard.jsonSchema;
  return {
    "~standard": { ...standard, jsonSchema: { input: shorter(input), output: shorter(output) } },
  } as StandardSchemaWithJSON<unknown, Output>;
}

function compact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(compact);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !isUnsaid(key, value));
  return withoutAlternatives(Object.fromEntries(entries.map(([key, value]) => [key, compact(value)])));
}

function isUnsaid(key: string, value: unknown): boolean {
  const isOpen =
    (key === "additionalProperties" || key === "items") &&
    typeof value === "object" &&
    Object.keys(value ?? {}).length === 0;
  return isOpen || UNSAID.has(key);
}

/** Alternatives of different types that say nothing else become one list of types. */
function withoutAlternatives({ anyOf, ...rest }: Json): Json {
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { anyOf, ...rest };
  const alternatives = anyOf as Json[];
  const types = alternatives.map(({ type }) => type);
  const isMixed = new Set(types).size === types.length && types.every((type) => typeof type === "string");
  if (!isMixed) return { anyOf, ...rest };
  return Object.assign({}, ...alternatives, rest, { type: types }) as Json;
}
