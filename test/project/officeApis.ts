/** Which of Office's APIs the add-in's code uses, and the requirement sets that their types name. */
import { join, relative } from "node:path";
import ts from "typescript";
import { nodesOf } from "./sources";

/** A requirement set, such as ExcelApi 1.12; some have no versions. */
export interface RequirementSet {
  readonly name: string;
  readonly version: string;
}

/** One place in the code that uses an API which is in a set. */
export interface ApiUse {
  /** Such as "Range.setDirty". */
  readonly api: string;
  /** Any one of them has it. */
  readonly sets: readonly RequirementSet[];
  readonly node: ts.Node;
}

export const ROOT = join(__dirname, "../..");
const TYPES = /[\\/]@types[\\/](office-js|custom-functions-runtime)[\\/]/;

/** A program of the add-in, with what it loads, and of these files beside it, which need not exist. */
export function createAddinProgram(files: Readonly<Record<string, string>> = {}): ts.Program {
  const config = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config.config, include: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options, true);
  const texts = new Map(Object.entries(files).map(([path, text]) => [join(ROOT, path), text]));
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? getSourceFile(path, ...rest)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  };
  return ts.createProgram(
    [join(ROOT, "src/excel/addin/main.ts"), ...texts.keys()],
    { ...options, allowJs: false },
    host,
  );
}

/** The program's own files below a folder. */
export function filesBelow(program: ts.Program, folder: string): ts.SourceFile[] {
  const start = `${folder}/`;
  return program.getSourceFiles().filter(({ fileName }) => pathOf(fileName).startsWith(start));
}

/** Such as "src/excel/workbook/cells/formulaCells.ts:42". */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${pathOf(file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** Every use of an API that is in a requirement set, members that are only loaded by their names among them. */
export function usesOf(program: ts.Program, file: ts.SourceFile): ApiUse[] {
  const checker = program.getTypeChecker();
  const uses: ApiUse[] = [];
  const add = (symbol: ts.Symbol | undefined, node: ts.Node) => {
    const declared = symbol && unaliased(checker, symbol);
    const sets = (declared?.declarations ?? []).filter(isOffice).map(setsOf);
    const first = sets.find(({ length }) => length > 0);
    if (declared && first) uses.push({ api: nameOf(declared), sets: first, node });
  };
  for (const node of nodesOf(file)) {
    if (ts.isIdentifier(node)) add(symbolAt(checker, node), node);
    if (ts.isCallExpression(node)) for (const symbol of loadedBy(checker, node)) add(symbol, node);
  }
  return uses;
}

/** What a name means; in an object that is handed to an API, the member of the API's type. */
function symbolAt(checker: ts.TypeChecker, node: ts.Identifier): ts.Symbol | undefined {
  const { parent } = node;
  const isMember =
    (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) && parent.name === node;
  if (!isMember || !ts.isObjectLiteralExpression(parent.parent)) return checker.getSymbolAtLocation(node);
  return checker.getContextualType(parent.parent)?.getProperty(node.text);
}

/** The members that `object.load("items/name,visibility")` names. */
function loadedBy(checker: ts.TypeChecker, { expression, arguments: [names] }: ts.CallExpression): ts.Symbol[] {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== "load") return [];
  if (!names || !ts.isStringLiteralLike(names)) return [];
  const type = checker.getTypeAtLocation(expression.expression);
  return names.text.split(",").flatMap((path) => membersOf(checker, type, path.trim().split("/"), expression));
}

function membersOf(checker: ts.TypeChecker, type: ts.Type, [first, ...rest]: string[], at: ts.Node): ts.Symbol[] {
  if (first === undefined) return [];
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number) ?? type;
  const member = item.getProperty(first);
  if (!member) throw new Error(`${placeOf(at)} loads ${first}, which ${checker.typeToString(type)} does not have.`);
  return [member, ...membersOf(checker, checker.getTypeOfSymbolAtLocation(member, at), rest, at)];
}

/** Some of what Excel shares with Outlook names only the set that Outlook has it in. */
const OUTLOOK = "Mailbox";

/** What the declaration's comment says, or that of what it is in. */
function setsOf(declaration: ts.Declaration): RequirementSet[] {
  const text = declaration.getSourceFile().text.slice(declaration.getFullStart(), declaration.getStart());
  const sets = [
    ...[...text.matchAll(/\[Api set: (\w+) ([\d.]+)/g)].map(([, name = "", version = ""]) => ({ name, version })),
    ...[...text.matchAll(/requirement-sets#?[\w-]* \| (\w+)(?: ([\d.]+))?\}/g)].map(([, name = "", version = ""]) => {
      return { name, version };
    }),
  ].filter(({ name }) => name !== OUTLOOK);
  const { parent } = declaration;
  const isMember = ts.isClassDeclaration(parent) || ts.isInterfaceDeclaration(parent) || ts.isEnumDeclaration(parent);
  return sets.length === 0 && isMember ? setsOf(parent) : sets;
}

export function unaliased(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isOffice(declaration: ts.Declaration): boolean {
  return TYPES.test(declaration.getSourceFile().fileName);
}

function nameOf(symbol: ts.Symbol): string {
  const parent = symbol.declarations?.[0]?.parent;
  const isNamed =
    parent && (ts.isClassDeclaration(parent) || ts.isInterfaceDeclaration(parent) || ts.isEnumDeclaration(parent));
  return isNamed ? `${parent.name?.text}.${symbol.name}` : symbol.name;
}

function pathOf(file: string): string {
  return relative(ROOT, file).replaceAll("\\", "/");
}
