import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(__dirname, "../..");

/** Texts of TypeScript files by their path, below src where they are of src, with `/` on every system. */
export type Sources = Record<string, string>;

/** All of the add-in, the command, the sandbox and the workbench. */
export function readSources(): Sources {
  const below = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
  const paths = ["src", "sandbox", "workbench"].flatMap(below).filter((path) => /\.tsx?$/.test(path));
  const nameOf = (path: string) => path.replaceAll("\\", "/").replace(/^src\//, "");
  return Object.fromEntries(paths.map((path) => [nameOf(path), readFileSync(join(ROOT, path), "utf8")]));
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
