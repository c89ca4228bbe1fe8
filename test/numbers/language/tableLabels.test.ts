import { FIELDS } from "../../../src/insights";
import { readRowLabel, rowLabel } from "../../../src/numbers/language/tableLabels";

test.each(["North", "A · B", "EBIT", " · ", "A · EBIT"])(
  "The group %j and every field are read from their label",
  (group) => {
    for (const { label } of FIELDS) expect(readRowLabel(rowLabel(group, label))).toEqual({ group, field: label });
  },
);

test("A label without a group is that of a field", () => {
  for (const { label } of FIELDS) expect(readRowLabel(rowLabel("", label))).toEqual({ group: undefined, field: label });
});
