// The agents' skill in the two forms that programs take, from docs/agents/SKILL.md.
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");

const SKILL = resolve(__dirname, "../docs/agents/SKILL.md");

/** What Microsoft allows for the instructions of an agent of Microsoft 365 Copilot, in characters. */
const MOST_OF_INSTRUCTIONS = 8_000;

/** Sections that instructions go without: long ones, and those that are not about a workbook. */
const LEFT_OUT = ["## Wrong and right", "## Functions", "## Fields", "### Decks and documents"];

/**
 * The skill as plain text, for programs with a field of instructions: without its head, and without the longest sections.
 * @param {string} skill
 */
function instructionsOf(skill) {
  const sections = skill.replace(/^---\n[\s\S]*?\n---\n+/, "").split(/^(?=##? |### )/m);
  const text = sections.filter((section) => !LEFT_OUT.includes(section.split("\n", 1)[0] ?? "")).join("");
  if (text.length <= MOST_OF_INSTRUCTIONS) return text;
  throw new Error(`The skill's instructions have ${text.length} characters, and ${MOST_OF_INSTRUCTIONS} is the most.`);
}

/**
 * Writes a folder that Claude and Copilot take as a skill, and the instructions beside it.
 * @param {string} folder
 */
function writeSkill(folder) {
  const skill = readFileSync(SKILL, "utf8");
  const [, name = ""] = /^name: (.+)$/m.exec(skill) ?? [];
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "SKILL.md"), skill);
  writeFileSync(join(folder, "instructions.md"), instructionsOf(skill));
}

module.exports = { instructionsOf, writeSkill };
