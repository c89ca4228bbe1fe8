import { InsightsError } from "./errors";

/** Creates the error for a body of another shape: the place in the answer to `path`, what was expected and what was found. */
export function malformed(path: string, where: string, expected: string, found: string): InsightsError {
  return new InsightsError(
    "malformed",
    `The service's answer to ${path} could not be read: at ${where}, ${expected} was expected and ${found} found.`,
  );
}

/** Names the type only: the value can be long or confidential. */
export function nameType(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return { string: "a text", number: "a number", boolean: "true or false" }[typeof value as string] ?? "an object";
}
