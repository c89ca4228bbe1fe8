/** Each feature of the pane's actions owns a slice of the state: only files of its folder write it. */
import ts from "typescript";
import { nodesOf, parse, readSources } from "./sources";

const ACTIONS = "excel/actions/";
const sources = Object.entries(readSources()).filter(([path]) => path.startsWith(ACTIONS));

/** "" for a file that all features share. */
const featureOf = (path: string) => /^excel\/actions\/(\w+)\//.exec(path)?.[1] ?? "";

/** Feature by the name of a part of the state. */
const owners = new Map(
  sources.flatMap(([path, text]) =>
    [...nodesOf(parse(path, text))]
      .filter(ts.isInterfaceDeclaration)
      .filter(({ name }) => name.text.endsWith("Slice"))
      .flatMap(({ members }) => members.map((each) => [each.name?.getText() ?? "", featureOf(path)] as const)),
  ),
);

/** The parts of the state that a file sets by their names, with the file's feature. */
function writesIn(
  path: string,
  text: string,
): { readonly part: string; readonly feature: string; readonly path: string }[] {
  const feature = featureOf(path);
  return [...nodesOf(parse(path, text))]
    .filter(ts.isCallExpression)
    .filter(({ expression }) => expression.getText() === "setState")
    .flatMap(({ arguments: [, next] }) => (next ? [...nodesOf(next)] : []))
    .filter(ts.isObjectLiteralExpression)
    .filter(({ parent }) => !ts.isPropertyAssignment(parent))
    .flatMap(({ properties }) => properties.map(({ name }) => ({ part: name?.getText() ?? "", feature, path })));
}

test("every feature's slice is part of the state", () => {
  expect(new Set(owners.values()).size).toBeGreaterThan(8);
  expect(owners.size).toBeGreaterThan(30);
});

test("a part of a feature's slice is written in the feature's folder alone", () => {
  const writes = sources.flatMap(([path, text]) => writesIn(path, text));
  expect(writes.filter(({ part }) => owners.has(part)).length).toBeGreaterThan(40);
  const strange = writes.filter(({ part, feature }) => owners.has(part) && owners.get(part) !== feature);
  expect(strange.map(({ part, path }) => `${path} writes ${part}`)).toEqual([]);
});

test("writers are found in every form", () => {
  const text = `setState(context, a ? { draft: 1 } : { grid, ...{ changes: { at: 1 } } }); other({ stopped: 1 });`;
  expect(writesIn("excel/actions/store.ts", text).map(({ part }) => part)).toEqual(["draft", "grid", "", "changes"]);
});
