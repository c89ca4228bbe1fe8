// Writes the licences of what other people made into THIRD-PARTY-NOTICES.txt, and ours, beside what holds it: the pages of the
// add-in, the command line, and the other bundles. Knows the packages from the build itself, and asks nobody else.
const { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");

const ROOT = resolve(__dirname, "..");

/** Licences that let anyone use the code, also in a product that is sold. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
  "Zlib",
];

/** Packages that name no licence but hold its text, which a person has read. */
const READ = { "@univerjs/telemetry 0.25.1": "Apache-2.0" };

/** @typedef {{ name: string, version: string, licence: string, text: string }} Notice */

/**
 * The modules that a script of webpack was made of, as its source map names them. Webpack's own code is among them.
 * @param {string} folder
 * @returns {string[]}
 */
function modulesOfDist(folder) {
  const maps = readdirSync(folder).filter((name) => name.endsWith(".js.map"));
  if (maps.length === 0) throw new Error(`There is no source map in ${folder} to tell what its scripts are made of.`);
  const sources = maps.flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).sources);
  return sources.map((source) =>
    /^webpack:\/\/[^/]*\/webpack\//.test(source)
      ? "node_modules/webpack/lib/index.js"
      : source.replace(/^webpack:\/\/[^/]*\//, ""),
  );
}

/**
 * The modules that esbuild has written code of, as its account of a build says.
 * @param {string} file
 * @returns {string[]}
 */
function modulesOfBundle(file) {
  const { outputs } = JSON.parse(readFileSync(file, "utf8"));
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
  );
}

/**
 * The folders of the packages that modules belong to.
 * @param {readonly string[]} modules
 * @param {string} root
 * @returns {string[]}
 */
function packagesOf(modules, root) {
  const folders = modules.flatMap((module) => {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module) ?? [];
    return folder === undefined ? [] : [resolve(root, folder)];
  });
  return [...new Set(folders)].sort();
}

/**
 * Whether an SPDX expression allows what is done here: one of several that may be chosen, or all that hold together.
 * @param {string} expression
 * @returns {boolean}
 */
function isAllowed(expression) {
  const plain = expression.trim().replace(/^\((.*)\)$/, "$1");
  if (/[()]/.test(plain)) return false;
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((id) => ALLOWED.includes(id.trim())));
}

/**
 * @param {string} folder
 * @returns {Notice}
 * @throws {Error} for a licence that is unknown, or not one of those that are allowed
 */
function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const licence = license ?? new Map(Object.entries(READ)).get(`${name} ${version}`);
  if (typeof licence !== "string" || !isAllowed(licence))
    throw new Error(
      `${name} ${version} has the licence ${JSON.stringify(licence)}, which is not among those allowed: ${ALLOWED.join(", ")}.`,
    );
  const entries = readdirSync(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name));
  const texts = files.map((file) => readFileSync(join(folder, file.name), "utf8").trim());
  const holder = typeof author === "string" ? author : author?.name;
  return { name, version, licence, text: texts.join("\n\n") || `Copyright (c) ${holder ?? `the authors of ${name}`}` };
}

/**
 * @param {readonly Notice[]} notices
 * @returns {string}
 */
function formatNotices(notices) {
  const line = "-".repeat(100);
  const blocks = notices.map(
    ({ name, version, licence, text }) => `${line}\n${name} ${version}: ${licence}\n\n${text}\n`,
  );
  return `Scenario Insights for Excel holds code of ${notices.length} packages of others, under these licences.\n\n${blocks.join("\n")}`;
}

/**
 * @param {string} folder where the file goes
 * @param {readonly string[]} modules
 */
function writeNotices(folder, modules) {
  const notices = packagesOf(modules, ROOT).map(noticeOf);
  if (notices.length === 0) throw new Error(`No package was found in what ${folder} holds.`);
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), formatNotices(notices));
  copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  console.log(`${folder}/THIRD-PARTY-NOTICES.txt: ${notices.length} packages`);
}

if (require.main === module) {
  process.chdir(ROOT);
  const bundles = ["build/node.meta.json", "build/workbench.meta.json"].filter((file) => existsSync(file));
  if (existsSync("dist")) writeNotices("dist", modulesOfDist("dist"));
  if (bundles.length > 0) writeNotices("build", bundles.flatMap(modulesOfBundle));
}

module.exports = { formatNotices, isAllowed, modulesOfBundle, modulesOfDist, noticeOf, packagesOf, writeNotices };
