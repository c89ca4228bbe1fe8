/**
 * The summary of the last refresh that changed something, as it is kept in a workbook. Its size is bounded, also when it is read:
 * another program may have written anything.
 */
import { MAX_COLUMNS, MAX_ROWS } from "../../spreadsheet/cells/limits";
import type { CallWithSettings } from "../../numbers/language/callKey";
import { childOf, findChild } from "./document";
import { readJsonList, writeJsonList } from "./jsonList";

/** A number, a text, true or false; null for a blank cell. */
export type SavedValue = number | string | boolean | null;

export interface SavedChange {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly labels: { readonly row: string; readonly column: string };
  readonly plan: string;
  readonly scenario: string;
  readonly before: SavedValue;
  readonly after: SavedValue;
  readonly numberFormat: string;
  /** The call that explains the cell's number. */
  readonly explained?: SavedExplanation | undefined;
  /** The unit of the values. @default none */
  readonly unit?: string | undefined;
  /** How many cells show the change, by sheet, each with the first. @default the cell itself */
  readonly places?: readonly SavedPlace[] | undefined;
  /** The period of the number, in words. @default not known */
  readonly period?: string | undefined;
}

export interface SavedPlace {
  readonly sheet: string;
  readonly address: string;
  readonly cells: number;
}

export interface SavedExplanation {
  readonly call: CallWithSettings;
  readonly before: number;
  readonly after: number;
  readonly scale: number;
}

export interface SavedChanges {
  /** When the refresh ended; milliseconds since the epoch. */
  readonly at: number;
  /** Changed cells in all. */
  readonly cells: number;
  /** Cells whose change is below the digits that they show. */
  readonly unseen: number;
  /** The largest changes first. */
  readonly listed: readonly SavedChange[];
}

const ELEMENT = "changes";
const MOST_LISTED = 500;
/** Characters of the list. A request to Excel has 5 MB at most. */
const MOST_LENGTH = 300_000;
const LONGEST_TEXT = 300;
/** Sheets of one change, and cells of one sheet. */
const MOST_PLACES = 50;
const MOST_CELLS = MAX_ROWS * MAX_COLUMNS;

/** Returns the latest summary of several parts; undefined if there is none. */
export function readSavedChanges(roots: readonly Element[]): SavedChanges | undefined {
  const found = roots.flatMap((root) => readRoot(root) ?? []);
  return found.reduce<SavedChanges | undefined>(
    (latest, each) => (latest && latest.at >= each.at ? latest : each),
    undefined,
  );
}

/** Replaces the summary. Leaves out the smallest changes if there are too many. */
export function writeSavedChanges(root: Element, { at, cells, unseen, listed }: SavedChanges): void {
  const element = childOf(root, ELEMENT);
  element.setAttribute("at", String(at));
  element.setAttribute("cells", String(cells));
  element.setAttribute("unseen", String(unseen));
  const tuples: unknown[] = [];
  let length = 0;
  for (const change of listed.slice(0, MOST_LISTED)) {
    const tuple = tupleOf(change);
    length += JSON.stringify(tuple).length;
    if (length > MOST_LENGTH) break;
    tuples.push(tuple);
  }
  writeJsonList(element, tuples);
}

function readRoot(root: Element): SavedChanges | undefined {
  const element = findChild(root, ELEMENT);
  if (!element || (element.textContent ?? "").length > 2 * MOST_LENGTH) return undefined;
  const [at, cells, unseen] = ["at", "cells", "unseen"].map((name) => countIn(element.getAttribute(name)));
  if (at === undefined || cells === undefined || unseen === undefined) return undefined;
  const listed = readJsonList(root, ELEMENT)
    .slice(0, MOST_LISTED)
    .flatMap((tuple) => readChange(tuple) ?? []);
  return { at, cells, unseen, listed };
}

function tupleOf(change: SavedChange) {
  const { sheet, row, column, labels, plan, scenario, before, after, numberFormat, explained, unit, places, period } =
    change;
  const texts = [labels.row, labels.column, plan, scenario].map(cut);
  const call = explained && [
    explained.call.id,
    explained.call.args,
    explained.call.settings,
    explained.before,
    explained.after,
    explained.scale,
  ];
  const shown = places?.slice(0, MOST_PLACES).map(({ sheet: name, address, cells }) => [name, address, cells]);
  const optional = shown ? [call ?? null, cut(unit ?? ""), shown, cut(period ?? "")] : call ? [call] : [];
  return [sheet, row, column, ...texts, cutValue(before), cutValue(after), numberFormat, ...optional];
}

function readChange(tuple: unknown): SavedChange | undefined {
  if (!Array.isArray(tuple)) return undefined;
  const [sheet, row, column, rowLabel, columnLabel, plan, scenario, before, after, numberFormat, ...others] =
    tuple as unknown[];
  const [call, unit, places, period] = others;
  if (![sheet, rowLabel, columnLabel, plan, scenario, numberFormat].every(isText)) return undefined;
  if (!isIndex(row, MAX_ROWS) || !isIndex(column, MAX_COLUMNS) || !isValue(before) || !isValue(after)) return undefined;
  return {
    sheet: String(sheet),
    row,
    column,
    labels: { row: String(rowLabel), column: String(columnLabel) },
    plan: String(plan),
    scenario: String(scenario),
    before,
    after,
    numberFormat: String(numberFormat),
    explained: readExplanation(call),
    ...(isText(unit) && { unit }),
    ...(Array.isArray(places) && {
      places: (places as unknown[]).slice(0, MOST_PLACES).flatMap(readPlace),
    }),
    ...(isText(period) && period !== "" && { period }),
  };
}

function readPlace(tuple: unknown): SavedPlace[] {
  const [sheet, address, cells] = Array.isArray(tuple) ? (tuple as unknown[]) : [];
  return isText(sheet) && isText(address) && isIndex(cells, MOST_CELLS) ? [{ sheet, address, cells }] : [];
}

function readExplanation(call: unknown): SavedExplanation | undefined {
  if (!Array.isArray(call)) return undefined;
  const [id, args, settings, before, after, scale] = call as unknown[];
  const isNumbered = [before, after, scale].every((each) => typeof each === "number" && Number.isFinite(each));
  const isCall = isText(id) && Array.isArray(args) && typeof settings === "object" && settings !== null;
  if (!isCall || !isNumbered) return undefined;
  const [then, now, factor] = [Number(before), Number(after), Number(scale)];
  return {
    call: { id, args: args as unknown[], settings: settings },
    before: then,
    after: now,
    scale: factor,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT;
}

function isValue(value: unknown): value is SavedValue {
  return (
    value === null ||
    typeof value === "boolean" ||
    isText(value) ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

function isIndex(value: unknown, end: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;
}

function countIn(text: string | null): number | undefined {
  const number = Number(text ?? NaN);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

function cutValue(value: SavedValue): SavedValue {
  return typeof value === "string" ? cut(value) : value;
}
