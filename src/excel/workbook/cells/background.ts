/** Excel refuses some requests while another workbook is in front of this one. */

const MAX_TRIES = 5;
/** Milliseconds between two tries. */
const PAUSE = 400;

export const IN_BACKGROUND =
  "Excel does not answer while another workbook is in front. Click a cell of this workbook, then try again.";

/**
 * Retries for two seconds if Excel refuses because another workbook is in front.
 * @throws Error with a message for users if that workbook stays in front.
 */
export async function retryInBackground<T>(ask: () => Promise<T>, tries = MAX_TRIES): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isInvalidSelection(error)) throw error;
    if (tries === 1) throw new Error(IN_BACKGROUND);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return retryInBackground(ask, tries - 1);
  }
}

export const NO_CELLS = "No cells of this workbook are selected. Select cells, then try again.";

/** True if Excel refused a request because no cells of this workbook are selected, or another workbook is in front. */
export function isInvalidSelection(error: unknown): boolean {
  return (error as { code?: unknown }).code === "InvalidSelection";
}
