/** All checks of Excel. Checks that need the user's help come last. */
import { ADDIN_CHECKS } from "./addin";
import { FILE_CHECKS } from "./file";
import { FORMULA_CHECKS } from "./formulas";
import { FUNCTION_CHECKS } from "./functionCalls";
import type { HostCheck } from "./hostCheck";
import { LIMIT_CHECKS } from "./sizes";
import { PART_CHECKS } from "./xmlParts";
import { PERSON_CHECKS } from "./personActions";
import { REPORT_SHEET_CHECKS } from "./reportSheets";
import { SHEET_CHECKS } from "./sheets";
import { TABLE_CHECKS } from "./filledColumns";
import { VALUE_CHECKS } from "./values";

export const CHECKS: readonly HostCheck[] = [
  ...VALUE_CHECKS,
  ...FORMULA_CHECKS,
  ...FUNCTION_CHECKS,
  ...SHEET_CHECKS,
  ...REPORT_SHEET_CHECKS,
  ...TABLE_CHECKS,
  ...PART_CHECKS,
  ...LIMIT_CHECKS,
  ...FILE_CHECKS,
  ...ADDIN_CHECKS,
  ...PERSON_CHECKS,
];

export { runChecks } from "./runChecks";
