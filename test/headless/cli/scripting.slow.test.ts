/** The command line as scripts and nightly jobs use it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../../package.json";
import * as refreshing from "../../../src/headless/cli/book/refreshBook";
import type { CommandIO } from "../../../src/headless/cli/command/io";
import { createSandbox } from "../../../sandbox/sandbox";
import { createBook, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";
import { runInsights } from "./run";

jest.mock("../../../src/headless/cli/book/refreshBook", () => {
  const actual = jest.requireActual<typeof refreshing>("../../../src/headless/cli/book/refreshBook");
  return { ...actual, refreshBook: jest.fn(actual.refreshBook) };
});

const sandbox = createSandbox();
const KPI = (scenario: string) => `_xldudf_INSIGHTS_KPI("FY26 Plan","${scenario}","ebit")`;
const CLEAN = { A1: { f: KPI("committed"), v: 5 } };
const ERROR = { A1: { f: KPI("nope"), v: 5 } };
const NAMED = { A1: { f: `NOSUCH(${KPI("committed")})`, v: 5 }, A2: { f: KPI("nope"), v: 5 } };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "scripting-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function save(cells: Record<string, CellSpec>): Promise<string> {
  const path = join(folder, "book.xlsx");
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }] }));
  return path;
}

const run = (args: string[], io: Partial<CommandIO> = {}) => runInsights(args, sandbox, io);

const refresh = (path: string, ...options: string[]) => run(["refresh", path, ...options]);

const refused: Partial<CommandIO> = { fetch: () => Promise.resolve(new Response("{}", { status: 403 })) };

/** Against what a single file was refreshed, and when. */
const RUN = {
  service: "https://planning.example",
  environment: "production",
  startedAt: expect.stringMatching(/Z$/),
  endedAt: expect.stringMatching(/Z$/),
};

describe("The exit status and the JSON object tell the outcome", () => {
  test.each<[string, number, Record<string, CellSpec>, string[], string | undefined]>([
    ["a refresh without errors", 0, CLEAN, [], undefined],
    ["a formula that shows an error", 1, ERROR, [], undefined],
    ["a named formula, also beside an error", 4, NAMED, [], undefined],
    ["a workbook without INSIGHTS formulas", 3, { A1: 1 }, [], "noFormulas"],
    ["a named formula with --strict", 7, NAMED, ["--strict"], "strict"],
    ["an error with --strict", 1, ERROR, ["--strict"], undefined],
    ["a file over a limit", 5, { ...CLEAN, A2: 1 }, ["--limit", "cells=1"], "file"],
  ])("%s: %d", async (_what, status, cells, options, kind) => {
    const path = await save(cells);
    const before = readFileSync(path);
    const found = await refresh(path, "--json", ...options);
    const report = JSON.parse(found.output);
    expect([found.status, found.errors]).toEqual([status, ""]);
    expect(report).toMatchObject({ status, file: path });
    expect(report.error?.kind).toBe(kind);
    expect(report.written).toBe(kind === undefined ? path : null);
    expect(Buffer.compare(readFileSync(path), before) === 0).toBe(kind !== undefined);
  });

  test("a service that refuses: 10", async () => {
    const path = await save(CLEAN);
    const { status, output, errors } = await run(["refresh", path, "--json"], refused);
    expect([status, errors]).toEqual([10, ""]);
    expect(JSON.parse(output)).toEqual({
      status: 10,
      file: path,
      written: null,
      error: { kind: "refusal", message: expect.stringContaining(`${path} was not refreshed.`) },
      ...RUN,
    });
  });

  test.each([["refresh", "--json"], ["refresh", "--json", "--nope", "book.xlsx"], ["--json"], ["eval", "--json"]])(
    "wrong usage: 2 (%s %s)",
    async (...args) => {
      const { status, output, errors } = await run(args);
      expect([status, errors]).toEqual([2, ""]);
      expect(JSON.parse(output)).toMatchObject({ status: 2, file: null, error: { kind: "usage" } });
    },
  );

  test("an unexpected error: 8, without a stack trace", async () => {
    const readInput = () => {
      throw new TypeError("boom");
    };
    const { status, errors } = await run(["eval"], { readInput });
    expect([status, errors]).toEqual([
      8,
      "insights: This is a mistake of the program, please report it: TypeError: boom\n",
    ]);
  });

  test.each([[[]], [["-o", "-"]]])("an unexpected error of a refresh: 8, with an object, %j", async (options) => {
    const path = await save(CLEAN);
    const before = readFileSync(path);
    jest.mocked(refreshing.refreshBook).mockRejectedValueOnce(new TypeError("boom"));
    const { status, output, errors } = await refresh(path, "--json", ...options);
    const [shown, other] = options.length > 0 ? [errors, output] : [output, errors];
    expect([status, other]).toEqual([8, ""]);
    expect(JSON.parse(shown)).toEqual({
      status: 8,
      file: path,
      written: null,
      error: { kind: "unexpected", message: expect.stringContaining("TypeError: boom") },
      ...RUN,
    });
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
  });

  test("a file's name breaks no line", async () => {
    const path = join(folder, "a\ninsights: all is well.xlsx");
    writeFileSync(path, readFileSync(await save(CLEAN)));
    const runs = [await refresh(path), await refresh(path), await run(["refresh", path], refused)];
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 10]);
    for (const { output, errors } of runs) expect(output + errors).not.toMatch(/^insights: all/m);
  });

  test("a formula that is nested too deeply is named, without a stack trace: 4", async () => {
    const path = await save({ A1: { f: `${"-".repeat(8_000)}${KPI("committed")}`, v: 5 }, A2: CLEAN.A1 });
    const { status, output, errors } = await refresh(path);
    expect([status, errors]).toEqual([4, ""]);
    expect(output).toMatch(/Plan!A1 +The formula is nested too deeply/);
  });

  test("--json goes to standard error if the workbook goes to standard output", async () => {
    const { output, errors } = await run(["refresh", await save(CLEAN), "--json", "-o", "-"], refused);
    expect(output).toBe("");
    expect(JSON.parse(errors)).toMatchObject({ status: 10 });
  });
});

