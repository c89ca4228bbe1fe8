/** TEXTSPLIT. Univer's version cannot split into rows only, makes numbers of digits, and pads wrongly. */
import type { BaseValueObject } from "@univerjs/engine-formula";
import { errorObject, objectOfValues, valuesOfObject } from "./objects";
import { isCellError, unwrapSingle, type CellError, type Value } from "./values";
import { folded } from "../grid/wildcards";

const NO_VALUE: CellError = { code: "#VALUE!", message: "" };
const NOT_AVAILABLE: CellError = { code: "#N/A", message: "" };

interface Split {
  readonly isEmptyIgnored: boolean;
  readonly areCasesEqual: boolean;
}

/** @param report Receives arguments for which Microsoft does not describe the result. */
export function textSplit(args: readonly BaseValueObject[], report: (what: string) => void): BaseValueObject {
  if (args.length < 2 || args.length > 6) return errorObject(NOT_AVAILABLE);
  const given = args.map((arg) => [valuesOfObject(arg)].flat(2));
  for (const at of [0, 3, 4, 5]) if ((given[at]?.length ?? 0) > 1) report("several values at once");
  const error = given.slice(0, 5).flat().find(isCellError);
  if (error) return errorObject(error);
  const single = (at: number): Value => given[at]?.[0] ?? null;
  const [text, isEmptyIgnored, mode] = [textOf(single(0)), single(3), Number(single(4))];
  if (typeof isEmptyIgnored === "string" || typeof single(4) === "string") report("texts as switches");
  if (mode !== 0 && mode !== 1) return errorObject(NO_VALUE);
  const [columns, rows] = [1, 2].map((at) => (isOmitted(args[at]) ? [] : (given[at] ?? []))) as [Value[], Value[]];
  if ([...columns, ...rows].includes(null)) report("blank delimiters");
  const delimiters = [...columns, ...rows].map(textOf);
  if (delimiters.includes("")) return errorObject(NO_VALUE);
  if (delimiters.length === 0) report("a missing delimiter");
  if (areAlike(delimiters)) report("delimiters that begin alike");
  if (text === "") report("empty texts");
  if (!isOmitted(args[5]) && single(5) === null) report("blank padding");
  const split = { isEmptyIgnored: Boolean(isEmptyIgnored), areCasesEqual: mode === 1 };
  const lines = pieces(text, rows.map(textOf), split).map((line) => pieces(line, columns.map(textOf), split));
  if (lines.length === 0 || lines.some((line) => line.length === 0)) report("rows of nothing but delimiters");
  return objectOfValues(unwrapSingle(padded(lines, isOmitted(args[5]) ? NOT_AVAILABLE : single(5))));
}

function isOmitted(object: BaseValueObject | undefined): boolean {
  return object === undefined || object.isNull();
}

function textOf(value: Value): string {
  if (value === null || isCellError(value)) return "";
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

/** True if it depends on their order which of two delimiters is found. */
function areAlike(delimiters: readonly string[]): boolean {
  const all = delimiters.map(folded);
  return all.some((one, at) => all.some((other, index) => index !== at && one.startsWith(other)));
}

function pieces(text: string, delimiters: readonly string[], { isEmptyIgnored, areCasesEqual }: Split): string[] {
  const within = areCasesEqual ? folded(text) : text;
  const wanted = areCasesEqual ? delimiters.map(folded) : delimiters;
  const found: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length;) {
    const delimiter = wanted.find((each) => within.startsWith(each, at));
    if (delimiter === undefined) {
      at += 1;
      continue;
    }
    found.push(text.slice(start, at));
    at += delimiter.length;
    start = at;
  }
  found.push(text.slice(start));
  return isEmptyIgnored ? found.filter((piece) => piece !== "") : found;
}

function padded(lines: readonly string[][], pad: Value): Value[][] {
  const width = Math.max(1, ...lines.map((line) => line.length));
  return lines.map((line) => Array.from({ length: width }, (_, at) => line[at] ?? pad));
}
