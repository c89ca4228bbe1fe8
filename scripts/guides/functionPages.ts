/** Makes the functions' pages: arguments from Excel's metadata, and examples with results from the sandbox. */
import { createEvaluator } from "../../src/headless/standalone/evaluator";
import { showScalar } from "../../src/headless/standalone/print";
import type { Result } from "../../src/spreadsheet/engine/evaluate";
import type { Scalar } from "../../src/spreadsheet/engine/values";
import metadata from "../../src/numbers/functions/functions.json";
import { fromSerial } from "../../src/spreadsheet/cells/dateSerial";
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

${examplesText(examples, results)}
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

/** Examples with one value are rows of a table. After it, each table has a heading of its own. */
function examplesText(examples: readonly FunctionExample[], results: ReadonlyMap<FunctionExample, Result>): string {
  const shown = examples.map((example) => ({ example, result: resultOf(example, results) }));
  const rows = shown.flatMap(({ example, result }) => (isTable(result) ? [] : [exampleRow(example, result)]));
  const tables = shown.flatMap(({ example, result }) => (isTable(result) ? [exampleTable(example, result.value)] : []));
  return [...(rows.length > 0 ? [table([["Formula", "What it gives"], ...rows])] : []), ...tables].join("\n");
}

function resultOf(example: FunctionExample, results: ReadonlyMap<FunctionExample, Result>): Result {
  const result = results.get(example);
  if (!result) throw new Error(`${example.formula} was not evaluated.`);
  return result;
}

function isTable(result: Result): result is { value: Scalar[][] } {
  return "value" in result && Array.isArray(result.value);
}

function exampleRow({ shows, formula, format }: FunctionExample, result: Result): string[] {
  const shown =
    "error" in result
      ? `\`${result.error.code}\` ${literal(result.error.message)}`
      : `**${showValue(result.value as Scalar, format)}**`;
  return [`\`${formula}\``, `${shows}: ${shown}`];
}

function exampleTable({ shows, formula, format }: FunctionExample, value: readonly (readonly Scalar[])[]): string {
  const rows = value.map((row) => row.map((each) => showValue(each, format)));
  const more = rows.length > MOST_ROWS ? `\nand ${rows.length - MOST_ROWS} more rows.\n` : "";
  const [, first = []] = value;
  const shown = table(
    rows.slice(0, MOST_ROWS),
    first.map((each) => typeof each === "number"),
  );
  return `### ${shows}\n\n    ${formula}\n\n${shown}${more}`;
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

/** @param isNumber By column: numbers stand at the right. */
function table(rows: readonly (readonly string[])[], isNumber: readonly boolean[] = []): string {
  const lines = rows.map((row) => `| ${row.join(" | ")} |`);
  const [head = "", ...body] = lines;
  const rules = (rows[0] ?? []).map((_, column) => (isNumber[column] ? " ---: |" : " --- |"));
  return `${[head, `|${rules.join("")}`, ...body].join("\n")}\n`;
}

/** Escapes what Markdown would read as marks. */
function literal(text: string): string {
  return text.replace(/[\\`*_<|]/g, "\\$&");
}
