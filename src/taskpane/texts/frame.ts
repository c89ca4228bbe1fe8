/** The frame around the sections. */
import { formatInteger } from "./numbers";

export const frameTexts = {
  product: "Scenario Insights",
  dismiss: "Dismiss",
  paused:
    "Fetching is paused in this workbook. Cells keep what they show until you refresh. " +
    "A formula or an input that asks for other numbers shows #VALUE!.",
  resume: "Resume",
  twoRuns: (earlier: string, later: string) => `Numbers of two runs: ${earlier} and ${later}.`,
  refreshPlan: (plan: string) => `Refresh ${plan}`,
  sections: {
    label: "Sections of the pane",
    plans: "Plans",
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
    disconnect: "Disconnect",
    disconnectHint: "Disconnect and forget the key",
  },
} as const;
