/**
 * The sandbox's plans, simulated once for all test files of a process. Each file has a realm of its own, in which it would simulate
 * them anew, and more slowly: that was a fifth of all tests' time.
 */
const { readdirSync, statSync } = require("node:fs");
const { join } = require("node:path");
const { buildSync } = require("esbuild");

const FOLDER = join(__dirname, "../sandbox/planning");

/** @type {{ state: string, files: Record<string, unknown> } | undefined} */
let built;

/** Returns the exports of each file of sandbox/planning, by name. They are built anew once a file has changed, as in Jest's watch mode. */
module.exports = () => {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ""));
  const state = names.map((name) => statSync(join(FOLDER, `${name}.ts`)).mtimeMs).join();
  if (built?.state !== state) built = { state, files: build(names) };
  return built.files;
};

/** @param {readonly string[]} names */
function build(names) {
  const contents = names.map((name) => `export * as ${name} from "./${name}";`).join("");
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: FOLDER },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    logLevel: "warning",
  });
  const exported = { exports: /** @type {Record<string, unknown>} */ ({}) };
  // oxlint-disable-next-line typescript/no-implied-eval -- as Node runs a module's text
  new Function("module", "exports", outputFiles[0]?.text ?? "")(exported, exported.exports);
  return exported.exports;
}
