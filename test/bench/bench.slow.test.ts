/** Each group of the bench runs to its end: a bench that nobody has run may wait for what is not sent any more. */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import "../project/dist";

const ROOT = join(__dirname, "../..");
const GROUPS = ["cold", "warm", "spills", "lookups", "opening", "workbook", "files"];

beforeAll(() => {
  const bundle = ["--bundle", "--packages=external", "--platform=node", "--outfile=build/bench/main.cjs"];
  execFileSync(join(ROOT, "node_modules/.bin/esbuild"), ["test/bench/main.ts", ...bundle], {
    cwd: ROOT,
    stdio: "pipe",
  });
});

test.each(GROUPS)("%s", (group) => {
  const program = join(ROOT, "build/bench/main.cjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", program, group, "--quick"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/ \d[\d,.]* (?:ms|s|kB|MB|requests) /);
  expect(stdout).not.toMatch(/NaN/);
});
