/** What the continuous integration makes of the outcomes of its parts: .ci/verdict.cjs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Part {
  script: string;
  results: string;
  status: number;
}
type Verdict = (parts: Part[], rerun: (script: string, file: string) => boolean) => unknown;
const { verdictOf } = jest.requireActual<{ verdictOf: Verdict }>("../../.ci/verdict.cjs");

const ROOT = join(__dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "insights-verdict-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A part whose files of tests had these outcomes. */
function part(files: Record<string, string[]>, status: number): Part {
  const results = join(folder, `${Object.keys(files).join().replaceAll("/", "-")}-${status}.json`);
  const testResults = Object.entries(files).map(([name, outcomes]) => ({
    name: join(ROOT, name),
    status: outcomes.includes("failed") || outcomes.length === 0 ? "failed" : "passed",
    assertionResults: outcomes.map((outcome) => ({ status: outcome })),
  }));
  writeFileSync(results, JSON.stringify({ testResults }));
  return { script: "test", results, status };
}

const rerun = jest.fn<boolean, [string, string]>();
beforeEach(() => rerun.mockReset().mockReturnValue(true));
const BROWSER = "test/e2e/first.test.ts";

test("All passed", () => {
  expect(verdictOf([part({ "test/a.test.ts": ["passed", "pending"] }, 0)], rerun)).toEqual({
    passed: 1,
    failed: 0,
    unsteady: [],
  });
});

test("A file of the browser that fails once is unsteady, and that fails twice has failed", () => {
  const parts = [part({ [BROWSER]: ["passed", "failed"] }, 1)];
  expect(verdictOf(parts, rerun)).toEqual({ passed: 2, failed: 0, unsteady: [BROWSER] });
  expect(rerun.mock.calls).toEqual([["test", BROWSER]]);
  rerun.mockReturnValue(false);
  expect(verdictOf(parts, rerun)).toEqual({ passed: 1, failed: 1, unsteady: [] });
});

test("Another file that fails is not run again, and counts if it has crashed", () => {
  expect(verdictOf([part({ "test/a.test.ts": ["failed"], "test/b.test.ts": [] }, 1)], rerun)).toMatchObject({
    failed: 2,
  });
  expect(rerun).not.toHaveBeenCalled();
});

test.each([
  ["a check beside tests that pass", part({ "test/a.test.ts": ["passed"] }, 2), 1],
  ["a check beside an unsteady file", part({ [BROWSER]: ["failed"] }, 2), 1],
  ["the test runner", part({ "test/a.test.ts": ["passed"] }, 1), 1],
  ["the installation", { script: "install", results: join(folder, "none.json"), status: 1 }, 1],
])("A failure of %s counts", (_what, failing, count) => {
  jest.spyOn(console, "log").mockImplementation(() => undefined);
  expect(verdictOf([failing], rerun)).toMatchObject({ failed: count });
});
