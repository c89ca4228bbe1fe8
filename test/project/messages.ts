import ts from "typescript";
import { nodesOf, parse, type Sources } from "./sources";

/** Holds sentences of Excel's checks and of reports, which are no messages. */
const SILENT = /^excel\/workbook\/reports\//;
const SPEAKING = /^(insights|numbers|reporting\/(tables|headings)|excel\/(actions|workbook))\//;

/**
 * The texts in code that hold a sentence for users, with "…" for each inserted value. Functions' descriptions and fields'
 * meanings are no messages.
 */
export function messagesIn(sources: Sources): Set<string> {
  const files = Object.entries(sources).filter(
    ([path]) =>
      SPEAKING.test(path) &&
      !SILENT.test(path) &&
      !/(functions\/functions|insights\/(fields|meanings))\.ts$/.test(path),
  );
  return new Set(files.flatMap(([path, text]) => textsOf(parse(path, text)).map(normalized).filter(isSentence)));
}

/** The messages of a page: the first cell of each row, in code marks. */
export function messagesOnPage(page: string): Set<string> {
  return new Set([...page.matchAll(/^\| `([^`]+)`/gm)].map(([, message = ""]) => normalized(message)));
}

function textsOf(file: ts.SourceFile): string[] {
  return [...nodesOf(file)].filter((node) => !isPartOfSum(node)).flatMap((node) => textOf(node) ?? []);
}

/** Texts that are added with `+` are one text. */
function isPartOfSum({ parent }: ts.Node): boolean {
  return parent !== undefined && ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…");
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return [node.left, node.right].map((side) => textOf(side) ?? "…").join("");
  return undefined;
}

function normalized(text: string): string {
  return text.replace(/…+/g, "…").trim();
}

/** True for words that end as a sentence does. Labels and addresses do not. */
function isSentence(text: string): boolean {
  return / /.test(text) && /[^\s.][.?!](\s|$)/.test(text);
}
