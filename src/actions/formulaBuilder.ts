/** Builds a formula: follows the active cell, previews the formula, and writes it. */
import type { Argument } from "../formulas/argument";
import { parseSheetPosition, withoutSheet } from "../grid/address";
import { cellFormatsOf } from "../workbook/cellFormats";
import {
  insertFormula,
  onActiveCell,
  readActiveCell,
  readOccupied,
  readReference,
  readSpillSize,
  type OccupiedCell,
  type Size,
} from "../workbook/insertion";
import { toCallError } from "../workbook/ledger/ledger";
import { runAction, runInBackground, setState, stopperOf, type StoreContext } from "./context";
import { argumentsOf, draftOf, withArgument, withFunction } from "./formulaDraft";
import type { FormulaDraft, Preview } from "./state";

export interface FormulaActions {
  /** Makes a draft for the active cell, and follows the selection. Returns a function that stops this. */
  readonly followActiveCell: () => () => void;
  /** Chooses another function by its id. Arguments that it also takes stay. */
  readonly setFunction: (id: string) => void;
  readonly setArgument: (name: string, part: Argument) => void;
  /** Takes the next selected cells as this argument; undefined stops waiting for them. */
  readonly pickArgument: (name: string | undefined) => void;
  /** Writes the formula into its cell. Without `overwrite` it stops at cells with contents, and sets the state's `obstacle`. */
  readonly insert: (overwrite: boolean) => Promise<void>;
}

/** Milliseconds without a change after which the preview is computed. */
const PAUSE = 300;
const EXAMPLES = 3;

export function createFormulaActions(context: StoreContext): FormulaActions {
  let cancelPreview = () => {};
  /** Shows the draft, and previews it after a pause. */
  const setDraft = (next: FormulaDraft): void => {
    cancelPreview();
    setState(context, { draft: { ...next, preview: { state: "working" } }, obstacle: undefined });
    cancelPreview = context.after(PAUSE, () => void preview(context));
  };
  const change = (changed: (draft: FormulaDraft) => FormulaDraft): void => {
    if (context.state.draft) setDraft(changed(context.state.draft));
  };
  const readSelection = () =>
    runInBackground(context, async () => {
      const { address, formula } = await readActiveCell();
      const before = context.state.draft;
      if (before?.picking) setDraft(withArgument(before, before.picking, referenceTo(address, before.target)));
      else if (address !== before?.target) setDraft(nextDraft(before, draftOf(address, formula, planOf(context))));
    });
  return {
    followActiveCell() {
      void readSelection();
      return stopperOf(onActiveCell(() => void readSelection()));
    },
    setFunction: (id) => change((draft) => withFunction(draft, id, planOf(context))),
    setArgument: (name, part) => change((draft) => withArgument(draft, name, part)),
    pickArgument(picking) {
      const { draft } = context.state;
      if (draft) setState(context, { draft: { ...draft, picking } });
    },
    insert: (overwrite) => runAction(context, () => insert(context, overwrite)),
  };
}

/** Returns the formula of a cell that has one of ours; for any other cell, the formula built so far. */
function nextDraft(before: FormulaDraft | undefined, next: FormulaDraft): FormulaDraft {
  return next.around || !before || before.around ? next : { ...before, target: next.target };
}

/** Returns the name of the workbook's plan, its id if the name is ambiguous, or "" if no plan is chosen. */
function planOf({ settings, state: { plans = [] } }: StoreContext): string {
  const { plan = "" } = settings.current;
  const found = plans.find(({ id }) => id === plan);
  const key = found?.name.trim().toLowerCase();
  return found && plans.filter(({ name }) => name.trim().toLowerCase() === key).length === 1 ? found.name : plan;
}

/** Returns the cell's reference for a formula on the target's sheet. */
function referenceTo(address: string, target: string): Argument {
  const isSameSheet = parseSheetPosition(address)?.sheet === parseSheetPosition(target)?.sheet;
  return { kind: "reference", text: isSameSheet ? withoutSheet(address) : address };
}

async function preview(context: StoreContext): Promise<void> {
  const { draft } = context.state;
  if (!draft) return;
  const next = await tryOut(context, draft);
  // The draft may have changed meanwhile.
  if (context.state.draft === draft) setState(context, { draft: { ...draft, preview: next } });
}

async function tryOut({ ledger }: StoreContext, draft: FormulaDraft): Promise<Preview> {
  try {
    const args = await Promise.all(argumentsOf(draft).map((part) => valueOf(part, draft.target)));
    if (args.includes(undefined)) return { state: "unknown" };
    const { result } = await ledger.invoke({ id: draft.callee.id, args }, {});
    const rows = rowsOf(result);
    return { state: "done", rows, formats: cellFormatsOf(rows, fieldOf(draft)) };
  } catch (error) {
    return { state: "failed", ...toCallError(error) };
  }
}

/** Returns the value that Excel passes to the function; undefined if only Excel can compute it. */
async function valueOf(part: Argument, target: string): Promise<unknown> {
  switch (part.kind) {
    case "blank":
      return null;
    case "list":
      return [part.values];
    case "reference":
      return readReference(part.text, target);
    case "expression":
      return undefined;
    default:
      return part.value;
  }
}

/** Returns the field that decides the format of a single number, or the function's id. */
function fieldOf({ callee, args: { field } }: FormulaDraft): string {
  return field?.kind === "text" ? field.value : callee.id;
}

async function insert(context: StoreContext, overwrite: boolean): Promise<void> {
  const { draft, settings } = context.state;
  if (!draft) return;
  const { target, formula, preview: tried } = draft;
  // With other operations around the call, the size of the result is unknown.
  const rows = tried.state === "done" && isCallAlone(draft) ? tried.rows : [[null]];
  const size = { rows: rows.length, columns: rows[0]?.length ?? 1 };
  const obstacles = overwrite ? [] : await readObstacles(draft, size);
  // The user may have selected another cell meanwhile.
  if (!isStill(context, draft)) return;
  if (obstacles.length > 0) {
    const examples = obstacles.slice(0, EXAMPLES).map(({ address, value }) => `${address} (${String(value)})`);
    return setState(context, { obstacle: { count: obstacles.length, examples } });
  }
  await insertFormula(target, formula, size, settings.formats === false ? [] : cellFormatsOf(rows, fieldOf(draft)));
  const now = context.state.draft;
  if (!now || !isStill(context, draft)) return;
  setState(context, { draft: { ...draftOf(target, formula), preview: now.preview }, obstacle: undefined });
}

/** True if the user still builds this formula for this cell; a preview may have arrived meanwhile. */
function isStill({ state }: StoreContext, { target, formula }: FormulaDraft): boolean {
  return state.draft?.target === target && state.draft.formula === formula;
}

function isCallAlone({ around }: FormulaDraft): boolean {
  return around === undefined || (around.before === "=" && around.after === "");
}

/** The cells in the way, except the edited formula and the cells that it fills now. */
async function readObstacles({ target, around }: FormulaDraft, size: Size): Promise<OccupiedCell[]> {
  const contents = await readOccupied(target, size);
  const first = parseSheetPosition(target);
  if (!around || !first) return contents;
  const filled = await readSpillSize(target);
  return contents.filter(({ address }) => {
    const cell = parseSheetPosition(address);
    return !cell || cell.row >= first.row + filled.rows || cell.column >= first.column + filled.columns;
  });
}

function rowsOf(result: unknown): unknown[][] {
  return Array.isArray(result) ? (result as unknown[][]) : [[result]];
}
