// Has a file of sandbox/planning loaded outside of the realm of Jest: see sharedPlanning.cjs.
const { basename, join } = require("node:path");

const SHARED = JSON.stringify(join(__dirname, "sharedPlanning.cjs"));

module.exports = {
  process: (/** @type {string} */ _source, /** @type {string} */ path) => ({
    code: `
      const { Module } = require("node:vm").runInThisContext("process").getBuiltinModule("node:module");
      module.exports = Module.createRequire(${SHARED})(${SHARED})().${basename(path, ".ts")};
    `,
  }),
};
