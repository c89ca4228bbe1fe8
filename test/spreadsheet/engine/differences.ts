/** Formulas whose recorded value is LibreOffice's and not Excel's, by reason. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const reasons = JSON.parse(readFileSync(join(__dirname, "../../golden/differences.json"), "utf8")) as Record<
  string,
  string[]
>;

const formulas = new Set(Object.values(reasons).flat());

/** Returns the wrong ones without those that are listed; a listed one that is right shows as such. */
export function unlisted(wrong: readonly string[], right: readonly string[]): string[] {
  return [
    ...wrong.filter((formula) => !formulas.has(formula)),
    ...right.filter((formula) => formulas.has(formula)).map((formula) => `${formula} is as recorded, but is listed`),
  ];
}
