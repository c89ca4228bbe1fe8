/** What a person does to cells and sheets of the lean workbook, with references and functions following as Excel has them do. */
import type { SheetPosition } from "../../../../src/spreadsheet/cells/area";
import { mapReferences, referencesIn, type Formula, withUnknownNames } from "./formula";
import {
  coveredBy,
  isFormula,
  keyOf,
  positionOf,
  type LeanCell,
  type LeanDocument,
  type LeanSheet,
  type LeanWorkbook,
} from "./workbook";

type Line = "row" | "column";

/** Where a line goes: undefined where it is deleted. */
type Shift = (index: number) => number | undefined;

/** Inserts a line before this one, or deletes it. Excel then calls all functions again. */
export function shiftLines(
  workbook: LeanWorkbook,
  sheet: LeanSheet,
  line: Line,
  at: number,
  what: "insert" | "delete",
): void {
  const shift: Shift =
    what === "insert"
      ? (index) => (index >= at ? index + 1 : index)
      : (index) => (index === at ? undefined : index > at ? index - 1 : index);
  const cells = [...sheet.cells].flatMap(([key, cell]): [string, LeanCell][] => {
    const position = positionOf(key);
    const index = shift(position[line]);
    return index === undefined ? [] : [[keyOf({ ...position, [line]: index }), cell]];
  });
  workbook.forget([...sheet.cells.keys()].map((key) => ({ sheet: sheet.id, ...positionOf(key) })));
  sheet.cells = new Map(cells);
  moveReferences(workbook.document, (reference) => {
    if (reference.sheet !== sheet.id) return reference;
    const index = shift(reference[line]);
    return index === undefined ? undefined : { ...reference, [line]: index };
  });
  workbook.renewAll();
}

function moveReferences({ sheets }: LeanDocument, move: Parameters<typeof mapReferences>[1]): void {
  for (const cell of cellsOf(sheets)) if (isFormula(cell.content)) cell.content = mapReferences(cell.content, move);
}

function cellsOf(sheets: readonly LeanSheet[]): LeanCell[] {
  return sheets.flatMap(({ cells }) => [...cells.values()]);
}

/** Turns the rows of a sheet from the first to this one round, as a sort does: formulas go with their cells, and nothing follows. */
export function sortRows(workbook: LeanWorkbook, sheet: LeanSheet, last: number): void {
  const cells = [...sheet.cells].map(([key, cell]): [string, LeanCell] => {
    const { row, column } = positionOf(key);
    if (row > last) return [key, cell];
    const content = isFormula(cell.content) ? workbook.copyOf(cell.content, last - 2 * row, 0, sheet.id) : cell.content;
    return [keyOf({ row: last - row, column }), { ...cell, content }];
  });
  const covered = [...sheet.cells].flatMap(([key, { value }]) =>
    coveredBy({ sheet: sheet.id, ...positionOf(key) }, value),
  );
  const former = sheet.cells.keys();
  sheet.cells = new Map(cells);
  const left = covered.filter((position) => !sheet.cells.has(keyOf(position)));
  workbook.forget([...former, ...sheet.cells.keys()].map((key) => ({ sheet: sheet.id, ...positionOf(key) })));
  // What reads a cell that has changed places, or another than before, is calculated. What stays in its row is not.
  const readers = workbook.formulaCells().filter(({ position, formula }) => {
    const isSorted = position.sheet === sheet.id && position.row <= last;
    const reads = referencesIn(formula).filter((each) => each.sheet === sheet.id && (isSorted || each.row <= last));
    return hasLost(formula) || reads.some(({ row }) => !isSorted || row !== position.row);
  });
  workbook.renew([...readers.map(({ position }) => position), ...left]);
}

function hasLost(formula: Formula): boolean {
  return JSON.stringify(formula).includes('"lost"');
}

/** Somebody without the add-in has had the sheet calculated. */
export function forgetNames(workbook: LeanWorkbook, sheet: LeanSheet): void {
  for (const cell of sheet.cells.values()) if (isFormula(cell.content)) cell.content = withUnknownNames(cell.content);
  workbook.renew([...sheet.cells.keys()].map((key) => ({ sheet: sheet.id, ...positionOf(key) })));
}

/** Fills a formula down into the next rows. */
export function fillDown(workbook: LeanWorkbook, position: SheetPosition, count: number): void {
  const content = workbook.sheet(position.sheet)?.cells.get(keyOf(position))?.content;
  if (content === undefined) return;
  for (let down = 1; down <= count; down += 1) {
    const target = { ...position, row: position.row + down };
    enterContent(workbook, target, isFormula(content) ? workbook.copyOf(content, down, 0, position.sheet) : content);
  }
}

function enterContent(workbook: LeanWorkbook, position: SheetPosition, content: number | string | Formula): void {
  workbook.enter(position, isFormula(content) ? "" : content);
  if (!isFormula(content)) return;
  workbook.sheet(position.sheet)?.cells.set(keyOf(position), { content, value: null, isDirty: true });
  workbook.renew([position]);
  workbook.calculate({ cells: [position] });
}

