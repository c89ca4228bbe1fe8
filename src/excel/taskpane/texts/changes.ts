/** Texts about the changes of a refresh, and about cells in error. */
import { formatCount, formatInteger, formatRate } from "./numbers";

export const changesTexts = {
  title: "What changed",
  /** @param cells All that have changed, as the message of the refresh counts them. */
  counts: (facts: number, cells: number) =>
    `${formatCount(facts, "change", "changes")} · ${formatCount(cells, "cell", "cells")}`,
  earlier: (at: string) => `Refresh of ${at}. Cells may have moved since.`,
  filter: "Find in the changes",
  noneFound: "No listed change has these words.",
  /** Below `counts`, which includes them. */
  unseen: (cells: number) => `${formatCount(cells, "cell of these", "cells of these")} changed too little to show.`,
  more: (rest: number) => `and smaller changes in ${formatCount(rest, "cell", "cells")}`,
  toSheet: "To a sheet",
  list: "Changes, largest first",
  moved: (scenario: string, rate: number, numbers: number, isAll: boolean) =>
    `${isAll ? "" : `${formatInteger(numbers)} numbers of `}${scenario} ${rate > 0 ? "raised" : "lowered"} by ${formatRate(rate)}`,
  /** Below `moved`, which says how many numbers there are unless they are all. */
  numbers: (numbers: number, cells: number, isAll: boolean) =>
    `${isAll ? `${formatCount(numbers, "number", "numbers")}, ` : ""}${formatCount(cells, "cell", "cells")}`,
  /** @param number Such as "EBIT, Jan–Apr 2026". */
  headline: (number: string, difference: string) => `${number}: ${difference}`,
  numbersOf: (title: string) => `Numbers: ${title}`,
  select: (name: string) => `Select ${name}`,
  variance: (label: string) => `Δ ${label}`,
  selectOn: (cells: number, name: string, sheet: string) =>
    `Select ${name} on ${sheet}: ${formatCount(cells, "cell", "cells")}`,
  whyOf: (name: string) => `Why ${name} changed`,
  breakDown: "Break down the change by",
  drivers: "Parts of the change",
  finding: "Looking for its parts…",
  noDrivers: "No breakdown available: the service has no parts that add up to this number.",
  unknown: (dimensions: readonly string[]) =>
    `${new Intl.ListFormat("en").format(dimensions)}: not known from before the refresh, and the service has the new numbers only.`,
  explainBy: (dimension: string) => `The new number by ${dimension.toLowerCase()}`,
  replace: (meant: string) => `Replace with '${meant}'`,
  replaceWith: (wrong: string) => `Replace '${wrong}' with…`,
  repair: "Repair the formula",
  putBack: (said: string, cell: string) => `Put “${said}” back into ${cell}`,
  readAgain: "Read the headings again",
  enter: "Enter the formula again",
  inAll: (cells: number) => ` in all ${formatInteger(cells)} cells`,
  inOne: "Fix this cell",
  inOneOf: (address: string) => `Replace only in ${address}`,
  cells: (cells: number) => formatCount(cells, "cell", "cells"),
  showCells: (cells: number) => `Show all ${formatInteger(cells)} cells`,
  mended: (cells: number) => `${formatCount(cells, "cell was", "cells were")} changed.`,
  entered: (cells: number) => `${formatCount(cells, "formula was", "formulas were")} entered again.`,
  undone: (cells: number) => `${formatCount(cells, "cell was", "cells were")} restored.`,
  kept: (addresses: string) => `Changed again since, so left as they are: ${addresses}.`,
  refused: (address: string, reason: string) => `${address} was left. ${reason}`,
  undo: "Undo",
} as const;
