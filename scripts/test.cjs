// Everything that `npm test` holds: every part runs even when an earlier one failed, so that one run shows all there is to mend.
// Arguments go to Jest.
const { spawnSync } = require("node:child_process");

const parts = [
  ...["typecheck", "lint", "format:check", "knip", "build", "size"].map((script) => `npm run --silent ${script}`),
  ["jest", ...process.argv.slice(2).map((argument) => JSON.stringify(argument))].join(" "),
];

/** Milliseconds after which a part will never end, such as tests that leave something open; a busy machine does not meet it. */
const LIMIT = 3600_000;

const failed = parts.filter((part) => {
  console.log(`\n> ${part}`);
  // Without a shell between, it is the part itself that is ended.
  const { status, signal } = spawnSync(`exec ${part}`, {
    shell: true,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: LIMIT,
    killSignal: "SIGKILL",
  });
  if (signal) console.error(`${part} did not end within ${LIMIT / 60_000} minutes.`);
  return status !== 0;
});

if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(", ")}`);
  process.exitCode = 1;
}
