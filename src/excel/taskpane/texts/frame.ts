/** The frame around the sections. */
import { formatCount, formatInteger } from "./numbers";

export const frameTexts = {
  product: "Scenario Insights",
  dismiss: "Dismiss",
  refresh: "Refresh the workbook",
  see: "See",
  cancel: "Cancel",
  overwrite: "Overwrite",
  obstacle: (cells: number, examples: string) =>
    `${formatCount(cells, "cell", "cells")} would be overwritten: ${examples}${cells > 3 ? " and more" : ""}.`,
  connectAgain: "Connect again",
  choosePlan: "Choose a plan",
  tryAgain: "Try again",
  details: "Details",
  moreRows: (rows: number) => `Show ${formatInteger(rows)} more`,
  twoRuns: (plan: string, earlier: string, later: string) => `Two runs of ${plan}: ${earlier} and ${later}.`,
  lostSettings: (taken: string) => `${taken} Nothing is saved until you choose.`,
  restoreSettings: "Save these settings",
  takeDefaultSettings: "Use the defaults",
  ageUnknown: "Age unknown: the numbers that the workbook kept were removed from the file.",
  adopted: (time: string) => `Another person has refreshed this workbook. At ${time} your cells followed.`,
  otherService: (workbook: string, connected: string) =>
    `The numbers of this workbook are those of ${workbook}, and you are connected to ${connected}.`,
  keepNumbers: "Keep these numbers",
  moveService: (service: string) => `Move this workbook to ${service}`,
  sections: {
    label: "Sections of the pane",
    plans: "Plans",
    build: "Build",
    formula: "Formula",
    grid: "Table",
    reports: "Reports",
    explain: "Explain",
    activity: "Activity",
    errors: (cells: number) => ` (${formatInteger(cells)})`,
  },
  header: {
    help: "Help",
    settings: "Settings",
    back: "Back",
    disconnected: "Not connected",
    offline: (host: string) => `Offline · ${host}`,
    asOf: (time: string) => `· ${time}`,
    asOfTitle: (time: string) => `The oldest number that cells show is of ${time}.`,
    disconnect: "Disconnect and forget the key",
  },
} as const;
