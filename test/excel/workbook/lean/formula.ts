/** Formulas of the lean workbook: as much of Excel's language as its cells need, as a tree whose references follow the cells. */
import { formatPosition, parsePosition, parseSheetPosition } from "../../../../src/spreadsheet/cells/address";
import { quoteSheetName } from "../../../../src/spreadsheet/cells/sheetPrefix";
import type { SheetPosition } from "../../../../src/spreadsheet/cells/area";

/** A cell; `sheet` is the id of its sheet. */
interface Reference extends SheetPosition {
  kind: "reference";
}

export type Formula =
  | Reference
  | { kind: "value"; value: number | string }
  /** One cell of each sheet between two tabs. */
  | { kind: "sheets"; cells: Reference[] }
  /** What was referred to is gone. */
  | { kind: "lost" }
  | { kind: "call"; name: string; args: (Formula | null)[] }
  | { kind: "operation"; operator: Operator; left: Formula; right: Formula };

type Operator = "+" | "-" | "*" | "/" | ">";

/** Sheets by their names, as ids, and the other way round. */
export interface SheetNames {
  idOf(name: string): string | undefined;
  nameOf(id: string): string | undefined;
  /** The ids of the sheets from one tab to another. */
  between(first: string, last: string): readonly string[];
}

const TOKEN =
  /\s*("(?:[^"]|"")*"|(?:'(?:[^']|'')+'|[A-Za-z_][\w :]*)!\$?[A-Z]+\$?\d+|[\d.]+|[A-Za-z_.]+\(|\$?[A-Z]+\$?\d+|#REF!|[-+*/>(),])/gy;
const PRECEDENCE: Readonly<Record<Operator, number>> = { ">": 1, "+": 2, "-": 2, "*": 3, "/": 3 };

/** @param home The id of the sheet that references without one mean. */
export function parseFormula(text: string, home: string, names: SheetNames): Formula {
  const tokens = [...text.slice(1).matchAll(TOKEN)].map(([, token]) => token ?? "");
  const read = (least: number): Formula => {
    let left = readOperand();
    for (let operator = tokens[0]; isOperator(operator) && PRECEDENCE[operator] > least; operator = tokens[0]) {
      tokens.shift();
      left = { kind: "operation", operator, left, right: read(PRECEDENCE[operator]) };
    }
    return left;
  };
  const readOperand = (): Formula => {
    const token = tokens.shift() ?? "";
    if (token === "(") {
      const inner = read(0);
      tokens.shift();
      return inner;
    }
    if (token.startsWith('"')) return { kind: "value", value: token.slice(1, -1).replaceAll('""', '"') };
    if (token.endsWith("(")) return { kind: "call", name: token.slice(0, -1), args: readArguments() };
    if (/^[\d.]/.test(token)) return { kind: "value", value: Number(token) };
    const address = token.replaceAll("$", "");
    const elsewhere = parseSheetPosition(address);
    const position = elsewhere ?? parsePosition(address);
    const [first = "", last] = elsewhere?.sheet.split(":") ?? [];
    if (elsewhere && last) {
      const cells = names.between(first, last).map((sheet): Reference => ({ ...elsewhere, sheet, kind: "reference" }));
      return { kind: "sheets", cells };
    }
    const sheet = elsewhere ? names.idOf(elsewhere.sheet) : home;
    return position && sheet ? { ...position, kind: "reference", sheet } : { kind: "lost" };
  };
  const readArguments = (): (Formula | null)[] => {
    const args: (Formula | null)[] = [];
    if (tokens[0] === ")") return (tokens.shift(), args);
    for (;;) {
      args.push(tokens[0] === "," || tokens[0] === ")" ? null : read(0));
      if (tokens.shift() !== ",") return args;
    }
  };
  return read(0);
}

export function formatFormula(formula: Formula, home: string, names: SheetNames): string {
  const format = (each: Formula | null): string => {
    if (each === null) return "";
    switch (each.kind) {
      case "value":
        return typeof each.value === "string" ? `"${each.value.replaceAll('"', '""')}"` : String(each.value);
      case "lost":
        return "#REF!";
      case "reference": {
        const name = names.nameOf(each.sheet);
        if (name === undefined) return "#REF!";
        return (each.sheet === home ? "" : `${quoteSheetName(name)}!`) + formatPosition(each);
      }
      case "sheets": {
        const [first, last] = [each.cells[0], each.cells.at(-1)];
        const [from, to] = [names.nameOf(first?.sheet ?? ""), names.nameOf(last?.sheet ?? "")];
        return first && from && to ? `${quoteSheetName(`${from}:${to}`)}!${formatPosition(first)}` : "#REF!";
      }
      case "call":
        return `${each.name.replace(UNKNOWN, "")}(${each.args.map(format).join(",")})`;
      case "operation":
        return `${bracketed(each.left)}${each.operator}${bracketed(each.right)}`;
    }
  };
  const bracketed = (each: Formula) => (each.kind === "operation" ? `(${format(each)})` : format(each));
  return `=${format(formula)}`;
}

/** The formula with each reference as `move` gives it; undefined for one that is lost. */
export function mapReferences(
  formula: Formula,
  move: (reference: SheetPosition) => SheetPosition | undefined,
): Formula {
  switch (formula.kind) {
    case "reference": {
      const { sheet, row, column } = formula;
      const moved = move({ sheet, row, column });
      return moved ? { ...moved, kind: "reference" } : { kind: "lost" };
    }
    case "sheets": {
      const cells = formula.cells.flatMap((each) => {
        const moved = move(each);
        return moved ? [{ ...moved, kind: "reference" as const }] : [];
      });
      return { ...formula, cells };
    }
    case "call":
      return { ...formula, args: formula.args.map((each) => each && mapReferences(each, move)) };
    case "operation":
      return { ...formula, left: mapReferences(formula.left, move), right: mapReferences(formula.right, move) };
    default:
      return formula;
  }
}

/** Stands before the name of a function that Excel did not know when the formula was entered, and does not look for again. */
const UNKNOWN = "?";

/** The formula as Excel keeps it where the add-in is missing. */
export function withUnknownNames(formula: Formula): Formula {
  if (formula.kind === "operation")
    return { ...formula, left: withUnknownNames(formula.left), right: withUnknownNames(formula.right) };
  if (formula.kind !== "call") return formula;
  const name = formula.name.startsWith("INSIGHTS.") ? UNKNOWN + formula.name : formula.name;
  return { ...formula, name, args: formula.args.map((each) => each && withUnknownNames(each)) };
}

export function hasUnknownNames(formula: Formula): boolean {
  return JSON.stringify(formula).includes(`"name":"${UNKNOWN}`);
}

const references = new WeakMap<Formula, readonly SheetPosition[]>();

/** Formulas are never changed in place, so that each is looked through once. */
export function referencesIn(formula: Formula): readonly SheetPosition[] {
  const known = references.get(formula);
  if (known) return known;
  const found: SheetPosition[] = [];
  references.set(formula, found);
  mapReferences(formula, (reference) => {
    found.push(reference);
    return reference;
  });
  return found;
}

function isOperator(token: string | undefined): token is Operator {
  return token !== undefined && token in PRECEDENCE;
}
