/** Settings, and the check of this Excel. */
import { formatCount, formatInteger, type NamedTexts } from "./numbers";

export const settingsTexts = {
  title: "Settings",
  workbook: "This workbook",
  fiscalMonth: "Fiscal year begins in",
  fiscalNameByBegin: "Name it after the year in which it begins",
  fiscalNameHint: "Otherwise after the year in which it ends.",
  currentMonth: "Current month",
  currentMonthHint: "The month of current, current-1 and current+3 in formulas.",
  byActuals: "Last month of the actuals",
  refreshOnOpen: "Refresh when the workbook is opened",
  refreshOnOpenHint:
    "Needs a key that is kept on this device. Excel then loads the add-in with the workbook: colleagues without it get an error message each time they open it.",
  formats: "Format what the pane inserts",
  formatsHint: "Numbers by their unit, headings bold.",
  connection: "Connection",
  version: (version: string) => `Scenario Insights ${version}`,
  check: "Check this Excel",
  checkHint:
    "For support: checks if this Excel behaves as the add-in expects. It adds sheets and deletes them again, which clears the Undo list. Best use a new workbook.",
  checkStart: "Check",
  checkEnd: "Stop",
  checkCurrent: (name: string) => `Checking: ${name}`,
  checkDone: "Continue",
  checkSkip: "Skip",
  checkSummary: (holds: number, all: number) =>
    `${formatInteger(holds)} of ${formatCount(all, "check", "checks")} as expected`,
  checkCopy: "Copy the result",
  verdicts: {
    passed: "Holds",
    differs: "Differs",
    "not there": "Not available",
    skipped: "Skipped",
  } as NamedTexts,
  key: "Key",
  kept: "Kept on this device",
  notKept: "Asked for again when Excel starts",
} as const;
