// `npm run test:all`: the tests that `npm test` leaves out.
const config = require("./jest.config.cjs");

/** @type {import("jest").Config} */
module.exports = {
  ...config,
  testMatch: ["**/*.slow.test.ts", "**/*.slow.test.tsx"],
  testPathIgnorePatterns: ["/node_modules/"],
};
