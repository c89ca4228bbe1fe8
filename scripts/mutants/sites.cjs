// Where a small change to the code should make a test fail.
const ts = require("typescript");

/**
 * @typedef {object} Mutant
 * @property {string} file below the project's folder
 * @property {number} line from 1
 * @property {number} start of what is replaced, in characters of the file
 * @property {number} end
 * @property {string} text what stands there instead
 * @property {string} change in words: `<` becomes `<=`
 */

/** What stands in place of an operator. @type {Record<string, string>} */
const OPERATORS = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
};

/**
 * Every mutant of one source file, from its top to its end. Texts and types stay as they are.
 * @param {string} file
 * @param {string} source
 * @returns {Mutant[]}
 */
function mutantsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    for (const [replaced, text, change] of changesOf(node)) {
      const [start, end] = [replaced.getStart(tree), replaced.getEnd()];
      const line = tree.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ file, line, start, end, text, change });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** @typedef {[replaced: ts.Node, text: string, change: string]} Change */

/**
 * @param {ts.Node} node
 * @returns {Change[]}
 */
function changesOf(node) {
  if (ts.isBinaryExpression(node)) return ofOperator(node);
  if (ts.isPrefixUnaryExpression(node)) return ofSign(node);
  if (ts.isIfStatement(node)) return ofCondition(node.expression, isGuard(node) ? ["false"] : ["true", "false"]);
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition, ["true", "false"]);
  if (ts.isNumericLiteral(node)) return ofNumber(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, "false", "true becomes false"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, "true", "false becomes true"]];
  if (ts.isExpressionStatement(node) && isCall(node.expression)) return [[node, ";", `without ${inShort(node)}`]];
  if (ts.isReturnStatement(node)) return ofResult(node);
  return [];
}

/** @param {ts.BinaryExpression} node @returns {Change[]} */
function ofOperator({ left, operatorToken, right }) {
  const operator = operatorToken.getText();
  const other = OPERATORS[operator];
  // A text that is joined to another is no sum.
  const isText = [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
  if (other === undefined || (operator === "+" && isText)) return [];
  const change = `${operator} becomes ${other} in ${inShort(operatorToken.parent)}`;
  // JavaScript does not parse ?? beside && without parentheses, and a mutant that does not parse would count as killed.
  if (operator === "??") return [[operatorToken.parent, `((${left.getText()}) ${other} (${right.getText()}))`, change]];
  return [[operatorToken, other, change]];
}

/** @param {ts.PrefixUnaryExpression} node @returns {Change[]} */
function ofSign(node) {
  const isSign = [ts.SyntaxKind.ExclamationToken, ts.SyntaxKind.MinusToken].includes(node.operator);
  return isSign ? [[node, node.operand.getText(), `${inShort(node)} without its sign`]] : [];
}

/** @param {ts.ReturnStatement} node @returns {Change[]} */
function ofResult({ expression }) {
  const isResult = expression !== undefined && expression.getText() !== "undefined";
  return isResult ? [[expression, "undefined", "returns undefined"]] : [];
}

/** @param {ts.Expression} condition @param {string[]} values @returns {Change[]} */
function ofCondition(condition, values) {
  return values.map((value) => [condition, value, `${inShort(condition)} taken for ${value}`]);
}

/** @param {ts.NumericLiteral} node @returns {Change[]} */
function ofNumber(node) {
  const number = Number(node.text);
  return [number + 1, number - 1].map((other) => [node, `(${other})`, `${node.getText()} becomes ${other}`]);
}

/** An `if` that only leaves: without an `else`, and its last statement is one that ends the way. @param {ts.IfStatement} node */
function isGuard({ thenStatement, elseStatement }) {
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  const leaves = [ts.isReturnStatement, ts.isThrowStatement, ts.isContinueStatement, ts.isBreakStatement];
  return !elseStatement && last !== undefined && leaves.some((isSo) => isSo(last));
}

/** A call, awaited or not. @param {ts.Expression} node @returns {boolean} */
function isCall(node) {
  return (
    ts.isCallExpression(node) || ((ts.isAwaitExpression(node) || ts.isVoidExpression(node)) && isCall(node.expression))
  );
}

/** @param {ts.Node} node */
function inShort(node) {
  const text = node.getText().replace(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

module.exports = { mutantsOf };
