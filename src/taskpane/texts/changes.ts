/** Texts about the changes of a refresh, and about cells in error. */
import { formatCount, formatInteger } from "./numbers";

export const changesTexts = {
  title: "What changed",
  earlier: (at: string) => `Refresh of ${at}. Cells may have moved since.`,
  filter: "Find in the changes",
  noneFound: "No listed change has these words.",
  unseen: (cells: number) =>
    `${formatCount(cells, "more value", "more values")} changed by less than ${cells === 1 ? "its" : "their"} shown digits.`,
  more: (rest: number) => `and ${formatInteger(rest)} smaller changes`,
  showMore: (count: number) => `Show ${formatInteger(count)} more`,
  toSheet: "To a sheet",
  otherPlan: "Other cells",
  subject: (plan: string, scenario: string) => [plan, scenario].filter(Boolean).join(" · "),
  select: (name: string) => `Select ${name}`,
  why: "Why",
  whyOf: (name: string) => `Why ${name} changed`,
  drivers: "Drivers, by size",
  finding: "Looking for the drivers…",
  noDrivers: "The workbook knows no parts of this number.",
  replace: (meant: string) => `Replace with '${meant}'`,
  repair: "Repair the formula",
  inAll: (cells: number) => ` in all ${formatInteger(cells)} cells`,
  inOne: "Only here",
  inOneOf: (address: string) => `Replace only in ${address}`,
  cells: (cells: number) => formatCount(cells, "cell", "cells"),
  showCells: (cells: number) => `Show all ${formatInteger(cells)} cells`,
  mended: (cells: number) => `${formatCount(cells, "cell was", "cells were")} changed.`,
  undone: (cells: number) => `${formatCount(cells, "cell was", "cells were")} restored.`,
  kept: (addresses: string) => `Changed again since, so left as they are: ${addresses}.`,
  refused: (address: string, reason: string) => `${address} was left. ${reason}`,
  undo: "Undo",
} as const;
