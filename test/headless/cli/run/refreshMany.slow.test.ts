/** `insights refresh` over many workbooks in one run. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandIO } from "../../../../src/headless/cli/command/io";
import { createSandbox } from "../../../../sandbox/sandbox";
import { reportSheet } from "../../../spreadsheet/xlsx/reportBook";
import { createBook, type CellSpec } from "../../../spreadsheet/xlsx/book";
import { cellsIn } from "../../../spreadsheet/xlsx/cells";
import { runInsights } from "../run";

const sandbox = createSandbox();
const KPI = (scenario: string) => `_xldudf_INSIGHTS_KPI("FY26 Plan","${scenario}","ebit")`;
const CLEAN = { A1: { f: KPI("committed"), v: 5 } };
const ERROR = { A1: { f: KPI("nope"), v: 5 } };
/** A report's inputs: labels in column A, and a formula on them that calls nothing. */
const INPUTS = {
  A1: "Plan",
  B1: "FY26 Plan",
  A2: "Scenario",
  B2: "committed",
  A4: { f: '"Results of "&B1', v: "old" },
  B4: { f: '_xldudf_INSIGHTS_KPI(B1,B2,"ebit")', v: 1 },
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "many-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function save(name: string, cells: Record<string, CellSpec>, names?: Record<string, string>): Promise<string> {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, await createBook({ sheets: [{ name: "P&L", cells }], ...(names && { names }) }));
  return path;
}

async function refresh(args: string[], io: Partial<CommandIO> = {}) {
  const asked: string[] = [];
  const fetch: typeof sandbox.fetch = (input, init) => {
    asked.push((input as string).replace(/^.*\/v1/, ""));
    return sandbox.fetch(input, init);
  };
  return { ...(await runInsights(["refresh", ...args], { fetch, apiKey: sandbox.apiKey }, io)), asked };
}

interface Line {
  readonly status: number;
  readonly file: string;
  readonly item?: string;
  readonly written: string | null;
  readonly error?: { readonly kind: string; readonly message: string };
}

/** The objects of the files, and of the summary. */
async function refreshJson(...args: string[]) {
  const found = await refresh([...args, "--json"]);
  const objects = found.output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line & { summary?: unknown });
  return { ...found, lines: objects.slice(0, -1), summary: objects.at(-1)?.summary };
}

const shown = async (path: string) => cellsIn(readFileSync(path));

