// Everything that `npm test` holds: every part runs even when an earlier one failed, so that one run shows all there is to mend.
// Arguments go to Jest.
const { spawnSync } = require("node:child_process");

const parts = [
  ...["typecheck", "lint", "format:check", "knip", "build", "size"].map((script) => `npm run --silent ${script}`),
  ["jest", ...process.argv.slice(2).map((argument) => JSON.stringify(argument))].join(" "),
];

const failed = parts.filter((part) => {
  console.log(`\n> ${part}`);
  return spawnSync(part, { shell: true, stdio: ["ignore", "inherit", "inherit"] }).status !== 0;
});

if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(", ")}`);
  process.exitCode = 1;
}
