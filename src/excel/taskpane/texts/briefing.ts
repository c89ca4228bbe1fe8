/** The briefing of the workbook's plan, and what to do without one. */
import { formatCount, formatInteger } from "./numbers";

export const briefingTexts = {
  change: "Change",
  changePlan: (plan: string) => `Change the plan ${plan}, its scenarios or its currency`,
  back: "Back to the briefing",
  looking: "Looking at the service…",
  look: "Look again",
  /** @param time When the service computed them. */
  asOf: (time: string) => `Results of ${time}`,
  period: (months: string, isToDate: boolean, isCompared: boolean) =>
    isToDate ? `${months}, to date` : `${months}, months ${isCompared ? "that both have" : "with results"}`,
  failed: (reason: string) => `The service was not read: ${reason}`,
  /** @param reason "" if it is said elsewhere. */
  partly: (reason: string) =>
    sentences("The service did not send all results.", reason, "What needs them is left out here: look again later."),
  earlier: (reason: string, time: string) => sentences("Not updated.", reason, `These are the results of ${time}.`),
  /** @param steps Such as "Gross sales −10.9 m". */
  waterfall: (from: string, to: string, steps: readonly string[]) => `From ${from} to ${to}: ${steps.join(", ")}.`,
  news: "What is new",
  none: "No cell of this workbook shows a number of this plan yet.",
  newer: (since: string) => `New results since ${since}.`,
  newerCells: (since: string, cells: number, isExact: boolean) =>
    `New results since ${since}: ${isExact ? "" : "about "}${formatCount(cells, "cell", "cells")} would change.`,
  newerFormulas: (since: string, formulas: number) =>
    `New results since ${since}: ${formatCount(formulas, "formula", "formulas")} would change.`,
  older: (since: string, time: string) => `Cells show results of ${since}, later than those of ${time} here.`,
  /** The pane's number, where cells show an earlier one. */
  newHeadline: (since: string, headline: string, inCells: string | undefined) =>
    `New since ${since}: ${headline}${ofCells(inCells)}`,
  /** The pane's number, where cells show a later one. */
  oldHeadline: (time: string, headline: string, inCells: string | undefined) =>
    `Before your cells, as of ${time}: ${headline}${ofCells(inCells)}`,
  again: (time: string, compared: number) =>
    `Computed again on ${time}: ${formatCount(compared, "compared formula stays", "compared formulas stay")} the same.`,
  same: (since: string, compared: number) =>
    compared > 0
      ? `Up to date: ${formatCount(compared, "formula", "formulas")} checked, results of ${since}.`
      : `Up to date: results of ${since}.`,
  unknown: (since: string) =>
    `Not known if there are newer results than those of ${since}: the service says no time, and no formula of this workbook shows a number of this briefing.`,
  refresh: "Refresh",
  lastRefresh: (time: string, cells: number) =>
    `The refresh of ${time} changed ${formatCount(cells, "cell", "cells")}:`,
  fact: (before: string, after: string) => `${before} → ${after}`,
  inCells: (cells: number) => `in ${formatCount(cells, "cell", "cells")}`,
  allChanges: "All changes",
  worth: "Worth a look",
  month: (month: string) => `${month}: largest difference of EBIT`,
  region: (region: string, base: string) => `${region}: demand value below ${base}`,
  gap: (scenario: string, months: readonly string[]) =>
    `${scenario} has no EBIT in ${months.slice(0, 3).join(", ")}${months.length > 3 ? ` and ${formatInteger(months.length - 3)} more months` : ""}`,
  nothing: "Nothing stands out.",
  nothingKnown: "Nothing stands out in the results that arrived.",
  put: "Put this on a sheet",
  explain: "Explain",
  build: "Build",
  next: "What to do next",
  tiles: {
    plan: ["Choose a plan", "Its numbers stand here then, and formulas read it."],
    report: ["Insert a report", "A statement, a bridge or one page, ready to print."],
    table: ["Build a table", "Choose lines and periods, or fill your own headings."],
    look: ["Look again", "Reads the plan's results from the service."],
    other: ["Choose another plan", "One with results for its scenarios."],
  },
  offline: {
    title: "You work offline",
    first: "This workbook has numbers already",
    unreached: "The service cannot be reached",
    kept: (time: string) => `Cells show the numbers as of ${time}.`,
    works: "Still works: every number, sheets and rows, printing, a snapshot or a copy of the values.",
    waits: "Waits for a connection: Refresh, new formulas, and numbers that no cell has shown yet.",
    snapshot: "Keep a snapshot",
    copy: "Send a copy",
  },
} as const;

function sentences(...all: readonly string[]): string {
  return all.filter(Boolean).join(" ");
}

function ofCells(number: string | undefined): string {
  return number === undefined ? "" : ` (your cells: ${number})`;
}
