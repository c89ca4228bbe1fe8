/** The functions' messages in words of a terminal, which has no pane. */

const WORDS: readonly (readonly [inExcel: string, inTerminal: string])[] = [
  ["choose the workbook's plan in the Insights pane.", "set INSIGHTS_PLAN."],
  [
    "Set the current month in the Insights pane",
    "Set the current month, by INSIGHTS_CURRENT_MONTH or in the workbook's own settings",
  ],
  ["Connect in the Insights pane.", "Set INSIGHTS_URL and INSIGHTS_API_KEY."],
  ["Connect again with a valid key.", "Set a valid key or secret."],
];

export function terminalWords(message: string): string {
  return WORDS.reduce((text, [inExcel, inTerminal]) => text.replaceAll(inExcel, inTerminal), message);
}
