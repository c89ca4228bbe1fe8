/** How the pane asks about headings. */
import { answerLabel, questionLabel } from "../../../src/excel/taskpane/texts/headingQuestions";

test("unknown lines are named without their indent, three at most", () => {
  const label = (...texts: string[]) => questionLabel({ kind: "lines", id: "lines", texts });
  expect(label("  Rebates")).toBe("What kind of line is “Rebates”?");
  expect(label("  Rebates", "Fees")).toBe("What kind of lines are these: “Rebates”, “Fees”?");
  expect(label("A", "B", "C", "D")).toBe("What kind of lines are these: “A”, “B”, “C” and 1 more?");
  expect(questionLabel({ kind: "heading", id: "A3", text: "  Rebates" })).toBe("What does “Rebates” mean?");
});

test("several lines are left blank together", () => {
  const blank = (...texts: string[]) => answerLabel({ kind: "lines", id: "lines", texts }, "ignored");
  expect([blank("Rebates"), blank("Rebates", "Fees")]).toEqual(["Leave its cells blank", "Leave their cells blank"]);
});
