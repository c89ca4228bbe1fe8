// Runs the longest suites first, so that none is left over for one worker at the end. A fresh clone knows no durations yet.
const { default: Sequencer } = require("@jest/test-sequencer");

/** Folders of long suites: in a browser, or in a whole workbook. */
const LONG = ["/test/e2e/", "/test/reporting/reports/", "/test/excel/workbook/"];

module.exports = class extends Sequencer {
  /**
   * @override
   * @param {Parameters<InstanceType<typeof Sequencer>["sort"]>[0]} tests
   */
  async sort(tests) {
    const isLong = (/** @type {string} */ path) => LONG.some((folder) => path.replaceAll("\\", "/").includes(folder));
    const sorted = await super.sort(tests);
    return [...sorted.filter(({ path }) => isLong(path)), ...sorted.filter(({ path }) => !isLong(path))];
  }
};
