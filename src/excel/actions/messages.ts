/** Messages of actions. The client and the workbook have messages of their own; all other texts are the pane's. */
export const messages = {
  excelFailed: (reason: string) => `Excel could not do that: ${reason}`,
  /** Browsers block requests to private addresses from pages of others, such as Excel on the web, without telling the page. */
  unreachable:
    "The service may be down, or the browser may keep its answers from this page. If it is in your company's network, allow this page to access the local network where the browser asks, or ask your administrator to allow it.",
  unanswered: (reason: string) =>
    `${reason} If you were changing something, look whether it is done before you do it again: Excel may also do it later.`,
  unchanged: (reason: string) => `${reason} No cell has changed.`,
  offline: "This device is offline. Connect it to the network, then try again.",
  localDenied: (address: string) =>
    `The browser does not let this page reach ${address} in your own network. Allow “Local network access” in the browser's settings for this site, or ask your IT department.`,
  notAllowed: (address: string, origin: string) =>
    `${address} answers, but does not let this add-in read it. Check the address first. If it is right, ask the service's administrator to allow requests from ${origin} (CORS).`,
  noAnswer: (address: string, isLocal: boolean) =>
    `${address} could not be reached. Check first how the address is spelled. Then open it in the browser: an unknown name, a closed port and a certificate that is not trusted show there, and not here.${
      isLocal ? " The browser may also ask if pages may reach your own network: allow it." : ""
    }`,
  unshown: "Some cells do not show the last refresh yet. Refresh first, so no old number is kept.",
  changeSheet: (at: string) => `Changes of the refresh of ${at}`,
  noPlan: "The report has no plan yet. Choose one under About the plan.",
} as const;
