/** What actions tell people. The client's and the workbook's own messages come from there; all other texts are the pane's. */
export const messages = {
  excelFailed: (reason: string) => `Excel could not do that: ${reason}`,
  unshown: "Some cells do not show the last refresh yet. Refresh, so that no old number is kept.",
  noPlan: "The workbook has no plan yet. Choose one under Plans first.",
} as const;
