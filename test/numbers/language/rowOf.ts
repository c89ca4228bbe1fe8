/** Rows as the service's answers have them, of a few numbers. */
import type { AnswerRow } from "../../../src/insights";

/** The only row of an answer with these values. */
export function rowOf(values: Readonly<Record<string, number>>): AnswerRow {
  return {
    at: 0,
    rows: {
      length: 1,
      periods: { texts: [], codes: new Int32Array([-1]) },
      texts: new Map(),
      values: new Map(Object.entries(values).map(([name, value]) => [name, new Float64Array([value])])),
      groupKey: undefined,
      contradicted: new Set(),
    },
  };
}
