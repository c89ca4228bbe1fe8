import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathsIn, scriptsIn } from "./docs";

const ROOT = join(__dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "deploy/README.md",
  "deploy/night/README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file)),
];

/** From the project's folder, or as links go, from the page's own. */
const isThere = (page: string, path: string) =>
  existsSync(join(ROOT, path)) || existsSync(resolve(ROOT, dirname(page), path));

describe.each(PAGES)("%s", (page) => {
  test("names files only that are there", () => {
    expect(pathsIn(read(page)).filter((path) => !isThere(page, path))).toEqual([]);
  });

  test("runs scripts only that package.json has", () => {
    const { scripts } = JSON.parse(read("package.json"));
    expect(scriptsIn(read(page)).filter((script) => !(script in scripts))).toEqual([]);
  });
});

// Anywhere else the name is another's package, which would be downloaded, and get the key.
test("only the pages of the clone itself run the command by npx", () => {
  const texts = readdirSync(join(ROOT, "deploy"), { recursive: true, encoding: "utf8" })
    .map((file) => join("deploy", file))
    .filter((file) => statSync(join(ROOT, file)).isFile());
  const all = [...new Set([...PAGES, "SECURITY.md", "CHANGELOG.md", ...texts])];
  const pages = all.filter((page) => /\bnpx\s+(-\S+\s+)*insights\b/.test(read(page)));
  expect(pages.sort()).toEqual(["README.md", "docs/walkthrough.md"]);
});

test("the guide for developers lists all rooms", () => {
  const listed = [...read("docs/developers.md").matchAll(/^ {4}(src\/[\w/]+) /gm)].map(([, room]) => room);
  const foldersIn = (folder: string) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((each) =>
      each.isDirectory() ? [`${folder}/${each.name}`] : [],
    );
  // A floor that is one room has no folders.
  const rooms = foldersIn("src").flatMap((floor) => [floor].concat(foldersIn(floor)));
  expect(listed.sort()).toEqual(rooms.sort());
});

test("the walkthrough leads through the code", () => {
  const paths = pathsIn(read("docs/walkthrough.md")).filter((path) => path.startsWith("src/"));
  expect(paths.length).toBeGreaterThan(30);
});

test("paths are found in code, diagrams and links, without false matches", () => {
  const page = `See \`src/spreadsheet/cells/area.ts\` and test/spreadsheet/cells. [More](decisions/npx.md#why), [elsewhere](https://example.com/src/a.ts),
    a["src/headless/cli"] --> b; build/src/x.js, ../src/y.ts, and/or, dist/addin.js`;
  expect(pathsIn(page)).toEqual([
    "decisions/npx.md",
    "src/headless/cli",
    "src/spreadsheet/cells/area.ts",
    "test/spreadsheet/cells",
  ]);
});

test("scripts are found wherever they are run", () => {
  expect(scriptsIn("`npm run --silent build:node && npm run size -- --json`, npm test")).toEqual([
    "build:node",
    "size",
  ]);
});
