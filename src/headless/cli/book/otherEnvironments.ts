/**
 * Formulas of other environments of the add-in, which a refresh leaves alone. It does not take an environment from the workbook: the
 * connection is to the service of one, and a workbook of the other would get that service's numbers.
 */
import type { BookSheet } from "../../../spreadsheet/engine/bookSheet";
import { PREFIX } from "../../../numbers/language/calls";
import { tokensOf, TYPES } from "../../../spreadsheet/formulas/tokens";
import metadata from "../../../numbers/functions/functions.json";
import { environmentOfNamespace, NAMESPACE } from "../../../numbers/language/environment";

const NAMES = metadata.functions.map(({ name }) => name).join("|");
const CALLED = String.raw`${PREFIX}(INSIGHTS[A-Z0-9]*)[._](?:${NAMES})`;
const MENTIONED = new RegExp(String.raw`${CALLED}\(`, "gi");
const NAME = new RegExp(`^${CALLED}$`, "i");

/** Returns the names of the other environments whose functions any formula calls, sorted. */
export function otherEnvironmentsIn(sheets: readonly BookSheet[]): string[] {
  const texts = new Set(sheets.flatMap(({ formulas }) => formulas.map(({ formula }) => formula.text)));
  const found = new Set<string>();
  for (const text of texts) {
    if (![...text.matchAll(MENTIONED)].some(([, namespace]) => isOther(namespace))) continue;
    for (const { type, value } of tokensOf(text)) {
      const [, namespace] = (type === TYPES.FUNCTION && NAME.exec(value)) || [];
      if (namespace && isOther(namespace)) found.add(environmentOfNamespace(namespace));
    }
  }
  return [...found].sort();
}

function isOther(namespace: string | undefined): boolean {
  return namespace?.toUpperCase() !== NAMESPACE;
}

/** Returns which formulas were left alone, and how to refresh them; "" if there are none. */
export function describeOthers(environments: readonly string[]): string {
  const [first] = environments;
  if (first === undefined) return "";
  return `Formulas of the environment ${environments.join(" and ")} keep their values: refresh them with --environment ${first} and the connection of its service.`;
}
