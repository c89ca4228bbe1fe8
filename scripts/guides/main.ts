/** `npm run guides`: writes docs/functions anew. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { functionPages } from "./functionPages";

/** This file runs as build/guides/main.cjs. */
const FOLDER = join(__dirname, "../../docs/functions");

async function main(): Promise<void> {
  const pages = await functionPages();
  for (const name of readdirSync(FOLDER)) if (!(name in pages)) rmSync(join(FOLDER, name));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(FOLDER, name), text);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
