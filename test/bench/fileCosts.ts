/** Files: CPU and peak memory of the built command, beside LibreOffice and openpyxl where they are installed. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "./figures";
import { workbookOfConstants, workbookOfCriteria, workbookOfFormulas } from "./files";
import { median } from "./measure";
import type { BenchService } from "./service";

const OPENPYXL = "import sys, openpyxl\nbook = openpyxl.load_workbook(sys.argv[1])\nbook.save(sys.argv[2])";

interface Cost {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Half of the formulas are KPIs, half depend on them. */
const FORMULAS = { what: "formulas refreshed in a file", make: workbookOfFormulas };
/** Cells that no formula reads, and one KPI. */
const CONSTANTS = { what: "plain cells and one KPI in a file", make: workbookOfConstants };
/** SUMIFS with wildcards over 5,000 KPIs. */
const CRITERIA = { what: "SUMIFS with wildcards over 5,000 rows, and 5,000 KPIs, in a file", make: workbookOfCriteria };
export const BOOKS = { FORMULAS, CONSTANTS, CRITERIA } as const;

export async function measureFiles(
  root: string,
  { url, apiKey }: BenchService,
  count: number,
  rounds: number,
  { what, make }: (typeof BOOKS)[keyof typeof BOOKS],
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "insights-bench-"));
  const [file, out] = [join(folder, "book.xlsx"), join(folder, "out.xlsx")];
  writeFileSync(file, await make(count));
  const env = { ...process.env, INSIGHTS_URL: url, INSIGHTS_API_KEY: apiKey };
  const ours = [process.execPath, join(root, "bin/insights.cjs"), "refresh", file, "-o", out];
  const costs = {
    ours: costOf(ours, out, rounds, env),
    LibreOffice:
      isThere("soffice", "--version") &&
      costOf(
        ["soffice", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", join(folder, "lo"), file],
        join(folder, "lo/book.xlsx"),
        rounds,
        env,
      ),
    openpyxl:
      isThere("python3", "-c", "import openpyxl") && costOf(["python3", "-c", OPENPYXL, file, out], out, rounds, env),
  };
  rmSync(folder, { recursive: true });
  const pick = (name: keyof Cost) =>
    Object.fromEntries(Object.entries(costs).flatMap(([who, cost]) => (cost ? [[who, cost[name]]] : [])));
  return [
    { group: "Files", what, size: count, unit: "s", values: pick("seconds"), note: "CPU" },
    { group: "Files", what, size: count, unit: "MB", values: pick("megabytes"), note: "peak memory" },
  ];
}

function isThere(...command: readonly [string, ...string[]]): boolean {
  const [program, ...args] = command;
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

/**
 * The median of CPU seconds and peak memory, as the operating system counts them. Throws where the command fails, or writes no
 * file: LibreOffice says of a file that it cannot read that all is well.
 */
function costOf(command: readonly string[], written: string, rounds: number, env: NodeJS.ProcessEnv): Cost {
  const runs = Array.from({ length: Math.max(1, rounds) }, () => {
    rmSync(written, { force: true });
    const { status, stderr } = spawnSync("/usr/bin/time", ["-f", "%U %S %M", ...command], { env, encoding: "utf8" });
    const [user = 0, system = 0, kilobytes = 0] = (stderr.trim().split("\n").at(-1) ?? "").split(" ").map(Number);
    if (status !== 0 || !existsSync(written)) throw new Error(`${command.join(" ")} ended with ${status}: ${stderr}`);
    return { seconds: user + system, megabytes: kilobytes / 1024 };
  });
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    megabytes: median(runs.map(({ megabytes }) => megabytes)),
  };
}
