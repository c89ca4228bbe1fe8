/** deploy/release.sh, by somebody whose files are their own alone. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const SCRIPT = resolve(__dirname, "../../deploy/release.sh");
const DAY = 24 * 3600_000;

interface Build {
  id?: string;
  address?: string;
  version?: string;
  /** The hash of its only chunk. */
  chunk?: string;
  /** What the page says of keys. */
  keepKey?: string;
}

let folder: string;
let served: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "release-"));
  served = join(folder, "served");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a build as webpack leaves it: addin.js names its chunk, the manifest its id, address and version. */
function write({
  id = "production",
  address = "https://a.example",
  version = "1.0.0.0",
  chunk = "0123abcd",
  keepKey = "",
}: Build) {
  const build = mkdtempSync(join(folder, "build-"));
  const files = {
    "addin.js": `load({pane:"${chunk}"}) // ${version}`,
    "taskpane.html": `page ${version}${keepKey && ` <meta name="insights-keep-key" content="${keepKey}" />`}`,
    "functions.json": "{}",
    "manifest.xml": `<Id>${id}</Id>\n<Version>${version}</Version>\n<SourceLocation DefaultValue="${address}/taskpane.html"/>\n`,
    [`pane.${chunk}.js`]: `pane ${version}`,
    "assets/a b.png": "image",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(build, name)), { recursive: true });
    writeFileSync(join(build, name), text, { mode: 0o600 });
  }
  return build;
}

function release(build: string, into = served, environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", 'umask 077; sh "$0" "$1" "$2"', SCRIPT, build, into], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...environment },
  });
  return { status, said: stdout + stderr };
}

const namesOf = (of: string) => readdirSync(of, { recursive: true, encoding: "utf8" }).sort();
const textOf = (name: string) => readFileSync(join(served, name), "utf8");

/** Time goes on: all that is served becomes older. */
function later(days: number): void {
  for (const name of namesOf(served)) {
    const then = new Date(statSync(join(served, name)).mtimeMs - days * DAY);
    utimesSync(join(served, name), then, then);
  }
}

test("Under umask 077, a web server can read all that is released", () => {
  // As an earlier release under this umask left it.
  mkdirSync(served);
  chmodSync(served, 0o700);
  expect(release(write({})).status).toBe(0);
  const modes = namesOf(served).map((name) => {
    const found = statSync(join(served, name));
    return [name, found.mode & 0o777];
  });
  expect(statSync(served).mode & 0o777).toBe(0o755);
  expect(Object.fromEntries(modes)).toEqual({
    "addin.js": 0o644,
    "taskpane.html": 0o644,
    "functions.json": 0o644,
    "manifest.xml": 0o644,
    "pane.0123abcd.js": 0o644,
    assets: 0o755,
    "assets/a b.png": 0o644,
  });
});

test("After ten weeks a release keeps the chunks that were in use until then", () => {
  release(write({ chunk: "00000001" }));
  later(70);
  expect(release(write({ chunk: "00000002", version: "1.1.0.0" })).status).toBe(0);
  expect([existsSync(join(served, "pane.00000001.js")), existsSync(join(served, "pane.00000002.js"))]).toEqual([
    true,
    true,
  ]);
  later(70);
  release(write({ chunk: "00000003", version: "1.2.0.0" }));
  expect(namesOf(served).filter((name) => name.startsWith("pane."))).toEqual(["pane.00000002.js", "pane.00000003.js"]);
  expect(existsSync(join(served, "assets/a b.png"))).toBe(true);
});

test.each([
  ["another environment", { id: "test", address: "https://test.example" }, "Each environment and address has a folder"],
  ["another id at the same address", { id: "test" }, "serves the id production at https://a.example"],
  ["another address", { address: "https://b.example" }, "Each environment and address has a folder"],
  ["this machine", { address: "https://localhost:3000" }, "Build it with ADDIN_URL"],
])("A build for %s is refused, and nothing is changed", (_, build, reason) => {
  release(write({}));
  const before = namesOf(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  const other = write(build);
  const { status, said } = release(other);
  expect([status, said]).toEqual([1, expect.stringContaining(reason)]);
  expect(said).toContain("Nothing was changed.");
  rmSync(other, { recursive: true });
  expect(namesOf(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs])).toEqual(before);
});

