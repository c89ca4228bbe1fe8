import { readFileSync } from "node:fs";
import { join } from "node:path";
import { messagesIn, messagesOnPage } from "./messages";
import { readSources } from "./sources";

/** Only a mistake of ours shows them. */
const INTERNAL = [
  "… is not a cell.",
  "Excel did not compute a date.",
  "The answer is not in memory.",
  "The functions were called before `setHost`.",
  "The plans are not in memory.",
];

const page = messagesOnPage(readFileSync(join(__dirname, "../../docs/messages.md"), "utf8"));
const code = messagesIn(readSources());
for (const message of INTERNAL) code.delete(message);

test("docs/messages.md explains every message of the code", () => {
  expect([...code].filter((message) => !page.has(message))).toEqual([]);
});

test("docs/messages.md explains no message that the code lacks", () => {
  expect([...page].filter((message) => !code.has(message))).toEqual([]);
});

test("templates, sums of texts and plain texts are messages; labels are not", () => {
  const text = 'say(`No ${plan}. ${hint}`, "Try " + "again.", "Fiscal year", `${a} of ${b}`, "Found 0.");';
  expect([...messagesIn({ "numbers/functions/some.ts": text, "excel/taskpane/pane.ts": 'say("Not here.")' })]).toEqual([
    "No …. …",
    "Try again.",
    "Found 0.",
  ]);
});
