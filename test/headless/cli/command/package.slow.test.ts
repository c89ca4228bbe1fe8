/** The package of the command line, as people get it: built, packed, and installed into an empty folder. */
import { execFile, execFileSync } from "node:child_process";
import { request } from "node:http";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packInto } from "../../../../scripts/package.cjs";
import { startServer, type SandboxServer } from "../../../../sandbox/server";
import { version } from "../../../../package.json";
import { openCompanyNetwork } from "../../standalone/companyNetwork";
import { createBook } from "../../../spreadsheet/xlsx/book";

const ROOT = resolve(__dirname, "../../../..");

let folder: string;
let sandbox: SandboxServer;
let command: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "package-"));
  const build = { cwd: ROOT, env: { ...process.env, ADDIN_ENVIRONMENT: "" } };
  execFileSync(process.execPath, ["scripts/bundle.cjs", "cli", folder], { ...build, stdio: "ignore" });
  sandbox = await startServer({ port: 0 });
});

afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const npm = (...args: string[]) => execFileSync("npm", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

/** Runs the installed command. */
function run(args: readonly string[], environment: Record<string, string> = {}) {
  const connection = { PATH: process.env.PATH, INSIGHTS_URL: sandbox.url, INSIGHTS_API_KEY: sandbox.apiKey };
  return new Promise<{ status: unknown; output: string; errors: string }>((settle) => {
    execFile(command, args, { env: { ...connection, ...environment } }, (error, output, errors) =>
      settle({ status: error?.code ?? 0, output, errors }),
    );
  });
}

/** A workbook that only a command for this environment refreshes. */
async function writeBook(path: string, namespace: string): Promise<string> {
  const f = `_xldudf_${namespace}_PNL("FY26 Plan","committed","ebit")`;
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells: { A1: { f, v: 5 } } }] }));
  return path;
}

test("The package holds the command, the skill, its licence and those of others, and nothing else", () => {
  const [packed] = JSON.parse(npm("pack", "./cli", "--json")) as { name: string; version: string; files: unknown }[];
  expect(packed).toMatchObject({ name: "scenario-insights-cli", version: expect.stringContaining(version) });
  expect((packed!.files as { path: string }[]).map(({ path }) => path).sort()).toEqual([
    "LICENSE",
    "THIRD-PARTY-NOTICES.txt",
    "insights.cjs",
    "insights.cjs.LEGAL.txt",
    "package.json",
    "skill/insights-formulas/SKILL.md",
    "skill/instructions.md",
  ]);
});

test("It is installed from its file, without a network, whatever was packed before", () => {
  // Sorted last, as a higher version would be.
  for (const name of ["scenario-insights-cli-9.9.9+ffffffffffff.tgz", "scenario-insights-cli.tgz"])
    writeFileSync(join(folder, name), "an earlier package");
  const file = packInto(join(folder, "cli"), folder);
  expect(file).toBe(join(folder, "scenario-insights-cli.tgz"));
  npm("install", "--offline", "--no-audit", "--no-fund", "--global", "--prefix", join(folder, "empty"), file);
  command = join(folder, "empty/bin/insights");
  expect(readdirSync(join(folder, "empty/bin"))).toEqual(["insights"]);
});

test("It says its version, with the commit, and its environment", async () => {
  const stamped = expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]{12}(-dirty)?)? \(production\)\n$/);
  expect(await run(["--version"])).toEqual({ status: 0, output: stamped, errors: "" });
});

test("It refreshes a workbook of the environment that the option or the variable names", async () => {
  const [production, other] = await Promise.all(
    ["INSIGHTS", "INSIGHTSTEST"].map((namespace) => writeBook(join(folder, `${namespace}.xlsx`), namespace)),
  );
  const statuses = async (args: string[], environment: Record<string, string>) =>
    Promise.all([production!, other!].map(async (file) => (await run(["refresh", file, ...args], environment)).status));
  expect(await statuses([], {})).toEqual([0, 3]);
  expect(await statuses(["--environment", "Test"], {})).toEqual([3, 0]);
  expect(await statuses([], { INSIGHTS_ENVIRONMENT: "test" })).toEqual([3, 0]);
  expect(await statuses(["--environment=production"], { INSIGHTS_ENVIRONMENT: "test" })).toEqual([0, 3]);
  expect((await run(["--version"], { INSIGHTS_ENVIRONMENT: "test" })).output).toContain("(test)");
});

test("Workers of a run are of its environment", async () => {
  const books = join(folder, "books");
  mkdirSync(books);
  for (const name of ["a", "b"]) await writeBook(join(books, `${name}.xlsx`), "INSIGHTSTEST");
  const { status, output } = await run(["refresh", books, "--json", "--jobs", "2", "--environment", "test"]);
  expect([status, output]).toEqual([0, expect.stringContaining('"written":2')]);
});

test.each([
  [["--environment", "no-name"], {}, "--environment must be"],
  [[], { INSIGHTS_ENVIRONMENT: "1" }, "INSIGHTS_ENVIRONMENT must be"],
] as const)("A name that no environment has is refused: %j %j", async (args, environment, message) => {
  const { status, errors } = await run(["plans", ...args], environment);
  expect([status, errors]).toEqual([2, expect.stringContaining(message)]);
});

test("Behind a company's proxy, which opens https by its own authority, it gets numbers by what its messages say", async () => {
  const company = await openCompanyNetwork("planning.example", (asked, answer) => {
    const { method, headers } = asked;
    const own = { method, headers: { ...headers, host: "localhost" } };
    const passed = request(`${sandbox.url}${asked.url}`, own, (found) => {
      answer.writeHead(found.statusCode!, found.headers);
      found.pipe(answer);
    });
    asked.pipe(passed);
  });
  const environment = { INSIGHTS_URL: "https://planning.example", HTTPS_PROXY: `http://${company.proxy}` };
  const refused = await run(["scenarios", "FY26 Plan"], environment);
  expect([refused.status, refused.errors]).toEqual([
    13,
    expect.stringContaining("Set NODE_EXTRA_CA_CERTS to a PEM file"),
  ]);
  const authority = join(folder, "authority.pem");
  writeFileSync(authority, company.authority);
  const told = await run(["scenarios", "FY26 Plan"], { ...environment, NODE_EXTRA_CA_CERTS: authority });
  expect([told.status, told.output]).toEqual([0, expect.stringContaining("Committed")]);
  expect(new Set(company.asked.map(({ target }) => target))).toEqual(new Set(["planning.example:443"]));
  await company.close();
});
