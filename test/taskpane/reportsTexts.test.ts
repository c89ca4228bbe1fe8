/** How the offer to change inputs in other reports, and its outcome, are worded. */
import { reportsTexts } from "../../src/taskpane/texts/reports";

const BOTH = [
  { name: "Plan", text: "FY26 Europe", reports: 5 },
  { name: "Period", text: "", reports: 1 },
];

test("each input says in how many reports it was changed", () => {
  expect(reportsTexts.inputsApplied(BOTH)).toBe(
    "Plan is “FY26 Europe” in 5 more reports, Period is blank in 1 more report.",
  );
});

test("the offer says in how many reports each input is another", () => {
  expect(reportsTexts.inputsChanged(BOTH, "Bridge")).toBe(
    "In “Bridge”: Plan is now “FY26 Europe” (another in 5 reports), Period is now blank (another in 1 report).",
  );
});
