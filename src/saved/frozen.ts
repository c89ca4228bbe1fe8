/**
 * The formulas that were frozen. Where each was, and what it referred to, is kept as hidden names in the workbook, which Excel
 * moves with the cells when rows are inserted or sheets renamed.
 */
import { childOf } from "./document";
import { readJsonList, writeJsonList } from "./jsonList";

export interface FrozenFormula {
  /** The name of the area that the formula filled. */
  readonly area: string;
  /** As Excel writes it, with its "=", as it was in the area's first cell. */
  readonly formula: string;
  /** The names of the cells that it refers to, in the order of its text. */
  readonly references: readonly string[];
  /** `hashValues` of the values that were written, which tells whether they still stand there. */
  readonly mark: string;
}

const ELEMENT = "frozen";

export function readFrozen(root: Element | undefined): FrozenFormula[] {
  return readJsonList(root, ELEMENT).filter(isFrozenFormula);
}

/** Replaces them; nothing is left of the element where nothing is frozen. */
export function writeFrozen(root: Element, frozen: readonly FrozenFormula[]): void {
  const element = childOf(root, ELEMENT);
  if (frozen.length === 0) element.parentNode?.removeChild(element);
  else writeJsonList(element, frozen);
}

/** The same for the same values in the same order, however many blank cells have come between them. */
export function hashValues(rows: readonly (readonly unknown[])[]): string {
  const text = JSON.stringify(rows.flat().filter((value) => value !== ""));
  // FNV-1a over UTF-16 code units.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

function isFrozenFormula(line: unknown): line is FrozenFormula {
  const { area, formula, references, mark }: Partial<Record<string, unknown>> = line ?? {};
  return (
    [area, formula, mark].every(isText) && Array.isArray(references) && (references as readonly unknown[]).every(isText)
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
