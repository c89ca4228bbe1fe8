/** The add-in's artifacts in a workbook's file, which a values-only copy does not contain. */
import { SAVED_NAMESPACE } from "./document";

/** @see `AddinArtifacts` in src/xlsx */
export const ADDIN_ARTIFACTS = {
  namespace: SAVED_NAMESPACE,
  addin: "7e80c593-3727-4732-952b-e0d11f12c00e",
  names: /^InsightsReport_/i,
  calls: /_xldudf_INSIGHTS_/i,
  reports: {
    names: /^InsightsReport_/i,
    /** The lists of plans, scenarios and currencies. */
    lists: "AA:AI",
    /** The hidden columns of reports. */
    hidden: "AA:BM",
    /** The headings of the plan list, and the first heading of the scenario list right of it. */
    headings: ["Id", "Name", "Currency", "Scenarios", "Id"],
  },
};
