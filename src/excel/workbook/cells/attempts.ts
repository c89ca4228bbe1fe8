import { isUndoRefused } from "./undo";

/**
 * What the cells that we write can do without, such as a chart or a print set-up. Excel refuses some of it on some platforms, and a
 * batch is no transaction. So each has a request of its own, whose failure is a note beside the result, not an error.
 */

export interface Attempts {
  /** For users: what is missing, and what Excel said. */
  readonly notes: readonly string[];
  /**
   * Queues something and sends it. Returns false if Excel refuses it; rejects only if Excel refuses it as a part of one step of Undo.
   * @param what The end of a note that says what is missing, such as "its print set-up".
   */
  readonly attempt: (what: string, queue: () => unknown) => Promise<boolean>;
}

/** @param subject What was written, in a note: "The sheet “P&L”". */
export function createAttempts(context: Excel.RequestContext, subject: string): Attempts {
  const notes: string[] = [];
  return {
    notes,
    async attempt(what, queue) {
      try {
        await queue();
        await context.sync();
        return true;
      } catch (error) {
        if (isUndoRefused(error)) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        notes.push(`${subject} was written without ${what}. Excel says: ${reason}`);
        return false;
      }
    },
  };
}
