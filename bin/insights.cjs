#!/usr/bin/env node
// The command as `npx insights` finds it; docs/decisions/npx.md says why it is not the built file itself.
const { existsSync } = require("node:fs");
const { resolve } = require("node:path");

const built = resolve(__dirname, "../build/cli/insights.cjs");

if (existsSync(built)) {
  require(built);
} else {
  console.error('The command line is not built yet: run "npm run build" first.');
  // The status of an unexpected error; 1 would mean that a formula shows an error in a new file.
  process.exitCode = 8;
}
