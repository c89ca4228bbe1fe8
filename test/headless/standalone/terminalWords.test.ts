import { terminalWords } from "../../../src/headless/standalone/terminalWords";
import { messagesIn } from "../../project/messages";
import { readSources } from "../../project/sources";

/** The rooms whose messages the command prints, beside its own. */
const ROOMS = /^(insights|numbers)\//;

const messages = [
  ...messagesIn(Object.fromEntries(Object.entries(readSources()).filter(([path]) => ROOMS.test(path)))),
];

test("No message of the command speaks of the pane", () => {
  const inExcel = messages.filter((message) => /\bpane\b/.test(message));
  expect(inExcel.length).toBeGreaterThan(2);
  expect(inExcel.map(terminalWords).filter((message) => /\bpane\b/.test(message))).toEqual([]);
});

test("A message that speaks of nothing but the service stays as it is", () => {
  expect(terminalWords("The service answered 503. Try again in a while.")).toBe(
    "The service answered 503. Try again in a while.",
  );
});