describe("A run", () => {
  test("asks each question once for all files", async () => {
    const paths = [
      await save("a.xlsx", CLEAN),
      await save("b.xlsx", CLEAN),
      await save("c.xlsx", { A1: { f: KPI("actual"), v: 1 } }),
    ];
    const { status, asked, summary } = await refreshJson(...paths);
    expect(status).toBe(0);
    expect(asked.filter((url) => url.endsWith("/plans"))).toHaveLength(1);
    expect(asked.filter((url) => url.includes("pnl-summary"))).toHaveLength(2);
    expect(new Set(asked).size).toBe(asked.length);
    expect(summary).toEqual({
      status: 0,
      files: 3,
      written: 3,
      passedOver: 0,
      empty: 0,
      byStatus: { 0: 3 },
      requests: asked.length,
      service: "https://planning.example",
      environment: "production",
      startedAt: expect.stringMatching(/Z$/),
      endedAt: expect.stringMatching(/Z$/),
    });
  });

  test.each([
    [[], false],
    [["--list", "2"], true],
  ])("tells values of cells only if asked for: %j", async (options, hasValues) => {
    const paths = [await save("a.xlsx", CLEAN), await save("b.xlsx", CLEAN)];
    const { lines } = await refreshJson("--dry-run", ...paths, ...options);
    const change = { cell: "'P&L'!A1", ...(hasValues && { old: 5, new: expect.any(Number) }) };
    expect(lines).toMatchObject([{ counts: { changes: 1 } }, { counts: { changes: 1 } }]);
    expect(lines.map((line) => (line as unknown as { changes: unknown }).changes)).toEqual([[change], [change]]);
    const { output } = await refresh(["--dry-run", ...paths, ...options]);
    expect(output).toMatch(hasValues ? /Changed values\n'P&L'!A1 +5 +→ +\d/ : /Changed values\n'P&L'!A1\n\n/);
  });

  test("refreshes the others if a file is bad, and ends with the worst status", async () => {
    const good = [await save("a.xlsx", CLEAN), await save("z.xlsx", ERROR)];
    writeFileSync(join(folder, "bad.xlsx"), "no zip");
    const { status, lines, summary } = await refreshJson(
      good[0]!,
      join(folder, "bad.xlsx"),
      join(folder, "none.xlsx"),
      good[1]!,
    );
    expect(status).toBe(5);
    expect(lines.map((line) => line.status)).toEqual([0, 5, 5, 1]);
    expect(summary).toMatchObject({ files: 4, written: 2, byStatus: { 0: 1, 1: 1, 5: 2 } });
    expect((await shown(good[0]!))["P&L!A1"]).not.toBe(5);
  });

  test("writes nothing if the service fails, and tells it for each file", async () => {
    const paths = [await save("a.xlsx", CLEAN), await save("b.xlsx", CLEAN)];
    const fetch = () => Promise.resolve(new Response("{}", { status: 403 }));
    const { status, output, errors } = await refresh(paths, { fetch });
    expect(status).toBe(10);
    for (const path of paths) {
      expect(errors).toContain(`${path} was not refreshed.`);
      expect((await shown(path))["P&L!A1"]).toBe(5);
    }
    expect(output).toMatch(/^2 workbooks: 2 with status 10\. 0 written, 1 request\.\nStatus 10\. From \S+ to .*\n$/);
  });

  test("gives up a service that has failed for ten minutes", async () => {
    const paths = await Promise.all(["a", "b", "c", "d"].map((name) => save(`${name}.xlsx`, CLEAN)));
    const clock = jest.spyOn(performance, "now");
    let tokens = 0;
    // A long `Retry-After` is not waited for, so each file asks once.
    const fetch = () => {
      clock.mockReturnValue(400_000 * ++tokens);
      return Promise.resolve(new Response("{}", { status: 503, headers: { "Retry-After": "3600" } }));
    };
    clock.mockReturnValue(0);
    const { status } = await refresh(paths, { fetch });
    clock.mockRestore();
    // The third and fourth file are not tried.
    expect([status, tokens]).toEqual([6, 2]);
  });

  test("asks with a refused key once, and fails all files at once", async () => {
    const paths = await Promise.all(["a", "b", "c"].map((name) => save(`${name}.xlsx`, CLEAN)));
    const fetch = jest.fn(() => Promise.resolve(new Response("{}", { status: 401 })));
    const { status, errors } = await refresh(paths, { fetch });
    expect([status, fetch.mock.calls.length]).toEqual([10, 1]);
    for (const path of paths) expect(errors).toContain(`${path} was not refreshed. The API key was refused`);
  });

  test("has a summary if it ends before its files are done", async () => {
    const paths = [await save("a/x.xlsx", CLEAN), await save("b/x.xlsx", CLEAN)];
    const { status, lines, summary } = await refreshJson(...paths, "-o", join(folder, "out"));
    expect([status, lines]).toMatchObject([2, [{ file: null, error: { kind: "usage" } }]]);
    expect(summary).toMatchObject({ status: 2, files: 0, written: 0, error: { kind: "usage" } });
  });

  test("refreshes its other files beside an empty folder", async () => {
    mkdirSync(join(folder, "empty"));
    const path = await save("a.xlsx", CLEAN);
    const { status, summary } = await refreshJson(join(folder, "empty"), path);
    expect([status, summary]).toMatchObject([11, { status: 11, files: 1, written: 1, empty: 1 }]);
  });

  test("keeps the settings of each workbook apart", async () => {
    const cells = { A1: { f: '_xldudf_INSIGHTS_KPI(,"committed","ebit")', v: 1 } };
    const paths = ["FY26 Plan", "FY26 Europe"].map((plan) => ({ plan, path: join(folder, `${plan}.xlsx`) }));
    for (const { plan, path } of paths)
      writeFileSync(path, await createBook({ sheets: [{ name: "P&L", cells }], settings: { plan } }));
    await refresh(paths.map(({ path }) => path));
    const [one, other] = await Promise.all(paths.map(({ path }) => shown(path)));
    for (const cells of [one, other]) expect(cells!["P&L!A1"]).toEqual(expect.any(Number));
    expect(one!["P&L!A1"]).not.toEqual(other!["P&L!A1"]);
  });

  test("names each file above its summary", async () => {
    const paths = [await save("a.xlsx", CLEAN), await save("b.xlsx", ERROR)];
    const { output } = await refresh(paths);
    expect(output).toContain(`${paths[0]}\n1 cell refreshed, 1 value changed. Written to ${paths[0]}.`);
    expect(output).toMatch(
      /\n2 workbooks: 1 with status 0, 1 with status 1\. 2 written, \d requests\.\nStatus 1\. From .*\n$/,
    );
  });
});

