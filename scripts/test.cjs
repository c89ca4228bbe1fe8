// `npm test`: static checks, builds, sizes and tests. `npm run test:all`, which is `--slow`: what `npm test` leaves out.
// Every part runs even after one failed, so one run shows all there is to mend. Other arguments go to Jest.
const { spawn } = require("node:child_process");

const SLOW = "--slow";
const given = process.argv.slice(2).filter((argument) => argument !== SLOW);
const isSlow = process.argv.includes(SLOW);

// With V8's small space for new objects, tests spend a fifth of their time on collecting garbage. Workers take the flags over.
const jest = [
  "node --min-semi-space-size=64 --max-semi-space-size=128 node_modules/jest/bin/jest.js",
  ...(isSlow ? ["--config", "jest.slow.config.cjs"] : []),
  ...given.map((each) => JSON.stringify(each)),
].join(" ");
const npm = (/** @type {string} */ script) => `npm run --silent ${script}`;

/**
 * Lanes run side by side, and the parts of a lane in turn: two processors then have work all the time, although tests in a browser
 * wait for much of theirs. The first lane shows its output at once.
 */
const LANES = isSlow
  ? [[jest]]
  : [[npm("build"), npm("size"), jest], ["lint", "format:check", "knip", "rooms"].map(npm)];

/** Milliseconds after which a part will never end, for example if tests leave something open. A busy machine does not meet it. */
const LIMIT = 2400_000;

/**
 * Runs a part.
 * @param {string} part
 * @param {string[]} [texts] Takes the output, which is shown at once without it.
 * @returns {Promise<boolean>} True if it succeeded.
 */
function run(part, texts) {
  const say = (/** @type {string} */ text) => (texts ? texts.push(`${text}\n`) : console.log(text));
  say(`\n> ${part}`);
  // Without a shell between, the signal ends the part itself.
  const output = texts ? "pipe" : "inherit";
  const child = spawn(`exec ${part}`, { shell: true, stdio: ["ignore", output, output] });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => texts?.push(String(data)));
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT);
  return new Promise((resolve) => {
    child.once("close", (status, signal) => {
      clearTimeout(timer);
      if (signal) say(`${part} was ended by ${signal}; the limit is ${LIMIT / 60_000} minutes.`);
      resolve(status === 0);
    });
  });
}

/**
 * @param {string[]} parts
 * @param {string[]} [texts]
 * @returns {Promise<string[]>} The parts that failed.
 */
async function runLane(parts, texts) {
  const failed = [];
  for (const part of parts) if (!(await run(part, texts))) failed.push(part);
  return failed;
}

async function main() {
  const [first = [], ...others] = LANES;
  /** @type {string[][]} */
  const texts = others.map(() => []);
  const lanes = [runLane(first), ...others.map((parts, at) => runLane(parts, texts[at]))];
  const failed = (await Promise.all(lanes)).flat();
  process.stdout.write(texts.flat().join(""));
  if (failed.length === 0) return;
  console.error(`\nFailed: ${failed.join(", ")}`);
  // `.ci/verdict.cjs` tells them apart.
  process.exitCode = failed.every((part) => part === jest) ? 1 : 2;
}

void main();
