import fc from "fast-check";
import { literalOf } from "../../../src/cli/book/cellSettings";
import { formulaWith, inputsOf } from "../../../src/cli/book/templateInputs";
import { loadTemplate } from "../../../src/documents/template";
import { evaluateOnce } from "../../../src/engine/evaluate";
import { readTextLiteral } from "../../../src/formulas/textLiteral";
import { createDeck, shape, slideText } from "../../documents/files";

/** Texts near numbers: leading zeros, exponents, zeros behind, more digits than Excel has. */
const nearNumbers = fc.oneof(
  fc.stringMatching(/^[-+]?\d{1,20}([.,]\d{0,6})?([eE][-+]?\d{1,3})?$/),
  fc.stringMatching(/^[-+.\d eE%]{0,8}$/),
  fc.double().map(String),
  fc.string(),
);

test("A value is a number only if that number prints as the same text", async () => {
  await fc.assert(
    fc.asyncProperty(nearNumbers, async (text) => {
      const literal = literalOf(text);
      if (literal !== text) return expect(readTextLiteral(literal)).toBe(text);
      const results = await evaluateOnce([`${literal}&""`], []);
      expect(results).toEqual([{ value: text }]);
    }),
  );
});

async function formulaOf(input: string): Promise<string> {
  const deck = await createDeck({ slides: [shape("Text", slideText(`{Item=${input}}`))] });
  return formulaWith("Item", ["item"], inputsOf(await loadTemplate(deck), []));
}

test.each([
  ["5", "LET(Item,5,Item)"],
  ["-1.5", "LET(Item,-1.5,Item)"],
  ["\u20115", "LET(Item,-5,Item)"],
  ["\u22121.5", "LET(Item,-1.5,Item)"],
  ["007", 'LET(Item,"007",Item)'],
  ["1E5", 'LET(Item,"1E5",Item)'],
  ["2026.10", 'LET(Item,"2026.10",Item)'],
  ["1.50", 'LET(Item,"1.50",Item)'],
  ["12345678901234567890", 'LET(Item,"12345678901234567890",Item)'],
  ['"2026"', 'LET(Item,"2026",Item)'],
  ["“007”", 'LET(Item,"007",Item)'],
  ['"A" and "B"', 'LET(Item,"""A"" and ""B""",Item)'],
])("An input of %s is the variable of %s", async (input, formula) => {
  expect(await formulaOf(input)).toBe(formula);
});
