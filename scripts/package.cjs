// `npm run package`: the command line that `npm run build` has written, as one file to install. It always has the same name, so that no
// guide needs a pattern, which an earlier package would match too.
const { execFileSync } = require("node:child_process");
const { mkdtempSync, readdirSync, renameSync, rmSync } = require("node:fs");
const { join, resolve } = require("node:path");

const ROOT = resolve(__dirname, "..");
const NAME = "scenario-insights-cli.tgz";

/**
 * @param {string} cli the folder of the package
 * @param {string} folder where its file goes
 * @returns {string} the file
 */
function packInto(cli, folder) {
  const draft = mkdtempSync(join(folder, "package-"));
  try {
    execFileSync("npm", ["pack", cli, "--pack-destination", draft], { stdio: ["ignore", "ignore", "inherit"] });
    const [packed = ""] = readdirSync(draft);
    renameSync(join(draft, packed), join(folder, NAME));
  } finally {
    rmSync(draft, { recursive: true });
  }
  return join(folder, NAME);
}

if (require.main === module) console.log(packInto(join(ROOT, "build/cli"), join(ROOT, "build")));

module.exports = { packInto };
