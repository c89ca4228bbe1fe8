/** What the add-in leaves in a workbook's file, by which a copy for other people is rid of it. */
import { SAVED_NAMESPACE } from "./document";

/** By what the file's code knows it (`FileTraces` of src/xlsx). */
export const ADDIN_TRACES = {
  namespace: SAVED_NAMESPACE,
  addin: "7e80c593-3727-4732-952b-e0d11f12c00e",
  names: /^InsightsReport_/i,
  calls: /_xldudf_INSIGHTS_/i,
  reports: {
    names: /^InsightsReport_/i,
    /** The lists of plans, scenarios and currencies. */
    lists: "AA:AI",
    /** What nobody sees. */
    hidden: "AA:BM",
    /** Of the plan list, and the first one of the scenario list right of it. */
    headings: ["Id", "Name", "Currency", "Scenarios", "Id"],
  },
};
