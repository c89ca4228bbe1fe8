/** The order in which the changes of a file are told. */
import { sortedBySize } from "../../../../src/headless/cli/book/largestChanges";
import type { FileChange } from "../../../../src/headless/cli/book/refreshSheets";

test("Errors come first, then the largest differences, then texts, equal ones in order", () => {
  const change = (cell: string, old: FileChange["old"], now: FileChange["new"]) => ({ cell, old, new: now });
  const changes = [
    change("text", "a", "b"),
    change("small", 100, 101),
    change("fall", 100, 80),
    change("cleared", 9, null),
    change("error", 1, { error: "#N/A" }),
    change("rise", 100, 120),
  ];
  expect(sortedBySize(changes).map(({ cell }) => cell)).toEqual(["error", "fall", "rise", "cleared", "small", "text"]);
});
