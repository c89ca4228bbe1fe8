import ts from "typescript";
import { parse, type Sources } from "./sources";

/** The names that more than one file exports, each with its files. A file that passes on the name of another does not count. */
export function sharedNames(sources: Sources): Record<string, string[]> {
  const places = new Map<string, string[]>();
  for (const [path, text] of Object.entries(sources)) {
    for (const name of exportedNames(path, text)) places.set(name, [...(places.get(name) ?? []), path]);
  }
  return Object.fromEntries([...places].filter(([, files]) => files.length > 1));
}

/** Exported names that differ only by their capitals, as `Row` and `row` do, each group with its spellings. */
export function namesAlike(sources: Sources): string[] {
  const spellings = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(sources))
    for (const name of exportedNames(path, text)) {
      const key = name.toLowerCase();
      spellings.set(key, (spellings.get(key) ?? new Set()).add(name));
    }
  return [...spellings.values()].filter(({ size }) => size > 1).map((group) => [...group].sort().join(", "));
}

/** The names that a file declares and exports, and those under which it passes on names of other files. */
function exportedNames(path: string, text: string): Set<string> {
  return new Set(parse(path, text).statements.flatMap(namesOf));
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) return listedNames(statement);
  if (!isExported(statement)) return [];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(boundNames);
  const name = ts.getNameOfDeclaration(statement as ts.DeclarationStatement);
  return name ? [name.getText()] : [];
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function listedNames({ exportClause, moduleSpecifier }: ts.ExportDeclaration): string[] {
  if (!exportClause) return [];
  if (ts.isNamespaceExport(exportClause)) return [exportClause.name.text];
  const own = exportClause.elements.filter(({ propertyName }) => !moduleSpecifier || propertyName);
  return own.map(({ name }) => name.text);
}

/** `a` of `const a`, and each of `const { a, b: [c] }`. */
function boundNames({ name }: ts.VariableDeclaration | ts.BindingElement): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element) : []));
}