describe("--list", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`A${at + 1}`, CLEAN.A1]));

  test.each<[string[], number]>([
    [[], 50],
    [["--list", "0"], 0],
    [["--list", "100"], 60],
  ])("bounds the lists of the JSON object, and the counts are complete: %j", async (options, listed) => {
    const report = JSON.parse((await refresh(await save(many), "--json", ...options)).output);
    expect(report.changes).toHaveLength(listed);
    expect(report.counts).toEqual({ changes: 60, errors: 0, problems: 0, checks: 0 });
  });

  test("bounds the summary for people", async () => {
    const { output } = await refresh(await save(many), "--list", "2");
    expect(output).toMatch(/Changed values\nPlan!A1 .*\nPlan!A2 .*\n… and 58 more\n/);
  });
});

describe("--dry-run", () => {
  test("tells what would change and writes nothing", async () => {
    const path = await save(CLEAN);
    const before = readFileSync(path);
    const { status, output } = await refresh(path, "--dry-run");
    expect(status).toBe(0);
    expect(output).toContain(`1 value changed. This dry run did not write to ${path}.`);
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
    expect(readdirSync(folder)).toEqual(["book.xlsx"]);
  });

  test("names the file in the JSON object", async () => {
    const path = await save(CLEAN);
    const { output } = await refresh(path, "--dry-run", "--json", "-o", join(folder, "new.xlsx"));
    expect(JSON.parse(output)).toMatchObject({ written: null, wouldWrite: join(folder, "new.xlsx") });
    expect(readdirSync(folder)).toEqual(["book.xlsx"]);
  });
});

