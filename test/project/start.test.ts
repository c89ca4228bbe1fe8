/** What `npm start` builds before it starts the workbench. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { staleBuilds } from "../../scripts/start.cjs";

const ID = "7e80c593-3727-4732-952b-e0d11f12c00e";
const [ADDIN, WORKBENCH, NODE] = ["build:addin -- --stats errors-warnings", "build:workbench", "build:node"];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "start-"));
  for (const file of ["src/a.ts", "workbench/a.ts", "sandbox/a.ts"]) write(file, "source", 0);
  build({});
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param minute of the file's time */
function write(file: string, text: string, minute: number): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, minute * 60, minute * 60);
}

/** As webpack and esbuild leave it, newer than the sources. */
function build({ id = ID, address = "https://localhost:3000", service = "", environment = "" }): void {
  write("dist/addin.js", "", 1);
  write("dist/manifest.xml", `<Id>${id}</Id><SourceLocation DefaultValue="${address}/taskpane.html"/>`, 1);
  write("dist/taskpane.html", `<meta name="insights-service" content="${service}"><meta name="other" content="">`, 1);
  for (const file of ["build/start.cjs", "build/workbench/main.js"]) write(file, "", 1);
  for (const name of ["node", "workbench"]) write(`build/${name}.meta.json`, JSON.stringify({ environment }), 1);
}

test("nothing is built if all is newer than its sources", () => {
  expect(staleBuilds(root)).toEqual([]);
});

test("what is missing or older than its sources is built", () => {
  write("sandbox/a.ts", "changed", 2);
  rmSync(join(root, "build/workbench"), { recursive: true });
  expect(staleBuilds(root)).toEqual([WORKBENCH, NODE]);
});

test.each([
  ["address", { address: "https://insights.example.com" }],
  ["service", { service: "https://planning.example.com" }],
  ["id", { id: "11111111-3727-4732-952b-e0d11f12c00e" }],
])("an add-in that was built for another %s is built for the workbench", (_, given) => {
  build(given);
  expect(staleBuilds(root)).toEqual([ADDIN]);
});

test("bundles of another environment are built again", () => {
  build({ environment: "test" });
  expect(staleBuilds(root)).toEqual([WORKBENCH, NODE]);
});
