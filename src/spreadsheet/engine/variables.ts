/** The variables of LET and LAMBDA in texts that people write. Excel's files mark them, so that no defined name is meant. */
import { tokenTypes, type Token } from "@borgar/fx/xlsx";
import { tokenizeFormula } from "../formulas/tokenize";
import { readSyntax, type Node } from "./syntax";

/** Marks a formula's variables, and names that are none of the workbook: the evaluator names these. @param isName In small letters. */
export function markVariables(text: string, isName: (name: string) => boolean): string {
  const variables = variablesOf(text);
  const isMarked = ({ type, value }: Token) => {
    const name = value.toLowerCase();
    if (type === tokenTypes.FUNCTION) return variables.has(name);
    return type === tokenTypes.REF_NAMED && (variables.has(name) || !isName(name.slice(name.lastIndexOf("!") + 1)));
  };
  return tokenizeFormula(text)
    .map((token) => (isMarked(token) ? `_xlpm.${token.value}` : token.value))
    .join("");
}

function variablesOf(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  if (/\b(?:LET|LAMBDA)\s*\(/i.test(text)) addVariables(readSyntax(text).tree, names);
  return names;
}

function addVariables(part: unknown, names: Set<string>): void {
  if (Array.isArray(part)) for (const each of part) addVariables(each, names);
  if (typeof part !== "object" || part === null || !("type" in part)) return;
  const node = part as Node;
  if (node.type === "LetExpression") for (const { id } of node.declarations) names.add(id.name.toLowerCase());
  if (node.type === "LambdaExpression") for (const { name } of node.params) names.add(name.toLowerCase());
  for (const each of Object.values(node)) addVariables(each, names);
}
