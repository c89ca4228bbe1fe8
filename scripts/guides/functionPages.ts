/** Makes the functions' pages: arguments from Excel's metadata, and examples with results from the sandbox. */
import { createEvaluator } from "../../src/cli/evaluator";
import { showScalar } from "../../src/cli/print";
import type { Result } from "../../src/engine/calculator";
import type { Scalar } from "../../src/engine/values";
import metadata from "../../src/functions/functions.json";
import { fromSerial } from "../../src/grid/dateSerial";
import { createSandbox } from "../../sandbox/sandbox";
import { GUIDES, type FunctionExample, type FunctionGuide } from "./examples";

/** Results depend on the clock by the current month and the age of numbers. */
const NOW = Date.UTC(2026, 5, 1, 12);
const MOST_ROWS = 14;

type Metadata = (typeof metadata.functions)[number];

/** Returns the pages' texts by file name. Rejects if a function has no guide, or a guide no function. */
export async function functionPages(): Promise<Record<string, string>> {
  const described = metadata.functions.map((each) => ({ ...each, guide: guideOf(each.id) }));
  const left = Object.keys(GUIDES).filter((id) => !described.some((each) => each.id === id));
  if (left.length > 0) throw new Error(`There are examples for ${left.join(", ")}, which no function is.`);
  const results = await resultsOf(described.flatMap(({ guide }) => guide.examples));
  const pages = described.map(({ guide, ...each }) => [`${each.id}.md`, pageOf(each, guide, results)]);
  return { "README.md": contents(described), ...(Object.fromEntries(pages) as Record<string, string>) };
}

function guideOf(id: string): FunctionGuide {
  const guide = GUIDES[id];
  if (!guide || guide.examples.length === 0) throw new Error(`Add examples for ${id} to scripts/guides/examples.ts.`);
  return guide;
}

async function resultsOf(examples: readonly FunctionExample[]): Promise<Map<FunctionExample, Result>> {
  const { apiKey, fetch } = createSandbox({ now: () => NOW });
  const connection = { appUrl: "https://planning.example", credentials: { apiKey } };
  const evaluator = createEvaluator(connection, {}, fetch);
  try {
    const results = await evaluator.evaluate(examples.map(({ formula }) => formula));
    return new Map(results.map((result, index) => [examples[index] as FunctionExample, result]));
  } finally {
    evaluator.dispose();
  }
}

const MADE = "<!-- Made by `npm run guides` from scripts/guides/examples.ts and functions.json. -->";

function contents(functions: readonly Metadata[]): string {
  const rows = functions.map(({ id, description }) => [`[${id}](${id}.md)`, sentenceOf(description)]);
  return `${MADE}

# Functions

Every argument is optional. A blank plan, scenario or currency means the one chosen in the pane for this workbook. Names may be names,
labels or ids, in upper or lower case. Scenario and field also take ranges.

${table([["Function", "What it returns"], ...rows])}
[Messages](../messages.md) lists every error message and what to do.
`;
}

function pageOf(
  { id, description, parameters }: Metadata,
  { remarks, examples }: FunctionGuide,
  results: ReadonlyMap<FunctionExample, Result>,
): string {
  const names = parameters.map(({ name }) => `[${name}]`).join(", ");
  const rows = parameters.map(({ name, description: meaning }) => [`\`${name}\``, withCode(meaning)]);
  const argumentTable = rows.length === 0 ? "It has no arguments.\n" : table([["Argument", "What it is"], ...rows]);
  const shown = examples.map((example) => exampleText(example, results.get(example)));
  return `${MADE}

# ${id}

${sentenceOf(description)}

    =INSIGHTS.${id}(${names})

## Arguments

${argumentTable}
## Good to know

${remarks.map((remark) => `- ${remark}`).join("\n")}

## Examples

The results are those of the sandbox's plans.

${shown.join("\n")}
[All functions](README.md)
`;
}

/** The description without its example. */
function sentenceOf(description: string): string {
  return `${withCode(description.replace(/\.?\s*Example:.*/s, ""))}.`;
}

/** Shows words in quotes as code, since quotes are what users type. */
function withCode(text: string): string {
  return text.replace(/"[^"]*"/g, "`$&`");
}

function exampleText({ shows, formula, format }: FunctionExample, result: Result | undefined): string {
  if (!result) throw new Error(`${formula} was not evaluated.`);
  const head = `**${shows}**\n\n    ${formula}\n\n`;
  if ("error" in result) return `${head}\`${result.error.code}\` ${literal(result.error.message)}\n`;
  if (!Array.isArray(result.value)) return `${head}${showValue(result.value, format)}\n`;
  const rows = result.value.map((row) => row.map((value) => showValue(value, format)));
  const more = rows.length > MOST_ROWS ? `\nand ${rows.length - MOST_ROWS} more rows.\n` : "";
  return `${head}${table(rows.slice(0, MOST_ROWS))}${more}`;
}

function showValue(value: Scalar, format: FunctionExample["format"]): string {
  if (typeof value === "number" && format) return FORMATS[format](value);
  const shown = showScalar(value);
  return literal(typeof shown === "string" ? shown : shown.content);
}

const FORMATS = {
  date: (serial: number) => isoOf(serial).slice(0, 10),
  dateTime: (serial: number) => isoOf(serial).slice(0, 16).replace("T", " "),
  percent: (ratio: number) => `${(ratio * 100).toFixed(1)} %`,
};

function isoOf(serial: number): string {
  return new Date(fromSerial(serial, 1900)).toISOString();
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.join(" | ")} |`);
  const [head = "", ...body] = lines;
  return `${[head, `|${" --- |".repeat(rows[0]?.length ?? 0)}`, ...body].join("\n")}\n`;
}

/** Escapes what Markdown would read as marks. */
function literal(text: string): string {
  return text.replace(/[\\`*_<|]/g, "\\$&");
}
