import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";
import { createBook, hashes, partText, type BookSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";
import { runInsights } from "./run";

const sandbox = createSandbox();
const PLAN = "FY26 Plan";
const KPI = (scenario: string, field: string) => `_xldudf_INSIGHTS_KPI("${PLAN}","${scenario}","${field}")`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "refresh-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a workbook into the folder. */
async function save(spec: BookSpec | Record<string, BookSpec["sheets"][number]["cells"][string]>, name = "book.xlsx") {
  const bytes = await createBook("sheets" in spec ? (spec as BookSpec) : { sheets: [{ name: "Plan", cells: spec }] });
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

interface Given {
  fetch?: typeof globalThis.fetch;
  key?: string;
  environment?: Record<string, string>;
}

async function refresh(args: string[], { fetch = sandbox.fetch, key = sandbox.apiKey, environment = {} }: Given = {}) {
  const connected = { INSIGHTS_URL: "https://planning.example", INSIGHTS_API_KEY: key };
  return runInsights(["refresh", ...args], { fetch, apiKey: key }, { environment: { ...connected, ...environment } });
}

/** What a formula comes to without a workbook. */
async function evaluate(formula: string): Promise<unknown> {
  const { output } = await runInsights(["eval", "--json", formula], sandbox);
  return (JSON.parse(output) as { value: unknown }).value;
}

const EBIT = KPI("committed", "ebit");

test("A workbook is refreshed in place with names, tables and dependents", async () => {
  const path = await save({
    sheets: [
      {
        name: "Plan",
        cells: {
          A1: PLAN,
          A2: "committed",
          B1: { f: "_xldudf_INSIGHTS_KPI(ThePlan,A2,Lines[[#This Row],[Line]])", v: 1, si: 0, ref: "B1:B1" },
          A4: { f: "_xldudf_INSIGHTS_PNL($A$1,$A$2)", v: "old", spill: "A4:B5" },
          B4: "old",
          A5: "old",
          B5: "old",
          D1: { f: "Other!B2*2", v: 1 },
          D2: { f: "1+1", v: 99 },
        },
      },
      {
        name: "Other",
        cells: {
          A1: "Line",
          B1: "Value",
          A2: "ebit",
          B2: { f: "_xldudf_INSIGHTS_KPI(ThePlan,Plan!A2,Lines[[#This Row],[Line]])", v: 1 },
          A3: "cogs",
          B3: { f: "x.xla!_xldudf_INSIGHTS_KPI(ThePlan,Plan!A2,Lines[[#This Row],[Line]])", v: 1 },
        },
        tables: [{ name: "Lines", ref: "A1:B3", columns: ["Line", "Value"] }],
      },
    ],
    names: { ThePlan: "Plan!$A$1" },
  });
  const before = readFileSync(path);
  const { status, output } = await refresh([path]);
  const cells = await cellsIn(readFileSync(path));
  const ebit = await evaluate(`=INSIGHTS.KPI("${PLAN}","committed","ebit")`);
  expect(cells).toMatchObject({
    "Other!B2": ebit,
    "Other!B3": await evaluate(`=INSIGHTS.KPI("${PLAN}","committed","cogs")`),
    "Plan!D1": Number(ebit) * 2,
    "Plan!D2": 99,
  });
  const table = (await evaluate(`=INSIGHTS.PNL("${PLAN}","committed")`)) as unknown[][];
  table.forEach(([label, value], row) =>
    expect([cells[`Plan!A${row + 4}`], cells[`Plan!B${row + 4}`]]).toEqual([label, value]),
  );
  // B1 stands in no row of the table.
  expect(status).toBe(4);
  expect(output).toMatch(/Plan!B1 +Lines\[\[#This Row\],\[Line\]\] is not part of its table\./);
  expect(cells["Plan!B1"]).toBe(1);
  const [old, now] = [await hashes(before), await hashes(readFileSync(path))];
  // The parts that say its service are new.
  expect(Object.keys(now).filter((name) => old[name] !== now[name] && !name.startsWith("customXml/"))).toEqual([
    "[Content_Types].xml",
    "xl/_rels/workbook.xml.rels",
    "xl/worksheets/sheet1.xml",
    "xl/worksheets/sheet2.xml",
  ]);
});

describe("The summary", () => {
  test("says what has changed, from what to what, what is an error, and as of when", async () => {
    const path = await save({
      A1: { f: EBIT, v: 5 },
      A2: { f: KPI("nope", "ebit"), v: 7 },
      A3: { f: "A1>0", v: true },
    });
    const { status, output, errors } = await refresh([path]);
    expect([status, errors]).toEqual([1, ""]);
    expect(output).toContain(`2 cells refreshed, 2 values changed. Written to ${path}.`);
    expect(output).toMatch(/As of \d{4}-\d\d-\d\dT[\d:.]+Z\./);
    expect(output).toMatch(/Changed values\nPlan!A1 +5 +→ +[\d,]+\nPlan!A2 +7 +→ +#N\/A\n/);
    expect(output).toMatch(/Errors\nPlan!A2 +#N\/A +Scenario 'nope' is not in plan 'FY26 Plan'\./);
  });

  test("is one JSON object for programs", async () => {
    const path = await save({
      A1: { f: EBIT, v: 5 },
      A2: { f: `NOSUCH(${EBIT})`, v: "kept" },
      B1: { f: `${KPI("nope", "ebit")}`, v: 1 },
    });
    const { output } = await refresh([path, "--json", "-o", join(folder, "new.xlsx")]);
    const report = JSON.parse(output);
    expect(report).toEqual({
      status: 4,
      file: path,
      written: join(folder, "new.xlsx"),
      refreshed: 2,
      checked: 0,
      counts: { changes: 2, errors: 1, problems: 1, checks: 0 },
      changes: [
        { cell: "Plan!A1", old: 5, new: expect.any(Number) },
        { cell: "Plan!B1", old: 1, new: { error: "#N/A" } },
      ],
      errors: [{ cell: "Plan!B1", code: "#N/A", message: expect.stringContaining("'nope'") }],
      problems: [
        {
          cell: "Plan!A2",
          problem: "The function NOSUCH is not Excel's own. Those of other add-ins and macros work in Excel only.",
        },
      ],
      checks: [],
      notes: [
        expect.stringMatching(
          /^The workbook has no settings of its own\. These were taken: the service's currency USD\./,
        ),
      ],
      asOf: { oldest: expect.stringMatching(/Z$/), newest: expect.stringMatching(/Z$/) },
      service: "https://planning.example",
      environment: "production",
      startedAt: expect.stringMatching(/Z$/),
      endedAt: expect.stringMatching(/Z$/),
    });
    expect(await cellsIn(readFileSync(join(folder, "new.xlsx")))).toMatchObject({ "Plan!A2": "kept" });
    expect(await cellsIn(readFileSync(path))).toMatchObject({ "Plan!A1": 5 });
  });

  test("tells with --stats how much was sent: the least that the service allows", async () => {
    const cells = ["actual", "committed", "Optimistic", "Conservative"].map((scenario, at) => [
      `A${at + 1}`,
      { f: KPI(scenario, "ebit"), v: 0 },
    ]);
    const { errors } = await refresh([await save(Object.fromEntries(cells)), "--stats"]);
    // The plans, and four scenarios by threes.
    expect(JSON.parse(errors)).toMatchObject({ tokens: 1, requests: 3, retries: 0 });
  });
});

describe("The file is left as it was", () => {
  const unchanged = async (path: string, run: () => Promise<{ status: number; errors: string; output: string }>) => {
    const before = readFileSync(path);
    const { mtimeMs } = statSync(path);
    const result = await run();
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(folder)).toEqual(["book.xlsx"]);
    return result;
  };
  const cells = { A1: { f: EBIT, v: 5 }, A2: { f: KPI("nope", "ebit"), v: 7 } };

  test("where nothing has changed", async () => {
    const path = await save({ A1: { f: EBIT, v: 5 } });
    await refresh([path]);
    const { status, output } = await unchanged(path, () => refresh([path]));
    expect(status).toBe(0);
    expect(output).toContain(`1 cell refreshed, 0 values changed. Nothing has changed in ${path}.`);
  });

  test("where the workbook has no INSIGHTS formulas, with exit status 3", async () => {
    const path = await save({ A1: { f: "1+1", v: 99 } });
    const { status, output, errors } = await unchanged(path, () =>
      refresh([path, "-o", join(folder, "new.xlsx")], { fetch: () => Promise.reject(new Error()) }),
    );
    expect(status).toBe(3);
    expect(output).toMatch(/^0 cells refreshed, 0 values changed\. Nothing was written\.\n\nStatus 3\. From .*\n$/);
    expect(errors).toBe(`insights: ${path} has no INSIGHTS formulas. Nothing was written.\n`);
  });

  test.each<[string, number, Given, RegExp]>([
    ["the key is wrong", 10, { key: "wrong" }, /was not refreshed\. .*key/i],
    ["the key may not read results", 10, { key: sandbox.keys.plansOnly }, /was not refreshed\. .*insights:read/],
    [
      "the key may not list the plans that formulas name",
      10,
      { key: sandbox.keys.insightsOnly },
      /was not refreshed\. .*plans:read/,
    ],
    [
      "the service answers nonsense",
      6,
      {
        fetch: async (input, init) =>
          (input as string).includes("/token") ? sandbox.fetch(input, init) : new Response("<p>"),
      },
      /was not refreshed\./,
    ],
  ])("where %s", async (_why, expected, given, message) => {
    const path = await save(cells);
    const { status, errors, output } = await unchanged(path, () => refresh([path], given));
    expect(status).toBe(expected);
    expect(output).toMatch(/^Status \d+\. From \S+Z to \S+Z, https:\/\/planning\.example, environment production\.\n$/);
    expect(errors).toMatch(message);
    expect(errors).not.toContain(given.key ?? sandbox.apiKey);
  });

  test.each<[string, (path: string) => string[]]>([
    ["", (path) => [path]],
    [", also where --out names it in another way", (path) => [path, "-o", path.replace("book.xlsx", "./book.xlsx")]],
  ])("where it was changed meanwhile%s", async (_how, argumentsFor) => {
    const path = await save(cells);
    const other = await createBook({ sheets: [{ name: "Plan", cells: { A1: "saved by a colleague" } }] });
    const fetch: typeof globalThis.fetch = (...args) => {
      writeFileSync(path, other);
      return sandbox.fetch(...args);
    };
    const { status, errors } = await refresh(argumentsFor(path), { fetch });
    expect(status).toBe(5);
    expect(errors).toContain("changed during the refresh");
    expect(Buffer.compare(readFileSync(path), other)).toBe(0);
  });

  test.each<[string, () => string, RegExp]>([
    ["is not there", () => join(folder, "none.xlsx"), /none\.xlsx cannot be read: there is no such file/],
    ["is no workbook", () => join(__dirname, "refresh.test.ts"), /was not refreshed\. The file is not one of Excel/],
  ])("and what %s is told", async (_what, path, message) => {
    const { status, errors } = await refresh([path()]);
    expect(status).toBe(5);
    expect(errors).toMatch(message);
  });

  test("where the new one cannot be written, and nothing is left beside it", async () => {
    const path = await save(cells);
    const { status, errors } = await unchanged(path, () => refresh([path, "-o", join(folder, "no", "new.xlsx")]));
    expect(status).toBe(5);
    expect(errors).toMatch(/new\.xlsx cannot be written.*no such file or folder/);
  });
});

test("Links are followed, and a file keeps its rights", async () => {
  const path = await save({ A1: { f: EBIT, v: 5 } });
  chmodSync(path, 0o640);
  const link = join(folder, "link.xlsx");
  symlinkSync(path, link);
  expect((await refresh([link])).status).toBe(0);
  expect((await cellsIn(readFileSync(path)))["Plan!A1"]).not.toBe(5);
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).sort()).toEqual(["book.xlsx", "link.xlsx"]);
});

test("A blank plan or currency is the workbook's, else the environment's", async () => {
  const cells = { A1: { f: '_xldudf_INSIGHTS_KPI(,"committed","ebit")', v: 5 } };
  const sheets = [{ name: "Plan", cells }];
  const set = await save({ sheets, settings: { plan: PLAN, currency: "EUR" } }, "set.xlsx");
  const unset = await save({ sheets }, "unset.xlsx");
  const environment = { INSIGHTS_PLAN: PLAN };
  await refresh([set], { environment: { INSIGHTS_PLAN: "none" } });
  await refresh([unset], { environment });
  expect((await cellsIn(readFileSync(set)))["Plan!A1"]).toBe(
    await evaluate(`=INSIGHTS.KPI("${PLAN}","committed","ebit",,,,"EUR")`),
  );
  expect((await cellsIn(readFileSync(unset)))["Plan!A1"]).toBe(
    await evaluate(`=INSIGHTS.KPI("${PLAN}","committed","ebit")`),
  );
});

test("Requests and as-of times use the workbook's 1904 date system", async () => {
  const day = (1904 - 1900) * 365 + 2;
  const cellsOf = (shift: number) => ({
    A1: 46082 - shift,
    A2: { f: `_xldudf_INSIGHTS_KPI("${PLAN}","committed","ebit",A1)`, v: 0 },
    A3: { f: `_xldudf_INSIGHTS_ASOF("${PLAN}")`, v: 0 },
    A4: { f: "YEAR(A3)", v: 1 },
  });
  const usual = await save({ sheets: [{ name: "Plan", cells: cellsOf(0) }] }, "1900.xlsx");
  const other = await save({ sheets: [{ name: "Plan", cells: cellsOf(day) }], date1904: true }, "1904.xlsx");
  await refresh([usual]);
  await refresh([other]);
  const [in1900, in1904] = [await cellsIn(readFileSync(usual)), await cellsIn(readFileSync(other))];
  expect(in1904["Plan!A2"]).toBe(in1900["Plan!A2"]);
  expect(in1904["Plan!A2"]).toBe(await evaluate(`=INSIGHTS.KPI("${PLAN}","committed","ebit","2026-03")`));
  expect(Number(in1904["Plan!A3"])).toBeCloseTo(Number(in1900["Plan!A3"]) - day, 6);
  expect(in1904["Plan!A4"]).toBe(in1900["Plan!A4"]);
});

test("Shared formulas keep their range when the first cell's value changes", async () => {
  const path = await save({
    A1: "ebit",
    A2: "cogs",
    A3: "ebit",
    B1: { f: `_xldudf_INSIGHTS_KPI("${PLAN}","committed",A1)`, v: 1, si: 0, ref: "B1:B3" },
    B2: { si: 0, v: 1 },
    B3: { si: 0, v: 1 },
    C1: { f: "B1*2", v: 2, si: 1, ref: "C1:C3" },
    C2: { si: 1, v: 2 },
    C3: { si: 1, v: 2 },
  });
  const before = await partText(readFileSync(path), "xl/worksheets/sheet1.xml");
  const { status } = await refresh([path]);
  const after = await partText(readFileSync(path), "xl/worksheets/sheet1.xml");
  const formulas = (xml: string) => xml.match(/<f\b.*?(?:\/>|<\/f>)/g);
  expect(status).toBe(0);
  expect(formulas(after)).toEqual(formulas(before));
  expect((await cellsIn(readFileSync(path)))["Plan!C1"]).not.toBe(2);
});

describe("--values", () => {
  test("writes a copy with values in place of all formulas", async () => {
    const path = await save({
      A1: { f: "_xldudf_INSIGHTS_PLANS()", v: "id", spill: "A1" },
      F1: { f: `${EBIT}+0`, v: 1, si: 0, ref: "F1:F2" },
      F2: { si: 0, v: 1 },
      G1: { f: "F1*2", v: 2 },
      G2: { f: "ROWS(_xlfn.ANCHORARRAY(A1))", v: 1 },
      G3: { f: `NOSUCH(${EBIT})`, v: "kept" },
    });
    const before = readFileSync(path);
    const out = join(folder, "values.xlsx");
    const { status } = await refresh([path, "--values", "-o", out]);
    expect(status).toBe(4);
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
    const plans = (await evaluate("=INSIGHTS.PLANS()")) as unknown[][];
    const ebit = await evaluate(`=INSIGHTS.KPI("${PLAN}","committed","ebit")`);
    const cells = await cellsIn(readFileSync(out));
    expect(cells).toMatchObject({
      "Plan!F1": ebit,
      "Plan!F2": ebit,
      "Plan!G1": Number(ebit) * 2,
      "Plan!G2": plans.length,
      "Plan!G3": { error: "#N/A" },
    });
    plans.forEach(([id], row) => expect(cells[`Plan!A${row + 1}`]).toBe(id));
    expect(await cellsIn(readFileSync(out), "formulas")).toEqual({});
    expect(Object.keys(await hashes(readFileSync(out)))).not.toContain("xl/calcChain.xml");
  });
});

test.each<[string[], RegExp]>([
  [[], /There is no workbook\. Try insights refresh BOOK\.xlsx\./],
  [["a.xlsx", "b.xlsx", "-o", "-"], /Several workbooks need a folder/],
  [["a.xlsx", "--each", "plan"], /--each needs a folder/],
  [["a.xlsx", "--set", "Plan"], /--set needs INPUT=VALUE/],
  [["a.xlsx", "--shard", "0/2"], /--shard needs PART\/PARTS from 1/],
  [["a.xlsx", "--jobs", "0"], /--jobs needs a number/],
  [["a.xlsx", "--values"], /--values needs another file/],
  [["a.xlsx", "--values", "-o", "./a.xlsx"], /--values needs another file/],
  [["a.xlsx", "-o", ""], /--out needs a file name/],
])("Wrong usage has the exit status 2 and says what is right: %j", async (args, message) => {
  const { status, errors } = await refresh(args);
  expect(status).toBe(2);
  expect(errors).toMatch(message);
});

test.each<[string[], RegExp]>([
  [["none/*.xlsx"], /none\/\*\.xlsx contains no workbook/],
  [[__dirname], /cli contains no workbook/],
])("A folder or pattern without workbooks has a status and a summary of its own: %j", async (args, message) => {
  const { status, output, errors } = await refresh(args);
  expect(status).toBe(11);
  expect(errors).toMatch(message);
  expect(output).toMatch(
    /^0 workbooks: none was refreshed\. 0 written, 0 requests\. Without a workbook: 1 folder or pattern\.\nStatus 11\. From .*\n$/,
  );
  const [line = "", summary = ""] = (await refresh([...args, "--json"])).output.trim().split("\n");
  expect(JSON.parse(line)).toMatchObject({ status: 11, file: args[0], error: { kind: "noWorkbooks" } });
  expect(JSON.parse(summary)).toMatchObject({
    summary: { status: 11, files: 0, empty: 1, endedAt: expect.any(String) },
  });
});

test("The trial's workbook has unknown names for numbers that its plan has", async () => {
  const path = join(folder, "unknown-names.xlsx");
  const trial = readFileSync(join(__dirname, "../../../docs/trial/unknown-names.xlsx"));
  const sheet = "Without the add-in!";
  const unknown = { error: "#NAME?" };
  expect(await cellsIn(trial)).toMatchObject({ [`${sheet}B2`]: unknown, [`${sheet}B5`]: unknown, [`${sheet}B6`]: 0 });
  writeFileSync(path, trial);
  await refresh([path]);
  const cells = await cellsIn(readFileSync(path));
  const ebit = await evaluate(`=INSIGHTS.KPI("${PLAN}","committed","ebit")`);
  expect(ebit).toEqual(expect.any(Number));
  for (const address of ["B2", "B5", "B6"]) expect(cells[`${sheet}${address}`]).toBe(ebit);
});

test("Other commands do not take the options of refresh", async () => {
  const fetch: Sandbox["fetch"] = () => Promise.reject(new Error("Nothing is to be sent."));
  const unasked = { fetch, apiKey: sandbox.apiKey };
  const { status, errors } = await runInsights(["eval", "--values", "=1"], unasked, { environment: {} });
  expect([status, errors]).toEqual([2, "insights: --values is an option of insights refresh only.\n"]);
});
