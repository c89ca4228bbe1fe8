/** The add-in's artifacts in a workbook's file, which a values-only copy does not contain. */
import { PREFIX } from "../../numbers/language/calls";
import { NAMESPACE } from "../../numbers/language/environment";
import { COMMENTS_NAME } from "./comments";
import { SAVED_ROOT } from "./document";

/** The build sets it, as it sets the namespace. */
declare const BUILD_ADDIN_ID: string | undefined;

/** @see `AddinArtifacts` in src/spreadsheet/xlsx */
export const ADDIN_ARTIFACTS = {
  /** Of every environment: a values-only copy contains no ledger at all. */
  namespace: SAVED_ROOT,
  addin: typeof BUILD_ADDIN_ID === "undefined" ? "7e80c593-3727-4732-952b-e0d11f12c00e" : BUILD_ADDIN_ID,
  calls: new RegExp(`(?<![\\w.])${PREFIX}${NAMESPACE}[._][A-Z]\\w*\\(`, "i"),
  blankSheet: new RegExp(`^${COMMENTS_NAME}$`, "i"),
  reports: {
    names: /^InsightsReport_/i,
    /** The lists of plans, scenarios and currencies. */
    lists: "AA:AI",
    /** The hidden columns of reports. */
    hidden: "AA:CO",
    /** The headings of the plan list, and the first heading of the scenario list right of it. */
    headings: ["Id", "Name", "Currency", "Scenarios", "Id"],
    /** The headings of the list of a base's scenarios, which stands in other hidden columns. */
    scenarios: ["Id", "Name", "Flags"],
  },
};
