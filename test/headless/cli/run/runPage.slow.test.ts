/** `--report`: the page about a run. */
import {
  mkdirSync,
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
import type { Interruption } from "../../../../src/headless/cli/command/io";
import { formatRunPage, MOST_CHANGES, type PageFile } from "../../../../src/headless/cli/run/runPage";
import { createSandbox } from "../../../../sandbox/sandbox";
import { createBook, type CellSpec } from "../../../spreadsheet/xlsx/book";
import { runInsights } from "../run";

const sandbox = createSandbox();
const NOW = Date.UTC(2026, 10, 27, 2, 30);
const RUN = {
  service: "https://planning.example",
  environment: "production",
  startedAt: "2026-11-27T02:30:00.000Z",
  endedAt: "2026-11-27T02:31:00.000Z",
};
const KPI = (plan: string, scenario: string) => `_xldudf_INSIGHTS_KPI(${plan},"${scenario}","ebit")`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "page-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function save(name: string, cells: Record<string, CellSpec>): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }] }));
  return path;
}

async function refresh(args: readonly string[], key = sandbox.apiKey) {
  const page = join(folder, "night.html");
  let now = NOW;
  const finished = await runInsights(
    ["refresh", ...args, "--report", page],
    { fetch: sandbox.fetch, apiKey: key },
    { now: () => (now += 60_000) },
  );
  return { ...finished, page: statSync(page).isFile() ? readFileSync(page, "utf8") : "" };
}

/** The texts of the cells of the table below a heading, row by row. */
function rowsBelow(page: string, heading: string): string[][] {
  const [, below = ""] = page.split(`<h2>${heading}</h2>`);
  const [table = ""] = below.split("</table>");
  return [...table.matchAll(/<tr>(.*)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "")),
  );
}

describe("every end of a run leaves its summary and its page:", () => {
  const summaryOf = (output: string) => {
    const last = JSON.parse(output.trimEnd().split("\n").at(-1) ?? "") as { summary?: Record<string, unknown> };
    return last.summary;
  };

  test("a wrong option", async () => {
    const { status, output, page } = await refresh([folder, "--json", "--nonsense"]);
    expect([status, summaryOf(output)]).toEqual([2, expect.objectContaining({ status: 2, files: 0 })]);
    expect(summaryOf(output)).toMatchObject({ endedAt: expect.any(String) as string, error: { kind: "usage" } });
    expect(page).toContain("Wrong arguments (status 2)");
  });

  test("a missing folder", async () => {
    const { status, output, page } = await refresh([join(folder, "missing"), "--json"]);
    expect([status, summaryOf(output)]).toEqual([5, expect.objectContaining({ status: 5, files: 1 })]);
    expect(page).toContain("there is no such file or folder");
  });

  test("a signal", async () => {
    for (const name of ["a.xlsx", "b.xlsx"]) await save(name, { A1: { f: KPI('"FY26 Plan"', "committed"), v: 1 } });
    let end: (interruption: Interruption) => void = () => undefined;
    const interrupted = new Promise<Interruption>((resolve) => (end = resolve));
    const fetch: typeof globalThis.fetch = (...request) => {
      end({ signal: "SIGTERM", status: 143 });
      return new Promise((_, reject) =>
        request[1]?.signal?.addEventListener("abort", () => reject(new Error("ended"))),
      );
    };
    const page = join(folder, "night.html");
    const args = ["refresh", folder, "--json", "--report", page];
    const { status, output } = await runInsights(
      args,
      { fetch, apiKey: sandbox.apiKey },
      { interrupted, now: () => NOW },
    );
    expect(status).toBe(143);
    expect(summaryOf(output)).toMatchObject({ status: 143, error: { kind: "interrupted" } });
    expect(readFileSync(page, "utf8")).toContain("The run was ended by SIGTERM.");
  });
});

test("the page takes no other file's place through a link", async () => {
  await save("a.xlsx", { A1: 1 });
  const other = join(folder, "other");
  mkdirSync(other);
  writeFileSync(join(other, "kept.html"), "kept");
  symlinkSync(join(other, "kept.html"), join(folder, "night.html"));
  const { errors, page } = await refresh([folder]);
  expect([page, errors]).toEqual(["kept", expect.stringContaining("it is a link out of its folder")]);
});

