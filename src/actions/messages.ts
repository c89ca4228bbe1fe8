/** Messages of actions. The client and the workbook have messages of their own; all other texts are the pane's. */
export const messages = {
  excelFailed: (reason: string) => `Excel could not do that: ${reason}`,
  /** Browsers block requests to private addresses from pages of others, such as Excel on the web, without telling the page. */
  perhapsBlocked: (reason: string) =>
    `${reason} If the service is in your company's network, allow this page to access the local network where the browser asks, or ask your administrator to allow it.`,
  unshown: "Some cells do not show the last refresh yet. Refresh first, so no old number is kept.",
  changeSheet: (at: string) => `Changes of the refresh of ${at}`,
  noPlan: "The report has no plan yet. Choose one under About the plan.",
} as const;
