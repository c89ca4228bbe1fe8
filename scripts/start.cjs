// `npm start`: builds what is missing or older than its sources, then starts the workbench.
const { spawnSync } = require("node:child_process");
const { readdirSync, statSync, utimesSync } = require("node:fs");
const { join, resolve } = require("node:path");

const ROOT = resolve(__dirname, "..");
const SETTINGS = ["package-lock.json", "tsconfig.json"];

/** What a script says, what it writes first, and the files and folders that it reads. */
const BUILDS = {
  "build:addin -- --stats errors-warnings": {
    says: "Building the add-in, half a minute the first time…",
    output: "dist/addin.js",
    inputs: ["src", "assets", "docs", "manifest.xml", "webpack.config.js", "scripts"],
  },
  "build:workbench": {
    says: "Building the workbench…",
    output: "build/workbench/main.js",
    inputs: ["workbench", "src"],
  },
  "build:node": {
    says: "Building the sandbox of the planning service…",
    output: "build/start.cjs",
    inputs: ["src", "sandbox", "workbench"],
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

/** @param {{ output: string, inputs: string[] }} build */
function isStale({ output, inputs }) {
  const built = newest(resolve(ROOT, output));
  return [...inputs, ...SETTINGS].some((input) => newest(resolve(ROOT, input)) > built);
}

// For its help, the program alone is enough.
const needed = process.argv.includes("--help") ? ["build:node"] : Object.keys(BUILDS);

for (const [script, build] of Object.entries(BUILDS)) {
  if (!needed.includes(script) || !isStale(build)) continue;
  console.log(build.says);
  const { status } = spawnSync(`npm run --silent ${script}`, { shell: true, cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  // A build leaves alone what comes out the same, and would look stale again.
  utimesSync(resolve(ROOT, build.output), new Date(), new Date());
}

require(join(ROOT, "build/start.cjs"));