test("A build for this machine is refused by an empty folder too", () => {
  expect(release(write({ address: "https://localhost:3000" })).status).toBe(1);
  expect(existsSync(served)).toBe(false);
});

test("The release before is kept, and releasing it goes back, with all that open pages load", () => {
  release(write({ chunk: "00000001" }));
  release(write({ chunk: "00000002", version: "1.10.0.0" }));
  const back = release(`${served}.previous`);
  expect([back.status, textOf("addin.js"), textOf("taskpane.html")]).toEqual([
    0,
    'load({pane:"00000001"}) // 1.0.0.0',
    "page 1.0.0.0",
  ]);
  expect(back.said).toContain("version 1.0.0.0, in place of 1.10.0.0");
  expect(back.said).toContain("an earlier version than before");
  for (const chunk of ["00000001", "00000002"]) expect(existsSync(join(served, `pane.${chunk}.js`))).toBe(true);

  const forward = release(`${served}.previous`);
  expect([forward.status, textOf("taskpane.html")]).toEqual([0, "page 1.10.0.0"]);
  expect(forward.said).not.toContain("an earlier version");
});

test("Releasing a build again leaves the way back, however often", () => {
  release(write({ chunk: "00000001" }));
  const build = write({ chunk: "00000002", version: "1.1.0.0" });
  release(build);
  for (let times = 0; times < 3; times += 1) {
    const again = release(build);
    expect([again.status, again.said]).toEqual([0, expect.stringContaining(`To go back:`)]);
    expect(readFileSync(`${served}.previous/taskpane.html`, "utf8")).toBe("page 1.0.0.0");
  }
  expect([release(`${served}.previous`).status, textOf("taskpane.html")]).toEqual([0, "page 1.0.0.0"]);
});

test("A release that ended in the middle and is run again leaves the way back", () => {
  release(write({ chunk: "00000001" }));
  const build = write({ chunk: "00000002", version: "1.1.0.0" });
  // A folder in the place of a file ends the run after the chunks.
  mkdirSync(join(served, "manifest.xml.new/manifest.xml"), { recursive: true });
  expect(release(build).status).not.toBe(0);
  rmSync(join(served, "manifest.xml.new"), { recursive: true });
  expect(release(build).status).toBe(0);
  expect(readFileSync(`${served}.previous/manifest.xml`, "utf8")).toContain("1.0.0.0");
  expect(readFileSync(`${served}.previous/addin.js`, "utf8")).toContain("1.0.0.0");
  expect(readdirSync(folder).filter((name) => /\.(new|copy)$/.test(name))).toEqual([]);
});

test("The kept release has its own chunks alone, so that going back keeps no older ones alive", () => {
  for (const chunk of ["00000001", "00000002", "00000003"]) release(write({ chunk }));
  expect(namesOf(`${served}.previous`).filter((name) => name.startsWith("pane."))).toEqual(["pane.00000002.js"]);
});

test("No draft of a file stays", () => {
  release(write({}));
  release(write({}));
  expect(namesOf(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
});

test("A build that lets people keep keys takes the place of one that does not only if that is meant", () => {
  release(write({ keepKey: "never" }));
  const refused = release(write({ version: "2.0.0.0" }));
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining("Build it with KEEP_KEY=never") });
  expect(textOf("taskpane.html")).toContain("page 1.0.0.0");
  expect(release(write({ version: "2.0.0.0", keepKey: "never" })).status).toBe(0);
  expect(release(write({ version: "3.0.0.0" }), served, { KEEP_KEY: "" }).status).toBe(0);
  expect(textOf("taskpane.html")).toContain("page 3.0.0.0");
});
