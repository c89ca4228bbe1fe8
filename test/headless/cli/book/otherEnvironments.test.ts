/** Workbooks with formulas of another environment of the add-in than the command's. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../../../src/headless/cli/command/command";
import { createSandbox } from "../../../../sandbox/sandbox";
import { createBook, type CellSpec } from "../../../spreadsheet/xlsx/book";

const sandbox = createSandbox();

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "environments-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const kpi = (namespace: string): CellSpec => ({ f: `_xldudf_${namespace}_KPI("FY26 Plan","committed","ebit")`, v: 1 });

/** Refreshes a workbook with these cells by the command of production. */
async function refresh(cells: Record<string, CellSpec>) {
  const path = join(folder, "book.xlsx");
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }] }));
  let [output, errors] = ["", ""];
  const status = await runCommand(["refresh", path], {
    environment: { INSIGHTS_URL: "https://planning.example", INSIGHTS_API_KEY: sandbox.apiKey },
    fetch: sandbox.fetch,
    readInput: () => undefined,
    print: (text) => void (output += text),
    printBytes: () => Promise.resolve(),
    printError: (text) => void (errors += text),
  });
  return { status, output, errors };
}

const LEFT =
  "Formulas of the environment test keep their values: refresh them with --environment test and the connection of its service.";

test("A workbook of another environment is refused, with that environment's name", async () => {
  const { status, errors } = await refresh({ A1: kpi("INSIGHTSTEST") });
  expect([status, errors]).toEqual([
    3,
    expect.stringContaining(`has no INSIGHTS formulas. Nothing was written. ${LEFT}`),
  ]);
});

test("A workbook of two environments says whose formulas were left alone", async () => {
  const { output } = await refresh({ A1: kpi("INSIGHTS"), A2: kpi("INSIGHTSTEST"), A3: kpi("InsightsTest") });
  expect(output).toContain("1 cell refreshed, 1 value changed");
  expect(output.split(LEFT)).toHaveLength(2);
});

test("Several other environments are all named", async () => {
  const { errors } = await refresh({ A1: kpi("INSIGHTSUAT"), A2: kpi("INSIGHTSDEV") });
  expect(errors).toContain("of the environment dev and uat keep their values: refresh them with --environment dev and");
});

test.each([
  ["texts", { f: '"INSIGHTSTEST.KPI("&"_xldudf_INSIGHTSTEST_KPI("', v: 1 }],
  ["others' functions", { f: '_xldudf_INSIGHTSTEST_OTHER("a")', v: 1 }],
])("Of %s, which are no calls, nothing is said", async (_what, cell) => {
  const { output } = await refresh({ A1: kpi("INSIGHTS"), A2: cell });
  expect(output).not.toContain("environment test");
});
