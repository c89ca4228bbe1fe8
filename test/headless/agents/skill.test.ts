/** The agents' skill: its formulas work, its lists are the code's, and each wrong formula meets a message or a rule. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import served from "../../../src/headless/agents/skill.json";
import { createEvaluator } from "../../../src/headless/standalone/evaluator";
import type { Result } from "../../../src/spreadsheet/engine/evaluate";
import { formatArgument, literalArgument } from "../../../src/numbers/language/argument";
import { tokensOf, TYPES } from "../../../src/spreadsheet/formulas/tokens";
import { instructionsOf } from "../../../scripts/skill.cjs";
import { withLists } from "../../../scripts/guides/skillLists";
import { createSandbox } from "../../../sandbox/sandbox";
import { SERVICE } from "./setup";

const SKILL = readFileSync(join(__dirname, "../../../docs/agents/SKILL.md"), "utf8");
const MOST_WORDS = 3_000;
const LEAST_WRONG = 30;

/** Actuals of half a year, so a full year of them is a trap. */
const sandbox = createSandbox({ now: () => Date.UTC(2026, 6, 6), gaps: { actualsTo: "2026-06" } });
const evaluator = createEvaluator(
  { appUrl: SERVICE, credentials: { apiKey: sandbox.apiKey } },
  { plan: "FY26 Plan" },
  sandbox.fetch,
);
afterAll(() => evaluator.dispose());

async function evaluate(formula: string): Promise<Result> {
  const [result] = await evaluator.evaluate([withValues(formula)]);
  return result!;
}

/** The sheet of the examples, by address. */
const SHEET = new Map(
  [...SKILL.matchAll(/^\| (\d) +\|(.*)\|$/gm)].flatMap(([, row, cells = ""]) =>
    cells.split("|").map((text, at) => [`${"ABC"[at]}${row}`, text.trim()] as const),
  ),
);

/** Writes the values of the example's sheet in place of its cells. */
function withValues(formula: string): string {
  return tokensOf(formula)
    .map(({ type, value }) => {
      if (type !== TYPES.REF_RANGE) return value;
      const [first = "", last = first] = value.replaceAll("$", "").split(":");
      const row = first.slice(1);
      const columns = ["A", "B", "C"].filter((column) => column >= first[0]! && column <= last[0]!);
      return formatArgument(literalArgument([columns.map((column) => SHEET.get(column + row) ?? "")]));
    })
    .join("");
}

const WRONG = [...SKILL.matchAll(/^- `(=[^`]+)` → (?:`(#\S+) ?([^`]*)`|\*\*([^*]+)\*\*)\. Write `(=[^`]+)`$/gm)].map(
  ([, wrong = "", code, message = "", rule, right = ""]) => ({ wrong, code, message, rule, right }),
);

test("it has at most 3,000 words, and says what it is for", () => {
  expect(SKILL.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  expect(SKILL).toMatch(/^---\nname: [a-z-]+\ndescription: .+\n---\n/);
});

test("its lists are those of the code, and the server has the same text (npm run guides)", () => {
  expect(withLists(SKILL)).toBe(SKILL);
  expect(served.text).toBe(SKILL);
});

test("its instructions for Copilot are its rules, in as many characters as Microsoft allows", () => {
  const instructions = instructionsOf(SKILL);
  expect(instructions.length).toBeLessThanOrEqual(8_000);
  expect(instructions).toMatch(/^# INSIGHTS formulas in a workbook\n/);
  const rules = (text: string) => text.match(/^### .+$/gm);
  expect(rules(instructions)).toEqual(rules(SKILL)?.filter((rule) => !rule.includes("Decks")));
  // What it does not have, it must not point at.
  expect(instructions).not.toMatch(/\bthis page\b|\bis below\b|\babove\b/);
});

const FORMULAS = [...SKILL.matchAll(/^ {4}(=.+)$/gm)].map(([, formula = ""]) => formula);

test("it has formulas with cells and without", () => {
  expect(FORMULAS.length).toBeGreaterThan(15);
  expect(FORMULAS.filter((formula) => formula.includes("$B$1")).length).toBeGreaterThan(5);
});

test.each(FORMULAS)("%s has a value", async (formula) => {
  expect(await evaluate(formula)).toHaveProperty("value");
});

test("it names thirty wrong formulas", () => {
  expect(WRONG.length).toBeGreaterThanOrEqual(LEAST_WRONG);
  expect(WRONG).toHaveLength(SKILL.match(/^- `=/gm)?.length ?? 0);
});

test.each(WRONG)("$wrong meets its message or rule", async ({ wrong, code, message, rule }) => {
  const result = await evaluate(wrong);
  if (rule !== undefined) {
    expect(SKILL).toContain(`\n### ${rule}\n`);
    expect(result).toHaveProperty("value");
  } else expect(result).toEqual({ error: { code, message: expect.stringContaining(message) } });
});

test.each([...new Set(WRONG.map(({ right }) => right))])("%s is right", async (formula) => {
  expect(await evaluate(formula)).toHaveProperty("value");
});
