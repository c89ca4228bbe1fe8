// Jest as the project has it, but for the transform, which applies a mutant.
const { resolve } = require("node:path");
const config = require("../../jest.config.cjs");

/** @type {import("jest").Config} */
module.exports = {
  ...config,
  rootDir: resolve(__dirname, "../.."),
  // Which tests load a file is found among the files of the roots.
  roots: ["test", "src", "sandbox", "workbench"].map((folder) => `<rootDir>/${folder}`),
  // The slow ones run last, and only where no other has noticed the mutant.
  testPathIgnorePatterns: ["/node_modules/", "/test/e2e/"],
  testSequencer: require.resolve("./sequencer.cjs"),
  transform: Object.fromEntries(
    // The sandbox's plans are built outside of Jest otherwise, where no mutant reaches them.
    Object.entries(config.transform ?? {})
      .filter(([, transform]) => transform !== "<rootDir>/test/planningOutside.cjs")
      .map(([pattern, transform]) => [
        pattern,
        // A transform without options is of one library's file, which has no mutants.
        Array.isArray(transform) ? [require.resolve("./transform.cjs"), transform[1]] : transform,
      ]),
  ),
};
