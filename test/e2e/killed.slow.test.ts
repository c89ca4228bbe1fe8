/** Refreshes that never end: a formula whose calculation looks at no clock for hours. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, type SandboxServer } from "../../sandbox/server";
import { createBook } from "../spreadsheet/xlsx/book";
import { cellsIn } from "../spreadsheet/xlsx/cells";
import { COMMAND, connectionTo, insights } from "./cli";

const KPI = '_xldudf_INSIGHTS_KPI("FY26 Plan","actual","ebit")';
/** Adds up a thousand numbers for each of a thousand, for each of a thousand. */
const ENDLESS = ["a", "b", "c"].reduceRight(
  (inner, name) => `SUM(_xlfn.MAP(_xlfn.SEQUENCE(1000),_xlfn.LAMBDA(_xlpm.${name},${inner})))`,
  KPI,
);
/** Twelve seconds for a file. */
const TIMEOUT = ["--timeout", "0.2"];

let server: SandboxServer;
let folder: string;
beforeAll(async () => (server = await startServer({ port: 0 })));
afterAll(() => server.close());
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "killed-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function save(name: string, formula: string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells: { A1: { f: formula, v: 5 } } }] }));
  return path;
}

const refresh = (...args: string[]) => insights(["refresh", ...args], { environment: connectionTo(server) });

test("A single file is given up when its time is over, and is unchanged", async () => {
  const path = await save("endless.xlsx", ENDLESS);
  const before = readFileSync(path);
  const { status, errors } = await refresh(path, ...TIMEOUT);
  expect([status, errors]).toEqual([6, expect.stringContaining("endless.xlsx was not refreshed. It took longer than")]);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(["endless.xlsx"]);
});

test.each(["1", "2"])("A folder with such a file does all others, with --jobs %s", async (jobs) => {
  const [, ...others] = [
    await save("a.xlsx", ENDLESS),
    await save("b.xlsx", KPI),
    await save("c.xlsx", KPI),
    await save("d.xlsx", KPI),
  ];
  const { status, output } = await refresh(folder, "--json", "--jobs", jobs, ...TIMEOUT);
  const lines = output.trim().split("\n");
  expect(status).toBe(6);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ summary: { files: 4, written: 3, byStatus: { 0: 3, 6: 1 } } });
  for (const path of others) expect((await cellsIn(readFileSync(path)))["Plan!A1"]).not.toBe(5);
  expect(readdirSync(folder)).toHaveLength(4);
});

test("A command that is ended leaves no process behind", async () => {
  const path = await save("endless.xlsx", ENDLESS);
  const child = spawn(process.execPath, [COMMAND, "refresh", path], {
    env: { ...process.env, ...connectionTo(server) },
  });
  const workers = () =>
    execFileSync("ps", ["-eo", "pid,ppid"], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([pid, parent]) => (parent === child.pid && pid !== undefined ? [pid] : []));
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
  while (workers().length === 0) await turn();
  const [worker = 0] = workers();
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
  while (isAlive(worker)) await turn();
});

test("A workbook that standard output does not take is not said to be written", async () => {
  const path = await save("a.xlsx", KPI);
  const script = `"${process.execPath}" "${COMMAND}" refresh "${path}" -o - | true; exit \${PIPESTATUS[0]}`;
  const child = spawn("bash", ["-c", script], { env: { ...process.env, ...connectionTo(server) } });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const status = await new Promise((resolve) => child.once("close", resolve));
  expect(errors).not.toContain("Written");
  expect([status, errors]).toEqual([5, expect.stringContaining("Standard output did not take the whole workbook")]);
});
