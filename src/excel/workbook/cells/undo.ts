/** Writes that a person takes back by one Undo, in an Excel that can do that. In others, Undo forgets what was before. */
import { runExcel } from "./runExcel";

export interface Undoable<T> {
  readonly result: T;
  /** False if Excel refused to make one step of it, so that one Undo takes back a part, or nothing. */
  readonly isOneStep: boolean;
}

/** For users, beside what was written. */
export const NOT_ONE_STEP = "Excel could not make this one step, so one Undo may take back only a part of it.";

/**
 * How Excel refuses a group of writes: by its own code, such as for many formulas (OfficeDev/office-js#6491, #6711), or by an internal
 * error if the formulas call functions of add-ins (#6255).
 */
const UNDO_REFUSED = "UndoNotSupported";
const GROUP_REFUSED = new Set<unknown>([UNDO_REFUSED, "GeneralException"]);

/** True if Excel can make several writes one step of Undo. */
export function hasUndoSteps(): boolean {
  return Office.context.requirements.isSetSupported("ExcelApi", "1.20");
}

/**
 * Runs a batch as one step of Undo, or once more without that if Excel refuses it. So the batch may run twice, after a part of it was
 * written.
 */
export async function runAsOneUndo<T>(
  batch: (context: Excel.RequestContext) => Promise<T>,
  options: Excel.RunOptions = {},
): Promise<Undoable<T>> {
  if (hasUndoSteps()) {
    try {
      return { result: await runExcel({ ...options, mergeUndoGroup: true }, batch), isOneStep: true };
    } catch (error) {
      if (!GROUP_REFUSED.has(codeOf(error))) throw error;
    }
  }
  // Without groups no user expects one step.
  return { result: await runExcel(options, batch), isOneStep: !hasUndoSteps() };
}

/** True if a request failed only because it belongs to a step of Undo. */
export function isUndoRefused(error: unknown): boolean {
  return codeOf(error) === UNDO_REFUSED;
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
