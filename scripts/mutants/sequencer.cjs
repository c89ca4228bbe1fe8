// The tests nearest to the mutant first, then the short ones: most mutants are noticed by the first file, and Jest stops there.
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
    const rank = (/** @type {string} */ path) => (basename(path).startsWith(name) ? 0 : statSync(path).size);
    return [...tests].sort((one, other) => rank(one.path) - rank(other.path));
  }
};
