/** The order of a family's fields for readers. */
import { DERIVED_FIELDS, fieldsOf, type Family, type Field } from "../../insights";

/** Returns all fields in the order of the specification: each implied line above its sum, each ratio below its amount. */
export function orderedFields(family: Family): Field[] {
  const withRatios = (field: Field) => [
    field,
    ...DERIVED_FIELDS.filter(({ total }) => total.by === "ratio" && total.numerator === field.name),
  ];
  return fieldsOf(family).flatMap((field) => [
    ...DERIVED_FIELDS.filter(({ parent }) => parent === field.name).flatMap(withRatios),
    ...withRatios(field),
  ]);
}
