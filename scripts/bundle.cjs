// Bundles what runs outside Excel: `cli` (the command, as a package), `node` (sandbox, workbench server), `workbench` (its
// page) or `sample` (what records the page's first workbook). A second argument is another folder than build.
const { execFileSync } = require("node:child_process");
const { writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { build } = require("esbuild");
const { constantsOf, environmentOf } = require("./environment.cjs");
const { modulesOfBundle, writeNotices } = require("./notices.cjs");
const { writeSkill } = require("./skill.cjs");
const { description, engines, license, version } = require("../package.json");

const ROOT = resolve(__dirname, "..");

/** The lowest version that `engines` allows, as esbuild names it. */
const LOWEST_NODE = `node${/\d+(?:\.\d+)*/.exec(engines.node)?.[0]}`;

/** @type {Record<string, import("esbuild").BuildOptions>} */
const BUNDLES = {
  cli: {
    entryPoints: ["src/headless/cli/command/insights.ts"],
    // In place of the constants of a build, so that one build serves every environment.
    inject: ["src/headless/cli/command/buildConstants.ts"],
    platform: "node",
    target: LOWEST_NODE,
    outExtension: { ".js": ".cjs" },
  },
  node: {
    entryPoints: [
      { in: "sandbox/main.ts", out: "sandbox/main" },
      { in: "workbench/start.ts", out: "start" },
    ],
    external: ["open"],
    platform: "node",
    target: LOWEST_NODE,
    outExtension: { ".js": ".cjs" },
  },
  workbench: {
    entryPoints: ["main.ts", "style.css", "index.html"].map((file) => `workbench/page/${file}`),
    // What the page never needs, such as the hyphens of forty languages, stands in files that it never loads.
    format: "esm",
    splitting: true,
    minify: true,
    target: "es2022",
    loader: { ".html": "copy" },
  },
  sample: {
    entryPoints: ["scripts/sample/main.ts"],
    packages: "external",
    platform: "node",
    target: LOWEST_NODE,
    outExtension: { ".js": ".cjs" },
  },
};

/** The commit of the sources, marked if they differ from it; "" outside of a clone. */
function commit() {
  const describe = ["describe", "--always", "--abbrev=12", "--dirty", "--exclude=*"];
  try {
    return execFileSync("git", describe, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/**
 * The package of the command line: the bundle, the agents' skill, the licences, and nothing to install beside it.
 * @param {string} folder
 * @param {string} fullVersion
 */
function writePackage(folder, fullVersion) {
  const bin = { insights: "insights.cjs" };
  const files = ["insights.cjs", "insights.cjs.LEGAL.txt", "THIRD-PARTY-NOTICES.txt", "skill"];
  const name = "scenario-insights-cli";
  // Private: the package is given away as a file, and never published by mistake.
  const content = { name, version: fullVersion, private: true, description, license, engines, bin, files };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(content, null, 2)}\n`);
}

/** @param {string} name @param {string} folder */
async function bundle(name, folder) {
  const options = BUNDLES[name];
  if (!options) throw new Error(`There is no bundle ${name}. Name one of ${Object.keys(BUNDLES).join(", ")}.`);
  const environment = environmentOf(process.env.ADDIN_ENVIRONMENT);
  const fullVersion = [version, commit()].filter(Boolean).join("+");
  const ofCommand = { BUILD_ENVIRONMENT: JSON.stringify(environment.name), BUILD_VERSION: JSON.stringify(fullVersion) };
  const { metafile } = await build({
    ...options,
    absWorkingDir: ROOT,
    bundle: true,
    define: name === "cli" ? ofCommand : constantsOf(environment),
    outdir: name === "node" ? folder : join(folder, name),
    legalComments: "linked",
    logLevel: "warning",
    metafile: true,
  });
  // scripts/notices.cjs reads it, and scripts/start.cjs the environment.
  const meta = join(folder, `${name}.meta.json`);
  writeFileSync(meta, JSON.stringify({ environment: environment.name, ...metafile }));
  if (name !== "cli") return;
  writePackage(join(folder, name), fullVersion);
  writeSkill(join(folder, name, "skill"));
  writeNotices(join(folder, name), modulesOfBundle(meta));
}

const [name = "", folder = "build"] = process.argv.slice(2);
bundle(name, folder).catch((/** @type {Error} */ error) => {
  console.error(error.message);
  process.exitCode = 1;
});
