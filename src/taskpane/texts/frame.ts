/** The frame around the sections. */
import { formatInteger } from "./numbers";

export const frameTexts = {
  product: "Scenario Insights",
  dismiss: "Dismiss",
  paused: "Fetching is paused in this workbook. Cells keep what they show until you refresh.",
  resume: "Resume",
  sections: {
    label: "Sections of the pane",
    plans: "Plans",
    formula: "Formula",
    reports: "Reports",
    activity: "Activity",
    errors: (cells: number) => ` (${formatInteger(cells)})`,
  },
  header: {
    settings: "Settings",
    back: "Back",
    disconnect: "Disconnect",
    disconnectHint: "Disconnect and forget the key",
  },
} as const;
