/** What is added to a table is used and tested: a row that nobody reads, or that no line of values tries, is none. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { OPTIONS } from "../../src/headless/cli/command/options";
import { FUNCTIONS } from "../../src/spreadsheet/engine/functions/functionTable";
import { nodesOf, parse, readSources } from "./sources";

/** The names that code reads of the parsed values: by a member, or by taking them apart where they are a parameter or not. */
function readOfValues(file: ts.SourceFile): string[] {
  const isValues = (node: ts.Node | undefined) => /^values$/i.test(node?.getText() ?? "");
  return [...nodesOf(file)].flatMap((node) => {
    if (ts.isPropertyAccessExpression(node) && isValues(node.expression)) return [node.name.text];
    if (ts.isElementAccessExpression(node) && isValues(node.expression) && ts.isStringLiteral(node.argumentExpression))
      return [node.argumentExpression.text];
    const isDeclared = ts.isVariableDeclaration(node) && isValues(node.initializer);
    const isGiven = ts.isParameter(node) && isValues(node.type);
    if ((!isDeclared && !isGiven) || !ts.isObjectBindingPattern(node.name)) return [];
    return node.name.elements.map(({ name, propertyName }) => {
      const read = propertyName ?? name;
      return ts.isStringLiteral(read) ? read.text : read.getText();
    });
  });
}

test("each option of the command is read where arguments are", () => {
  const path = "headless/cli/command/parsedCommand.ts";
  const read = readOfValues(parse(path, readSources()[path] ?? ""));
  expect(read.length).toBeGreaterThan(15);
  expect(Object.keys(OPTIONS).filter((name) => !read.includes(name))).toEqual([]);
});

test("an option is read by a member or by taking values apart", () => {
  const text = `const { json, "dry-run": dryRun, out: place } = values; use(values.set, values["all"], other.no);
    function serve({ http }: Values) {}`;
  expect(readOfValues(parse("some.ts", text))).toEqual(["json", "dry-run", "out", "set", "all", "http"]);
});

/** Texts of the tests that hold a function against values, and of the values of other spreadsheets. */
function linesOfValues(): string {
  const folders = ["../spreadsheet/engine", "../golden/functions"].map((folder) => join(__dirname, folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  return files
    .filter((file) => /\.(ts|json)$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

test("each function of the evaluator has a line of values", () => {
  const tried = new Set(
    [
      ...linesOfValues()
        .toUpperCase()
        .matchAll(/([A-Z][A-Z0-9.]*)\(/g),
    ].map(([, name]) => name),
  );
  expect(FUNCTIONS.size).toBeGreaterThan(300);
  expect([...FUNCTIONS.keys()].filter((name) => !tried.has(name))).toEqual([]);
});
