import { textWidth } from "../../workbench/model/textWidth";

test("a bold text is wider than a plain one, and a larger font than a smaller one", () => {
  const text = "192,471,174";
  const [plain, bold, large] = [{}, { bl: 1 }, { fs: 16 }].map((style) => textWidth(text, style));
  expect(bold).toBeGreaterThan(plain!);
  expect(large).toBeGreaterThan(bold!);
});

test("the digits of a number in the grid's font are as wide as its letters are on average", () => {
  // Arial's digits have 0.556 of the size of the font: 11 points are 14.67 pixels.
  expect(textWidth("192471174", {})).toBeCloseTo(9 * 0.556 * 14.67, -1);
});
