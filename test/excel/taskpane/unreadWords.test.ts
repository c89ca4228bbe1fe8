/** What Fill from headings says of words that it has not read. */
import { gridPaneTexts } from "../../../src/excel/taskpane/texts/grid";

test.each([
  [["restated"], "this word"],
  [["board draft restated"], "these words"],
  [["restated", "draft"], "these words"],
])("%j are called %s", (words, called) => {
  expect(gridPaneTexts.unread(words)).toContain(` depend on ${called} of the title.`);
});
