/**
 * Counts what passed and failed, of the parts that `.ci/run` has run. A failed file of the browser's tests runs once more, alone: a
 * busy machine can break one that shares it. What passes then is told as unsteady, and what fails twice has failed.
 */
const { spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { join, relative } = require("node:path");

const ROOT = join(__dirname, "..");
const BROWSER = /^test\/e2e\//;
/** The status of `npm test` if only tests have failed (scripts/test.cjs). */
const ONLY_TESTS = 1;
/** Configurations of Jest, by script. */
const CONFIGS = { test: "jest.config.cjs", "test:all": "jest.slow.config.cjs" };

/**
 * @typedef {{ script: string, results: string, status: number }} Part
 * @typedef {{ name: string, status: string, assertionResults: { status: string }[] }} Suite
 * @typedef {(script: string, file: string) => boolean} Rerun Runs a file of tests, and returns true if all passed.
 */

/**
 * @param {readonly Part[]} parts
 * @param {Rerun} rerun
 */
function verdictOf(parts, rerun) {
  let [passed, failed] = [0, 0];
  /** @type {string[]} */
  const unsteady = [];
  for (const { script, results, status } of parts) {
    const suites = suitesIn(results);
    // The checks, the build or the test runner itself failed.
    const isTestsAlone = suites?.some(isFailed) ? status === ONLY_TESTS : status === 0;
    if (!isTestsAlone || !suites) failed++;
    for (const suite of suites ?? []) {
      const wrong = suite.assertionResults.filter((test) => test.status === "failed").length;
      passed += suite.assertionResults.filter((test) => test.status === "passed").length;
      if (!isFailed(suite)) continue;
      const file = relative(ROOT, suite.name);
      if (BROWSER.test(file) && rerun(script, file)) {
        unsteady.push(file);
        passed += wrong;
      } else failed += Math.max(1, wrong);
    }
  }
  return { passed, failed, unsteady };
}

/** @param {Suite} suite */
function isFailed({ status }) {
  return status === "failed";
}

/**
 * @param {string} path
 * @returns {Suite[] | undefined}
 */
function suitesIn(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).testResults;
  } catch {
    console.log(`There is no ${path}.`);
    return undefined;
  }
}

/** @type {Rerun} */
function rerunAlone(script, file) {
  const config = CONFIGS[/** @type {keyof typeof CONFIGS} */ (script)];
  console.log(`\nOnce more, alone: ${file}`);
  const jest = join(ROOT, "node_modules/jest/bin/jest.js");
  const { status } = spawnSync(process.execPath, [jest, "--config", config, "--runTestsByPath", file], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status === 0;
}

if (require.main === module) {
  const given = process.argv.slice(2);
  /** @type {Part[]} */
  const parts = [];
  while (given.length > 0) {
    const [script = "", results = "", status] = given.splice(0, 3);
    parts.push({ script, results, status: Number(status) });
  }
  const { passed, failed, unsteady } = verdictOf(parts, rerunAlone);
  for (const file of unsteady) console.log(`unsteady: ${file}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

module.exports = { verdictOf };
