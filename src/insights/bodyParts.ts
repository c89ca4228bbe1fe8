/** Reads parts of a body whose shape is open. An error names the place and the expected type. */
import { isObject, type JsonObject } from "./jsonObject";
import { malformed, nameType } from "./malformed";
import { isExact, isText } from "./rows";

/** An object in the answer to `path`. */
export interface BodyPart {
  readonly object: JsonObject;
  readonly path: string;
  /** The path within the body, such as plans.0; "" for the body itself. */
  readonly where: string;
}

export function readBodyPart(value: unknown, path: string, where = ""): BodyPart {
  if (isObject(value)) return { object: value, path, where };
  throw malformed(path, where || "the body", "an object", nameType(value));
}

export function requiredText(part: BodyPart, key: string): string {
  return textIn(part, key, required(part, key));
}

/** Returns undefined if the key is absent. */
export function optionalText(part: BodyPart, key: string): string | undefined {
  const value = part.object[key];
  return isLeftOut(value) ? undefined : textIn(part, key, value);
}

export function requiredParts(part: BodyPart, key: string): BodyPart[] {
  return partsOf(part, key, required(part, key));
}

/** Returns an empty list if the key is absent. */
export function optionalParts(part: BodyPart, key: string): BodyPart[] {
  const value = part.object[key];
  return isLeftOut(value) ? [] : partsOf(part, key, value);
}

/** Returns the value unchanged, including null. Throws `malformed` if it has another type. */
export function optionalOf<T>(
  part: BodyPart,
  key: string,
  isKind: (value: unknown) => value is T,
  expected: string,
): T | null | undefined {
  const value = part.object[key];
  if (value === null || value === undefined || isKind(value)) return value;
  throw wrongIn(part, key, expected, value);
}

/** Returns the texts of a list; none if the key is absent. */
export function optionalTexts(part: BodyPart, key: string): string[] {
  const list = optionalOf(part, key, isList, "a list") ?? [];
  return list.map((value, at) => textIn(part, `${key}.${at}`, value));
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isLeftOut(value: unknown): boolean {
  return value === null || value === undefined;
}

function required(part: BodyPart, key: string): unknown {
  if (Object.hasOwn(part.object, key)) return part.object[key];
  throw wrongIn(part, key, "a value", undefined);
}

function textIn(part: BodyPart, key: string, value: unknown): string {
  if (isText(value)) {
    if (isExact(value)) return String(value);
    throw malformed(part.path, whereIn(part, key), "a text", "a number that is too long to be exact");
  }
  throw wrongIn(part, key, "a text", value);
}

function partsOf(part: BodyPart, key: string, value: unknown): BodyPart[] {
  if (!isList(value)) throw wrongIn(part, key, "a list", value);
  return value.map((item, at) => readBodyPart(item, part.path, whereIn(part, `${key}.${at}`)));
}

function wrongIn(part: BodyPart, key: string, expected: string, value: unknown) {
  return malformed(part.path, whereIn(part, key), expected, nameType(value));
}

function whereIn({ where }: BodyPart, key: string): string {
  return where ? `${where}.${key}` : key;
}
