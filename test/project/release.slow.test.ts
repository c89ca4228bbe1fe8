/** What `npm run release` gives away, from the present build. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import { lackOf, writeRelease } from "../../scripts/release.cjs";
import { version } from "../../package.json";
import { createSandbox } from "../../sandbox/sandbox";
import { built } from "./dist";

const ROOT = resolve(__dirname, "../..");
const STAMPED = String.raw`${version.replaceAll(".", String.raw`\.`)}(\+[0-9a-f]{12}(-dirty)?)?`;

let folder: string;
beforeAll(async () => {
  jest.spyOn(console, "log").mockImplementation();
  folder = mkdtempSync(join(tmpdir(), "release-"));
  await writeRelease(folder);
});
afterAll(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const bytesOf = (name: string) => readFileSync(join(folder, name));
const fileLike = (name: RegExp) => readdirSync(folder).find((each) => name.test(each)) ?? "";

/** The files of the add-in, as they come out of the zip. */
async function addin(): Promise<Map<string, Buffer>> {
  const entries = await new ZipReader(new Uint8ArrayReader(bytesOf(fileLike(/\.zip$/)))).getEntries();
  const files = entries.map(async (entry) => {
    if (entry.directory) throw new Error(`${entry.filename} is a folder.`);
    return [entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter()))] as const;
  });
  return new Map(await Promise.all(files));
}

test("It is the add-in, the command line, the licences, the list of materials and the checksums", () => {
  expect(readdirSync(folder).sort()).toEqual([
    "LICENSE",
    "SHA256SUMS",
    "THIRD-PARTY-NOTICES.txt",
    "sbom.cdx.json",
    expect.stringMatching(`^scenario-insights-cli-${STAMPED}\\.tgz$`),
    expect.stringMatching(`^scenario-insights-excel-${STAMPED}\\.zip$`),
    expect.stringMatching(`^scenario-insights-skill-${STAMPED}\\.zip$`),
  ]);
});

test("Its checksums are those of all other files, as sha256sum reads them", () => {
  const lines = readdirSync(folder)
    .filter((name) => name !== "SHA256SUMS")
    .map((name) => `${createHash("sha256").update(bytesOf(name)).digest("hex")}  ${name}`);
  expect(bytesOf("SHA256SUMS").toString().trimEnd().split("\n").sort()).toEqual(lines.sort());
});

test("The add-in is the whole of dist", async () => {
  const files = readdirSync(built(""), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const names = files.map(({ parentPath, name }) => relative(built(""), join(parentPath, name)));
  const packed = await addin();
  expect([...packed.keys()].sort()).toEqual(names.sort());
  for (const [name, bytes] of packed) expect([name, bytes.equals(readFileSync(built(name)))]).toEqual([name, true]);
});

test("Its list of materials has each library of the notices with licence and hash, and no other", () => {
  const notices = bytesOf("THIRD-PARTY-NOTICES.txt").toString();
  const libraries = [...notices.matchAll(/^-{100}\n(\S+) (\S+): /gm)].map(([, name, found]) => `${name}@${found}`);
  const { bomFormat, metadata, components, dependencies } = JSON.parse(bytesOf("sbom.cdx.json").toString());
  expect([bomFormat, metadata.component.name]).toEqual(["CycloneDX", "scenario-insights-excel"]);
  expect(metadata.component.version).toMatch(new RegExp(`^${STAMPED}$`));
  const refs = components.map((each: { "bom-ref": string }) => each["bom-ref"]).sort();
  expect(refs).toEqual(libraries.sort());
  for (const { purl, licenses, hashes, scope } of components) {
    expect([purl, scope, licenses.length, hashes[0].alg]).toEqual([
      expect.stringMatching(/^pkg:npm\//),
      "required",
      1,
      "SHA-512",
    ]);
  }
  const known = new Set([metadata.component["bom-ref"], ...refs]);
  const linked = dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [
    ref,
    ...dependsOn,
  ]);
  expect(linked.filter((ref: string) => !known.has(ref))).toEqual([]);
  expect(dependencies).toHaveLength(refs.length + 1);
});

test("Its list of materials names what it loads or builds upon and does not hold: office.js, and the image of the night", () => {
  const { services, metadata } = JSON.parse(bytesOf("sbom.cdx.json").toString());
  const page = readFileSync(built("taskpane.html"), "utf8");
  expect(services.map(({ name }: { name: string }) => name)).toEqual(["office.js"]);
  for (const endpoint of services[0].endpoints) expect(page).toContain(endpoint);
  const [image] = metadata.component.externalReferences.slice(-1);
  const pinned = `FROM ${image.url.replace("docker.io/library/", "")}@sha256:${image.hashes[0].content}\n`;
  expect(readFileSync(join(ROOT, "deploy/night/Containerfile"), "utf8")).toContain(pinned);
});

// So `npm audit --omit=dev` asks about all that ships. Of webpack, a few lines of its runtime do.
test("Its libraries are those that package.json does not list for development, and webpack's runtime", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const { components } = JSON.parse(bytesOf("sbom.cdx.json").toString());
  const forUse = Object.entries<{ version: string; dev?: boolean }>(packages).filter(([, { dev }]) => !dev);
  const refs = new Set(forUse.map(([path, { version: its }]) => `${path.split("node_modules/").at(-1)}@${its}`));
  const others = components.filter((each: { "bom-ref": string }) => !refs.has(each["bom-ref"]));
  expect(others.map(({ name }: { name: string }) => name)).toEqual(["webpack"]);
});

