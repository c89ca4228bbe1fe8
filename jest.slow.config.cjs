// `npm run test:all`: the tests that `npm test` leaves out, and the whole of those of which it takes a sample.
const config = require("./jest.config.cjs");

process.env.TEST_SAMPLED = "whole";

/** @type {import("jest").Config} */
module.exports = {
  ...config,
  testMatch: ["**/*.{slow,sampled,fuzz}.test.ts", "**/*.slow.test.tsx"],
  testPathIgnorePatterns: ["/node_modules/"],
};