test("a result is not written through a link out of its folder", async () => {
  const from = join(folder, "from");
  mkdirSync(join(from, "sub"), { recursive: true });
  const cells = { A1: { f: KPI('"FY26 Plan"', "committed"), v: 1 } };
  for (const name of ["from/a.xlsx", "from/sub/b.xlsx", "from/c.xlsx"]) await save(name, cells);
  const [out, elsewhere] = [join(folder, "out"), join(folder, "elsewhere")];
  for (const each of [out, elsewhere]) mkdirSync(each);
  writeFileSync(join(elsewhere, "a.xlsx"), "kept");
  symlinkSync(join(elsewhere, "a.xlsx"), join(out, "a.xlsx"));
  symlinkSync(elsewhere, join(out, "sub"));
  const { status, errors } = await refresh([from, "-o", out]);
  expect([status, errors]).toEqual([5, expect.stringContaining(`a link leads out of ${out}`)]);
  expect([readdirSync(elsewhere), readFileSync(join(elsewhere, "a.xlsx"), "utf8")]).toEqual([["a.xlsx"], "kept"]);
  expect(statSync(join(out, "c.xlsx")).size).toBeGreaterThan(1000);
});

test("a part of a run without INSIGHTS formulas is clean, a whole run is not", async () => {
  await save("a.xlsx", { A1: 1 });
  const parts = await Promise.all(["1/2", "2/2"].map((part) => refresh([folder, "--shard", part])));
  expect(parts.map(({ status }) => status)).toEqual([0, 0]);
  expect((await refresh([folder])).status).toBe(3);
});

test("a certificate of an unknown authority is told with its remedy", async () => {
  await save("a.xlsx", { A1: { f: KPI('"FY26 Plan"', "committed"), v: 1 } });
  const cause = Object.assign(new Error("self-signed"), { code: "SELF_SIGNED_CERT_IN_CHAIN" });
  const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
  const { errors, status } = await runInsights(["refresh", join(folder, "a.xlsx")], { fetch, apiKey: "k" });
  expect([status, errors]).toEqual([13, expect.stringContaining("Set NODE_EXTRA_CA_CERTS to a PEM file")]);
});

const file = (name: string, more: Partial<PageFile> = {}): PageFile => ({
  file: name,
  status: 0,
  message: undefined,
  isWritten: true,
  changes: 0,
  errors: 0,
  problems: 0,
  failures: [],
  checks: [],
  failing: 0,
  checked: 0,
  notes: [],
  largest: [],
  asOf: undefined,
  ...more,
});

const change = (now: number, cell = "Plan!A1") => ({
  cell,
  old: 0,
  new: now,
  label: "EBIT",
  plan: "FY26",
  formula: "1",
});
const pageOf = (files: readonly PageFile[]) => formatRunPage({ status: 0, files, requests: 2, run: RUN });

test("The page says what changed most, what is in error, what was not done, and as of when", async () => {
  const cells = {
    A1: "Plan",
    B1: "FY26 Europe",
    B3: 2026,
    A4: "EBIT",
    B4: { f: KPI("$B$1", "committed"), v: 1 },
    A5: "Twice",
    B5: { f: "B4*2", v: 1 },
    A6: "Lost",
    B6: { f: KPI('"FY26 Plan"', "nope"), v: 7 },
  };
  const paths = [await save("a.xlsx", cells), join(folder, "none.xlsx")];
  const { status, page, errors } = await refresh(paths);
  expect([status, errors]).toEqual([5, expect.stringContaining("none.xlsx cannot be read")]);
  const [headings, ...rows] = rowsBelow(page, "What changed most");
  expect(headings).toEqual(["What", "Plan", "Before", "After", "Difference", "Why", "Workbook", "Cell"]);
  const amount = expect.stringMatching(/^-?[\d,]+$/);
  expect(rows).toEqual([
    ["Lost, 2026", "FY26 Plan", "7", "#N/A", "", "", paths[0], "Plan!B6"],
    ["Twice, 2026", "", "1", amount, amount, "", paths[0], "Plan!B5"],
    ["EBIT, 2026", "FY26 Europe", "1", amount, amount, "", paths[0], "Plan!B4"],
  ]);
  expect(rowsBelow(page, "In error")[1]).toEqual([paths[0], "Plan!B6", expect.stringContaining("#N/A Scenario")]);
  expect(rowsBelow(page, "Not done")[1]).toEqual([
    paths[1],
    "a file could not be read or written",
    expect.stringContaining("no such file or folder"),
  ]);
  expect(rowsBelow(page, "All workbooks").map((row) => row.slice(0, 6))).toEqual([
    ["Workbook", "Status", "Written", "Changed", "In error", "Not calculated"],
    [paths[0], "done, with cells in error", "yes", "3", "1", "0"],
    [paths[1], "a file could not be read or written", "no", "0", "0", "0"],
  ]);
  expect(page).toContain("<td>https://planning.example, environment production</td>");
  expect(page).toMatch(/Started<\/td><td>2026-11-27 02:3\d UTC<.*\n.*Ended<\/td><td>2026-11-27 02:3\d UTC</);
  expect(page).toMatch(/Numbers as of<\/td><td>\d{4}-/);
});

