/** Builds a formula: follows the active cell, previews the formula, and writes it. */
import type { Argument } from "../../../numbers/language/argument";
import { nameOrId, planNamed } from "../../../numbers/language/nameTexts";
import type { InsightsError, Plan } from "../../../insights";
import { parseSheetPosition, withoutSheet } from "../../../spreadsheet/cells/address";
import { makeAbsolute } from "../../../spreadsheet/formulas/references";
import { readAskedNumbers, cellFormatsOf } from "../../workbook/format/cellFormats";
import {
  insertFormula,
  onActiveCell,
  readActiveCell,
  readOccupied,
  readReference,
  readSelectedArea,
  readSpillSize,
  selectCell,
  type ActiveCellEvent,
  type OccupiedCell,
  type Size,
} from "../../workbook/insertion";
import { toCallError } from "../../workbook/ledger/ledger";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import { notePlan } from "../connection/notedPlans";
import { runAction, runInBackground, setState, stopperOf, type StoreContext } from "../context";
import {
  argumentsOf,
  draftOf,
  missingParameters,
  moveDraft,
  withArgument,
  withFunction,
  withTurned,
} from "./formulaDraft";
import { fullYearBehind } from "../explain/explaining";
import { obstacleOf } from "../obstacle";
import type { Figure } from "../../../numbers/language/figure";
import { deckMarker } from "./deckMarker";
import type { FormatInserted } from "../format/formatting";
import type { FormulaDraft, Preview } from "./formulaState";

export interface FormulaActions {
  /** Makes a draft for the active cell, and follows the selection. Returns a function that stops this. */
  readonly followActiveCell: () => () => void;
  /** Chooses another function by its id. Arguments that it also takes stay. */
  readonly setFunction: (id: string) => void;
  readonly setArgument: (name: string, part: Argument) => void;
  /** Turns a reference to its next kind, as F4 in Excel: A1, $A$1, A$1, $A1. Other arguments stay as they are. */
  readonly turnArgument: (name: string) => void;
  /** Takes the next selected cells as this argument, then selects the formula's cell again; undefined stops waiting. */
  readonly pickArgument: (name: string | undefined) => void;
  /** Writes the formula into its cell. Without `overwrite` it stops at cells with contents, and sets the state's `obstacle`. */
  readonly insert: (overwrite: boolean) => Promise<void>;
}

/** Milliseconds without a change after which the preview is computed. */
const PAUSE = 300;
const UNKNOWN_RESULT = [[null]];

/** @param formatInserted Formats the cells of a formula that the pane has just inserted. */
export function createFormulaActions(context: StoreContext, formatInserted: FormatInserted): FormulaActions {
  let cancelPreview = () => {};
  /** Shows the draft, and previews it after a pause. */
  const setDraft = (next: FormulaDraft): void => {
    cancelPreview();
    const missing = missingParameters(next, impliedParameters(context, next));
    const isComplete = missing.length === 0;
    const preview: Preview = isComplete ? { state: "working" } : { state: "incomplete", missing };
    setState(context, { draft: { ...next, preview, marker: undefined }, obstacle: undefined });
    if (isComplete) cancelPreview = context.after(PAUSE, () => void showPreview(context));
  };
  const change = (changed: (draft: FormulaDraft) => FormulaDraft): void => {
    if (context.state.draft) setDraft(changed(context.state.draft));
  };
  const pickArgument = (picking: string | undefined): void => {
    const { draft } = context.state;
    if (draft) setState(context, { draft: { ...draft, picking } });
  };
  const readSelection = (event: ActiveCellEvent) =>
    runInBackground(context, async () => {
      const { address, formula } = await readActiveCell();
      const before = context.state.draft;
      if (!before?.picking) {
        if (address !== before?.target) setDraft(nextDraft(before, address, formula, planOf(context)));
        return;
      }
      const picked = await readPicked(before, address);
      change((draft) =>
        draft.picking ? withArgument(draft, draft.picking, referenceTo(picked, draft.target)) : draft,
      );
      // The cell that is active on a sheet that was just shown may not be the one that is meant.
      if (event === "activated") return;
      pickArgument(undefined);
      await selectCell(before.target);
    });
  return {
    followActiveCell() {
      // The user may have left the builder while picking.
      pickArgument(undefined);
      void readSelection("selected");
      return stopperOf(onActiveCell((event) => void readSelection(event)));
    },
    setFunction: (id) => change((draft) => withFunction(draft, id, planOf(context))),
    setArgument: (name, part) => change((draft) => withArgument({ ...draft, picking: undefined }, name, part)),
    turnArgument: (name) => change((draft) => withTurned(draft, name)),
    pickArgument,
    insert: (overwrite) => runAction(context, () => insert(context, overwrite, formatInserted)),
  };
}

/** Returns the formula of a cell that has one of ours; for any other cell, the formula built so far. */
function nextDraft(before: FormulaDraft | undefined, target: string, formula: string, plan: string): FormulaDraft {
  const next = draftOf(target, formula, plan);
  return next.around || !before ? next : moveDraft(before, target);
}

