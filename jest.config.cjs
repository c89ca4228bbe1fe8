// Packages published as ES modules only have to be transformed for Jest, which runs CommonJS.
const esmOnly = ["p-limit", "p-retry", "yocto-queue", "is-network-error", "jose", "hono", "@hono", "lodash-es"];

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  transform: {
    "^.+\\.[cm]?[jt]sx?$": [
      "@swc/jest",
      {
        jsc: { parser: { syntax: "typescript", tsx: false }, target: "es2022", transform: { react: { runtime: "automatic" } } },
        module: { type: "commonjs" },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join("|")})/)`],
};
