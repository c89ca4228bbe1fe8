/** The rules of `npm run rooms` find every kind of import that the design forbids. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "../..");

/** A tree in which each file breaks one rule, or leads to one that does. */
const FILES: Record<string, string> = {
  "src/insights/index.ts": `import { sheet } from "../workbook/sheet"; export const key = sheet;`,
  "src/workbook/sheet.ts": `export const sheet = 1;`,
  "src/workbook/cells/cells.ts": `import type { Ledger } from "../ledger/ledger"; export type Cells = Ledger;`,
  "src/workbook/ledger/ledger.ts": `export type Ledger = 1;`,
  "src/workbook/parts/part.ts": `export * from "../sheet";`,
  "src/functions/kpi.ts": `export const pane = () => import("../taskpane/pane");`,
  "src/taskpane/pane.ts": `export { key } from "../insights";`,
  "src/taskpane/start.ts": `import { act } from "../actions/store"; export const start = act;`,
  "src/actions/store.ts": `import type { FC } from "react"; export const act = 1; export type Act = FC;`,
  "src/sheet/area.ts": `export type Area = import("../workbook/sheet").Sheet;`,
  "src/dates/days.ts": `import "../sheet/area";`,
  "sandbox/routes.ts": `import { key } from "../src/insights/index"; export const routes = key;`,
  "src/cli/eval.ts": `import { run } from "./run"; export const value = run;`,
  "src/cli/run.ts": `import type { value } from "./eval"; export const run = 1 as typeof value;`,
};

test("forbidden imports are named, and circles", () => {
  const folder = mkdtempSync(join(tmpdir(), "rooms-"));
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, "tsconfig.json"), "{}");
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const program = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
    const rules = join(ROOT, ".dependency-cruiser.cjs");
    const { stdout } = spawnSync(process.execPath, [program, "src", "sandbox", "--config", rules], { cwd: folder });
    const found = String(stdout).matchAll(/error ([^:]*): (\S+)/g);
    expect([...found].map(([, rule, file]) => `${file}: ${rule}`).sort()).toEqual([
      "sandbox/routes.ts: imports of sandbox",
      "src/actions/store.ts: actions work without the pane",
      "src/cli/eval.ts: circle",
      "src/dates/days.ts: unknown room",
      "src/functions/kpi.ts: imports of functions",
      "src/insights/index.ts: imports of insights",
      "src/sheet/area.ts: imports of sheet",
      "src/taskpane/start.ts: imports of taskpane",
      "src/workbook/cells/cells.ts: imports of cells",
      "src/workbook/parts/part.ts: unknown folder of workbook",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
