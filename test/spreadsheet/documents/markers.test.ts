import fc from "fast-check";
import { OUR_MARKERS } from "../../../src/headless/cli/book/ourMarkers";

const formulas = (text: string) =>
  OUR_MARKERS.markersIn(text).flatMap((marker) => (marker.kind === "formula" ? [marker.formula] : []));

test("Two markers in one text are found with their places", () => {
  const text = "A {=INSIGHTS.PLANS()} & {=1+1}.";
  const found = OUR_MARKERS.markersIn(text);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(["{=INSIGHTS.PLANS()}", "{=1+1}"]);
  expect(found.map((marker) => "isCall" in marker && marker.isCall)).toEqual([true, false]);
});

test("Braces in texts and array constants do not end a marker", () => {
  expect(formulas('x {=SUM({1,2;3,4})&"}"&"{"} y')).toEqual(['SUM({1,2;3,4})&"}"&"{"']);
});

test("Typographic quotes become straight ones outside of texts only", () => {
  expect(formulas("{=INSIGHTS.KPI(“FY26 Plan”,„actual“,«ebit»)}")).toEqual([
    'INSIGHTS.KPI("FY26 Plan","actual","ebit")',
  ]);
  expect(formulas('{=INSIGHTS.KPI("The “best” plan")}')).toEqual(['INSIGHTS.KPI("The “best” plan")']);
});

test("Dashes, hard spaces and marks of direction become plain outside of texts", () => {
  expect(formulas('\u200f{\u200f=1\u00a0–\u00a02&"a – b\u00a0c"}')).toEqual(['1 - 2&"a – b\u00a0c"']);
});

test("An input is a name and a text", () => {
  expect(OUR_MARKERS.markersIn("For {Plan=FY26 Plan & more}")).toMatchObject([
    { kind: "input", name: "Plan", value: "FY26 Plan & more" },
  ]);
});

test("A semicolon between arguments is a problem, in an array constant it is none", () => {
  const [german, constant] = OUR_MARKERS.markersIn('{=INSIGHTS.KPI("a";"b")} {=SUM({1;2})}');
  expect(german).toMatchObject({ problem: expect.stringContaining('has a ";"') as string });
  expect(constant).toMatchObject({ problem: undefined });
});

test("A call without an end is open, other braces without an end are text", () => {
  expect(OUR_MARKERS.markersIn('{=INSIGHTS.KPI("a"')).toMatchObject([{ kind: "open" }]);
  expect(OUR_MARKERS.markersIn("{=ROUND(1,")).toEqual([]);
});

const CALL = 'INSIGHTS.KPI("FY26 Plan","actual","ebit")';

/** Returns why the markers of a text cannot be read. */
const problemsIn = (text: string, next = "") => OUR_MARKERS.markersIn(text, () => next).map(({ problem }) => problem);

