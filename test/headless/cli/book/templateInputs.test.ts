import fc from "fast-check";
import { literalOf } from "../../../../src/headless/cli/book/cellSettings";
import { formulaWith, inputsOf } from "../../../../src/headless/cli/book/templateInputs";
import { OUR_MARKERS } from "../../../../src/headless/cli/book/ourMarkers";
import { allMarkers, loadTemplate } from "../../../../src/spreadsheet/documents/template";
import { evaluateOnce } from "../../../../src/spreadsheet/engine/evaluate";
import { readTextLiteral } from "../../../../src/spreadsheet/formulas/textLiteral";
import { createDeck, shape, slideText } from "../../../spreadsheet/documents/files";

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
  return formulaWith("Item", ["item"], inputsOf(await loadTemplate(deck, OUR_MARKERS), []));
}

test.each([
  ["5", "LET(_input_Item,5,_input_Item)"],
  ["-1.5", "LET(_input_Item,-1.5,_input_Item)"],
  ["\u20115", "LET(_input_Item,-5,_input_Item)"],
  ["\u22121.5", "LET(_input_Item,-1.5,_input_Item)"],
  ["007", 'LET(_input_Item,"007",_input_Item)'],
  ["1E5", 'LET(_input_Item,"1E5",_input_Item)'],
  ["2026.10", 'LET(_input_Item,"2026.10",_input_Item)'],
  ["1.50", 'LET(_input_Item,"1.50",_input_Item)'],
  ["12345678901234567890", 'LET(_input_Item,"12345678901234567890",_input_Item)'],
  ['"2026"', 'LET(_input_Item,"2026",_input_Item)'],
  ["“007”", 'LET(_input_Item,"007",_input_Item)'],
  ['"A" and "B"', 'LET(_input_Item,"""A"" and ""B""",_input_Item)'],
])("An input of %s is the variable of %s", async (input, formula) => {
  expect(await formulaOf(input)).toBe(formula);
});

test.each(["Q1", "H1", "FY26", "R", "C", "RC", "R1C1", "XFD1048576", "Plan", "A.B", "_x", "Ä"])(
  "An input called %s is read by its name, in any case, and a cell is none",
  async (name) => {
    const text = `{${name}=2026-Q1} {=${name}&"/"&${name.toLowerCase()}&"${name}"&LET(${name}2_,1,${name}2_)}`;
    const template = await loadTemplate(await createDeck({ slides: [shape("Text", slideText(text))] }), OUR_MARKERS);
    const [, marker] = allMarkers(template);
    if (marker?.kind !== "formula") throw new Error("There is no formula.");
    const formula = formulaWith(marker.formula, marker.names, inputsOf(template, []));
    expect(await evaluateOnce([formula], [])).toEqual([{ value: `2026-Q1/2026-Q1${name}1` }]);
  },
);