/** Sheets are known by ids that nobody has had. */
export function copySheet(workbook: LeanWorkbook, sheet: LeanSheet): LeanSheet {
  const { sheets } = workbook.document;
  const number = Math.max(...sheets.map(({ id }) => Number(id.slice(1)))) + 1;
  const id = `s${number}`;
  const cells = [...sheet.cells].map(([key, cell]): [string, LeanCell] => {
    const own = (reference: SheetPosition) => (reference.sheet === sheet.id ? { ...reference, sheet: id } : reference);
    return [key, { ...cell, content: isFormula(cell.content) ? mapReferences(cell.content, own) : cell.content }];
  });
  const copy = { id, name: `Copy ${number}`, isProtected: sheet.isProtected, cells: new Map(cells) };
  sheets.push(copy);
  return copy;
}

const MOST_SHEETS = 12;

/** Adds sheets in front of all others, each of which reads the one before. */
export function addChain(
  workbook: LeanWorkbook,
  sheet: LeanSheet,
  { row, links }: { row: number; links: number },
): void {
  const { sheets } = workbook.document;
  let before = `'${sheet.name}'!B${row + 1}`;
  for (let link = 0; link < links && sheets.length < MOST_SHEETS; link += 1) {
    const number = Math.max(...sheets.map(({ id }) => Number(id.slice(1)))) + 1;
    const added = { id: `s${number}`, name: `Link ${number}`, isProtected: false, cells: new Map<string, LeanCell>() };
    sheets.unshift(added);
    workbook.enter({ sheet: added.id, row: 0, column: 3 }, `=${before}+1`);
    before = `'${added.name}'!D1`;
  }
  const [last] = sheets;
  if (!last || last === sheet) return;
  const call = `=INSIGHTS.KPI("Plan",IF(${before}>1003,"Two","One"),"ebit")`;
  workbook.enter({ sheet: last.id, row: 1, column: 3 }, call);
  workbook.enter({ sheet: sheet.id, row, column: 5 }, `='${last.name}'!D2+1`);
}

export function deleteSheet(workbook: LeanWorkbook, sheet: LeanSheet): void {
  const { document } = workbook;
  if (document.sheets.length === 1) return;
  document.sheets = document.sheets.filter((each) => each !== sheet);
  if (document.active === sheet.id) document.active = document.sheets[0]?.id ?? "";
  const readers = workbook
    .formulaCells()
    .filter(({ formula }) => referencesIn(formula).some((each) => each.sheet === sheet.id));
  moveReferences(document, (reference) => (reference.sheet === sheet.id ? undefined : reference));
  workbook.renew(readers.map(({ position }) => position));
}

/** Takes the sheets back to what they were; custom XML parts stay as they are. What has changed by it is calculated, and nothing else. */
export function undo(workbook: LeanWorkbook, before: Pick<LeanDocument, "sheets" | "active">): void {
  const now = allCells(workbook);
  Object.assign(workbook.document, structuredClone(before));
  const then = allCells(workbook);
  const changed = [...new Set([...now.keys(), ...then.keys()])].filter((id) => {
    const [former, latter] = [then.get(id), now.get(id)];
    if (JSON.stringify(former?.content) !== JSON.stringify(latter?.content)) return true;
    if (former && latter) Object.assign(former, { value: latter.value, isDirty: latter.isDirty });
    return false;
  });
  const positions = changed.map((id) => JSON.parse(id) as SheetPosition);
  const covered = changed.flatMap((id, at) => coveredBy(positions[at] as SheetPosition, now.get(id)?.value ?? null));
  workbook.renew([...positions, ...covered]);
}

function allCells({ document }: LeanWorkbook): Map<string, LeanCell> {
  return new Map(
    document.sheets.flatMap(({ id, cells }) =>
      [...cells].map(([key, cell]) => [JSON.stringify({ sheet: id, ...positionOf(key) }), cell] as const),
    ),
  );
}

/** Whether a cell reads itself by way of others; Excel refuses such a formula. */
export function hasCircle(workbook: LeanWorkbook): boolean {
  const formulas = new Map(
    workbook.formulaCells().map(({ position, formula }) => [idOf(position), referencesIn(formula).map(idOf)]),
  );
  const state = new Map<string, "open" | "done">();
  const visit = (id: string): boolean => {
    if (state.get(id) === "open") return true;
    if (state.get(id) === "done") return false;
    state.set(id, "open");
    const isCircle = (formulas.get(id) ?? []).some(visit);
    state.set(id, "done");
    return isCircle;
  };
  return [...formulas.keys()].some(visit);
}

function idOf({ sheet, row, column }: SheetPosition): string {
  return `${sheet} ${row} ${column}`;
}
