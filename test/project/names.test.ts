import { namesAlike, sharedNames } from "./names";
import { readSources } from "./sources";

/** Names that two files export on purpose, and why; ten at most. */
const EXCEPTIONS: Record<string, string> = {
  FIELDS: "the function as Excel calls it, and the table of fields that it lists",
};

describe("a name that src exports greps to one place", () => {
  const shared = sharedNames(readSources());

  test("but for the exceptions", () => {
    const unexplained = Object.entries(shared).filter(([name]) => !(name in EXCEPTIONS));
    expect(unexplained.map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([]);
  });

  test("and the exceptions are few, and all needed", () => {
    expect(Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(10);
    expect(Object.keys(EXCEPTIONS).filter((name) => !(name in shared))).toEqual([]);
  });
});

test("no two exported names differ by a capital alone", () => {
  expect(namesAlike({ "a.ts": "export type Row = 1;", "b.ts": "export const row = 1, line = 2;" })).toEqual([
    "Row, row",
  ]);
  expect(namesAlike(readSources())).toEqual([]);
});

describe("a name in two files is found", () => {
  test.each([
    ["of functions", "export function name() {}"],
    ["of asynchronous functions", "export async function name() {}"],
    ["of constants", "export const other = 1, name = 2;"],
    ["of constants taken apart", "export const { other: [name] } = value;"],
    ["of types", "export type name = string;"],
    ["of interfaces", "export interface name {}"],
    ["of classes", "export abstract class name {}"],
    ["of enums", "export enum name {}"],
    ["listed apart from its declaration", "const name = 1; export { name };"],
    ["listed under another name", "const own = 1; export { own as name };"],
    ["given to something of another file", `export { own as name } from "./own";`],
    ["given to all of another file", `export * as name from "./own";`],
  ])("%s", (_kind, text) => {
    expect(sharedNames({ "a.ts": "export const name = 1;", "b.ts": text })).toEqual({ name: ["a.ts", "b.ts"] });
  });
});

test("a name that is private, re-exported, or both value and type counts once", () => {
  expect(
    sharedNames({
      "a.ts": "export type name = string; export const name = 1;",
      "b.ts": "const name = 1; function f() { const name = 2; }",
      "index.ts": `export { name } from "./a"; export * from "./a";`,
    }),
  ).toEqual({});
});