describe("--timeout", () => {
  test("gives up on a silent service and leaves the file alone: 6", async () => {
    const path = await save(CLEAN);
    const before = readFileSync(path);
    let [sent, aborted] = [0, 0];
    const silent: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        sent += 1;
        init?.signal?.addEventListener("abort", () => {
          aborted += 1;
          reject(new Error("aborted"));
        });
      });
    const { status, errors } = await run(["refresh", path, "--timeout", "0.005"], { fetch: silent });
    // On a slow machine the time may be over before the first request.
    expect(aborted).toBe(sent);
    expect(status).toBe(6);
    expect(errors).toBe(
      `insights: ${path} was not refreshed. It took longer than 0.005 minutes. Allow more with --timeout MINUTES.\n`,
    );
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
  });

  test("ends a calculation that takes too long", async () => {
    const path = await save(CLEAN);
    const late = jest.spyOn(performance, "now");
    const slow: typeof fetch = async (...args) => {
      const answer = await sandbox.fetch(...args);
      late.mockReturnValue(1e12);
      return answer;
    };
    const { status, errors } = await run(["refresh", path], { fetch: slow });
    late.mockRestore();
    expect([status, errors]).toEqual([6, expect.stringContaining("longer than 30 minutes")]);
    expect((await cellsIn(readFileSync(path)))["Plan!A1"]).toBe(5);
  });

  test.each(["0", "-1", "soon", ""])("needs minutes: %j", async (minutes) => {
    const { status, errors } = await refresh("book.xlsx", `--timeout=${minutes}`);
    expect([status, errors]).toEqual([2, "insights: --timeout needs minutes, such as 30.\n"]);
  });
});

describe("A file that is open in another program", () => {
  test.each(["~$book.xlsx", ".~lock.book.xlsx#"])("is refused, and its lock file %s is named", async (lock) => {
    const path = await save(CLEAN);
    const before = readFileSync(path);
    writeFileSync(join(folder, lock), "");
    const { status, errors } = await refresh(path);
    expect([status, errors]).toEqual([5, expect.stringContaining(`there is a lock file ${join(folder, lock)}.`)]);
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
  });

  test("is found through a link", async () => {
    const path = await save(CLEAN);
    const link = join(folder, "link.xlsx");
    symlinkSync(path, link);
    writeFileSync(join(folder, "~$book.xlsx"), "");
    expect((await refresh(link)).status).toBe(5);
  });

  test("is refused if it was opened during the refresh", async () => {
    const path = await save(CLEAN);
    const open: typeof fetch = (...args) => {
      writeFileSync(join(folder, "~$book.xlsx"), "");
      return sandbox.fetch(...args);
    };
    expect((await run(["refresh", path], { fetch: open })).status).toBe(5);
    expect((await cellsIn(readFileSync(path)))["Plan!A1"]).toBe(5);
  });

  test("is replaced with --force", async () => {
    const path = await save(CLEAN);
    writeFileSync(join(folder, "~$book.xlsx"), "");
    expect((await refresh(path, "--force")).status).toBe(0);
  });

  test("can be read for another file", async () => {
    const path = await save(CLEAN);
    writeFileSync(join(folder, "~$book.xlsx"), "");
    expect((await refresh(path, "-o", join(folder, "new.xlsx"))).status).toBe(0);
  });
});

describe("Progress", () => {
  async function progressOf(args: string[], isOutputTerminal = true): Promise<string[]> {
    const lines: string[] = [];
    await run(["refresh", await save(CLEAN), ...args], { showProgress: (line) => lines.push(line), isOutputTerminal });
    return lines.filter((line) => line !== "");
  }

  test("shows the calculated cells and the writing on a terminal", async () => {
    expect(await progressOf([])).toEqual(["1 of 1 cells calculated", "writing"]);
    expect(await progressOf(["--json"])).toEqual(["1 of 1 cells calculated", "writing"]);
  });

  test("is not shown with --quiet, or if a program reads the JSON object", async () => {
    expect(await progressOf(["--quiet"])).toEqual([]);
    expect(await progressOf(["--json"], false)).toEqual([]);
  });
});

describe("--quiet", () => {
  test("prints nothing about a refresh", async () => {
    expect(await refresh(await save(ERROR), "--quiet")).toEqual({ status: 1, output: "", errors: "" });
  });

  test("prints the JSON object, and failures", async () => {
    expect(JSON.parse((await refresh(await save(CLEAN), "-q", "--json")).output)).toMatchObject({ status: 0 });
    expect((await refresh(join(folder, "none.xlsx"), "-q")).errors).toContain("there is no such file");
  });
});

test("--version prints the version and the environment", async () => {
  expect(await run(["--version"])).toEqual({ status: 0, output: `${version} (production)\n`, errors: "" });
});

test("A run tells the address that was asked, also if it is of this computer", async () => {
  const environment = { INSIGHTS_URL: "https://localhost:4930/", INSIGHTS_API_KEY: "k" };
  const { output } = await run(["refresh", folder], { environment });
  expect(output).toMatch(/, https:\/\/localhost:4930, environment production\.\n$/);
});
