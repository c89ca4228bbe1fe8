// `npm run release`: one folder with all that is given away, its checksums and its list of materials, from what `npm run build` has
// written. The same commit makes the same bytes.
const { execFileSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = require("@zip.js/zip.js");
const { environmentOf } = require("./environment.cjs");
const { DEVELOPMENT_ADDRESS, OFFICE_JS } = require("./manifest.cjs");
const { modulesOfBundle, modulesOfDist, noticeOf, packagesOf, writeNotices } = require("./notices.cjs");
const { name: PROJECT } = require("../package.json");

const ROOT = resolve(__dirname, "..");

/**
 * The time of the files in the zip, as the same numbers on a machine of any time zone, since zips have no zone. A web server makes its
 * ETag of time and size, so another commit's files need another time; outside of a clone, it is the earliest that a zip can hold.
 */
function zipTime() {
  const utc = new Date(commitTime() ?? "1980-01-01T00:00:00Z");
  const [hours, minutes] = [utc.getUTCHours(), utc.getUTCMinutes()];
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), hours, minutes, utc.getUTCSeconds());
}

/** @param {string} command @param {string[]} args */
function run(command, ...args) {
  return execFileSync(command, args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 << 20,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * @param {string} folder
 * @param {string} file
 */
async function writeZip(folder, file) {
  configure({ useWebWorkers: false });
  const writer = new ZipWriter(new Uint8ArrayWriter(), { extendedTimestamp: false, dataDescriptor: false });
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const lastModDate = zipTime();
  for (const name of names.sort()) {
    if (statSync(join(folder, name)).isDirectory()) continue;
    await writer.add(name, new Uint8ArrayReader(readFileSync(join(folder, name))), { lastModDate });
  }
  writeFileSync(file, await writer.close());
}

/** When the commit was made; undefined outside of a clone. */
function commitTime() {
  try {
    return new Date(1000 * Number(run("git", "show", "-s", "--format=%ct"))).toISOString();
  } catch {
    return undefined;
  }
}

/** Microsoft's script, which pages load and no release holds. It is whatever Microsoft serves on the day, so it has no hash. */
const OFFICE_SERVICE = {
  "bom-ref": "office.js",
  provider: { name: "Microsoft" },
  name: "office.js",
  description: "Loaded by each page from the first of these addresses that answers; not shipped.",
  endpoints: OFFICE_JS,
};

/** The image on which the night's is built, as deploy/night/Containerfile pins it. */
function imageReference() {
  const [, image = "", digest = ""] =
    /^FROM (\S+)@sha256:([0-9a-f]{64})$/m.exec(readFileSync(join(ROOT, "deploy/night/Containerfile"), "utf8")) ?? [];
  if (!digest) throw new Error("deploy/night/Containerfile pins no image. Write FROM NAME:TAG@sha256:DIGEST.");
  const url = `docker.io/library/${image}`;
  return { type: "distribution", url, comment: "base of deploy/night", hashes: [{ alg: "SHA-256", content: digest }] };
}

/** @typedef {{ "bom-ref": string }} Component */
/** @typedef {{ ref: string, dependsOn: string[] }} Dependency */

/**
 * The list of materials (CycloneDX) of what ships: what npm says of all that the lock file has, without what only builds and tests,
 * and without what differs from run to run.
 * @param {readonly string[]} modules
 * @param {string} version
 */
function materialsOf(modules, version) {
  const sbom = JSON.parse(run("npm", "sbom", "--sbom-format=cyclonedx", "--package-lock-only"));
  const shipped = new Set(packagesOf(modules, ROOT).map(noticeOf).map(refOf));
  const isShipped = (/** @type {string} */ ref) => shipped.has(ref);
  const root = sbom.metadata.component;
  /** @type {Component[]} */
  const components = sbom.components.filter((/** @type {Component} */ each) => isShipped(each["bom-ref"]));
  if (components.length !== shipped.size)
    throw new Error(`npm lists ${components.length} of the ${shipped.size} packages of the release. Run: npm ci`);
  /** @type {Dependency[]} */
  const dependencies = sbom.dependencies.filter((/** @type {Dependency} */ { ref }) => isShipped(ref));
  return {
    ...sbom,
    // Absent from the file: npm draws another one each time.
    serialNumber: undefined,
    metadata: {
      ...sbom.metadata,
      timestamp: commitTime(),
      component: {
        ...root,
        type: "application",
        name: PROJECT,
        version,
        externalReferences: [...(root.externalReferences ?? []), imageReference()],
      },
    },
    // npm calls those optional that package.json lists for development.
    components: components.map((each) => ({ ...each, scope: "required", properties: [] })),
    services: [OFFICE_SERVICE],
    dependencies: [
      { ref: root["bom-ref"], dependsOn: [...shipped].sort() },
      ...dependencies.map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
    ],
  };
}

/** @param {{ name: string, version: string }} package_ */
function refOf({ name, version }) {
  return `${name}@${version}`;
}

/** @param {string} folder */
function writeChecksums(folder) {
  const lines = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    );
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}

/** The version of the build, with its commit. @returns {string} */
function builtVersion() {
  return JSON.parse(readFileSync(join(ROOT, "build/cli/package.json"), "utf8")).version;
}

/** @param {string} folder is emptied first */
async function writeRelease(folder) {
  const version = builtVersion();
  const modules = [...modulesOfDist(join(ROOT, "dist")), ...modulesOfBundle(join(ROOT, "build/cli.meta.json"))];
  const environment = environmentOf(process.env.ADDIN_ENVIRONMENT).name;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await writeZip(join(ROOT, "dist"), join(folder, `${[PROJECT, environment, version].filter(Boolean).join("-")}.zip`));
  await writeZip(join(ROOT, "build/cli/skill"), join(folder, `scenario-insights-skill-${version}.zip`));
  run("npm", "pack", "./build/cli", "--pack-destination", folder);
  writeNotices(folder, modules);
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(materialsOf(modules, version), null, 2)}\n`);
  writeChecksums(folder);
}

/**
 * What a build lacks so that nobody could install it, or find its sources.
 * @param {string} manifest
 * @param {string} version
 */
function lackOf(manifest, version) {
  // A comment of the manifest names it too.
  if (manifest.includes(`"${DEVELOPMENT_ADDRESS}`))
    return "The manifest names this machine. Set ADDIN_URL to the https address that will serve the add-in.";
  if (!version.includes("+")) return "The build does not tell its commit. Build it in a clone.";
  return version.endsWith("-dirty") ? "The build differs from its commit. Commit or undo the changes." : undefined;
}

async function main() {
  const lack = lackOf(readFileSync(join(ROOT, "dist/manifest.xml"), "utf8"), builtVersion());
  if (lack !== undefined) throw new Error(lack);
  await writeRelease(join(ROOT, "build/release"));
  console.log(`build/release: ${builtVersion()}`);
}

if (require.main === module)
  main().catch((/** @type {Error} */ error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

module.exports = { lackOf, writeRelease };
