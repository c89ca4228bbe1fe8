/** What Fill from headings says of words that it has not read. */
import { tablePaneTexts } from "../../../src/excel/taskpane/texts/tables";

test.each([
  [["restated"], "this word"],
  [["board draft restated"], "these words"],
  [["restated", "draft"], "these words"],
])("%j are called %s", (words, called) => {
  expect(tablePaneTexts.unread(words)).toContain(` depend on ${called} of the title.`);
});
