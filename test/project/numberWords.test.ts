/** The words beside numbers have one home each: the sign of a variance, points and percent. */
import ts from "typescript";
import { nodesOf, parse, readSources } from "./sources";

/** Returns the files with a text of these words. Comments are none. */
function filesThatSpell(words: RegExp): string[] {
  const spells = (path: string, text: string) =>
    words.test(text) && [...nodesOf(parse(path, text))].some((node) => isText(node) && words.test(node.getText()));
  return Object.entries(readSources()).flatMap(([path, text]) => (spells(path, text) ? [path] : []));
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
}

test.each([
  [
    "what a plus means",
    /(?:\+|\bpositive|\bminus|[−-]) is (?:better|more|worse|less)\b/i,
    "numbers/language/varianceSign.ts",
  ],
  ["the points of words", /\bpp\b/, "numbers/language/shareWords.ts"],
  ["the points of number formats", /-pts\b/, "numbers/language/shareWords.ts"],
])("only one file spells %s", (_what, words, home) => {
  expect(filesThatSpell(words)).toEqual([home]);
});

test("no share is spelled as a language does, but for the charts that stand for Excel's", () => {
  const spelled = Object.entries(readSources()).filter(([, text]) => /style: "percent"/.test(text));
  expect(spelled.map(([path]) => path)).toEqual(["workbench/page/chartOption.ts"]);
});