describe("Folders and patterns", () => {
  test("stand for workbooks in subfolders, but not for hidden and lock files", async () => {
    for (const name of ["a.xlsx", "eu/b.XLSM", ".hidden.xlsx", ".snapshot/a.xlsx", "~$a.xlsx", "notes.txt"])
      await save(name, CLEAN);
    const { lines } = await refreshJson(folder, "--force");
    expect(lines.map(({ file }) => file)).toEqual([join(folder, "a.xlsx"), join(folder, "eu/b.XLSM")]);
  });

  test("match patterns in folders whose names have brackets", async () => {
    for (const name of ["x (1)/a (2).xlsx", "x (1)/b.xlsx", "x (1)/deep/a (3).xlsx"]) await save(name, CLEAN);
    const { lines } = await refreshJson(join(folder, "x (1)/**/a (*).xlsx"));
    expect(lines.map(({ file }) => file)).toEqual([
      join(folder, "x (1)/a (2).xlsx"),
      join(folder, "x (1)/deep/a (3).xlsx"),
    ]);
  });

  test("refresh a file once, whatever names lead to it", async () => {
    const path = await save("a.xlsx", CLEAN);
    symlinkSync(path, join(folder, "link.xlsx"));
    expect((await refreshJson(folder, path, join(folder, "*.xlsx"))).lines).toHaveLength(1);
  });

  test("do not follow links to folders, which may lead in circles", async () => {
    const path = await save("in/a.xlsx", CLEAN);
    await save("elsewhere/b.xlsx", CLEAN);
    symlinkSync(join(folder, "in"), join(folder, "in/circle"));
    symlinkSync(join(folder, "elsewhere"), join(folder, "in/link"));
    expect((await refreshJson(join(folder, "in"))).lines.map(({ file }) => file)).toEqual([path]);
    expect((await refreshJson(join(folder, "in/**/*.xlsx"))).lines.map(({ file }) => file)).toEqual([path]);
  });

  test("may contain folders that are called like workbooks", async () => {
    const path = await save("board.xlsx/a.xlsx", CLEAN);
    expect(await refreshJson(folder)).toMatchObject({ status: 0, lines: [{ file: path }] });
  });

  test("tell of a link to a workbook that does not exist", async () => {
    const path = await save("a.xlsx", CLEAN);
    symlinkSync(join(folder, "none.xlsx"), join(folder, "link.xlsx"));
    symlinkSync(join(folder, "self.xlsx"), join(folder, "self.xlsx"));
    const { status, lines } = await refreshJson(folder);
    expect([status, lines.map((line) => [line.file, line.status])]).toEqual([
      5,
      [
        [path, 0],
        [join(folder, "link.xlsx"), 5],
        [join(folder, "self.xlsx"), 5],
      ],
    ]);
  });

  test("pass over workbooks without INSIGHTS formulas, unless all are", async () => {
    await save("a.xlsx", CLEAN);
    const other = await save("b.xlsx", { A1: 1 });
    expect(await refreshJson(folder)).toMatchObject({
      status: 0,
      summary: { passedOver: 1, byStatus: { 0: 1, 3: 1 } },
    });
    expect((await refreshJson(join(folder, "a.xlsx"), other)).status).toBe(3);
    expect((await refreshJson(join(folder, "b*.xlsx"))).status).toBe(3);
  });
});

