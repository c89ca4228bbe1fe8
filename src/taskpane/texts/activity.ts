/** Refreshing, and what cells show. */
import { formatCount, formatInteger } from "./numbers";

export const activityTexts = {
  now: "Now",
  waiting: "Cells waiting",
  running: "Requests running",
  held: "Answers held",
  asOf: "Numbers as of",
  asOfRange: (oldest: string, newest: string) => (oldest === newest ? oldest : `${oldest} to ${newest}`),
  noAges: "Nothing has been asked since the workbook was opened. Its cells show what they last showed.",
  refresh: "Refresh",
  refreshScopes: {
    workbook: "Refresh",
    sheet: "Refresh this sheet's plans",
    selection: "Refresh the selection's plans",
  },
  scope: "What to refresh",
  scopes: { workbook: "Workbook", sheet: "This sheet", selection: "Selection" },
  progress: (done: number, all: number) =>
    all === 0
      ? "Looking for formulas…"
      : `${formatInteger(done)} of ${formatCount(all, "question", "questions")} answered`,
  cancel: "Cancel",
  refreshed: (at: string) => `Refreshed at ${at}`,
  summary: (cells: number, changes: number) =>
    `${formatCount(cells, "cell", "cells")} refreshed, ${formatCount(changes, "value", "values")} changed.`,
  editing: "Finish editing the cell. Excel takes no new values until then.",
  unsettled: "Not calculated yet; select a cell, or refresh again",
  changes: "Changed values",
  blank: "(blank)",
  errors: "Cells in error",
  noErrors: "No cell of the workbook is in error.",
  tryAgain: "Try again",
  moreRows: (rest: number) => `and ${formatInteger(rest)} more`,
  select: (address: string) => `Select ${address}`,
  diagnostics: "Diagnostic report",
  diagnosticsHint: "For the people who help you. It holds no key and no numbers of a plan.",
  copyDiagnostics: "Copy the report",
  copied: "Copied",
  notCopied: "Excel does not let the pane copy. Select the text below and copy it.",
} as const;