test.each([
  ["an em dash of two hyphens", `{=1000—${CALL}}`, '"—"'],
  ["a horizontal bar", `{=1000―${CALL}}`, '"―"'],
  ["a times sign", `{=${CALL}×2}`, '"×"'],
  ["a division sign", `{=${CALL}÷2}`, '"÷"'],
  ["a not-equal sign", `{=IF(${CALL}≠0,1,2)}`, '"≠"'],
  ["a greater-or-equal sign", `{=IF(${CALL}≥0,1,2)}`, '"≥"'],
  ["a fraction", `{=${CALL}*½}`, '"½"'],
  ["a square", `{=${CALL}²}`, '"²"'],
  ["an ellipsis", "{=INSIGHTS.KPI(…)}", '"…"'],
  ["full-width brackets", "{=INSIGHTS.KPI（“FY26 Plan”，“actual”）}", '"（"'],
  ["a full-width name", "{=ＩＮＳＩＧＨＴＳ．ＫＰＩ(1)}", '"．"'],
  ["an ideographic full stop", "{=INSIGHTS。KPI(1)}", '"。"'],
  ["single typographic quotes", "{=INSIGHTS.KPI(‘FY26 Plan’)}", '"‘"'],
  ["primes", "{=INSIGHTS.KPI(″FY26 Plan″)}", '"″"'],
  ["an emoji", `{=${CALL}*😀}`, '"😀"'],
  ["a quote that is not read around the call", '{=TEXT("0″,INSIGHTS.KPI("FY26 Plan","actual″),1)}', '"″"'],
  ["a space in the name", "{=INSIGHTS. KPI(1)}", "calls none of its functions"],
  ["no bracket", "{=INSIGHTS.KPI}", "calls none of its functions"],
  ["no equals sign", `{${CALL}}`, "does not begin with {="],
  ["a full-width equals sign", `{＝${CALL}}`, "does not begin with {="],
  ["a full-width brace", `｛=${CALL}}`, "does not begin with {="],
  ["full-width braces", `｛=${CALL}｝`, '"｝"'],
  ["a picture", `{=${CALL}*\ufffc2}`, "that is no text"],
  ["a picture in a text", '{=INSIGHTS.KPI("FY26\ufffc Plan")}', "that is no text"],
  ["a picture in the name", "{=INSIGHTS\ufffc.KPI(1)}", "that is no text"],
  ["no end", `{=TEXT(${CALL}`, "has no end"],
])("A formula of ours with %s has a problem", (_, text, problem) => {
  expect(problemsIn(`Sales ${text} today`)).toEqual([expect.stringContaining(problem)]);
});

test("A formula of ours that goes on in the next paragraph is open", () => {
  expect(problemsIn("{=TEXT(1+", `${CALL},"0")}`)).toEqual([expect.stringContaining("has no end")]);
  expect(problemsIn("A {=stray", `text {=${CALL}}`)).toEqual([]);
});

test("A formula of inputs with a sign that cannot be read names its inputs and has a problem", () => {
  expect(OUR_MARKERS.markersIn("{=Growth—Base}")).toMatchObject([
    { isCall: false, names: ["growth", "base"], problem: expect.stringContaining('"—"') as string },
  ]);
});

test("What is no text in an input is its problem", () => {
  expect(problemsIn("{Plan=FY26\ufffc}")).toEqual([expect.stringContaining("that is no text")]);
});

test.each([
  "{=1+1}",
  "{=Insights*2}",
  '{="Key insights: "&Plan}',
  "{= the insights, and more}",
  "{note: INSIGHTS.KPI}",
])("%s is no call of ours", (text) => {
  expect(OUR_MARKERS.markersIn(text).filter((marker) => marker.kind === "formula" && marker.isCall)).toEqual([]);
});

test("Any marker of ours with a foreign sign outside of its texts is refused", () => {
  const signs = fc.oneof(fc.integer({ min: 0xa0, max: 0xfffb }), fc.integer({ min: 0x10000, max: 0x10ffff }));
  const sign = signs
    .map((code) => String.fromCodePoint(code))
    .filter((each) => /^[^!-~\p{L}\p{M}\p{Nd}\s\p{Cf}\p{Cc}\p{Cs}]$/u.test(each));
  const readable = new Set([..."“”„‟«»‐‑‒–−｛﹛︷"]);
  fc.assert(
    fc.property(sign, fc.constantFrom("", "1+", "IF("), (character, before) => {
      if (readable.has(character)) return;
      const found = OUR_MARKERS.markersIn(`{=${before}${character}${CALL}}`);
      expect(found).toMatchObject([{ isCall: true, problem: expect.any(String) as string }]);
    }),
  );
});

test("A text of very many beginnings without an end is open", () => {
  expect(OUR_MARKERS.markersIn(`A {=1} ${"{= ".repeat(200_000)}`).map(({ kind }) => kind)).toEqual(["formula", "open"]);
});

test("Any text is read without a failure, and markers do not overlap", () => {
  const piece = fc.constantFrom(
    "{",
    "}",
    "=",
    '"',
    "“",
    "”",
    ";",
    "INSIGHTS.KPI(",
    ")",
    " ",
    "Plan",
    "\u200f",
    "\u00a0",
    "x",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      let last = 0;
      for (const { start, end } of OUR_MARKERS.markersIn(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});
