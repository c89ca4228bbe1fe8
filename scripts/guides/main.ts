/**
 * `npm run guides`: writes docs/functions anew, the lists of the agents' skill, the skill as the server has it, and the options of
 * `insights refresh`.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { functionPages } from "./functionPages";
import { withOptions } from "./optionList";
import { withLists } from "./skillLists";

/** This file runs as build/guides/main.cjs. */
const FOLDER = join(__dirname, "../../docs/functions");
const SKILL = join(__dirname, "../../docs/agents/SKILL.md");
const SKILL_OF_SERVER = join(__dirname, "../../src/headless/agents/skill.json");
const FILES = join(__dirname, "../../docs/files.md");

async function main(): Promise<void> {
  const pages = await functionPages();
  for (const name of readdirSync(FOLDER)) if (!(name in pages)) rmSync(join(FOLDER, name));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(FOLDER, name), text);
  const skill = withLists(readFileSync(SKILL, "utf8"));
  writeFileSync(SKILL, skill);
  writeFileSync(SKILL_OF_SERVER, `${JSON.stringify({ text: skill })}\n`);
  writeFileSync(FILES, withOptions(readFileSync(FILES, "utf8")));
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
