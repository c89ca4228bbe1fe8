/** The kinds of reports, in the order in which they are offered. Apart, so that a gallery loads without what they are made of. */
export const REPORT_KINDS = ["statement", "months", "demand", "comparison", "onePage", "bridge"] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

export function isReportKind(text: string): text is ReportKind {
  return REPORT_KINDS.some((kind) => kind === text);
}
