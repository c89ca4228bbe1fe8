import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const SOURCE = join(__dirname, "../../src");

/** Texts of TypeScript files by their path below src, with `/` on every system. */
export type Sources = Record<string, string>;

/** All of src. */
export function readSources(): Sources {
  const paths = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(SOURCE, path), "utf8")]),
  );
}

export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Every node of a tree, from the top down. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}
