import fc from "fast-check";
import { markersIn } from "../../src/documents/markers";

const formulas = (text: string) =>
  markersIn(text).flatMap((marker) => (marker.kind === "formula" ? [marker.formula] : []));

test("Two markers in one text are found with their places", () => {
  const text = "A {=INSIGHTS.PLANS()} & {=1+1}.";
  const found = markersIn(text);
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
  expect(markersIn("For {Plan=FY26 Plan & more}")).toMatchObject([
    { kind: "input", name: "Plan", value: "FY26 Plan & more" },
  ]);
});

test("A semicolon between arguments is a problem, in an array constant it is none", () => {
  const [german, constant] = markersIn('{=INSIGHTS.KPI("a";"b")} {=SUM({1;2})}');
  expect(german).toMatchObject({ problem: expect.stringContaining('has a ";"') as string });
  expect(constant).toMatchObject({ problem: undefined });
});

test("A call without an end is open, other braces without an end are text", () => {
  expect(markersIn('{=INSIGHTS.KPI("a"')).toMatchObject([{ kind: "open" }]);
  expect(markersIn("{=ROUND(1,")).toEqual([]);
});

test("A text of very many beginnings without an end is open", () => {
  expect(markersIn(`A {=1} ${"{= ".repeat(200_000)}`).map(({ kind }) => kind)).toEqual(["formula", "open"]);
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
      for (const { start, end } of markersIn(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});
