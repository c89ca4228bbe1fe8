/**
 * Proves that a written worksheet differs from the original in the meant edits only. It cuts the XML into cells by itself: the
 * parser that places the edits may be wrong too. That takes a tenth of the parser's time.
 */
import { formatArea, formatSheetPosition, parseArea } from "../cells/address";
import { cellIndex, cellPosition, type Area } from "../cells/area";
import type { CellEdit } from "./cellEdits";
import { readPosition, readRowNumber } from "./positions";

/** A piece of a worksheet's XML. */
interface Piece {
  readonly kind: "cell" | "row" | "rest";
  /** The number of the cell or row; 0 for the rest. */
  readonly at: number;
  readonly text: string;
}

/**
 * Throws an error that names the first cell that would change without an edit: its formula, the range of its shared or array
 * formula, its format, or its value. Rows, columns and all else around the cells are checked too.
 * @param before The XML of the worksheet. @param after The same with these edits. @param sheet The sheet's name, for messages.
 */
export function checkSheet(before: string, after: string, edits: readonly CellEdit[], sheet: string): void {
  const meant = new Map(edits.map((edit) => [cellIndex(edit), edit]));
  const editOf = (piece: Piece) => (piece.kind === "cell" ? meant.get(piece.at) : undefined);
  const [olds, news] = [piecesOf(before), piecesOf(after)];
  let old = nextOf(olds);
  let now = nextOf(news);
  while (old || now) {
    if (old && now && old.kind === now.kind && old.at === now.at) {
      if (!isKept(old.text, now.text, editOf(old))) throw unmeant(old, sheet);
      old = nextOf(olds);
      now = nextOf(news);
    } else if (old && mayGo(old.text, editOf(old))) old = nextOf(olds);
    else if (now && mayCome(now.text, editOf(now))) now = nextOf(news);
    else throw unmeant(firstOf(old, now), sheet);
  }
}

function nextOf(pieces: Generator<Piece, undefined>): Piece | undefined {
  return pieces.next().value;
}

/** Returns the piece that is only in one of the sheets: of two cells, the one that comes first. */
function firstOf(old: Piece | undefined, now: Piece | undefined): Piece | undefined {
  if (old?.kind === "cell" && now?.kind === "cell") return old.at < now.at ? old : now;
  return now?.kind === "cell" ? now : (old ?? now);
}

function unmeant(piece: Piece | undefined, sheet: string): Error {
  const position = cellPosition(piece?.at ?? 0);
  const place =
    piece?.kind === "cell"
      ? formatSheetPosition({ sheet, ...position })
      : piece?.kind === "row"
        ? `row ${piece.at + 1} of ${sheet}`
        : sheet;
  return new Error(`The new file would change ${place}, which must stay the same, so it was not written.`);
}

const PREFIX = String.raw`(?:[^\s<>/:]+:)?`;
const ATTRIBUTES = String.raw`(?:[^>"']|"[^"]*"|'[^']*')*`;
const TAG = new RegExp(
  `<!--[^]*?-->|<!\\[CDATA\\[[^]*?\\]\\]>|<(/?)${PREFIX}(sheetData|row|c)(?=[\\s/>])(${ATTRIBUTES})>`,
  "g",
);
const DIMENSION = new RegExp(`<(${PREFIX}dimension)(?=[\\s/>])${ATTRIBUTES}(?:(?<=/)>|>\\s*</\\1>)`);
const ADDRESS = /\sr\s*=\s*["']([^"']*)/;
const VALUE = new RegExp(`<(${PREFIX}v)>[^<]*</\\1>`);
const FORMULA = new RegExp(`<(${PREFIX}f)(?=[\\s/>])(${ATTRIBUTES})(?:(?<=/)>|>[^]*?</\\1>)`);
const EXTENSION = new RegExp(`<(${PREFIX}extLst)(?=[\\s/>])[^]*</\\1>`);

/** Cuts a worksheet into its cells, its rows that are more than a place, and the rest. Its used range is left out. */
function* piecesOf(xml: string): Generator<Piece, undefined> {
  let isInside = false;
  let [end, start, row, column] = [0, 0, -1, -1];
  for (const { index, 0: tag, 1: close, 2: name, 3: attributes = "" } of xml.matchAll(TAG)) {
    if (name === undefined || (!isInside && name !== "sheetData")) continue;
    const isClosing = close !== "" || attributes.endsWith("/");
    if (name !== "c" || close === "") yield* restOf(xml.slice(end, index));
    end = index + tag.length;
    if (name === "sheetData") {
      if (isClosing) break;
      isInside = true;
    } else if (name === "row" && close === "") {
      const { r, spans: _spans, ...others } = attributesIn(attributes);
      [row, column] = [r === undefined ? row + 1 : readRowNumber(r), -1];
      const text = attributeText(others, (key) => !key.endsWith(":dyDescent"));
      if (text !== "") yield { kind: "row", at: row, text };
    } else if (name === "c") {
      if (close === "") {
        const r = ADDRESS.exec(attributes)?.[1];
        [start, column] = [index, r === undefined ? column + 1 : readPosition(r).column];
      }
      if (isClosing) yield { kind: "cell", at: cellIndex({ row, column }), text: xml.slice(start, end) };
    }
  }
  yield* restOf(xml.slice(end));
  return undefined;
}

function* restOf(text: string): Generator<Piece> {
  if (text.trim() !== "") yield { kind: "rest", at: 0, text: text.replace(DIMENSION, "") };
}

function isKept(old: string, now: string, edit: CellEdit | undefined): boolean {
  if (!edit) return old === now;
  // Most edits replace a number only.
  const isPlain = !edit.dropFormula && !old.includes("array");
  return (isPlain && old.replace(VALUE, "") === now.replace(VALUE, "")) || keptOf(old, edit) === keptOf(now, {});
}

function mayGo(cell: string, edit: CellEdit | undefined): boolean {
  return edit?.value === null && keptOf(cell, edit) === "";
}

function mayCome(cell: string, edit: CellEdit | undefined): boolean {
  return edit !== undefined && edit.value !== null && !FORMULA.test(cell);
}

/** Returns what stays of a cell after an edit: all but its address and value. The attributes `t` and `vm` describe the value. */
function keptOf(cell: string, { dropFormula, range }: Pick<CellEdit, "dropFormula" | "range">): string {
  const opening = cell.slice(0, cell.indexOf(">"));
  const isStaying = (name: string) => !["r", "t", "vm"].includes(name) && !(dropFormula && name === "cm");
  const [formula = "", , attributes = ""] = (!dropFormula && FORMULA.exec(cell)) || [];
  const content = formula.slice(formula.indexOf(">") + 1);
  return [
    attributeText(attributesIn(opening), isStaying),
    formula === "" ? "" : `<f${attributeText(withRange(attributesIn(attributes), range))}>${content}`,
    EXTENSION.exec(cell)?.[0] ?? "",
  ].join("");
}

/** Returns the attributes of a formula with this range, if it is an array formula. */
function withRange(attributes: Record<string, string>, range: Area | undefined): Record<string, string> {
  const { t, ref } = attributes;
  const area = range ?? parseArea(ref ?? "");
  return t === "array" && ref !== undefined && area ? { ...attributes, ref: formatArea(area) } : attributes;
}

function attributesIn(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/([^\s=<>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = "", double, single]) => [
      name,
      double ?? single ?? "",
    ]),
  );
}

function attributeText(attributes: Record<string, string>, isWanted: (name: string) => boolean = () => true): string {
  return Object.entries(attributes)
    .filter(([name]) => isWanted(name))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");
}
