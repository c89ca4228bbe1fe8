// Runs a room's tests against one mutant, in a process of its own.
const { spawn } = require("node:child_process");
const { resolve } = require("node:path");

const ROOT = resolve(__dirname, "../..");
const JEST = require.resolve("jest/bin/jest");

/** Rooms whose tests run another room too: what is written shows best where a user's action or a command writes it. */
const USERS = /** @type {Record<string, string[]>} */ ({
  "spreadsheet/xlsx": ["spreadsheet/documents", "headless/cli"],
  "spreadsheet/documents": ["headless/cli"],
  "excel/workbook": ["excel/actions"],
  "reporting/reports": ["excel/workbook/reports"],
  "reporting/tables": ["reporting/headings", "excel/actions"],
  "reporting/headings": ["excel/actions"],
  "headless/standalone": ["headless/cli", "headless/agents"],
});

/** The floor that is one room, and the rooms beside src. */
const ONE_ROOM = ["insights", "sandbox", "workbench"];

/** `late` is a mutant whose tests were ended: it runs in circles, or waits for ever. @typedef {"passed" | "failed" | "late"} Outcome */

/**
 * @param {string} folder a room, or a folder of one
 * @param {import("./sites.cjs").Mutant | undefined} mutant none for the code as it is
 * @param {number} limit milliseconds after which the tests are ended
 * @returns {Promise<Outcome>}
 */
function runTests(folder, mutant, limit) {
  const config = resolve(__dirname, "jest.config.cjs");
  const [floor = folder, within] = folder.split("/");
  const room = within === undefined || ONE_ROOM.includes(floor) ? floor : `${floor}/${within}`;
  const rooms = [room, ...(USERS[room] ?? [])];
  // A test that never loads the file cannot notice the change.
  const which = mutant
    ? ["--findRelatedTests", mutant.file, "--testMatch", ...rooms.map((each) => `**/test/${each}/**/*.test.ts?(x)`)]
    : rooms.map((each) => `test/${each}/`);
  const args = [
    JEST,
    "--config",
    config,
    "--runInBand",
    "--bail",
    "--silent",
    "--forceExit",
    "--passWithNoTests",
    ...which,
  ];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, MUTANT: mutant ? JSON.stringify(mutant) : "" },
    stdio: "ignore",
    timeout: limit,
    killSignal: "SIGKILL",
  });
  return new Promise((settle, reject) => {
    child.once("error", reject);
    child.once("close", (code) => settle(code === 0 ? "passed" : code === null ? "late" : "failed"));
  });
}

module.exports = { ONE_ROOM, runTests };