describe("The page says why a number changed", () => {
  const INSIGHTS = (name: string, args: string) => ({ f: `_xldudf_INSIGHTS_${name}(${args})`, v: 1 });
  const PLAN = '"FY26 Plan","committed"';

  /** Refreshes the cells, has the service compute new results, and refreshes them again. */
  async function secondNight(cells: Record<string, CellSpec>): Promise<string[][]> {
    const path = await save("plan.xlsx", cells);
    await refresh([path]);
    sandbox.step();
    return rowsBelow((await refresh([path])).page, "What changed most").slice(1);
  }
  const number = (text: string) => Number(text.replaceAll(",", ""));
  /** Adds up the steps of a text such as "COGS +9, 2 more -1". */
  const sumOf = (why: string) =>
    why.split(/, (?!\d{3}\b)/).reduce((sum, step) => sum + number(/([-+][\d,.]+)$/.exec(step)?.[1] ?? "NaN"), 0);

  test("by the lines of a P&L that the workbook shows, which add up to the difference", async () => {
    const rows = await secondNight({
      A1: { ...INSIGHTS("PNL", PLAN), spill: "A1:B12" },
      D1: INSIGHTS("KPI", `${PLAN},"ebit"`),
    });
    const ebit = rows.find(([, , , , , , , cell]) => cell === "Plan!D1") ?? [];
    expect(ebit[5]).toMatch(/^[A-Z].* [+-][\d,]+, /);
    expect(Math.abs(sumOf(ebit[5] ?? "") - number(ebit[4] ?? ""))).toBeLessThan(3);
  });

  test("by regions that it shows", async () => {
    const regions = ["North", "South", "East", "West", "Islands"];
    const volume = (item = "") => INSIGHTS("KPI", `${PLAN},"demandVolume",,"region"${item && `,"${item}"`}`);
    const rows = await secondNight({
      A1: "Volume",
      B1: volume(),
      ...Object.fromEntries(regions.map((region, at) => [`B${at + 2}`, volume(region)])),
    });
    const whole = rows.find(([, , , , , , , cell]) => cell === "Plan!B1") ?? [];
    expect(whole[5]).toMatch(new RegExp(`(${regions.join("|")}) [+-]`));
    expect(Math.abs(sumOf(whole[5] ?? "") - number(whole[4] ?? ""))).toBeLessThan(3);
  });

  test("and is blank where the workbook shows no parts, or cells of one call differed", async () => {
    const [row = []] = await secondNight({ B1: INSIGHTS("KPI", `${PLAN},"ebit"`) });
    expect(row[5]).toBe("");
    const lines = Object.fromEntries(
      ["netFIESales", "cogs"].map((field, at) => [`C${at + 1}`, INSIGHTS("KPI", `${PLAN},"${field}"`)]),
    );
    const path = await save("mixed.xlsx", {
      B1: INSIGHTS("KPI", `${PLAN},"ebit"`),
      B2: { ...INSIGHTS("KPI", `${PLAN},"ebit"`), v: 2 },
      ...lines,
    });
    const rows = rowsBelow((await refresh([path])).page, "What changed most").slice(1);
    expect(rows.filter(([, , , , , why, , cell]) => why !== "" && cell?.startsWith("Plan!B"))).toEqual([]);
  });

  test("with the drivers of any workbook that shows them", () => {
    const drivers = ["Gross sales", "COGS", "Trade expenses", "OPEX", "Other"].map((label, at) => ({
      label,
      amount: 10 ** (5 - at) * (at % 2 ? -1 : 1),
      share: undefined,
    }));
    const files = [
      file("a.xlsx", { changes: 1, largest: [change(9)] }),
      file("b.xlsx", { changes: 1, largest: [{ ...change(9), drivers }] }),
    ];
    const [, row = []] = rowsBelow(pageOf(files), "What changed most");
    expect(row[5]).toBe("Gross sales +100,000, COGS -10,000, Trade expenses +1,000, 2 more -90");
  });
});

test("The same run makes the same page, to the byte", async () => {
  const pages: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    const paths = [
      await save("b.xlsx", { A1: { f: KPI('"FY26 Plan"', "committed"), v: 5 } }),
      await save("a.xlsx", {}),
    ];
    pages.push((await refresh(run === 0 ? paths : paths.reverse())).page);
  }
  expect(pages[1]).toBe(pages[0]);
});

