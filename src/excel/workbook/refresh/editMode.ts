/** Detects edit mode: Excel refuses or delays requests while a user edits a cell. */
import { unlessAborted } from "../../../insights";
import { isEditRefusal, runExcel, UnansweredError } from "../cells/runExcel";

/** Milliseconds after which the user is notified that Excel waits. */
const PATIENCE = 2_000;

export interface EditingOptions {
  /** Waits for `milliseconds`. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Called with true when Excel waits for the user to finish editing a cell, and with false afterwards. */
  readonly onEditing?: ((isEditing: boolean) => void) | undefined;
}

/** Awaits work that Excel may hold up. */
export async function awaitEditing<T>({ wait, onEditing }: EditingOptions, work: Promise<T>): Promise<T> {
  let isOver = false;
  let isTold = false;
  const watch = async () => {
    await wait(PATIENCE);
    if (isOver || !(await isEditing()) || isOver) return;
    isTold = true;
    onEditing?.(true);
  };
  if (onEditing) void watch();
  try {
    return await work;
  } finally {
    isOver = true;
    if (isTold) onEditing?.(false);
  }
}

/** Awaits work of Excel, but only for a moment once the user has cancelled. Then rejects with an `UnansweredError`. */
export function untilCancelled<T>(
  { wait, signal }: Pick<EditingOptions, "wait"> & { readonly signal?: AbortSignal | undefined },
  work: Promise<T>,
): Promise<T> {
  return unlessAborted(work, signal).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
    const givenUp = wait(PATIENCE).then(() => {
      throw new UnansweredError();
    });
    return Promise.race([work, givenUp]);
  });
}

/** Fulfilled when no cell is being edited. */
export function editingEnded(options: EditingOptions): Promise<void> {
  return awaitEditing(options, runExcel({ delayForCellEdit: true }, askForNothing));
}

/** True while a user edits a cell. */
export async function isEditing(): Promise<boolean> {
  try {
    await runExcel(askForNothing);
    return false;
  } catch (error) {
    return isEditRefusal(error);
  }
}

/** The smallest request that Excel refuses or delays in edit mode. */
async function askForNothing(context: Excel.RequestContext): Promise<void> {
  // The active sheet would be refused too while a chart sheet is shown or another workbook is in front.
  context.workbook.load("name");
  await context.sync();
}
