/** `npm run golden`: writes the golden workbook of this version. Those of earlier versions stay as they are. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { makeGolden } from "./makeGolden";

/** This file runs as build/golden/main.cjs. */
const FOLDER = join(__dirname, "../../test/golden/workbooks");

async function main(): Promise<void> {
  const path = join(FOLDER, `${version}.xlsx`);
  if (existsSync(path) && !process.argv.includes("--force"))
    throw new Error(`${path} is what users of ${version} have. Pass --force only before ${version} is released.`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, await makeGolden());
  console.log(path);
}

main().then(
  // The grid keeps timers.
  () => process.exit(0),
  (error: Error) => {
    console.error(error);
    process.exit(1);
  },
);
