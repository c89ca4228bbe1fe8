/** Each report follows a refresh. */
import { REPORT_KINDS } from "../../../../src/reporting/reports/reportParameters";
import { expectFollowedByHand, expectRefreshed } from "./refreshedReport";

test.each(REPORT_KINDS)(
  "The report %s shows new results in all cells, and a refresh names none of them",
  expectRefreshed,
);

test.each(REPORT_KINDS)("The report %s is calculated in a workbook that calculates by hand", expectFollowedByHand);
