/** A report follows a refresh; `reportRefresh.slow.test.ts` has the others. */
import { expectFollowedByHand, expectRefreshed } from "./refreshedReport";

test.each(["statement"] as const)(
  "The report %s shows new results in all cells, and a refresh names none of them",
  expectRefreshed,
);

test("The one-pager is calculated in a workbook that calculates by hand", () => expectFollowedByHand("onePage"));
