/** Refreshing, and what cells show. */
import { formatCount, formatInteger } from "./numbers";

export const activityTexts = {
  waiting: (cells: number) => `${formatCount(cells, "cell waits", "cells wait")} for an answer.`,
  asOf: "Numbers as of",
  asOfRange: (oldest: string, newest: string) => (oldest === newest ? oldest : `${oldest} to ${newest}`),
  noAges: "No cell shows numbers of a plan yet.",
  refresh: "Refresh",
  progress: (done: number, all: number) =>
    all === 0 ? "Looking for formulas…" : `Reading new results: ${formatInteger(done)} of ${formatInteger(all)}`,
  refreshed: (at: string) => `Refreshed at ${at}`,
  /** @param changed Undefined while the changed cells are counted. */
  summary: (formulas: number, changed: number | undefined) =>
    `${formatCount(formulas, "formula", "formulas")} refreshed, ${changed === undefined ? "numbers" : changed === 0 ? "no number" : formatCount(changed, "cell", "cells")} changed.`,
  failed: (cells: number) => `${formatCount(cells, "cell is", "cells are")} in error.`,
  caught: "Errors that formulas catch, so that their cells show something else",
  editing: "Finish editing the cell. Excel accepts no new values until then.",
  unsettled: "Cells that Excel has not updated",
  update: "Update them",
  staysUnsettled:
    "If they stay so, save the workbook, close Excel and open it again; on the web, reload its page. Then refresh.",
  blank: "(blank)",
  reading: "Reading the labels of the changed cells…",
  fromTo: (before: string, after: string) => `${before} → ${after}`,
  stopped: {
    failed: (at: string) => `The refresh at ${at} failed. No cell has changed.`,
    cancelled: (at: string) => `The refresh at ${at} was cancelled. No cell has changed.`,
    unknown: (at: string) =>
      `Excel did not answer the refresh at ${at}, so its numbers may still come. Refresh once more.`,
  },
  errors: "Cells in error",
  noErrors: "No cell of the workbook is in error.",
  askAboutCell: "Selected cell",
  askAboutCellHint: "Say what is wrong in the selected cell",
  asked: (address: string) => `What is wrong in ${address}`,
  isLate: (address: string) => `Excel has not updated ${address} since the last refresh.`,
  isFine: (address: string) => `${address} has no Insights formula in error.`,
  moreRows: (rest: number) => `and ${formatInteger(rest)} more`,
  select: (address: string) => `Select ${address}`,
  diagnostics: "Diagnostic report",
  diagnosticsHint: "For support. It contains no key and no numbers of a plan.",
  copyDiagnostics: "Copy the report",
  copied: "Copied",
  notCopied: "Excel does not allow the pane to copy. Press Ctrl+C (Command+C on a Mac) to copy the selected text.",
} as const;
