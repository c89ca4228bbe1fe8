/** The rules of `npm run rooms` find every kind of import that the design forbids. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "../..");

/** A tree in which each file breaks one rule, or leads to one that does. */
const FILES: Record<string, string> = {
  "src/insights/index.ts": `import { sheet } from "../excel/workbook/sheet"; export const key = sheet;`,
  "src/excel/workbook/sheet.ts": `export const sheet = 1;`,
  "src/excel/workbook/cells/formulaCells.ts": `import type { Ledger } from "../ledger/ledger"; export type Cells = Ledger;`,
  "src/excel/workbook/ledger/ledger.ts": `export type Ledger = 1;`,
  "src/excel/workbook/parts/part.ts": `export * from "../../../spreadsheet/cells/area";`,
  "src/numbers/functions/kpi.ts": `export const pane = () => import("../../excel/taskpane/pane");`,
  "src/numbers/functions/word.ts": `export * from "../../spreadsheet/formulas/tokens";`,
  "src/spreadsheet/formulas/tokens.ts": `export const tokens = 1;`,
  "src/excel/taskpane/pane.ts": `export { key } from "../../insights";`,
  "src/excel/taskpane/start.ts": `import { act } from "../actions/store"; export const start = act;`,
  "src/excel/actions/store.ts": `import type { FC } from "react"; export const act = 1; export type Act = FC;`,
  "src/spreadsheet/cells/area.ts": `export type Area = import("../../excel/workbook/sheet").Sheet;`,
  "src/dates/days.ts": `import "../spreadsheet/cells/area";`,
  "src/reporting/days.ts": `export const day = 1;`,
  "src/reporting/saved/part.ts": `import { day } from "../days"; export const part = day;`,
  "sandbox/routes.ts": `import { key } from "../src/insights/index"; export const routes = key;`,
  "src/headless/cli/eval.ts": `import { run } from "./run"; export const value = run;`,
  "src/headless/cli/run.ts": `import type { value } from "./eval"; export const run = 1 as typeof value;`,
  "src/headless/cli/build.ts": `import "../../../scripts/build";`,
  "scripts/build.ts": `export const build = 1;`,
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
      "src/dates/days.ts: unknown room",
      "src/excel/actions/store.ts: actions work without the pane",
      "src/excel/taskpane/start.ts: imports of excel/taskpane",
      "src/excel/workbook/cells/formulaCells.ts: imports of cells",
      "src/excel/workbook/parts/part.ts: unknown folder of workbook",
      "src/headless/cli/build.ts: what people get needs nothing of the builds",
      "src/headless/cli/eval.ts: circle",
      "src/insights/index.ts: imports of insights",
      "src/insights/index.ts: imports of the floor insights",
      "src/numbers/functions/kpi.ts: imports of numbers/functions",
      "src/numbers/functions/kpi.ts: imports of the floor numbers",
      "src/numbers/functions/word.ts: imports of numbers/functions",
      "src/reporting/saved/part.ts: imports of reporting/saved",
      "src/spreadsheet/cells/area.ts: imports of spreadsheet/cells",
      "src/spreadsheet/cells/area.ts: imports of the floor spreadsheet",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
