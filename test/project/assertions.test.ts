import { nonNullAssertions, unexplainedAssertions } from "./assertions";
import { readSources } from "./sources";

const sources = Object.entries(readSources());

/** `!` in a thousand lines; the lint rule lets each through only where a comment says why. */
const MOST = 1;

describe("what may be missing is looked at, not denied by `!`", () => {
  test("but for one in a thousand lines", () => {
    const lines = sources.reduce((sum, [, text]) => sum + text.split("\n").length, 0);
    const assertions = sources.reduce((sum, [path, text]) => sum + nonNullAssertions(path, text), 0);
    expect(assertions).toBeLessThanOrEqual((MOST * lines) / 1000);
  });

  test("and each of those says why", () => {
    const unexplained = sources.map(([path, text]) => [path, unexplainedAssertions(text)] as const);
    expect(unexplained.filter(([, comments]) => comments.length > 0)).toEqual([]);
  });
});

test("each `!` is counted, and nothing that only looks like one", () => {
  const text = `const a = list[0]!; const b = find()!.name; let c!: number; if (!a || a !== b) say("!"); // no!`;
  expect(nonNullAssertions("a.ts", text)).toBe(2);
});

test("a comment without a reason is found", () => {
  const rule = "typescript/no-non-null-assertion";
  const bare = `// oxlint-disable-next-line ${rule}`;
  expect(unexplainedAssertions(`${bare}\n${bare} -- at < length\n`)).toEqual([bare.slice(3)]);
});