describe("--out with several files", () => {
  test("keeps the places in the folder, and reads no results the next night", async () => {
    await save("a.xlsx", CLEAN);
    await save("eu/a.xlsx", CLEAN);
    const out = join(folder, "out");
    expect((await refreshJson(folder, "-o", out)).status).toBe(0);
    const { lines } = await refreshJson(folder, "-o", out, "--values");
    expect(lines.map(({ written }) => written)).toEqual([join(out, "a.xlsx"), join(out, "eu/a.xlsx")]);
    expect(await cellsIn(readFileSync(join(out, "eu/a.xlsx")), "formulas")).toEqual({});
  });

  test("refuses two workbooks for one file before any is written", async () => {
    const paths = [await save("a/x.xlsx", CLEAN), await save("b/X.xlsx", CLEAN)];
    const { status, errors } = await refresh([...paths, "-o", join(folder, "out")]);
    expect([status, errors]).toEqual([2, expect.stringContaining("would both be written to")]);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test("takes an existing folder for one file", async () => {
    const path = await save("a.xlsx", CLEAN);
    mkdirSync(join(folder, "out"));
    const { output } = await refresh([path, "-o", join(folder, "out"), "--json"]);
    expect((JSON.parse(output) as Line).written).toBe(join(folder, "out/a.xlsx"));
  });

  test("is not made by a dry run", async () => {
    await save("a.xlsx", CLEAN);
    const { lines } = await refreshJson(folder, "-o", join(folder, "out"), "--dry-run");
    expect(lines).toMatchObject([{ written: null, wouldWrite: join(folder, "out/a.xlsx") }]);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});

describe("--each", () => {
  test("writes a workbook for each plan, with its numbers and headings", async () => {
    const path = await save("report.xlsx", INPUTS);
    const out = join(folder, "out");
    const { status, lines } = await refreshJson(path, "--each", "plan", "-o", out);
    const items = lines.map(({ item }) => item);
    expect(status).toBeLessThanOrEqual(1);
    expect(items).toEqual(expect.arrayContaining(["FY26 Plan", "FY26 Europe"]));
    for (const name of ["FY26 Plan", "FY26 Europe"]) {
      const cells = await shown(join(out, `report - ${name}.xlsx`));
      expect(cells).toMatchObject({ "P&L!B1": name, "P&L!A4": `Results of ${name}`, "P&L!B4": expect.any(Number) });
    }
    const [one, other] = await Promise.all(items.slice(0, 2).map((name) => shown(join(out, `report - ${name}.xlsx`))));
    expect(one!["P&L!B4"]).not.toBe(other!["P&L!B4"]);
    expect((await shown(path))["P&L!B4"]).toBe(1);
  });

  test("writes values-only copies for the scenarios of the plan that is set", async () => {
    const path = await save("report.xlsx", INPUTS);
    const out = join(folder, "out");
    const args = ["--set", "P&L!Plan=FY26 Europe", "--each", "P&L!B2=scenario", "--values", "-o", out];
    const { lines } = await refreshJson(path, ...args);
    expect(lines.map(({ item }) => item)).toContain("Budget");
    const copy = readFileSync(join(out, "report - Budget.xlsx"));
    expect(await cellsIn(copy, "formulas")).toEqual({});
    expect(await cellsIn(copy)).toMatchObject({ "P&L!B1": "FY26 Europe", "P&L!B2": "Budget" });
  });

  test("takes a list in a file, one item a line", async () => {
    const path = await save("report.xlsx", INPUTS);
    writeFileSync(join(folder, "plans.txt"), "\ufeffFY26 Plan\r\nFY26, Asia\r\n\r\n");
    const args = ["--each", `Plan=@${join(folder, "plans.txt")}`, "-o", join(folder, "out")];
    expect((await refreshJson(path, ...args)).lines.map(({ item }) => item)).toEqual(["FY26 Plan", "FY26, Asia"]);
  });

  test.each<[string, RegExp]>([
    ["plans", /--each needs plan, scenario or INPUT=LIST/],
    ["Plan=,", /--each has an empty list/],
    ["Plan=@none.txt", /none\.txt cannot be read: there is no such file/],
  ])("refuses %s", async (each, message) => {
    const { status, errors } = await refresh([await save("a.xlsx", INPUTS), "--each", each, "-o", folder]);
    expect([status, errors]).toEqual([2, expect.stringMatching(message)]);
  });

  test("tells of a workbook without a plan for its scenarios", async () => {
    const path = await save("report.xlsx", CLEAN);
    const { status, lines } = await refreshJson(path, "--each", "scenario", "-o", join(folder, "out"));
    expect([status, lines[0]?.error?.message]).toEqual([2, expect.stringContaining("needs one plan")]);
  });
});

describe("--set", () => {
  const set = async (
    cells: Record<string, CellSpec>,
    names: Record<string, string> | undefined,
    ...settings: string[]
  ) => {
    const path = await save("book.xlsx", cells, names);
    const found = await refresh([path, ...settings.flatMap((each) => ["--set", each])]);
    return { ...found, cells: await shown(path) };
  };

  test.each([
    "P&L!Plan=FY26 Europe",
    "'P&L'!B1=FY26 Europe",
    "p&l!$B$1 = FY26 Europe",
    "plan=FY26 Europe",
    "ThePlan=FY26 Europe",
  ])("finds the input of %s, and refreshes what depends on it", async (setting) => {
    const { status, cells } = await set(INPUTS, { ThePlan: "'P&L'!$B$1" }, setting);
    expect(status).toBe(0);
    expect(cells).toMatchObject({ "P&L!B1": "FY26 Europe", "P&L!A4": "Results of FY26 Europe" });
  });

  test.each([
    ["Compared with=Budget", "D5"],
    ["P&L!Base scenario=Budget", "D5"],
    ["Plan=Budget", "B5"],
    ["second scenario=Budget", "B7"],
  ])("finds a report's input of %s below its label", async (setting, address) => {
    const all = Object.entries(reportSheet("statement").cells);
    const inputs = all.filter(([at]) => /^[A-Z][4-7]$/.test(at));
    const names = { InsightsReport_1: "'P&L'!$A$1" };
    const report = { ...Object.fromEntries(inputs), A9: { f: KPI("committed"), v: 5 } };
    const { status, cells } = await set(report, names, setting);
    expect([status, cells[`P&L!${address}`]]).toEqual([0, "Budget"]);
    expect(["B4", "C4", "D4"].map((at) => cells[`P&L!${at}`])).toEqual(["Plan", "Scenario", "Compared with"]);
  });

  test("finds an older report's input right of its label", async () => {
    const names = { InsightsReport_1: "'P&L'!$A$1" };
    const report = {
      A5: "Plan",
      B5: "FY26 Plan",
      A6: "Base scenario",
      B6: "committed",
      A9: { f: KPI("committed"), v: 5 },
    };
    const { status, cells } = await set(report, names, "Base scenario=Budget");
    expect([status, cells["P&L!B5"], cells["P&L!B6"]]).toEqual([0, "FY26 Plan", "Budget"]);
  });

  test("writes a number or a text as the cell held one", async () => {
    const { cells } = await set(
      { ...INPUTS, C1: 5, C2: "2025", D1: 7 },
      undefined,
      "P&L!C1=1.50",
      "P&L!C2=2026",
      "P&L!D1=007",
    );
    expect(cells).toMatchObject({ "P&L!C1": 1.5, "P&L!C2": "2026", "P&L!D1": "007" });
  });

  test("writes digits into an empty cell as a number, but as text if the number would print otherwise", async () => {
    const { cells } = await set(INPUTS, undefined, "P&L!C9=-3", "P&L!D1=1e3", "P&L!D2=007");
    expect(cells).toMatchObject({ "P&L!C9": -3, "P&L!D1": "1e3", "P&L!D2": "007" });
  });

  test("empties a cell, and writes text that looks like a formula as text", async () => {
    const { cells } = await set({ ...INPUTS, C1: 5, C2: "a" }, undefined, "P&L!C1=", 'P&L!C2==1+"1"');
    expect(cells["P&L!C1"] ?? null).toBeNull();
    expect(cells["P&L!C2"]).toBe('=1+"1"');
  });

  test.each<[string, RegExp]>([
    ["P&L!Region=EU", /has no input P&L!Region\./],
    ["Nope!B1=1", /has no input Nope!B1\. Its sheets are P&L\./],
    ["P&L!B4=1", /The input P&L!B4 has a formula in 'P&L'!B4\./],
    ["Twice=1", /Several cells may be the input Twice: 'P&L'!B7, 'P&L'!B8\./],
  ])("refuses %s and leaves the file alone", async (setting, message) => {
    const cells = { ...INPUTS, A7: "Twice", B7: 1, A8: "Twice:", B8: 2 };
    const { status, errors, cells: after } = await set(cells, undefined, setting);
    expect([status, errors]).toEqual([2, expect.stringMatching(message)]);
    expect(after["P&L!B4"]).toBe(1);
  });
});

describe("--shard", () => {
  test("divides the files, each to exactly one part", async () => {
    for (let at = 0; at < 8; at++) await save(`${at}.xlsx`, CLEAN);
    const parts: Line[][] = [];
    for (const shard of ["1/3", "2/3", "3/3"])
      parts.push((await refreshJson(folder, "--dry-run", "--shard", shard)).lines);
    const files = parts.flat().map(({ file }) => file);
    expect(files.sort()).toEqual(
      readdirSync(folder)
        .map((name) => join(folder, name))
        .sort(),
    );
  });

  test("with no file of its own is a success", async () => {
    const path = await save("a.xlsx", CLEAN);
    const runs = [await refresh([path, "--shard", "1/2"]), await refresh([path, "--shard", "2/2"])];
    expect(runs.map(({ status }) => status)).toEqual([0, 0]);
    expect(runs.map(({ output }) => output).join("")).toContain("0 workbooks: none was refreshed. 0 written");
  });
});

test("a folder that cannot be written is told for its files", async () => {
  const path = await save("a.xlsx", CLEAN);
  writeFileSync(join(folder, "out"), "a file");
  chmodSync(join(folder, "out"), 0o600);
  const { status, lines } = await refreshJson(path, await save("b.xlsx", CLEAN), "-o", join(folder, "out"));
  expect(status).toBe(5);
  expect(lines.map((line) => line.error?.kind)).toEqual(["file", "file"]);
});
