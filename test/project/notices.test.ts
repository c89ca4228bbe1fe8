/** The licences of what others have made, which the build lists beside what it has built. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  formatNotices,
  isAllowed,
  modulesOfBundle,
  modulesOfDist,
  noticeOf,
  packagesOf,
} from "../../scripts/notices.cjs";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "notices-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test.each<[string, boolean]>([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["GPL-3.0-only OR Apache-2.0", true],
  ["MIT AND Zlib", true],
  ["MIT AND GPL-3.0-only", false],
  ["(MIT OR Zlib) AND GPL-3.0-only", false],
  ["GPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE", false],
  ["UNLICENSED", false],
  ["", false],
])("The licence %j is allowed: %s", (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected);
});

test("The source maps name all packages of the add-in's pages, also webpack's own", () => {
  put(
    "addin.js.map",
    JSON.stringify({ sources: ["webpack://x/./src/addin/main.ts", "webpack://x/webpack/bootstrap"] }),
  );
  put("pane.1.js.map", JSON.stringify({ sources: ["webpack://x/./node_modules/@a/b/node_modules/c/index.js"] }));
  expect(packagesOf(modulesOfDist(folder), "/project")).toEqual([
    "/project/node_modules/@a/b/node_modules/c",
    "/project/node_modules/webpack",
  ]);
});

test("Pages that do not tell what they are made of have no list", () => {
  put("addin.js", "");
  expect(() => modulesOfDist(folder)).toThrow("There is no source map");
});

test("The packages of a bundle are those of which it holds code", () => {
  const inputs = { "node_modules/a/x.js": { bytesInOutput: 9 }, "node_modules/b/x.js": { bytesInOutput: 0 } };
  put("meta.json", JSON.stringify({ outputs: { "out.js": { inputs }, "style.css": { inputs: {} } } }));
  expect(packagesOf(modulesOfBundle(join(folder, "meta.json")), "/project")).toEqual(["/project/node_modules/a"]);
});

test("A notice has name, version, licence and its text, or its author without one", () => {
  put("a/package.json", '{"name":"a","version":"1.0.0","license":"MIT","author":{"name":"Ann"}}');
  put("a/LICENSE.md", "Copyright Ann\n");
  put("b/package.json", '{"name":"@b/b","version":"2.0.0","license":"Apache-2.0","author":"Bob"}');
  const text = formatNotices([noticeOf(join(folder, "a")), noticeOf(join(folder, "b"))]);
  expect(text).toMatch(/code of 2 packages/);
  expect(text).toMatch(/\na 1\.0\.0: MIT\n\nCopyright Ann\n/);
  expect(text).toMatch(/\n@b\/b 2\.0\.0: Apache-2\.0\n\nCopyright \(c\) Bob\n/);
});

test.each(['{"name":"a","version":"1.0.0"}', '{"name":"a","version":"1.0.0","license":"GPL-3.0-only"}'])(
  "A package whose licence is unknown or not allowed stops the build: %s",
  (text) => {
    put("a/package.json", text);
    expect(() => noticeOf(join(folder, "a"))).toThrow(/^a 1\.0\.0 has the licence .*not among those allowed: 0BSD,/);
  },
);
