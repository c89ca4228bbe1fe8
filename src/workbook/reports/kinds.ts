/** The kinds of reports, in the order in which they are offered. Apart, so that a gallery loads without what they are made of. */
export const REPORTS = ["statement", "months", "demand", "comparison", "onePage"] as const;

export type ReportKind = (typeof REPORTS)[number];
