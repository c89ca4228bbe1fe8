/** Reports, freezing and copies. */
import { formatCount } from "./numbers";

export const reportsTexts = {
  insert: "Insert a report",
  advice:
    "Each is a new sheet of formulas, with cells at its top to choose plan, scenarios, period, currency and scale.",
  plan: "About the plan",
  choosePlan: "Choose a plan",
  noPlans: "Connect first, under Plans.",
  kinds: {
    statement: ["P&L statement", "Scenarios side by side, with their variance from a base and the cascade."],
    months: ["P&L by month", "Months, quarters, the year, and the outlook: actuals so far and the plan from then on."],
    comparison: ["Scenario comparison", "The main figures of each scenario, with their variance, and a chart."],
    demand: ["Demand", "Volumes by period and group, with a chart."],
    onePage: ["Executive one-pager", "Headlines, a short P&L, the cascade and the months on one page."],
    bridge: ["Variance bridge", "The steps from a base to a scenario, by P&L lines or by price, volume and mix."],
  } as Readonly<Record<string, readonly [title: string, text: string]>>,
  insertKind: (title: string) => `Insert ${title}`,
  own: "Reports in this workbook",
  none: "None yet.",
  duplicate: "Duplicate",
  rebuild: "Rebuild",
  firstForm: "of an earlier version; rebuilt, it gets periods, a scale and variances that add up, beside the old sheet",
  remove: "Remove",
  confirm: (sheet: string) => `Delete the sheet “${sheet}”?`,
  delete: "Delete",
  keep: "Keep",
  nameOf: (action: string, sheet: string) => `${action} ${sheet}`,
  values: "Values in place of formulas",
  valuesAdvice:
    "For people without the add-in. The formulas are remembered in the workbook, and come back when you thaw it.",
  unfinished:
    "Freezing was interrupted: some of these may still be formulas. Freeze again to complete it, or thaw to take it back.",
  others: (formulas: number) =>
    `${formatCount(formulas, "calls", "call")} none of our functions, but would contradict the frozen ones once an input is changed.`,
  already: (cells: number) => `${formatCount(cells, "cell had its formula", "cells had their formulas")} already.`,
  sendCopy: "Send a copy",
  copyAdvice: "Or send a copy: a file of values only. This workbook stays as it is.",
  copySent: (name: string, formulas: number, isOpened: boolean) =>
    `${isOpened ? "The copy is open as a new workbook; save it under a name" : `${name} was downloaded`}. ${formatCount(formulas, "formula is a value", "formulas are values")} in it.`,
  scope: "Where",
  freeze: "Freeze",
  thaw: "Thaw",
  frozen: (formulas: number) => `${formatCount(formulas, "formula is", "formulas are")} frozen in this workbook.`,
  done: {
    freeze: (formulas: number) => `${formatCount(formulas, "formula has", "formulas have")} become values.`,
    thaw: (formulas: number) => `${formatCount(formulas, "formula is", "formulas are")} back.`,
    repair: (formulas: number) => `${formatCount(formulas, "formula has", "formulas have")} been repaired.`,
  },
  skipped: "Left as they are",
  broken: (formulas: number) =>
    `${formatCount(formulas, "Insights formula", "Insights formulas")} cannot calculate: ${formulas === 1 ? "it is" : "they are"} bound to another file.`,
  repair: "Repair",
  busy: "Working…",
} as const;
