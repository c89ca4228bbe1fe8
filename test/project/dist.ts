import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");
const DIST = join(ROOT, "dist");
const OUTPUTS = ["dist/addin.js", "build/workbench/main.js", "build/cli/insights.cjs"];

/** Ends a test file at once if there is nothing built to test. */
function requireBuild(): void {
  const missing = OUTPUTS.filter((output) => !existsSync(join(ROOT, output)));
  if (missing.length > 0) throw new Error(`Run "npm run build" first: there is no ${missing.join(", no ")}.`);
}

requireBuild();

/** The path of a built file. */
export function built(path: string): string {
  return join(DIST, path);
}

/** The text of a built file. */
export function builtText(path: string): string {
  return readFileSync(built(path), "utf8");
}

/** Width and height of a PNG, which its header holds as two big-endian numbers after the signature and the chunk's name. */
export function pngSize(path: string): [number, number] {
  const bytes = readFileSync(path);
  if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error(`${path} is not a PNG.`);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
