import { posix } from "node:path";
import ts from "typescript";
import { nodesOf, parse, type Sources } from "./sources";

export interface Import {
  from: string;
  /** The module as the source writes it: `./key`, `react`. */
  specifier: string;
  /** Erased by the compiler: nothing of the other room runs. */
  typeOnly: boolean;
}

/** Every import of one source file: static, re-exporting, dynamic, and in the types. */
export function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier)) found.push({ from: path, specifier: specifier.text, typeOnly });
  };
  for (const node of nodesOf(parse(path, text))) {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    if (ts.isCallExpression(node) && isLoading(node.expression)) add(node.arguments[0], false);
  }
  return found;
}

function isLoading(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}

/** The room that a path below src belongs to: a folder (`insights`), or a file beside them (`addin`). */
export function roomOf(path: string): string {
  const [first = ""] = path.split("/");
  return first.replace(/\.tsx?$/, "");
}

/** The path below src that an import reaches (`insights/key`), or undefined for a package. */
export function target({ from, specifier }: Import): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** For each file the files that it imports, types included; packages and data left out. */
export function importedFiles(sources: Sources): Map<string, string[]> {
  const fileOf = (path: string | undefined) =>
    [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => file in sources);
  return new Map(
    Object.entries(sources).map(([path, text]) => {
      const files = importsOf(path, text).map((found) => fileOf(target(found)));
      return [path, files.filter((file) => file !== undefined)];
    }),
  );
}
