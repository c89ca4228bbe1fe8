// Bundles what runs outside Excel: `node` (command, sandbox, workbench server) or `workbench` (its page). A second argument is
// another folder than build.
const { writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { build } = require("esbuild");
const { constantsOf, environmentOf } = require("./environment.cjs");

/** @type {Record<string, import("esbuild").BuildOptions>} */
const BUNDLES = {
  node: {
    entryPoints: [
      { in: "src/cli/insights.ts", out: "cli/insights" },
      { in: "sandbox/main.ts", out: "sandbox/main" },
      { in: "workbench/start.ts", out: "start" },
    ],
    external: ["open"],
    platform: "node",
    target: "node20",
    outExtension: { ".js": ".cjs" },
  },
  workbench: {
    entryPoints: ["main.ts", "style.css", "index.html"].map((file) => `workbench/page/${file}`),
    minify: true,
    target: "es2022",
    loader: { ".html": "copy" },
  },
};

/** @param {string} name @param {string} folder */
async function bundle(name, folder) {
  const options = BUNDLES[name];
  if (!options) throw new Error(`There is no bundle ${name}. Name one of ${Object.keys(BUNDLES).join(", ")}.`);
  const { metafile } = await build({
    ...options,
    absWorkingDir: resolve(__dirname, ".."),
    bundle: true,
    define: constantsOf(environmentOf(process.env.ADDIN_ENVIRONMENT)),
    outdir: name === "node" ? folder : join(folder, name),
    legalComments: "linked",
    logLevel: "warning",
    metafile: true,
  });
  // scripts/notices.cjs reads it.
  writeFileSync(join(folder, `${name}.meta.json`), JSON.stringify(metafile));
}

const [name = "", folder = "build"] = process.argv.slice(2);
bundle(name, folder).catch((/** @type {Error} */ error) => {
  console.error(error.message);
  process.exitCode = 1;
});
