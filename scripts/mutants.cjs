// `npm run mutants`: how many small changes of the code the tests of its room notice. Nothing in the project's folder is changed.
const { existsSync, readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { availableParallelism } = require("node:os");
const { join, resolve } = require("node:path");
const { parseArgs } = require("node:util");
const { ONE_ROOM, runTests } = require("./mutants/run.cjs");
const { sampleOf } = require("./mutants/sample.cjs");
const { mutantsOf } = require("./mutants/sites.cjs");

/** @typedef {import("./mutants/sites.cjs").Mutant} Mutant */
/** @typedef {{ mutants: number, killed: number, survivors: Mutant[] }} Score */

const USAGE = `npm run mutants -- [--count 500] [--seed 1] [--room insights]… [--jobs 2] [--json report.json]

Changes the code in one small place at a time, and runs the tests of the room that it is in, and of rooms that use it: for the workbook, those of the
actions. A room may be a folder of one, such as workbook/refresh. A change that no test notices has survived, and is listed at once. The sample has its share of every room, and is the same for the same seed.`;

const ROOT = resolve(__dirname, "..");

/** How long a mutant's tests may take: so many times what they take without it, and at least so many milliseconds. */
const PATIENCE = { times: 5, least: 60_000 };

/** @param {string | undefined} text @param {string} name */
function wholeNumber(text, name) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} takes a whole number of at least 1, not "${text}".`);
  return number;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "500" },
      seed: { type: "string", default: "1" },
      room: { type: "string", multiple: true },
      jobs: { type: "string", default: String(availableParallelism()) },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const [count, seed, jobs] = [
    wholeNumber(values.count, "count"),
    wholeNumber(values.seed, "seed"),
    wholeNumber(values.jobs, "jobs"),
  ];
  return { ...values, count, seed, jobs, rooms: values.room ?? roomsWithTests() };
}

/** The rooms that have a folder of tests. */
function roomsWithTests() {
  const foldersIn = (/** @type {string} */ folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
  const floors = foldersIn("src").filter((floor) => !ONE_ROOM.includes(floor));
  const inFloors = floors.flatMap((floor) => foldersIn(join("src", floor)).map((room) => `${floor}/${room}`));
  const rooms = [...inFloors, ...ONE_ROOM];
  return rooms.filter((name) => existsSync(join(ROOT, "test", name)));
}

/** @param {string} room */
function mutantsIn(room) {
  const inSrc = join("src", room);
  const path = existsSync(join(ROOT, inSrc)) ? inSrc : room;
  const folder = join(ROOT, path);
  if (!existsSync(folder)) throw new Error(`There is no room "${room}".`);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  return files.sort().flatMap((file) => mutantsOf(join(path, file), readFileSync(join(folder, file), "utf8")));
}

/**
 * @param {string} room
 * @param {Mutant[]} mutants
 * @param {number} jobs how many at a time
 * @returns {Promise<Score>}
 * @throws {Error} where the tests fail without any change
 */
async function scoreOf(room, mutants, jobs) {
  const startedAt = performance.now();
  if ((await runTests(room, undefined, 3_600_000)) !== "passed")
    throw new Error(`The tests of ${room} fail as the code is: see "npx jest test/${room}".`);
  const limit = Math.ceil(Math.max(PATIENCE.least, PATIENCE.times * jobs * (performance.now() - startedAt)));
  const waiting = [...mutants];
  /** @type {Mutant[]} */
  const survivors = [];
  const work = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift())
      if ((await runTests(room, mutant, limit)) === "passed") {
        survivors.push(mutant);
        console.log(`  ${mutant.file}:${mutant.line}  ${mutant.change}`);
      }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return { mutants: mutants.length, killed: mutants.length - survivors.length, survivors };
}

/** @param {string} room @param {Score} score */
function line(room, { mutants, killed }) {
  return `${room.padEnd(24)} ${String(killed).padStart(4)} of ${String(mutants).padStart(4)}  ${Math.round((killed / mutants) * 100)} %`;
}

async function main() {
  const { count, seed, jobs, rooms, json, help } = readArguments();
  if (help) return void console.log(USAGE);
  const sample = sampleOf(Object.fromEntries(rooms.map((room) => [room, mutantsIn(room)])), count, seed);
  /** @type {Record<string, Score>} */
  const scores = {};
  for (const [room, mutants] of Object.entries(sample)) {
    scores[room] = await scoreOf(room, mutants, jobs);
    console.log(line(room, scores[room]));
  }
  const all = Object.values(scores);
  const sum = (/** @type {"mutants" | "killed"} */ what) => all.reduce((total, score) => total + score[what], 0);
  console.log(line("all", { mutants: sum("mutants"), killed: sum("killed"), survivors: [] }));
  if (json) writeFileSync(json, `${JSON.stringify({ seed, rooms: scores }, null, 2)}\n`);
}

main().catch((error) => {
  console.error(`mutants: ${error.message}`);
  process.exitCode = 1;
});
