/** Records the workbench's first workbook beside its bundled page. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordSample } from "./record";

/** This file runs as build/sample/main.cjs. */
const FOLDER = join(__dirname, "../workbench");

async function main(): Promise<void> {
  const sample = await recordSample();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "sample.json"), JSON.stringify(sample));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
