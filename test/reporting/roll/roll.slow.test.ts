/** A thousand sequences of rolls, edited titles, renewals and undo. */
import fc from "fast-check";
import { runs } from "../../propertyOptions";
import { checkSequence, sequences } from "./sequences";

test("each cell is as its headings say after any sequence", () => {
  fc.assert(fc.property(sequences, checkSequence), { numRuns: runs(1000) });
});
