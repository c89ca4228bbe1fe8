/** Comments in files: a refresh without Excel calculates their marks, and the command lists them. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refreshBook } from "../../../src/headless/cli/book/refreshBook";
import { commentsOfBook } from "../../../src/headless/cli/book/bookComments";
import { createSession, findField } from "../../../src/insights";
import { toFileNotation } from "../../../src/numbers/language/notation";
import type { Figure, FigureSide } from "../../../src/numbers/language/figure";
import { REPORT_SHEETS } from "../../../src/reporting/reports/reportSheets";
import {
  commentCells,
  COMMENT_HEADINGS,
  subjectOfComment,
  type FigureComment,
} from "../../../src/reporting/saved/comments";
import { loadWorkbook } from "../../../src/spreadsheet/xlsx/workbook";
import { createSandbox } from "../../../sandbox/sandbox";
import { createBook, type CellSpec } from "../../spreadsheet/xlsx/book";
import { cellsIn } from "../../spreadsheet/xlsx/cells";
import { moved } from "../../spreadsheet/xlsx/reportBook";
import { runInsights } from "./run";

const sandbox = createSandbox({ now: () => Date.UTC(2026, 5, 15, 9) });
const side = (scenario: string): FigureSide => ({
  plan: { text: "FY26 Plan", id: "fy26" },
  scenario: { text: scenario, id: `fy26-${scenario}` },
  months: ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"],
});
const variance = (field: string, measure: Figure["measure"] = "amount"): Figure => ({
  field: findField(field)!,
  own: side("actual"),
  base: side("committed"),
  measure,
  items: [],
  said: {},
});
const WRITTEN = Date.UTC(2026, 10, 12, 8, 45);

function rowOf(figure: Figure, text: string, value: number, more: Partial<FigureComment> = {}): (string | number)[] {
  const about = subjectOfComment(figure);
  const comment = { ...about, text, value, unit: "USD", asOf: WRITTEN, by: "A. Weber", writtenAt: WRITTEN, ...more };
  return commentCells(comment, 1900);
}

/** A workbook with a commentary, whose formulas have no values yet, and these comments. */
function bookWith(rows: readonly (readonly (string | number)[])[], names?: Record<string, string>) {
  const spec = REPORT_SHEETS.commentary({
    plan: "FY26 Plan",
    scenarios: ["committed", "actual"],
    currency: "USD",
    plans: [],
    inputs: { threshold: "0", lineThreshold: "0" },
  });
  const cells: Record<string, CellSpec> = {};
  const put = (at: string, content: string | number | null) => {
    if (content === null || content === "") return;
    const text = String(content);
    if (!text.startsWith("=")) cells[at] = typeof content === "number" ? content : text.replace(/^'/, "");
    else {
      const isTable = /^=(IF\(.*,"",)?INSIGHTS\.(PLANS|SCENARIOS|DEMAND|PNL)\(/.test(text);
      cells[at] = { f: toFileNotation(text.slice(1)), ...(isTable ? { spill: at } : { array: at }) };
    }
  };
  for (const { at, rows: block } of spec.blocks)
    block.forEach((row, down) => row.forEach((content, right) => put(moved(at, down, right), content)));
  const kept: Record<string, CellSpec> = {};
  [COMMENT_HEADINGS, ...rows].forEach((row, down) =>
    row.forEach((content, right) => {
      if (content !== "")
        kept[moved("A1", down, right)] = typeof content === "string" ? content.replace(/^'/, "") : content;
    }),
  );
  return createBook({
    sheets: [
      { name: "Commentary", cells },
      { name: "Our notes", cells: kept },
    ],
    names: names ?? { Insights_Comments: "'Our notes'!$A$1:$I$5001" },
  });
}

async function refreshed(bytes: Uint8Array) {
  const session = createSession({ fetch: sandbox.fetch, scheduleBatch: (flush) => void setImmediate(flush) });
  session.connect({ appUrl: "https://planning.example", credentials: { apiKey: sandbox.apiKey } });
  return refreshBook(bytes, { session, settings: {}, valuesOnly: false });
}

test("a refreshed file shows the words beside their number, and lists which of them still hold", async () => {
  const first = await refreshed(await bookWith([rowOf(variance("ebit"), "Strike", -1)]));
  expect(first.summary.problems).toEqual([]);
  const cells = await cellsIn(first.bytes);
  const row = Object.keys(cells)
    .find((at) => cells[at] === "EBIT" && /!B(1\d|2\d)$/.test(at))!
    .replace(/^.*!B/, "");
  expect(cells[`Commentary!H${row}`]).toBe("Strike");
  expect(cells[`Commentary!J${row}`]).toBe("A. Weber, 12 Nov 2026");
  const delta = cells[`Commentary!E${row}`] as number;
  const [moved] = commentsOfBook(await loadWorkbook(first.bytes));
  expect(moved).toMatchObject({
    state: "moved",
    mark: cells[`Commentary!I${row}`],
    sheets: ["Commentary"],
    earlier: 0,
  });
  const rows = [
    rowOf(variance("ebit"), "Draft", -1),
    rowOf(variance("ebit"), "Strike", delta),
    rowOf(variance("ebit", "difference"), "Elsewhere", 1),
  ];
  const second = await refreshed(await bookWith(rows));
  const held = commentsOfBook(await loadWorkbook(second.bytes));
  expect(held).toMatchObject([
    { text: "Strike", state: "holds", mark: "", earlier: 1 },
    { text: "Elsewhere", state: "not shown" },
  ]);
  expect(held).toHaveLength(2);
});

test("a refresh says how many comments were written for other numbers, by their values and not by their words", async () => {
  const rows = [
    rowOf(variance("ebit"), "Strike", -1),
    rowOf(variance("cogs"), "Not known", 1, { value: undefined }),
    rowOf(variance("grossFIESales"), "In euros", 1, { unit: "EUR" }),
  ];
  const { bytes, summary } = await refreshed(await bookWith(rows));
  expect(summary.notes).toContain("1 comment was written for another number. insights comments lists them.");
  const listed = commentsOfBook(await loadWorkbook(bytes));
  expect(listed.map(({ state, mark }) => [state, mark])).toEqual([
    ["moved", expect.stringMatching(/^for −1, now /)],
    ["not compared", "for an unknown number"],
    ["not compared", "written in EUR"],
  ]);
});

test("a sorted sheet shows the comment that was written last, and equal times leave the order to the rows", async () => {
  const later = { writtenAt: WRITTEN + 60_000 };
  const rows = [
    rowOf(variance("ebit"), "Last", 1, later),
    rowOf(variance("ebit"), "First", 1),
    rowOf(variance("cogs"), "First", 1),
    rowOf(variance("cogs"), "Last", 1),
  ];
  const { bytes } = await refreshed(await bookWith(rows));
  const cells = await cellsIn(bytes);
  const words = Object.keys(cells).filter((at) => /^Commentary!H(1\d|2\d)$/.test(at) && cells[at] !== "");
  expect(words.map((at) => cells[at])).toEqual(["Last", "Last"]);
  expect(commentsOfBook(await loadWorkbook(bytes)).map(({ text, earlier }) => [text, earlier])).toEqual([
    ["Last", 1],
    ["Last", 1],
  ]);
});

test("a file without comments, or whose sheet of them is gone, calculates and has none", async () => {
  for (const meaning of ['""', "#REF!"]) {
    const { bytes, summary } = await refreshed(await bookWith([], { Insights_Comments: meaning }));
    expect(summary.problems).toEqual([]);
    expect(commentsOfBook(await loadWorkbook(bytes))).toEqual([]);
  }
});

test("a name that leads to another workbook has no comments here, and displaced columns are told", async () => {
  const row = rowOf(variance("ebit"), "Strike", 1);
  const foreign = await bookWith([row], { Insights_Comments: "'[1]Our notes'!$A$1:$I$5001" });
  expect(commentsOfBook(await loadWorkbook(foreign))).toEqual([]);
  const displaced = await bookWith([row], { Insights_Comments: "'Our notes'!$A$1:$J$5001" });
  expect((await refreshed(displaced)).summary.notes).toContainEqual(expect.stringMatching(/^A column was inserted/));
});

describe("insights comments", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "comments-"))));
  afterEach(() => rm(folder, { recursive: true }));
  const run = (...args: string[]) => runInsights(["comments", ...args], sandbox);

  test("lists them in lines or as JSON, and asks no service", async () => {
    const file = join(folder, "book.xlsx");
    await writeFile(file, await bookWith([rowOf(variance("ebit"), "Strike", -12_900_000)]));
    const lines = await run(file);
    expect(lines).toMatchObject({ status: 0, errors: "" });
    expect(lines.output).toMatch(/^not shown {2}Variance of EBIT.* Strike {2}A\. Weber, 2026-11-12\n$/);
    const { output } = await run(file, "--json");
    expect(JSON.parse(output)).toMatchObject({
      text: "Strike",
      value: -12_900_000,
      unit: "USD",
      state: "not shown",
      writtenAt: "2026-11-12T08:45:00.000Z",
    });
  });

  test("says that there are none, and refuses what is no workbook", async () => {
    const file = join(folder, "book.xlsx");
    await writeFile(file, await bookWith([], {}));
    expect(await run(file)).toMatchObject({ status: 0, output: `${file} has no comments.\n` });
    await writeFile(file, await bookWith([], { Insights_Comments: "'Our notes'!$A$1:$J$5001" }));
    expect(await run(file)).toMatchObject({ status: 5, errors: expect.stringContaining("A column was inserted") });
    await writeFile(file, "text");
    expect((await run(file)).status).toBe(5);
    expect((await run(join(folder, "none.xlsx"))).status).toBe(5);
    expect((await run()).status).toBe(2);
    expect((await run(file, "--strict")).errors).toMatch(/--strict is an option of insights refresh only/);
  });
});
