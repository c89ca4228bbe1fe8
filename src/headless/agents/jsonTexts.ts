/** Arguments that clients of agents send as texts of JSON in place of lists, numbers and objects. */
import type * as z from "zod";

/**
 * Reads an argument that is a text. A text that fits as it is stays, unless it is written as a list. One that stands alone where a
 * list is meant is a list of one.
 */
export function readJsonText(schema: z.ZodType, given: unknown): unknown {
  if (typeof given !== "string") return given;
  const fits = (value: unknown) => schema.safeParse(value).success;
  const isText = fits(given);
  const parsed = jsonOf(given);
  if (parsed !== undefined && (!isText || Array.isArray(parsed)) && fits(parsed)) return parsed;
  return !isText && fits([given]) ? [given] : given;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
