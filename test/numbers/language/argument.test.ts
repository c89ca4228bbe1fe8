import fc from "fast-check";
import { findCalls } from "../../../src/numbers/language/calls";
import { parseArgument, formatCall, formatArgument, type Argument } from "../../../src/numbers/language/argument";

describe("an argument is read as", () => {
  test.each<[string, string, Argument]>([
    ["text", '"FY26 Plan"', { kind: "text", value: "FY26 Plan" }],
    ["text with quotation marks", '"the ""real"" plan"', { kind: "text", value: 'the "real" plan' }],
    ["empty text", '""', { kind: "text", value: "" }],
    ["a number", "2026", { kind: "number", value: 2026 }],
    ["a negative number", "-1.5E-3", { kind: "number", value: -0.0015 }],
    ["TRUE or FALSE", "true", { kind: "boolean", value: true }],
    ["nothing", "  ", { kind: "blank" }],
    ["a cell", " $B$1 ", { kind: "reference", text: "$B$1" }],
    ["a range of a sheet", "'My ''best'' plan'!A1:B2", { kind: "reference", text: "'My ''best'' plan'!A1:B2" }],
    ["a column", "A:A", { kind: "reference", text: "A:A" }],
    ["a name", "Scenario", { kind: "reference", text: "Scenario" }],
    ["a table's column", "Sales[[#This Row],[Net]]", { kind: "reference", text: "Sales[[#This Row],[Net]]" }],
    ["an expression", "A1&B1", { kind: "expression", text: "A1&B1" }],
    ["an expression in brackets", "(A1)", { kind: "expression", text: "(A1)" }],
    ["a call", "TODAY()", { kind: "expression", text: "TODAY()" }],
    ["a spilled range", "A1#", { kind: "expression", text: "A1#" }],
    ["a percentage", "5%", { kind: "expression", text: "5%" }],
    ["a list of texts", '{ "a", "b ""c""" }', { kind: "list", values: ["a", 'b "c"'] }],
    ["a list of texts in a column", '{"a";"b"}', { kind: "list", values: ["a", "b"] }],
    ["an array of rows and columns", '{"a","b";"c","d"}', { kind: "expression", text: '{"a","b";"c","d"}' }],
    ["an array with a gap", '{"a",}', { kind: "expression", text: '{"a",}' }],
    ["an array", "{1,2}", { kind: "expression", text: "{1,2}" }],
    ["a text in two pieces", '"a" & "b"', { kind: "text", value: "ab" }],
    ["a text and a cell", '"a"&B1', { kind: "expression", text: '"a"&B1' }],
    ["a text that does not end", '"a', { kind: "expression", text: '"a' }],
    ["two texts", '"a" "b"', { kind: "expression", text: '"a" "b"' }],
  ])("%s", (_what, text, argument) => expect(parseArgument(text)).toEqual(argument));
});

test("A call is written as people write it, without the blanks at its end", () => {
  const blank: Argument = { kind: "blank" };
  const args: Argument[] = [
    { kind: "reference", text: "$B$1" },
    blank,
    { kind: "text", value: 'a "b"' },
    { kind: "boolean", value: false },
    { kind: "number", value: 1.5 },
    { kind: "expression", text: "A1&B1" },
  ];
  expect(formatCall("PNL", [...args, blank, blank])).toBe('INSIGHTS.PNL($B$1, , "a ""b""", FALSE, 1.5, A1&B1)');
  expect(formatCall("PLANS", [blank])).toBe("INSIGHTS.PLANS()");
});

describe("A text that is longer than Excel takes in quotation marks", () => {
  const literals = (text: string) => text.match(/"(?:[^"]|"")*"/g) ?? [];

  test("is written as several that are joined, and read as one", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", '"', "😀"), minLength: 200, maxLength: 800 });
    fc.assert(
      fc.property(texts, (value) => {
        const written = formatArgument({ kind: "text", value });
        expect(parseArgument(written)).toEqual({ kind: "text", value });
        expect(written).toBe(literals(written).join("&"));
        for (const literal of literals(written)) {
          expect(literal.length).toBeLessThanOrEqual(257);
          expect(literal).not.toMatch(/\p{Cs}/u);
        }
      }),
    );
  });

  test("is one literal up to 255 characters", () => {
    expect(formatArgument({ kind: "text", value: "x".repeat(255) })).toBe(`"${"x".repeat(255)}"`);
    expect(formatArgument({ kind: "text", value: "x".repeat(256) })).toBe(`"${"x".repeat(255)}"&"x"`);
  });

  test("stands in no array constant, which takes literals alone", () => {
    const values = ["a", "x".repeat(256)];
    expect(formatArgument({ kind: "list", values })).toBe(`HSTACK("a","${"x".repeat(255)}"&"x")`);
  });
});

const args = fc.oneof<fc.Arbitrary<Argument>[]>(
  fc.constant({ kind: "blank" }),
  fc.string({ unit: "grapheme" }).map((value) => ({ kind: "text", value })),
  fc.constantFrom("INSIGHTS.PNL(", '","', ")", "'").map((value) => ({ kind: "text", value })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => ({ kind: "number", value: value === 0 ? 0 : value })),
  fc.boolean().map((value) => ({ kind: "boolean", value })),
  fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }).map((values) => ({ kind: "list", values })),
  fc.constantFrom("A1", "'a, b'!$A$1:B2", "Scenario").map((text) => ({ kind: "reference", text })),
  fc.constantFrom("A1+1", 'IF(A1,"(",",")', "{1,2;3,4}", "-A1").map((text) => ({ kind: "expression", text })),
);

test("What is written is read again as the same", () => {
  fc.assert(
    fc.property(fc.array(args, { maxLength: 9 }), (given) => {
      const written = formatCall("DEMAND", given);
      const [call, ...others] = findCalls(`=1+${written}`);
      const read = call!.args.map(parseArgument);
      while (given.at(-1)?.kind === "blank") given.pop();
      expect(others).toEqual([]);
      expect(read).toEqual(given);
      expect(formatCall(call!.name, read)).toBe(written);
    }),
  );
});

test("An argument that is read and written again is the same text", () => {
  fc.assert(fc.property(args.map(formatArgument), (text) => expect(formatArgument(parseArgument(text))).toBe(text)));
});
