// `npm test`: static checks, builds, sizes and tests. `npm run test:all`, which is `--slow`: the tests that `npm test` leaves out.
// Every part runs even after one failed, so one run shows all there is to mend. Other arguments go to Jest.
const { spawn } = require("node:child_process");

const SLOW = "--slow";
const given = process.argv.slice(2).filter((argument) => argument !== SLOW);
const isSlow = process.argv.includes(SLOW);

/** Parts that run side by side, then the next ones: two processors check what one of them would take twice as long for. */
const CHECKS = [["typecheck", "lint"], ["format:check", "knip"], ["build"], ["size"]];
const jest = [
  "jest",
  ...(isSlow ? ["--config", "jest.slow.config.cjs"] : []),
  ...given.map((each) => JSON.stringify(each)),
];
const steps = [
  ...(isSlow ? [] : CHECKS.map((scripts) => scripts.map((script) => `npm run --silent ${script}`))),
  [jest.join(" ")],
];

/** Milliseconds after which a part will never end, for example if tests leave something open. A busy machine does not meet it. */
const LIMIT = 2400_000;

/**
 * Runs a part, with its output held back while another runs beside it.
 * @param {string} part
 * @param {boolean} isAlone
 * @returns {Promise<boolean>} True if it succeeded.
 */
function run(part, isAlone) {
  if (isAlone) console.log(`\n> ${part}`);
  // Without a shell between, the signal ends the part itself.
  const output = isAlone ? "inherit" : "pipe";
  const child = spawn(`exec ${part}`, { shell: true, stdio: ["ignore", output, output] });
  const texts = [`\n> ${part}\n`];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => texts.push(String(data)));
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT);
  return new Promise((resolve) => {
    child.once("close", (status, signal) => {
      clearTimeout(timer);
      if (!isAlone) process.stdout.write(texts.join(""));
      if (signal) console.error(`${part} was ended by ${signal}; the limit is ${LIMIT / 60_000} minutes.`);
      resolve(status === 0);
    });
  });
}

async function main() {
  const failed = [];
  for (const parts of steps) {
    const outcomes = await Promise.all(parts.map((part) => run(part, parts.length === 1)));
    failed.push(...parts.filter((_, at) => !outcomes[at]));
  }
  if (failed.length === 0) return;
  console.error(`\nFailed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

void main();