test("Nothing of a file, a workbook or a service is read as HTML", async () => {
  const hostile = `<img src=x onerror="alert('1')">&amp;\u202e`;
  mkdirSync(join(folder, "<b>"));
  const name = `<b>/"'><script>alert(1)<\\script>\n&.xlsx`;
  const path = await save(name, { A1: hostile, B1: { f: KPI('"FY26 Plan"', hostile.replaceAll('"', '""')), v: 1 } });
  const { page } = await refresh([path, join(folder, "</td><script>.xlsx")]);
  expect(page).toContain("&lt;script&gt;");
  expect(page).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;");
  const tags = new Set([...page.matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, tag = ""]) => tag.toLowerCase()));
  expect([...tags].filter((tag) => ["script", "img", "b>", "svg", "a"].includes(tag))).toEqual([]);
  // oxlint-disable-next-line no-control-regex
  expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(page).toContain("default-src 'none'");
});

test("The page has no key, and is written if the run fails as a whole", async () => {
  const key = "a-key-that-nobody-may-read";
  const path = await save("a.xlsx", { A1: { f: KPI('"FY26 Plan"', "committed"), v: 5 } });
  const { status, page } = await refresh([path], key);
  expect(status).toBe(10);
  expect(rowsBelow(page, "Not done")[1]).toEqual([
    path,
    "the service refused",
    expect.stringContaining("The API key was refused: "),
  ]);
  expect(page).not.toContain(key);
  mkdirSync(join(folder, "empty"));
  const empty = await refresh([join(folder, "empty")]);
  expect(empty.status).toBe(11);
  expect(rowsBelow(empty.page, "Not done")[1]?.[1]).toBe("a folder or pattern without workbooks");
});

test("A page that cannot be written is a failure of the run", async () => {
  const path = await save("a.xlsx", { A1: { f: KPI('"FY26 Plan"', "committed"), v: 5 } });
  mkdirSync(join(folder, "night.html"));
  const { status, errors } = await refresh([path]);
  expect([status, errors]).toEqual([5, expect.stringContaining("night.html cannot be written")]);
});

test("A thousand workbooks have a line each, and their largest changes share one list", () => {
  const files = Array.from({ length: 1000 }, (_, at) => {
    const largest = Array.from({ length: MOST_CHANGES }, (_each, row) => change(at * 100 + row, `Plan!A${row + 1}`));
    return file(`books/${at}.xlsx`, { changes: 60, largest });
  });
  const page = pageOf(files);
  expect(rowsBelow(page, "All workbooks")).toHaveLength(1001);
  const rows = rowsBelow(page, "What changed most").slice(1);
  expect(rows).toHaveLength(MOST_CHANGES);
  expect(rows[0]).toEqual(["EBIT", "FY26", "0", "99,949", "99,949", "", "books/999.xlsx", "Plan!A50"]);
  expect(page).toContain("… and 59,950 more");
  expect(page.length).toBeLessThan(300_000);
  expect(pageOf([...files].reverse())).toBe(page);
});

test("The same change in many workbooks is one line, and others of the same size are not", () => {
  const same = change(9);
  const names = ["e", "d", "c", "b", "a"].map((name) => `${name}.xlsx`);
  const files = [
    ...names.map((name) => file(name, { changes: 2, largest: [same, change(1, `${name}!B2`)] })),
    file("<f>.xlsx", { changes: 3, largest: [same, { ...same, old: 18 }, { ...same, plan: "FY27" }] }),
  ];
  const page = pageOf(files);
  expect(rowsBelow(page, "What changed most").slice(1)).toEqual([
    ["EBIT", "FY26", "0", "9", "9", "", "in 6 workbooks: &lt;f&gt;.xlsx, a.xlsx, b.xlsx, …", "Plan!A1"],
    ["EBIT", "FY26", "18", "9", "-9", "", "&lt;f&gt;.xlsx", "Plan!A1"],
    ["EBIT", "FY27", "0", "9", "9", "", "&lt;f&gt;.xlsx", "Plan!A1"],
    [
      ...["EBIT", "FY26", "0", "1", "1", "", "in 5 workbooks: a.xlsx, b.xlsx, c.xlsx, …"],
      ...["in 5 cells: a.xlsx!B2, b.xlsx!B2, c.xlsx!B2, …"],
    ],
  ]);
  expect(page).not.toContain("more</p>");
  expect(pageOf([...files].reverse())).toBe(page);
});

test.each([["--report"], ["--report="], ["--report=night.txt"], ["--report=.html"]])(
  "%s needs a page's name",
  async (option) => {
    expect(await runInsights(["refresh", "a.xlsx", option], sandbox, { environment: {} })).toMatchObject({ status: 2 });
  },
);
