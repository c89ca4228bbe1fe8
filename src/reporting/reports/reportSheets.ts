/** Describes the sheet of each kind of report. */
import { bridgeSheet } from "./bridge";
import { commentarySheet } from "./commentary";
import { comparisonSheet } from "./comparison";
import { demandSheet } from "./demand";
import { monthsSheet } from "./months";
import { onePageSheet } from "./onePage";
import type { ReportKind, ReportParameters } from "./reportParameters";
import type { SheetSpec } from "./sheetSpec";
import { statementSheet } from "./statement";

export const REPORT_SHEETS: Readonly<Record<ReportKind, (parameters: ReportParameters) => SheetSpec>> = {
  statement: statementSheet,
  months: monthsSheet,
  demand: demandSheet,
  comparison: comparisonSheet,
  onePage: onePageSheet,
  bridge: bridgeSheet,
  commentary: commentarySheet,
};
