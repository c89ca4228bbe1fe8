/** Number formats of the cells of our functions. */
import { formatCount } from "./numbers";

export const formattingTexts = {
  title: "Number formats",
  advice:
    "Formats all cells with Insights formulas by their fields, and fits their columns. Cells that have a format stay as they are.",
  format: "Format cells",
  offer: (cells: number) =>
    `${formatCount(cells, "cell that you entered has", "cells that you entered have")} no number format.`,
  decline: "Not now",
  formatted: (cells: number) =>
    cells === 0 ? "No cell needed a format." : `${formatCount(cells, "cell is", "cells are")} formatted.`,
  locked: (sheets: readonly string[]) => ` These sheets are protected and stay as they are: ${sheets.join(", ")}.`,
  notFitted: " Excel refused to fit their columns.",
  notOneStep: " Excel could not make this one step, so one Undo may take back only a part of it.",
  scale: "Scale of formatted amounts",
  scales: { "": "Whole numbers", thousands: "Thousands", millions: "Millions" },
  entries: "Format what you enter",
  entriesHint: "Without a click, once an Insights formula has its numbers and while this pane is open.",
  noEntries: "Not in this version of Excel, where it would clear the Undo list.",
} as const;
