/** Tests that pages name exist: SECURITY.md promises nothing that no test holds, and no concept of the ledger is unneeded. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");

interface Promised {
  path: string;
  name: string;
}

/** "`test/a.test.ts`: name of the test", to the end of its cell or its brackets. */
function promisesIn(page: string): Promised[] {
  return [...page.matchAll(/`(test\/[\w./-]+\.test\.tsx?)`: ([^|)\n]+)/g)].map(([, path = "", name = ""]) => ({
    path,
    name: name.trim(),
  }));
}

const promises = ["SECURITY.md", "docs/decisions/ledger.md"].flatMap((page) =>
  promisesIn(readFileSync(join(ROOT, page), "utf8")),
);

/** The titles of tests; the rows of their tables begin with one. */
function titlesIn(text: string): string[] {
  const called = text.matchAll(/(?:\b(?:describe|test|it)|\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g);
  const rows = text.matchAll(/\[\s*(")((?:\\.|[^"\\])*)"/g);
  return [...called, ...rows].map(([, , title = ""]) => title);
}

test.each(promises)("$path has: $name", ({ path, name }) => {
  const text = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "";
  expect(titlesIn(text).filter((title) => title.includes(name))).not.toEqual([]);
});

test("every line of a table names one", () => {
  const rows = readFileSync(join(ROOT, "SECURITY.md"), "utf8")
    .split("| Held by")
    .slice(1)
    .flatMap((table) => table.split("\n\n")[0]?.split("\n").slice(2) ?? []);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => row.startsWith("|") && promisesIn(row).length !== 1)).toEqual([]);
});

test("a test is found by a part of its name, in its cell or in brackets", () => {
  const page = "| It holds | `test/a/b.test.ts`: one: thing   |\n(`test/c.test.tsx`: other)";
  expect(promisesIn(page)).toEqual([
    { path: "test/a/b.test.ts", name: "one: thing" },
    { path: "test/c.test.tsx", name: "other" },
  ]);
});
