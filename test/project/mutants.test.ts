import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { sampleOf } from "../../scripts/mutants/sample.cjs";
import { mutantsOf, type Mutant } from "../../scripts/mutants/sites.cjs";

const applied =
  (source: string) =>
  ({ start, end, text }: Mutant) =>
    source.slice(0, start) + text + source.slice(end);
const changed = (source: string) => mutantsOf("src/room/file.ts", source).map(applied(source));

describe("a mutant changes", () => {
  test.each([
    ["a comparison", "const a = b < c;", ["const a = b <= c;"]],
    ["an equality", "const a = b !== c;", ["const a = b === c;"]],
    ["a logical operator", "const a = b && c;", ["const a = b || c;"]],
    ["a default", "const a = b ?? c;", ["const a = ((b) && (c));"]],
    ["one of two defaults", "const a = b ?? c ?? d;", ["const a = ((b ?? c) && (d));", "const a = ((b) && (c)) ?? d;"]],
    ["a sum", "const a = b + c;", ["const a = b - c;"]],
    ["a number", "const a = 32_767;", ["const a = (32768);", "const a = (32766);"]],
    ["a truth value", "const a = true;", ["const a = false;"]],
    ["a negation", "const a = !b;", ["const a = b;"]],
    ["a choice", "const a = b ? c : d;", ["const a = true ? c : d;", "const a = false ? c : d;"]],
    ["a condition", "if (a) b = c;", ["if (true) b = c;", "if (false) b = c;"]],
    ["a guard, which it removes", "while (b) if (a) continue;", ["while (b) if (false) continue;"]],
    ["a call for its effect, which it removes", "await a();", [";"]],
    ["a result", "const a = () => { return b; };", ["const a = () => { return undefined; };"]],
  ])("%s", (_kind, source, mutants) => {
    expect(changed(source)).toEqual(mutants);
  });

  test.each([
    ["types", "type A = 1 | true; interface B { a: 2 } const c: 3 = d as 4;"],
    ["texts", `const a = "1 < 2" + b + \`3\`;`],
    ["imports", `import a from "b";`],
    ["results that are undefined", "const a = () => { return undefined; };"],
  ])("no %s", (_kind, source) => {
    expect(changed(source)).toEqual([]);
  });
});

test("a mutant says where it is and what it changes", () => {
  expect(mutantsOf("src/room/file.ts", "\nconst a =\n  b < c;")).toEqual([
    { file: "src/room/file.ts", line: 3, start: 15, end: 16, text: "<=", change: "< becomes <= in b < c" },
  ]);
});

describe("a sample", () => {
  const rooms = {
    large: Array.from({ length: 300 }, (_, at) => at),
    small: Array.from({ length: 100 }, (_, at) => at),
    one: [7],
  };

  test("has its share of every room, and of each at least one", () => {
    const sample = sampleOf(rooms, 40, 1);
    expect(Object.values(sample).map(({ length }) => length)).toEqual([30, 10, 1]);
    expect(new Set(sample.large).size).toBe(30);
  });

  test("is the same for the same seed, and another for another", () => {
    expect(sampleOf(rooms, 40, 1)).toEqual(sampleOf(rooms, 40, 1));
    expect(sampleOf(rooms, 40, 2)).not.toEqual(sampleOf(rooms, 40, 1));
  });

  test("is all there is when that is fewer", () => {
    expect(sampleOf({ one: [7], two: [8, 9] }, 100, 1)).toEqual({ one: [7], two: [8, 9] });
  });
});

test.each([
  [["--count", "none"], `--count takes a whole number of at least 1, not "none".`],
  [["--room", "nowhere"], `There is no room "nowhere".`],
])("the command refuses %j", (args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [resolve("scripts/mutants.cjs"), ...args], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, `mutants: ${message}\n`]);
});
