/**
 * After ten weeks a release replaces the one that is served while people have its page open, is taken back, and comes again. Both are one
 * build, with other names for its chunks.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { startWorkbench, type WorkbenchServer } from "../../workbench/server/server";
import { launchBrowser } from "./browser";
import { FOLDERS, openWorkbench, type Workbench } from "./workbench/open";
import { showSection } from "./sections";

const RELEASE = resolve(__dirname, "../../deploy/release.sh");
const CHUNK = /^\w+\.([0-9a-f]{8})\.js$/;
const CELL = "'P&L'!G30";
const FORMULA = '=INSIGHTS.KPI("FY26 Plan","committed","ebit")';

let browser: Browser;
let folder: string;
let served: string;
let server: WorkbenchServer;
/** The chunks that pages have loaded. */
let loaded: string[];
let old: Workbench;

const chunksIn = (path: string) => readdirSync(path).filter((name) => CHUNK.test(name));
const release = (build: string) => execFileSync("sh", [RELEASE, build, served]);

/** Copies the build, with the address of a server in its manifest: one of this machine is not released. */
function copyOfBuild(name: string): string {
  const build = join(folder, name);
  cpSync(FOLDERS.addin, build, { recursive: true });
  const manifest = readFileSync(join(build, "manifest.xml"), "utf8");
  writeFileSync(
    join(build, "manifest.xml"),
    manifest.replaceAll(/https:\/\/localhost:\d+/g, "https://insights.example.com"),
  );
  return build;
}

/** Ten weeks pass: all that is served becomes older. */
function passTenWeeks(): void {
  for (const name of readdirSync(served, { recursive: true, encoding: "utf8" })) {
    const then = new Date(statSync(join(served, name)).mtimeMs - 70 * 24 * 3600_000);
    utimesSync(join(served, name), then, then);
  }
}

/** Makes a build for people who test, at an address of its own. */
function testBuild(): string {
  const build = copyOfBuild("test");
  const manifest = join(build, "manifest.xml");
  const text = readFileSync(manifest, "utf8").replaceAll("insights.example.com", "insights-test.example.com");
  writeFileSync(manifest, text.replace(/<Id>.*?<\/Id>/, "<Id>test</Id>"));
  return build;
}

/** Makes a build whose chunks have other hashes. */
function nextBuild(): string {
  const build = copyOfBuild("next");
  const hashes = chunksIn(build).map((name) => CHUNK.exec(name)![1]!);
  const renewed = (text: string) =>
    hashes.reduce((changed, hash) => changed.replaceAll(hash, [...hash].reverse().join("")), text);
  for (const name of readdirSync(build).filter((each) => /\.(js|html)$/.test(each))) {
    writeFileSync(join(build, name), renewed(readFileSync(join(build, name), "utf8")));
    renameSync(join(build, name), join(build, renewed(name)));
  }
  return build;
}

async function openPage(): Promise<Workbench> {
  const workbench = await openWorkbench({ browser, server });
  workbench.page.on("request", (request) => loaded.push(new URL(request.url()).pathname.slice(1)));
  await workbench.enter({ [CELL]: FORMULA });
  return workbench;
}

const section = (name: string) => showSection(old.pane, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "insights-"));
  served = join(folder, "served");
  release(copyOfBuild("first"));
  loaded = [];
  browser = await launchBrowser();
  server = await startWorkbench({ port: 0, folders: { ...FOLDERS, addin: served } });
  old = await openPage();
  passTenWeeks();
  release(nextBuild());
  // It is taken back, and released again.
  for (let time = 0; time < 2; time += 1) release(`${served}.previous`);
});

afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

test("a test build over production is refused, and what is served stays", () => {
  const before = readdirSync(served, { recursive: true });
  expect(() => release(testBuild())).toThrow(
    "Each environment and address has a folder of its own. Nothing was changed.",
  );
  expect(readdirSync(served, { recursive: true })).toEqual(before);
});

test("an open page goes on with the chunks of its release", async () => {
  loaded = [];
  await section("Explain");
  await section("Reports");
  await old.pane.getByRole("button", { name: "Insert P&L Statement" }).waitFor();
  const chunks = loaded.filter((name) => CHUNK.test(name));
  expect(chunks.map((name) => name.split(".")[0])).toContain("reports");
  expect(chunksIn(FOLDERS.addin)).toEqual(expect.arrayContaining(chunks));
  expect(old.problems).toEqual([]);
});

test("a page that is opened now is the new release, with the same number", async () => {
  const { value } = await old.cell(CELL);
  const opened = await openPage();
  expect(await opened.cell(CELL)).toMatchObject({ value });
  expect(value).toEqual(expect.any(Number));
  const scripts = await opened.pane.locator("script[src]").evaluateAll((all) => all.map((each) => each.outerHTML));
  expect(chunksIn(FOLDERS.addin).filter((name) => scripts.join().includes(name))).toEqual([]);
  await opened.close();
});

test("an open page whose chunks are gone says to close the workbook and open it again", async () => {
  for (const name of chunksIn(FOLDERS.addin)) rmSync(join(served, name));
  // Only a person loads the chunk of tables.
  await section("Table");
  await old.pane
    .getByText("the add-in has been updated: close the workbook and open it again")
    .filter({ visible: true })
    .waitFor();
  expect(old.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
});
