// Makes the values of test/golden/functions anew with LibreOffice. Vectors with a `source` keep theirs, which is not LibreOffice.
// A new vector needs no more than its formula: { "formula": "SUM(A1:A3)" }.
const { execFileSync } = require("node:child_process");
const { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const prettier = require("prettier");
const { makeClasses } = require("./classes.cjs");
const { documentOf, resultsOf } = require("./flatOds.cjs");

const FOLDER = resolve(__dirname, "../test/golden/functions");
const FIXTURE = "fixture.json";

/** LibreOffice's errors that have no code in Excel, which shows #VALUE! or #NUM! for them. */
const VAGUE = /^Err:5(?:02|04|19)$/;
/** @type {Record<string, string>} */
const CODES = { "Err:503": "#NUM!", "Err:523": "#NUM!", "Err:524": "#REF!", "Err:532": "#DIV/0!" };

/** @typedef {{ formula: string, at?: string, array?: string, value?: unknown, error?: string, source?: string, note?: string }} Vector */
/** @typedef {{ value?: unknown, error?: string }} Result */
/** @typedef {{ madeBy: string, functions: Record<string, Vector[]> }} Family */

function main() {
  const fixture = JSON.parse(readFileSync(join(FOLDER, FIXTURE), "utf8")).cells;
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json") && name !== FIXTURE);
  const version = run(["--version"]).replace(/^(LibreOffice [\d.]+).*$/s, "$1");
  /** @type {[string, Family][]} */
  const families = names.map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name), "utf8"))]);
  const made = calculate(families, fixture);
  const problems = families.flatMap(([name, family], at) => {
    const vectors = vectorsOf(family);
    vectors.forEach((vector, index) => {
      delete vector.value;
      delete vector.error;
      Object.assign(vector, made[at]?.[index]);
    });
    family.madeBy = version;
    writeFileSync(join(FOLDER, name), textOf(family));
    return vectors.filter(({ error }) => error?.startsWith("Err:") || error === "#NAME?");
  });
  for (const { formula, error } of problems)
    console.error(`${formula}: LibreOffice says ${error}. Give the value and its source by hand.`);
  if (problems.length > 0) process.exitCode = 1;
  return Promise.all(names.map((name) => format(join(FOLDER, name))));
}

/** @param {Family} family */
function vectorsOf({ functions }) {
  return Object.values(functions)
    .flat()
    .filter(({ source }) => source === undefined);
}

/**
 * Each family twice: in cells without a format, which take the kind of their result (only so TRUE is told from 1), and in
 * cells with a number's, which tell dates as numbers.
 * @param {[string, Family][]} families @param {Record<string, unknown>} fixture
 * @returns {Result[][]}
 */
function calculate(families, fixture) {
  const folder = mkdtempSync(join(tmpdir(), "vectors-"));
  try {
    const files = families.flatMap(([name, family]) =>
      ["kinds", "numbers"].map((which) => {
        const file = join(folder, `${which}-${name}.fods`);
        writeFileSync(file, documentOf(fixture, vectorsOf(family), which === "numbers"));
        return file;
      }),
    );
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    run([profile, "--headless", "--convert-to", "fods", "--outdir", join(folder, "out"), ...files]);
    return families.map(([name, family]) => {
      /** @param {string} which */
      const results = (which) =>
        resultsOf(readFileSync(join(folder, "out", `${which}-${name}.fods`), "utf8"), vectorsOf(family));
      const kinds = results("kinds");
      return results("numbers").map((rows, index) => joined(kinds[index] ?? [], rows));
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {Result[][]} kinds @param {Result[][]} numbers @returns {Result} */
function joined(kinds, numbers) {
  const rows = numbers.map((row, y) =>
    row.map((number, x) => {
      const kind = kinds[y]?.[x] ?? number;
      return excelOf(kind.error !== undefined || typeof kind.value === "boolean" ? kind : number);
    }),
  );
  const [first] = rows.flat();
  if (first && rows.flat().length === 1) return first;
  return { value: rows.map((row) => row.map(({ value, error }) => (error === undefined ? value : { error }))) };
}

/** @param {Result} result @returns {Result} */
function excelOf({ value, error }) {
  if (error === undefined) return { value };
  return { error: VAGUE.test(error) ? "#VALUE! or #NUM!" : (CODES[error] ?? error) };
}

/** One vector a line. @param {Family} family */
function textOf({ madeBy, functions }) {
  const blocks = Object.entries(functions).map(
    ([name, vectors]) =>
      `${JSON.stringify(name)}: [\n${vectors.map((vector) => JSON.stringify(vector)).join(",\n")}\n]`,
  );
  return `{\n"madeBy": ${JSON.stringify(madeBy)},\n"functions": {\n${blocks.join(",\n")}\n}\n}\n`;
}

/** @param {string} path */
async function format(path) {
  const options = await prettier.resolveConfig(path);
  writeFileSync(path, await prettier.format(readFileSync(path, "utf8"), { ...options, filepath: path }));
}

/** @param {string[]} args */
function run(args) {
  return execFileSync("soffice", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
}

makeClasses();
void main();