/** Returns the selected area if the picked argument takes several values, else the active cell. */
async function readPicked({ callee, picking }: FormulaDraft, active: string): Promise<string> {
  const isList = callee.parameters.some(({ name, isList: takesList }) => takesList && name === picking);
  return isList ? readSelectedArea().catch(() => active) : active;
}

/** A blank plan means the workbook's, and a blank scenario the only one of the plan, or the only one chosen. */
function impliedParameters(context: StoreContext, draft: FormulaDraft): string[] {
  const { plan, scenarios } = context.settings.current;
  const isSingle = planIn(context, draft)?.scenarios.length === 1 || scenarios?.length === 1;
  return [...(plan ? ["plan"] : []), ...(isSingle ? ["scenario"] : [])];
}

/** The plan of the formula; undefined if it comes from a cell. */
function planIn({ settings, state }: StoreContext, { args: { plan } }: FormulaDraft): Plan | undefined {
  if (plan && plan.kind !== "text") return undefined;
  return planNamed(state.plans ?? [], plan?.value ?? settings.current.plan ?? "");
}

/** Returns the name of the workbook's plan, or its id if the name is ambiguous. Returns "" if none is chosen. */
function planOf({ settings, state: { plans = [] } }: StoreContext): string {
  const { plan = "" } = settings.current;
  const found = plans.find(({ id }) => id === plan);
  return found ? nameOrId(found, plans) : plan;
}

/** Returns an absolute reference for a formula on the target's sheet, so the formula can be filled. */
function referenceTo(address: string, target: string): Argument {
  const isSameSheet = parseSheetPosition(address)?.sheet === parseSheetPosition(target)?.sheet;
  return { kind: "reference", text: makeAbsolute(isSameSheet ? withoutSheet(address) : address) };
}

async function showPreview(context: StoreContext): Promise<void> {
  const { draft } = context.state;
  if (!draft) return;
  const tried = await tryOut(context, draft);
  // The draft may have changed meanwhile.
  if (context.state.draft === draft) setState(context, { draft: { ...draft, ...tried } });
}

async function tryOut(context: StoreContext, draft: FormulaDraft): Promise<Pick<FormulaDraft, "preview" | "marker">> {
  const { ledger, settings } = context;
  try {
    const args = await Promise.all(argumentsOf(draft).map((part) => argumentValue(part, draft.target)));
    if (args.includes(undefined)) return { preview: { state: "unknown" } };
    const call = { id: draft.callee.id, args };
    let figure: Figure | undefined;
    const onFigure = (each: Figure) => void (figure = each);
    const { result, questions } = await ledger.invoke(call, { onFigure });
    const rows = rowsOf(result);
    const formats = cellFormatsOf(rows, readAskedNumbers(call, settings.current));
    const marker = isCallAlone(draft)
      ? deckMarker({ ...call, figure }, { rows, formats }, namedSettings(context))
      : undefined;
    return { preview: { state: "done", rows, formats, fullYear: fullYearBehind(context, questions) }, marker };
  } catch (error) {
    const kind = (error as { cause?: InsightsError }).cause?.kind;
    return { preview: { state: "failed", ...toCallError(error), kind } };
  }
}

/** The workbook's settings, with its plan and scenarios as they are written in a formula. */
function namedSettings(context: StoreContext): WorkbookSettings {
  const { current } = context.settings;
  const scenarios = context.state.plans?.find(({ id }) => id === current.plan)?.scenarios ?? [];
  const names = current.scenarios?.map((id) => {
    const found = scenarios.find((each) => each.id === id);
    return found ? nameOrId(found, scenarios) : id;
  });
  return { ...current, plan: planOf(context), scenarios: names };
}

/** Returns the value that Excel passes to the function; undefined if only Excel can compute it. */
async function argumentValue(part: Argument, target: string): Promise<unknown> {
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

async function insert(context: StoreContext, overwrite: boolean, formatInserted: FormatInserted): Promise<void> {
  const { draft } = context.state;
  if (!draft || draft.preview.state === "incomplete") return;
  const { target, formula, preview } = draft;
  // With other operations around the call, the size of the result is unknown.
  const rows = preview.state === "done" && isCallAlone(draft) ? preview.rows : UNKNOWN_RESULT;
  const size = { rows: rows.length, columns: rows[0]?.length ?? 1 };
  const obstacles = overwrite ? [] : await readObstacles(draft, size);
  // The user may have selected another cell meanwhile.
  if (!isStill(context, draft)) return;
  if (obstacles.length > 0) {
    return setState(context, { obstacle: obstacleOf(obstacles) });
  }
  const notes = await insertFormula(target, formula, size);
  setState(context, { notes });
  notePlan(context, planIn(context, draft)?.id);
  const now = context.state.draft;
  if (now && isStill(context, draft))
    setState(context, {
      draft: { ...draftOf(target, formula), preview: now.preview, marker: now.marker },
      obstacle: undefined,
    });
  await formatInserted(target);
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
