import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const DIST = join(__dirname, "../../dist");

/** The path of a built file. */
export function built(path: string): string {
  return join(DIST, path);
}

/** The text of a built file. */
export function builtText(path: string): string {
  if (!existsSync(DIST)) throw new Error('There is no build to test: run "npm run build" first.');
  return readFileSync(built(path), "utf8");
}

/** Width and height of a PNG, which its header holds as two big-endian numbers after the signature and the chunk's name. */
export function pngSize(path: string): [number, number] {
  const bytes = readFileSync(path);
  if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error(`${path} is not a PNG.`);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
