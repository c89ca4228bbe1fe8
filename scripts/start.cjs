// `npm start`: builds what is missing, older than its sources or built for elsewhere, then starts the workbench.
const { spawnSync } = require("node:child_process");
const { existsSync, readdirSync, readFileSync, statSync, utimesSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { environmentOf } = require("./environment.cjs");
const { DEVELOPMENT_ADDRESS } = require("./manifest.cjs");

const ROOT = resolve(__dirname, "..");
const SETTINGS = ["package-lock.json", "tsconfig.json"];

/** @typedef {{ says: string, output: string, inputs: string[], isOurs: (root: string) => boolean }} Build */

/**
 * What a script says, what it writes first, the files and folders that it reads, and whether its output is for the workbench.
 * @type {Record<string, Build>}
 */
const BUILDS = {
  "build:addin -- --stats errors-warnings": {
    says: "Building the add-in, half a minute the first time…",
    output: "dist/addin.js",
    inputs: ["src", "assets", "docs", "manifest.xml", "webpack.config.js", "scripts"],
    isOurs: isAddinOurs,
  },
  "build:workbench": {
    says: "Building the workbench…",
    output: "build/workbench/main.js",
    inputs: ["workbench", "src", "scripts"],
    isOurs: isBundleOurs("workbench"),
  },
  "build:node": {
    says: "Building the sandbox of the planning service…",
    output: "build/start.cjs",
    inputs: ["src", "sandbox", "workbench"],
    isOurs: isBundleOurs("node"),
  },
};

/**
 * When the newest file was changed, in milliseconds since the epoch; 0 where there is none.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return entry?.mtimeMs ?? 0;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** @param {string} path @returns {string} "" if there is no such file */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/**
 * True if the add-in was built for this machine and for no service: a page of a hosted one would take the key of the sandbox there.
 * @param {string} root
 */
function isAddinOurs(root) {
  const manifest = textOf(join(root, "dist/manifest.xml"));
  return (
    manifest.includes(`<Id>${environmentOf().id}</Id>`) &&
    manifest.includes(`"${DEVELOPMENT_ADDRESS}/taskpane.html"`) &&
    textOf(join(root, "dist/taskpane.html")).includes('<meta name="insights-service" content="">')
  );
}

/** @param {string} name of a bundle */
function isBundleOurs(name) {
  const production = environmentOf().name;
  /** @param {string} root */
  return (root) => JSON.parse(textOf(join(root, `build/${name}.meta.json`)) || "{}").environment === production;
}

/** @param {string} root @param {Build} build */
function isStale(root, { output, inputs, isOurs }) {
  const built = newest(join(root, output));
  if (built === 0 || !isOurs(root)) return true;
  return [...inputs, ...SETTINGS].some((input) => newest(join(root, input)) > built);
}

/**
 * The scripts whose builds are missing, older than their sources, or for elsewhere.
 * @param {string} root
 */
function staleBuilds(root) {
  return Object.entries(BUILDS).flatMap(([script, build]) => (isStale(root, build) ? [script] : []));
}

/** @param {readonly string[]} scripts */
function build(scripts) {
  // What a shell still has from a build for a host.
  const env = { ...process.env, ADDIN_URL: "", SERVICE_URL: "", ADDIN_ENVIRONMENT: "", KEEP_KEY: "" };
  for (const script of scripts) {
    const { says, output } = BUILDS[script] ?? { says: script, output: "" };
    console.log(says);
    const { status } = spawnSync(`npm run --silent ${script}`, { shell: true, cwd: ROOT, stdio: "inherit", env });
    if (status !== 0) process.exit(status ?? 1);
    // A build leaves alone what comes out the same, and would look stale again.
    utimesSync(resolve(ROOT, output), new Date(), new Date());
  }
}

if (require.main === module) {
  // For its help, the program alone is enough.
  const isNeeded = (/** @type {string} */ script) => script === "build:node" || !process.argv.includes("--help");
  build(staleBuilds(ROOT).filter(isNeeded));
  require(join(ROOT, "build/start.cjs"));
}

module.exports = { staleBuilds };
