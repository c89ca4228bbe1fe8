const { availableParallelism } = require("node:os");

// Packages published as ES modules only have to be transformed for Jest, which runs CommonJS.
const esmOnly = [
  "p-limit",
  "yocto-queue",
  "leven",
  "jose",
  "hono",
  "@hono",
  "nanoid",
  "rbush",
  "quickselect",
  "kdbush",
  "franc-min",
  "trigram-utils",
  "n-gram",
  "@univerjs/sheets-formula",
  "collapse-white-space",
];

const transform = (/** @type {boolean} */ tsx) => [
  "@swc/jest",
  {
    jsc: { parser: { syntax: "typescript", tsx }, target: "es2022", transform: { react: { runtime: "automatic" } } },
    module: { type: "commonjs" },
  },
];

/** Of this project alone: a test that changes a copy of the sources has its own plans simulated. */
const planning = `^${__dirname.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}[/\\\\]sandbox[/\\\\]planning[/\\\\]\\w+\\.ts$`;

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  // Tests in a browser wait for half of their time: with one worker a processor, processors would wait too.
  maxWorkers: availableParallelism() + 2,
  // A realm of Jest's looks each global up through its context, which took a quarter of the time of tests that calculate.
  sandboxInjectedGlobals: ["Object", "Math", "Number", "Array", "String", "Reflect", "JSON", "Promise", "Map", "Set"],
  testSequencer: require.resolve("./scripts/longestFirst.cjs"),
  // What test files leave behind in a process adds up, and the workbook of 100,000 cells needs two gigabytes by itself.
  workerIdleMemoryLimit: "800MB",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  // jest.slow.config.cjs runs them.
  testPathIgnorePatterns: ["/node_modules/", "\\.slow\\.test\\.tsx?$"],
  setupFiles: ["<rootDir>/test/fastCheck.ts"],
  // No test is to pass or fail by the speed of the machine: this ends only what would never end.
  testTimeout: 900_000,
  transform: {
    [planning]: "<rootDir>/test/planningOutside.cjs",
    "@univerjs/sheets-formula/lib/cjs/index\\.js$": "<rootDir>/test/promptUniver.cjs",
    "^.+\\.([cm]?[jt]s)$": transform(false),
    "^.+\\.[jt]sx$": transform(true),
  },
  // Univer's libraries as one file each: each test file loads them anew, and they are 1,900 files otherwise.
  moduleNameMapper: {
    "^lodash-es$": "lodash",
    "^rxjs(/operators)?$": "<rootDir>/node_modules/rxjs/dist/bundles/rxjs.umd.js",
    "^cjk-regex$": "<rootDir>/test/cjkRegex.cjs",
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join("|")})/)`],
};
