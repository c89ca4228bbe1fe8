// The tests that `npm test` leaves out, for `npm run test:all`: long properties, large workbooks, the whole of the workbench.
const config = require("./jest.config.cjs");

/** @type {import("jest").Config} */
module.exports = {
  ...config,
  testMatch: ["**/*.slow.test.ts", "**/*.slow.test.tsx"],
  testPathIgnorePatterns: ["/node_modules/"],
};
