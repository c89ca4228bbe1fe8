/** The message if Excel adds or deletes no sheets. */
import { changeSheets } from "../../../../src/excel/workbook/cells/protectedStructure";

test.each([
  ["InvalidSelection", /another workbook/],
  ["AccessDenied", /structure is protected/],
  ["ItemNotFound", /^ItemNotFound$/],
])("%s is told in words", async (code, words) => {
  const error = Object.assign(new Error(code), { code });
  Object.assign(globalThis, { Excel: { run: () => Promise.reject(error) } });
  await expect(changeSheets(() => Promise.resolve())).rejects.toThrow(words);
});
