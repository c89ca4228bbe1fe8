/** The version that people had before this one, from the history of this clone: its sources, and its command, built. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** After a release, write its commit here. */
const LAST_VERSION = "a8b96596a6ff801ae55ba2fbe04b306ad1d51f18";

const ROOT = resolve(__dirname, "../..");

export interface LastVersion {
  readonly folder: string;
  readonly command: string;
  /** Runs these tests of it, in its folder. Returns its failures; "" if all have passed. */
  readonly runTests: (path: string) => Promise<string>;
  readonly remove: () => void;
}

/** True if the clone has the commit: a shallow one may not. */
export function hasLastVersion(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${LAST_VERSION}^{commit}`], { cwd: ROOT, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Unpacks and builds it in a folder of its own, with the packages of this version. */
export function openLastVersion(): LastVersion {
  const folder = mkdtempSync(join(tmpdir(), "insights-last-"));
  const archive = execFileSync("git", ["archive", LAST_VERSION], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync("tar", ["x", "-C", folder], { input: archive });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  execFileSync(process.execPath, ["scripts/bundle.cjs", "cli"], { cwd: folder });
  return {
    folder,
    command: join(folder, "build/cli/insights.cjs"),
    runTests: (path) => runTests(folder, path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runTests(folder: string, path: string): Promise<string> {
  const jest = join(folder, "node_modules/jest/bin/jest.js");
  const child = spawn(process.execPath, [jest, path, "--maxWorkers=1"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  return new Promise((settle, reject) => {
    child.once("error", reject);
    child.once("close", (status) => settle(status === 0 ? "" : printed || `Status ${status}`));
  });
}