test("It has no key, no path of this machine, and none of Microsoft's office.js", async () => {
  const packed = await addin();
  const texts = [
    ...[...packed].map(([name, bytes]) => [name, bytes.toString("latin1")] as const),
    ["the package", gunzipSync(bytesOf(fileLike(/\.tgz$/))).toString("latin1")] as const,
    ...["sbom.cdx.json", "THIRD-PARTY-NOTICES.txt"].map((name) => [name, bytesOf(name).toString("latin1")] as const),
  ];
  const secrets = [createSandbox().apiKey, "PRIVATE KEY-----", ROOT, `${homedir()}/`, "office_strings"];
  const found = texts.flatMap(([name, text]) =>
    secrets.filter((each) => text.includes(each)).map((each) => [name, each]),
  );
  expect(found).toEqual([]);
  expect([...packed.keys()].filter((name) => /office/i.test(name))).toEqual([]);
});

test("Its files have the commit's time, so that a web server's ETag of time and size is new", async () => {
  const entries = await new ZipReader(new Uint8ArrayReader(bytesOf(fileLike(/\.zip$/)))).getEntries();
  const committed = Number(execFileSync("git", ["show", "-s", "--format=%ct"], { cwd: ROOT, encoding: "utf8" }));
  const times = new Set(entries.map(({ lastModDate }) => lastModDate.getTime()));
  // The numbers of UTC, read as a local time; zips count every second second.
  const [time = 0] = times;
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  expect(times.size).toBe(1);
  expect(Math.abs(time - offset - committed * 1000)).toBeLessThanOrEqual(2000);
});

test("The same build makes the same bytes", async () => {
  const again = mkdtempSync(join(tmpdir(), "release-"));
  await writeRelease(again);
  const sums = readFileSync(join(again, "SHA256SUMS"), "utf8");
  rmSync(again, { recursive: true });
  expect(sums).toBe(bytesOf("SHA256SUMS").toString());
});

test.each([
  ["https://localhost:3000", "1.0.0+0123456789ab", "Set ADDIN_URL"],
  ["https://insights.example.com", "1.0.0", "does not tell its commit"],
  ["https://insights.example.com", "1.0.0+0123456789ab-dirty", "differs from its commit"],
  ["https://insights.example.com", "1.0.0+0123456789ab", undefined],
])("A build for %s of %s: %s", (address, built_, lack) => {
  const [comment] = /<!--.*?-->/s.exec(readFileSync(built("manifest.xml"), "utf8")) ?? [];
  const said = lackOf(`${comment}<SourceLocation DefaultValue="${address}/taskpane.html"/>`, built_);
  if (lack === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(lack);
});

test("The command says what a build lacks, and writes nothing", () => {
  const run = () =>
    execFileSync(process.execPath, [join(ROOT, "scripts/release.cjs")], { stdio: "pipe", encoding: "utf8" });
  // The build of the tests is for this machine.
  expect(run).toThrow("Set ADDIN_URL");
});
