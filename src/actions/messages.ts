/** Messages of actions. The client and the workbook have messages of their own; all other texts are the pane's. */
export const messages = {
  excelFailed: (reason: string) => `Excel could not do that: ${reason}`,
  unshown: "Some cells do not show the last refresh yet. Refresh, so that no old number is kept.",
  noPlan: "The workbook has no plan yet. Choose one under Plans first.",
} as const;
