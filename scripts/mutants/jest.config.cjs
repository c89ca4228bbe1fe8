// Jest as the project has it, but for the transform, which applies a mutant.
const { resolve } = require("node:path");
const config = require("../../jest.config.cjs");

/** @type {import("jest").Config} */
module.exports = {
  ...config,
  rootDir: resolve(__dirname, "../.."),
  transform: Object.fromEntries(
    Object.entries(config.transform ?? {}).map(([pattern, [, options]]) => [
      pattern,
      [require.resolve("./transform.cjs"), options],
    ]),
  ),
};
