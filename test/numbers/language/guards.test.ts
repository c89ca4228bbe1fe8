/** Guards are read only from formulas that are as the add-in wrote them. */
import { guardsOf, isKept } from "../../../src/numbers/language/guards";

const CALL = 'INSIGHTS.KPI("FY26 Plan",B$1,"Net sales","2026-02",,,"USD","YTD")';

test.each<[string, readonly (readonly [string, string | number])[]]>([
  [`=IF(A$1="YTD Feb 26",${CALL},NA())`, [["A$1", "YTD Feb 26"]]],
  [
    `=IF(AND(B$2="YTD Feb 26",$A3="Turn, ""over"""),${CALL},NA())`,
    [
      ["B$2", "YTD Feb 26"],
      ["$A3", 'Turn, "over"'],
    ],
  ],
  [`=IF($A$1=2026,${CALL}/1000,NA())`, [["$A$1", 2026]]],
  [`=IF(A$1="Share",LET(n,${CALL},IF(n=0,NA(),${CALL}/n)),NA())`, [["A$1", "Share"]]],
])("%s is the add-in's", (formula, guards) => {
  expect(guardsOf(formula).map(({ reference, said }) => [reference, said])).toEqual(guards);
});

test.each([
  `=${CALL}`,
  `=IF(A$1="x",${CALL},0)`,
  `=IF(A$1="x",${CALL}*1000,NA())`,
  `=IF(A$1="x",${CALL}+B7,NA())`,
  `=IF(A$1="x",B7,NA())`,
  `=IF(A$1<>"x",${CALL},NA())`,
  `=IF(A$1=B$1,${CALL},NA())`,
  `=IF(OR(A$1="x",A$2="y"),${CALL},NA())`,
  `=IF(Other!A$1="x",${CALL},NA())`,
  `=IF(AND(A$1="x",B$1>5),${CALL},NA())`,
  `=IF(A$1="x",${CALL},NA())+IF(A$2="x",1,NA())`,
  `=IF(A$1="x",LET(n,${CALL},${CALL}/n),NA())`,
  "=IF(,NA())",
])("%s is a user's own", (formula) => {
  expect(guardsOf(formula)).toEqual([]);
});

test("A heading is kept as Excel compares it", () => {
  expect(isKept({ reference: "A1", said: "YTD Oct" }, "ytd OCT")).toBe(true);
  expect(isKept({ reference: "A1", said: "YTD Oct" }, "YTD Oct (final)")).toBe(false);
  expect(isKept({ reference: "A1", said: 2026 }, 2026)).toBe(true);
  expect(isKept({ reference: "A1", said: 2026 }, "2026")).toBe(false);
});
