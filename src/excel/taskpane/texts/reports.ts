/** Reports, snapshots and values-only copies. */
import type { ReportKind } from "../../../reporting/reports/reportParameters";
import { formatCount } from "./numbers";

export const reportsTexts = {
  insert: "Insert a report",
  advice:
    "A report is a new sheet of formulas. Choose plan, scenarios, period, currency and scale in the cells at its top.",
  plan: "About the plan",
  noPlans: "Connect first, under Plans.",
  /** What each kind is for, below its name. */
  purposes: {
    statement: "Scenarios side by side, with their variance from a base and the cascade.",
    months: "The rolling forecast: actuals so far, then the plan, with quarters, year and prior year.",
    comparison: "The main figures of each scenario, with their variance, and a chart.",
    demand: "Volumes by period and group, with a chart.",
    onePage: "Headlines, a short P&L, the cascade and the months on one page.",
    bridge: "The steps from a base to a scenario, by P&L lines or by price, volume and mix.",
    commentary: "The variances that matter, largest first, each with a sentence of what moved it.",
  } satisfies Readonly<Record<ReportKind, string>>,
  opened: (sheet: string) => `“${sheet}” shows this already. Duplicate it for a second one.`,
  insertKind: (title: string) => `Insert ${title}`,
  own: "Reports in this workbook",
  none: "None yet.",
  duplicate: "Duplicate",
  remove: "Remove",
  confirm: (sheet: string) => `Delete the sheet “${sheet}”?`,
  delete: "Delete",
  keep: "Keep",
  nameOf: (action: string, sheet: string) => `${action} ${sheet}`,
  values: "Values instead of formulas",
  snapshotAdvice: "A snapshot is a copy of a sheet with its present values, formats and charts. No refresh changes it.",
  snapshotScope: "Of which sheets",
  snapshotScopes: {
    sheet: "This sheet",
    reports: "All reports",
    workbook: "All sheets with Insights formulas",
  },
  takeSnapshot: "Take a snapshot",
  snapshots: "Snapshots in this workbook",
  snapshotOf: (sheet: string, taken: string, asOf: string | undefined) =>
    asOf === undefined ? `${sheet}, taken ${taken}` : `${sheet}, taken ${taken}, numbers as of ${asOf}`,
  liveCharts: (charts: readonly string[] | "unknown") =>
    `Charts that read other sheets stay live${charts === "unknown" ? "" : `: ${charts.join(", ")}`}`,
  sendCopy: "Send a copy",
  copyAdvice:
    "Makes a file for people without the add-in, with values in place of all formulas, and without macros. This workbook stays as it is; save it first.",
  /** Excel has opened copies with a frozen ribbon (OfficeDev/office-js#6531, #6763). */
  copySent: (name: string, formulas: number, isOpened: boolean) =>
    `${isOpened ? "The copy is open as a new workbook; save it under a name, and if its buttons do not answer, close it and open it again" : `${name} should be in your Downloads`}. It has values in place of ${formatCount(formulas, "formula", "formulas")}.`,
  /**
   * In Excel on Windows, a webview may refuse the download without a word. To open a new workbook crashes Excel under the policy
   * "extension hardening" (OfficeDev/office-js#3568).
   */
  openCopy: "Not there? Save this workbook, then open the copy as a new one",
  taken: (sheets: readonly string[]) =>
    sheets.length === 1
      ? `The snapshot is the sheet “${sheets[0]}”.`
      : `The snapshots are ${sheets.length} new sheets.`,
  hiddenSheets: (sheets: readonly string[]) => ` Hidden sheets were left out: ${sheets.join(", ")}.`,
  repaired: (formulas: number) => `${formatCount(formulas, "formula has", "formulas have")} been repaired.`,
  broken: (formulas: number) =>
    `${formatCount(formulas, "Insights formula", "Insights formulas")} cannot calculate: another program has changed ${formulas === 1 ? "its" : "their"} functions' names.`,
  repair: "Repair",
  busy: "Working…",
} as const;
