/** Settings, and the check of this Excel. */
import { formatCount, formatInteger, type Texts } from "./numbers";

export const settingsTexts = {
  title: "Settings",
  workbook: "This workbook",
  maxAge: "Ask again for answers older than",
  never: "Never, only at refresh",
  refreshEvery: "Refresh by itself",
  off: "Off",
  every: (minutes: number) => `Every ${formatInteger(minutes)} minutes`,
  age: (minutes: number) =>
    minutes < 60 ? formatCount(minutes, "minute", "minutes") : formatCount(minutes / 60, "hour", "hours"),
  fiscalMonth: "Fiscal year begins in",
  fiscalNameByBegin: "Name it by the year in which it begins",
  fiscalNameHint: "Otherwise by the year in which it ends.",
  refreshOnOpen: "Refresh when the workbook is opened",
  refreshOnOpenHint: "Needs a key that is kept on this device.",
  paused: "Pause fetching",
  pausedHint: "Cells keep what they show, and nothing is asked of the service until you refresh.",
  formats: "Format what the pane inserts",
  formatsHint: "Numbers by their unit, headings bold.",
  numberFormats: "Number formats from functions",
  numberFormatsHint: "Tables show amounts and percents by themselves, in cells without a format of their own.",
  connection: "Connection",
  check: "Check this Excel",
  checkHint:
    "For the people who help you: looks whether this Excel behaves as the add-in expects. It makes sheets for a moment and deletes them, which clears what Undo could take back; a new workbook is the best place.",
  checkStart: "Check",
  checkEnd: "Stop",
  checkCurrent: (name: string) => `Looking at: ${name}`,
  checkDone: "Continue",
  checkSkip: "Skip",
  checkSummary: (holds: number, all: number) =>
    `${formatInteger(holds)} of ${formatCount(all, "check", "checks")} as expected`,
  checkCopy: "Copy the result",
  verdicts: {
    passed: "Holds",
    differs: "Differs",
    "not there": "Not there",
    skipped: "Skipped",
  } as Texts,
  key: "Key",
  kept: "Kept on this device",
  notKept: "Forgotten when Excel closes",
} as const;
