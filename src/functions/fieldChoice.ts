/** Which fields a call means: read from its cells, and found among what the service returned. */
import { ENDPOINTS, FIELDS, InsightsError, fieldsOf, findField, type Family, type Field } from "../insights";
import { readList, readText } from "./arguments";
import { listNames, nearest, quote } from "./names";

/** A field to show; one that is not in the specification may still be in the answer. */
export interface FieldChoice {
  readonly name: string;
  readonly label: string;
}

const IDENTIFIER = /^[a-z]\w{0,63}$/i;

/** The fields of a family in the order given, undefined for a blank; none at all where every field is meant. */
export function readFields(value: unknown, family: Family): (FieldChoice | undefined)[] {
  const texts = readList(value, "field");
  if (texts.every((text) => text === "")) return [];
  return texts.map((text) => (text === "" ? undefined : readFamilyField(text, family)));
}

/** The one field of the specification that is named, of whatever family. */
export function readField(value: unknown): Field {
  const text = readText(value, "field");
  if (text === "") {
    throw new InsightsError("argument", "No field is given. Name one, such as ebit; FIELDS() lists them.");
  }
  const field = findField(text);
  if (!field) throw unknownField(text, FIELDS);
  return field;
}

/** A field outside the specification is good if the answer has it, in whatever case a person writes it. */
export function matchField(field: FieldChoice, returned: readonly FieldChoice[], family: Family): FieldChoice {
  if (findField(field.name)) return field;
  const alike = returned.filter(({ name }) => name.toLowerCase() === field.name.toLowerCase());
  const found = alike.find(({ name }) => name === field.name) ?? alike[0];
  if (found) return found;
  throw unknownField(field.name, [...fieldsOf(family), ...returned.filter(({ name }) => !findField(name))]);
}

function readFamilyField(text: string, family: Family): FieldChoice {
  const field = findField(text);
  if (field?.family === family) return field;
  if (field) {
    const [own, other] = [field.family, family].map((name) => ENDPOINTS[name].functionId);
    throw new InsightsError("argument", `${field.label} is not a field of ${other}. Ask for it with ${own} or KPI.`);
  }
  if (IDENTIFIER.test(text)) return { name: text, label: text };
  throw unknownField(text, fieldsOf(family));
}

function unknownField(text: string, fields: readonly FieldChoice[]): InsightsError {
  const meant = nearest(
    text,
    fields.flatMap(({ name, label }) => [name, label]),
  );
  const known = `There are ${listNames(fields.map(({ name }) => name))}; FIELDS() lists them.`;
  const hint = meant ? `Did you mean ${quote(meant)}?` : known;
  return new InsightsError("argument", `Field ${quote(text)} is not known. ${hint}`);
}
