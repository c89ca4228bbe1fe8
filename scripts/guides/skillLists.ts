/** The lists of functions and fields in the agents' skill, as the code has them. */
import metadata from "../../src/numbers/functions/functions.json";
import { DERIVED_FIELDS, ENDPOINTS, FAMILIES, fieldsOf, type Field } from "../../src/insights";

/** Returns the skill with its lists made anew. Throws if it lacks the place of a list. */
export function withLists(skill: string): string {
  return withList(withList(skill, "functions", functionLines()), "fields", fieldLines());
}

/** Replaces a list between its marks. Throws if the text lacks them. */
export function withList(text: string, name: string, lines: readonly string[]): string {
  const place = new RegExp(`(<!-- ${name}: made by [^\\n]* -->\\n)[\\s\\S]*?(<!-- end -->)`);
  if (!place.test(text)) throw new Error(`There is no place for the list of ${name}.`);
  return text.replace(place, (_all, begin: string, end: string) => `${begin}\n${lines.join("\n")}\n\n${end}`);
}

/** Functions that Excel suggests. */
function functionLines(): string[] {
  const offered = metadata.functions.filter(({ options }) => !("excludeFromAutoComplete" in (options ?? {})));
  return offered.map(({ id, description, parameters }) => {
    const names = parameters.map(({ name }) => name).join(", ");
    return `- \`${id}(${names})\` ${description.replace(/ Example: .*$/s, "")}`;
  });
}

function fieldLines(): string[] {
  const offered = FAMILIES.filter((family) => ENDPOINTS[family].available);
  return offered.flatMap((family) => {
    const derived = DERIVED_FIELDS.filter((field) => field.family === family);
    return [`- ${ENDPOINTS[family].label}: ${[...fieldsOf(family), ...derived].map(fieldText).join("; ")}`];
  });
}

function fieldText({ name, label, unit, direction }: Field): string {
  return `\`${name}\` ${label} (${unit}${direction ? `, ${direction} is better` : ""})`;
}
