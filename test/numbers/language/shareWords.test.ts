import { areShares, percentInWords, pointsInWords, withPointsInWords } from "../../../src/numbers/language/shareWords";
import { fieldFormat } from "../../../src/numbers/language/numberFormats";

test("a share has a minus of its own and a space before its mark, in every language", () => {
  expect([percentInWords(-0.095, { language: "en-US" }), percentInWords(2.06, { language: "de-DE" })]).toEqual([
    "−9.5 %",
    "206,0 %",
  ]);
  expect(percentInWords(0.62, { decimals: 0, hasSign: true })).toBe("+62 %");
});

test("a difference of shares is in points, also if a number format wrote it", () => {
  expect(pointsInWords(0.004, { hasSign: true, language: "en-US" })).toBe("+0.4 pp");
  expect(fieldFormat({ unit: "ratio" }, { measure: "amount" })).toContain("%");
  expect(["0.8%-pts", "−10.0 %-pts", "48.4%"].map(withPointsInWords)).toEqual(["0.8 pp", "−10.0 pp", "48.4%"]);
});

test.each([
  ["add up with one sign", [0.7, 0.3, undefined], true],
  ["are the whole and nothing", [1, 0], true],
  ["have both signs", [1.2, -0.2], false],
  ["are far above a small sum", [2.06, -0.86, -0.2], false],
])("Parts have shares unless they are no part of the whole: those that %s", (_, shares, expected) => {
  expect(areShares(shares.map((share) => ({ share })))).toBe(expected);
});
