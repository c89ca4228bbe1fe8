/** Describes the sheet of each kind of report. */
import { bridgeSheet } from "./kinds/bridge";
import { commentarySheet } from "./kinds/commentary";
import { comparisonSheet } from "./kinds/comparison";
import { demandSheet } from "./kinds/demand";
import { monthsSheet } from "./kinds/months";
import { onePageSheet } from "./kinds/onePage";
import type { ReportKind, ReportParameters } from "./reportParameters";
import type { SheetSpec } from "./sheetSpec";
import { statementSheet } from "./kinds/statement";

export const REPORT_SHEETS: Readonly<Record<ReportKind, (parameters: ReportParameters) => SheetSpec>> = {
  statement: statementSheet,
  months: monthsSheet,
  demand: demandSheet,
  comparison: comparisonSheet,
  onePage: onePageSheet,
  bridge: bridgeSheet,
  commentary: commentarySheet,
};
