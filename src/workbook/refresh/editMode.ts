/** Excel refuses requests while a person edits a cell, or holds them up until that is over. */

/** Milliseconds after which a person is told that Excel waits. */
const PATIENCE = 2_000;

export interface EditingOptions {
  /** Waits so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Told that Excel waits until the cell is finished that a person is editing, and when that is over. */
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

/** Fulfilled when no cell is being edited. */
export function editingEnded(options: EditingOptions): Promise<void> {
  return awaitEditing(options, Excel.run({ delayForCellEdit: true }, askForNothing));
}

async function isEditing(): Promise<boolean> {
  try {
    await Excel.run(askForNothing);
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === "InvalidOperationInCellEditMode";
  }
}

/** The least that Excel refuses or holds up. */
async function askForNothing(context: Excel.RequestContext): Promise<void> {
  // The active sheet would be refused too while a chart sheet is shown or another workbook is in front.
  context.workbook.load("name");
  await context.sync();
}
