/** The reports by their kinds. */
import { bridgeSheet } from "./bridge";
import { comparisonSheet } from "./comparison";
import { demandSheet } from "./demand";
import { monthsSheet } from "./months";
import { onePageSheet } from "./onePage";
import type { ReportKind } from "./reportKinds";
import type { SheetSpec } from "./sheetSpec";
import { statementSheet } from "./statement";
import type { ReportParameters } from "./reportParameters";

interface ReportTemplate {
  /** What its sheet is called, with the plan after it. */
  readonly title: string;
  readonly describe: (parameters: ReportParameters) => SheetSpec;
}

export const TEMPLATES: Readonly<Record<ReportKind, ReportTemplate>> = {
  statement: { title: "P&L", describe: statementSheet },
  months: { title: "P&L by month", describe: monthsSheet },
  demand: { title: "Demand", describe: demandSheet },
  comparison: { title: "Scenarios", describe: comparisonSheet },
  onePage: { title: "One-pager", describe: onePageSheet },
  bridge: { title: "Bridge", describe: bridgeSheet },
};
