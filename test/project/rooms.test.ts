/** The rules of `npm run rooms` find every kind of import that the design forbids. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "../..");

/** A tree in which each file breaks one rule, or leads to one that does. */
const FILES: Record<string, string> = {
  "insights/index.ts": `import { sheet } from "../workbook/sheet"; export const key = sheet;`,
  "workbook/sheet.ts": `export const sheet = 1;`,
  "workbook/cells/cells.ts": `import type { Ledger } from "../ledger/ledger"; export type Cells = Ledger;`,
  "workbook/ledger/ledger.ts": `export type Ledger = 1;`,
  "workbook/parts/part.ts": `export * from "../sheet";`,
  "functions/kpi.ts": `export const pane = () => import("../taskpane/pane");`,
  "taskpane/pane.ts": `export { key } from "../insights";`,
  "taskpane/start.ts": `import { act } from "../actions/store"; export const start = act;`,
  "actions/store.ts": `import type { FC } from "react"; export const act = 1; export type Act = FC;`,
  "grid/area.ts": `export type Area = import("../workbook/sheet").Sheet;`,
  "dates/days.ts": `import "../grid/area";`,
  "sandbox/routes.ts": `import { key } from "../insights/index"; export const routes = key;`,
  "cli/eval.ts": `import { run } from "./run"; export const value = run;`,
  "cli/run.ts": `import type { value } from "./eval"; export const run = 1 as typeof value;`,
};

test("forbidden imports are named, and circles", () => {
  const folder = mkdtempSync(join(tmpdir(), "rooms-"));
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, "src", path)), { recursive: true });
      writeFileSync(join(folder, "src", path), text);
    }
    writeFileSync(join(folder, "tsconfig.json"), "{}");
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const program = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
    const rules = join(ROOT, ".dependency-cruiser.cjs");
    const { stdout } = spawnSync(process.execPath, [program, "src", "--config", rules], { cwd: folder });
    const found = String(stdout).matchAll(/error ([^:]*): (?:src\/)?(\S+)/g);
    expect([...found].map(([, rule, file]) => `${file}: ${rule}`).sort()).toEqual([
      "actions/store.ts: actions work without the pane",
      "cli/eval.ts: circle",
      "dates/days.ts: unknown room",
      "functions/kpi.ts: src/functions",
      "grid/area.ts: src/grid",
      "insights/index.ts: src/insights",
      "sandbox/routes.ts: src/sandbox",
      "taskpane/start.ts: src/taskpane",
      "workbook/cells/cells.ts: src/workbook/cells",
      "workbook/parts/part.ts: unknown folder of workbook",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
