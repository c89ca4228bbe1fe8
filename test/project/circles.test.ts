import { circlesOf } from "./circles";
import { readSources } from "./sources";

test("no file of src imports itself by way of others, not even for a type", () => {
  expect(circlesOf(readSources())).toEqual([]);
});

describe("a circle is found and named", () => {
  test.each([
    ["of two files", { "cli/a.ts": `import { b } from "./b";`, "cli/b.ts": `import { a } from "./a";` }],
    ["of types", { "cli/a.ts": `import type { B } from "./b";`, "cli/b.ts": `import type { A } from "./a";` }],
    ["of a type in line", { "cli/a.ts": `let b: import("./b").B;`, "cli/b.ts": `import { a } from "./a";` }],
    ["of a re-export", { "cli/a.ts": `export * from "./b";`, "cli/b.ts": `import { a } from "./a";` }],
    ["of a file loaded later", { "cli/a.ts": `const b = () => import("./b");`, "cli/b.ts": `import "./a";` }],
  ])("%s", (_kind, sources) => {
    expect(circlesOf(sources)).toEqual(["cli/a.ts → cli/b.ts → cli/a.ts"]);
  });

  test("of one file", () => {
    expect(circlesOf({ "cli/a.ts": `import { a } from "./a";` })).toEqual(["cli/a.ts → cli/a.ts"]);
  });

  test("across rooms and through an index", () => {
    const sources = {
      "workbook/sheet.ts": `import { key } from "../insights";`,
      "insights/index.ts": `export { key } from "./key";`,
      "insights/key.ts": `import type { Pane } from "../taskpane/pane";`,
      "taskpane/pane.tsx": `import { sheet } from "../workbook/sheet";`,
    };
    expect(circlesOf(sources)).toEqual([
      "insights/index.ts → insights/key.ts → taskpane/pane.tsx → workbook/sheet.ts → insights/index.ts",
    ]);
  });

  test("each of several, the shortest way round", () => {
    const sources = {
      "a.ts": `import "./b"; import "./c";`,
      "b.ts": `import "./a";`,
      "c.ts": `import "./b"; import "./d";`,
      "d.ts": `import "./c";`,
    };
    expect(circlesOf(sources)).toEqual(["a.ts → b.ts → a.ts", "a.ts → c.ts → b.ts → a.ts", "c.ts → d.ts → c.ts"]);
  });
});

test("files that lead to one by two ways are no circle, nor are packages and data", () => {
  const sources = {
    "a.ts": `import "./b"; import "./c"; import "react"; import data from "./data.json";`,
    "b.ts": `import "./d";`,
    "c.ts": `import "./d";`,
    "d.ts": ``,
  };
  expect(circlesOf(sources)).toEqual([]);
});
