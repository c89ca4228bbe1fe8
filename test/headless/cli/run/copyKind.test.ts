import { copyKind } from "../../../../src/headless/cli/run/copyKind";

const ENDINGS = [
  [".xlsx", ".xltx", ".xlsm", ".xltm"],
  [".pptx", ".potx", ".ppsx", ".pptm", ".potm", ".ppsm"],
  [".docx", ".dotx", ".docm", ".dotm"],
  [".xlsb", ".xls", ".pdf", ".csv", ".txt", ".zip", ""],
];

/** The endings that a copy of each may have. */
const POSSIBLE: Record<string, readonly string[]> = {
  ".xlsx": [".xlsx", ".xltx"],
  ".xltx": [".xlsx", ".xltx"],
  ".xlsm": [".xlsx", ".xltx", ".xlsm", ".xltm"],
  ".xltm": [".xlsx", ".xltx", ".xlsm", ".xltm"],
  ...Object.fromEntries(ENDINGS[1]!.map((ending) => [ending, [".pptx", ".potx", ".ppsx"]])),
  ...Object.fromEntries(ENDINGS[2]!.map((ending) => [ending, [".docx", ".dotx"]])),
};

const all = ENDINGS.flat();
const pairs = all.flatMap((from) => all.map((to) => [from, to] as const));

test.each(pairs)("A copy of x%s as y%s is of its ending's kind, or is refused", (from, to) => {
  // A file of any other name is read as a workbook, and keeps its name.
  const possible = POSSIBLE[from] ?? [".xlsx", ".xltx", from];
  const copy = () => copyKind(`x${from}`, `y${to.toUpperCase()}`);
  if (!possible.includes(to)) return expect(copy).toThrow(expect.objectContaining({ kind: "usage" }));
  expect(copy()?.ending ?? to).toBe(to);
});

test.each([
  [".xlsx", undefined],
  [".xlsm", undefined],
  [".potx", undefined],
  [".potm", ".pptx"],
  [".docm", ".docx"],
])("A copy of x%s without a name is of the kind %s", (from, ending) => {
  expect(copyKind(`x${from}`, undefined)?.ending).toBe(ending);
});
