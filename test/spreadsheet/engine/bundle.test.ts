import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";

/** Evaluates formulas that make Univer complain on the console, as a program of its own that does not exit by itself. */
const PROGRAM = `
  import { createCalculator } from "./src/spreadsheet/engine/evaluate";
  const run = async () => [[1, 2]];
  const metadata = { id: "PNL", name: "PNL", parameters: [] };
  const calculator = createCalculator([{ namespace: "INSIGHTS", metadata, run }]);
  calculator.evaluate(["=SUM(INSIGHTS.PNL())", "=LET(x,1,x,2,x)", "=FOO(", "=:A1"]).then((results) => {
    calculator.dispose();
    process.stdout.write(JSON.stringify(results[0]));
  });
`;

test("A bundled program prints nothing of the engine's, and ends by itself", () => {
  const folder = mkdtempSync(join(tmpdir(), "engine-"));
  const outfile = join(folder, "program.cjs");
  const stdin = { contents: PROGRAM, resolveDir: join(__dirname, "../../.."), loader: "ts" as const };
  buildSync({ stdin, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "silent" });
  const { status, stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8", timeout: 300_000 });
  rmSync(folder, { recursive: true });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{"value":3}', stderr: "" });
});
