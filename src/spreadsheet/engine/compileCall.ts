/** Compiles calls of functions, of the given custom functions and of LAMBDAs. */
import { compileRow, type CallArgument, type Run } from "./call";

import { isRecursiveName } from "../formulas/recursiveName";
import { compileSpill } from "./compileReference";
import { doubt } from "./doubt";
import { VALUE_ERROR } from "./errorValues";
import type { Evaluation } from "./evaluation";
import { FUNCTIONS } from "./functions/functionTable";
import { CellRange, isError, Lambda, type Operand } from "./operand";
import { isExcelFunction, problemOfFunction } from "./otherFunctions";
import { isArrayKind, parameterAt } from "./parameters";
import { intersected, refused, variableAt, type AreaRead, type Scope } from "./scope";
import type { Node } from "./syntax";

type CallNode = Extract<Node, { type: "CallExpression" }>;

/** Prefixes that files write before the names of newer functions. */
const PREFIX = /^(?:_XLFN\.|_XLWS\.|_XLUDF\.|_XLL\.)+/;

export function compileCall(node: CallNode, scope: Scope): Run {
  const callee: Node | CallNode["callee"] = node.callee;
  // The parser's types leave out calls of a LAMBDA, as in `LAMBDA(x,x+1)(2)`.
  if (callee.type !== "Identifier") return callLambda(scope.compile(callee, scope), node, scope);
  const name = callee.name.toUpperCase().replace(PREFIX, "");
  const variable = scope.names.lastIndexOf(callee.name.toLowerCase());
  if (variable >= 0 && !FUNCTIONS.has(name))
    return callLambda(variableAt(scope.names.length - 1 - variable), node, scope);
  scope.found.functions.add(name);
  const custom = scope.places.custom(name);
  if (custom) {
    scope.found.asks = true;
    return scope.places.callCustom(custom, argumentsOf(node, { ...scope, isArray: true }));
  }
  return compileFunction(name, node, scope);
}

function argumentsOf(node: CallNode, scope: Scope): CallArgument[] {
  // The parser leaves null for a gap.
  return (node.arguments as (Node | null)[]).map((part) => (part ? scope.compile(part, scope) : undefined));
}

function compileFunction(name: string, node: CallNode, scope: Scope): Run {
  const row = FUNCTIONS.get(name);
  const [first] = node.arguments;
  if (name === "ANCHORARRAY" && first) return compileSpill(scope.compile(first, scope), scope);
  if (name === "SINGLE" && first) return intersected(scope.compile(first, { ...scope, isArray: false }));
  if (!row) {
    argumentsOf(node, scope);
    if (!isExcelFunction(name)) scope.found.foreign.add(name);
    return refused(problemOfFunction(name, scope.places.customNames()), "#NAME?");
  }
  if (row.flags.has("refers")) scope.found.isDynamic = true;
  const from = scope.found.reads.length;
  const args = (node.arguments as (Node | null)[]).map((part, at) => {
    if (!part) return undefined;
    const isArray = scope.isArray || isArrayKind(parameterAt(row.signature, at).kind);
    return scope.compile(part, isArray === scope.isArray ? scope : { ...scope, isArray });
  });
  if (row.flags.has("resizes")) readResized(node, scope, scope.found.reads.slice(from));
  const run = compileRow(name, row, args, scope.isArray);
  return row.flags.has("volatile") ? steadied(name, run) : run;
}

/** Adds the range that SUMIF reads from the first cell of its third argument, as large as its first. */
function readResized({ arguments: parts }: CallNode, { found }: Scope, reads: readonly AreaRead[]): void {
  const [range, , summed] = parts;
  if (!summed) return;
  const [first, last] = [reads[0], reads.at(-1)];
  if (range?.type !== "ReferenceIdentifier" || summed.type !== "ReferenceIdentifier" || !first || !last) {
    found.isDynamic = true;
    return;
  }
  found.reads.push({
    sheet: last.sheet,
    at(down, right) {
      const [size, from] = [first.at(down, right), last.at(down, right)];
      return size && from && new CellRange(from.sheet, from.row, from.column, size.rows, size.columns);
    },
  });
}

function steadied(name: string, run: Run): Run {
  return (at) => {
    const drawn = run(at);
    return at.reading.isPending ? drawn : at.book.steady(at, name, () => drawn);
  };
}

function callLambda(run: Run, node: CallNode, scope: Scope): Run {
  const args = argumentsOf(node, scope);
  return (at) => {
    const lambda = run(at);
    if (!(lambda instanceof Lambda)) return isError(lambda) ? lambda : VALUE_ERROR;
    return lambda.call(args.map((arg) => arg?.(at) ?? null));
  };
}

export function compileLet(node: Extract<Node, { type: "LetExpression" }>, scope: Scope): Run {
  let { names } = scope;
  const values: { readonly value: Run; readonly isRecursive: boolean }[] = [];
  for (const { id, init } of node.declarations) {
    const isRecursive = isRecursiveName(id.name);
    const known = [...names, id.name.toLowerCase()];
    values.push({ value: compilePart(init, { ...scope, names: isRecursive ? known : names }), isRecursive });
    names = known;
  }
  const body = compilePart(node.body, { ...scope, names });
  return (at) => {
    const former = at.variables;
    try {
      for (const { value, isRecursive } of values) {
        if (!isRecursive) at.variables = { value: value(at), outer: at.variables };
        else {
          // The LAMBDA finds itself among the variables that it captures.
          const own: { value: Operand; outer: Evaluation["variables"] } = { value: null, outer: at.variables };
          at.variables = own;
          own.value = value(at);
        }
      }
      return body(at);
    } finally {
      at.variables = former;
    }
  };
}

function compilePart(node: Node | null, scope: Scope): Run {
  return node ? scope.compile(node, scope) : () => null;
}

/** The calls of LAMBDAs within each other. */
const DEEPEST_CALL = 1000;

/** Steps that a call of a LAMBDA costs. */
const STEPS_OF_CALL = 10;

export function compileLambda(node: Extract<Node, { type: "LambdaExpression" }>, scope: Scope): Run {
  const { params } = node;
  const names = [...scope.names, ...params.map(({ name }) => name.toLowerCase())];
  const body = compilePart(node.body, { ...scope, names, isArray: true });
  return (at) => {
    const captured = at.variables;
    return new Lambda(params.length, (args) => {
      if (args.length !== params.length) return VALUE_ERROR;
      const variables = args.reduce<Evaluation["variables"]>((outer, value) => ({ value, outer }), captured);
      return called(at, variables, body);
    });
  };
}

function called(at: Evaluation, variables: Evaluation["variables"], body: Run): Operand {
  if (at.depth >= DEEPEST_CALL) doubt("The formula calls LAMBDAs too deeply within each other.");
  at.spend(STEPS_OF_CALL);
  at.depth++;
  try {
    return at.within(variables, () => body(at));
  } finally {
    at.depth--;
  }
}
