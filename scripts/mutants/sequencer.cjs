// The tests nearest to the mutant first, then the short ones, the slow ones last: most mutants are noticed by the first file, and Jest stops there.
const { basename } = require("node:path");
const { statSync } = require("node:fs");
const { default: Sequencer } = require("@jest/test-sequencer");

module.exports = class extends Sequencer {
  /**
   * @override
   * @param {Parameters<InstanceType<typeof Sequencer>["sort"]>[0]} tests
   */
  sort(tests) {
    const { file = "" } = /** @type {{ file?: string }} */ (JSON.parse(process.env["MUTANT"] || "{}"));
    const name = basename(file).replace(/\.tsx?$/, "");
    const isSlow = (/** @type {string} */ path) => path.includes(".slow.test.");
    const rank = (/** @type {string} */ path) =>
      isSlow(path) ? 2 ** 32 + statSync(path).size : basename(path).startsWith(name) ? 0 : statSync(path).size;
    return [...tests].sort((one, other) => rank(one.path) - rank(other.path));
  }
};
