/** Finds out whether code runs only where the host has said that it has a requirement set. */
import ts from "typescript";
import { unaliased, type RequirementSet } from "./officeApis";
import { nodesOf } from "./sources";

/** Says whether a place in the code runs only where the host has the set. */
export type IsGated = (node: ts.Node, set: RequirementSet) => boolean;

/** Looks through these files for who calls what: a function is gated where each of its callers is. */
export function createGateFinder(program: ts.Program, files: readonly ts.SourceFile[]): IsGated {
  const checker = program.getTypeChecker();
  const mentions = mentionsIn(checker, files);
  const asks = (node: ts.Node, set: RequirementSet, depth = 2): boolean =>
    [...nodesOf(node)].some(
      (each) =>
        isQuestion(each, set) || (depth > 0 && calledIn(checker, each).some((body) => asks(body, set, depth - 1))),
    );
  const isGated = (node: ts.Node, set: RequirementSet, seen: ReadonlySet<ts.Node> = new Set()): boolean => {
    for (let at = node; at.parent && !seen.has(at); at = at.parent) {
      if (isGuarded(at, (each) => asks(each, set))) return true;
      const symbol = symbolOf(checker, at);
      const callers = (symbol && mentions.get(symbol)) ?? [];
      const next = new Set([...seen, at]);
      if (callers.length > 0 && callers.every((caller) => isGated(caller, set, next))) return true;
    }
    return false;
  };
  return isGated;
}

/** The places that name a symbol, but for its declaration, imports and exports. */
function mentionsIn(checker: ts.TypeChecker, files: readonly ts.SourceFile[]): Map<ts.Symbol, ts.Node[]> {
  const mentions = new Map<ts.Symbol, ts.Node[]>();
  for (const node of files.flatMap((file) => [...nodesOf(file)])) {
    if (!ts.isIdentifier(node) || ts.isImportSpecifier(node.parent) || ts.isExportSpecifier(node.parent)) continue;
    const found = ts.isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)
      : checker.getSymbolAtLocation(node);
    const symbol = found && unaliased(checker, found);
    if (!symbol || symbol.declarations?.some((declaration) => nameOf(declaration) === node)) continue;
    mentions.set(symbol, [...(mentions.get(symbol) ?? []), node]);
  }
  return mentions;
}

/** What a function is called by; undefined for what is none. */
function symbolOf(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const name = ts.isFunctionDeclaration(node) ? node.name : isFunctionValue(node) ? nameOf(node.parent) : undefined;
  return name && checker.getSymbolAtLocation(name);
}

function isFunctionValue(node: ts.Node): boolean {
  return (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && ts.isVariableDeclaration(node.parent);
}

function nameOf(declaration: ts.Node): ts.Node | undefined {
  return (declaration as { name?: ts.Node }).name;
}

/** `isSetSupported("ExcelApi", "1.14")` with the set, or a later version of it. */
function isQuestion(node: ts.Node, set: RequirementSet): boolean {
  if (!ts.isCallExpression(node) || !/\bisSetSupported$/.test(node.expression.getText())) return false;
  const [name, version] = node.arguments.map((argument) => (ts.isStringLiteralLike(argument) ? argument.text : ""));
  return name === set.name && isAtLeast(version ?? "", set.version);
}

/** Versions by their numbers: 1.12 is later than 1.9. */
export function isAtLeast(version: string, wanted: string): boolean {
  return version.localeCompare(wanted, "en", { numeric: true }) >= 0;
}

/** The bodies of the functions that the node calls. */
function calledIn(checker: ts.TypeChecker, node: ts.Node): ts.Node[] {
  if (!ts.isCallExpression(node)) return [];
  const symbol = checker.getSymbolAtLocation(node.expression);
  return (symbol ? (unaliased(checker, symbol).declarations ?? []) : []).filter(
    (declaration) => !declaration.getSourceFile().isDeclarationFile,
  );
}

/** It is in the branch of an `if`, `?:` or `&&` that asks, or behind a statement of its block that leaves where the answer is no. */
function isGuarded(node: ts.Node, asks: (node: ts.Node) => boolean): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) && parent.thenStatement === node) return asks(parent.expression);
  if (ts.isConditionalExpression(parent) && parent.whenTrue === node) return asks(parent.condition);
  if (ts.isBinaryExpression(parent) && parent.right === node && isAnd(parent)) return asks(parent.left);
  if (!ts.isBlock(parent) && !ts.isSourceFile(parent)) return false;
  const before = parent.statements.slice(0, parent.statements.indexOf(node as ts.Statement));
  return before.some((statement) => leaves(statement) && asks(statement));
}

function isAnd({ operatorToken }: ts.BinaryExpression): boolean {
  return operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
}

/** `if (!supported) return …` or `throw`, or a call, which may throw. */
function leaves(statement: ts.Statement): boolean {
  if (ts.isExpressionStatement(statement)) return ts.isCallExpression(statement.expression);
  if (!ts.isIfStatement(statement) || !ts.isPrefixUnaryExpression(statement.expression)) return false;
  const { thenStatement } = statement;
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last));
}
