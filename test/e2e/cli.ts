/** The built command, in a process of its own. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Result } from "../../src/spreadsheet/engine/evaluate";
import type { SandboxServer } from "../../sandbox/server";
import "../project/dist";

export const COMMAND = resolve(__dirname, "../../bin/insights.cjs");

export interface Finished {
  status: number | null;
  output: string;
  errors: string;
}

export interface Given {
  /** All that the process sees of the environment, besides its path. */
  environment?: Record<string, string>;
  input?: string;
  command?: string;
}

/** Standard input is empty unless it is given. Rejects only when the process cannot be started. */
export function insights(args: readonly string[], given: Given = {}): Promise<Finished> {
  const { environment = {}, input = "", command = COMMAND } = given;
  const child = spawn(process.execPath, [command, ...args], { env: { PATH: process.env.PATH, ...environment } });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  // A command that reads no input may be gone before it is written.
  child.stdin.on("error", () => undefined).end(input);
  return new Promise((settle, reject) => {
    child.once("error", reject);
    child.once("close", (status) => settle({ status, output, errors }));
  });
}

export function connectionTo({ url, apiKey }: Pick<SandboxServer, "url" | "apiKey">): Record<string, string> {
  return { INSIGHTS_URL: url, INSIGHTS_API_KEY: apiKey };
}

/** The results of formulas, all calculated together by `insights eval --json`, in order. */
export async function evaluate(formulas: readonly string[], environment: Record<string, string>): Promise<Result[]> {
  const { output, errors } = await insights(["eval", "--json"], { environment, input: formulas.join("\n") });
  const lines = output.split("\n").filter(Boolean);
  if (lines.length !== formulas.length) throw new Error(`${lines.length} results of ${formulas.length}: ${errors}`);
  return lines.map((line, index) => {
    const { formula, ...result } = JSON.parse(line) as { formula: string } & Result;
    expect(formula).toBe(formulas[index]);
    return result;
  });
}

/** The values of formulas; an error fails the test, with its message. */
export async function valuesOf(formulas: readonly string[], environment: Record<string, string>): Promise<unknown[]> {
  const results = await evaluate(formulas, environment);
  return results.map((result, index) => {
    if ("value" in result) return result.value;
    throw new Error(`${formulas[index]} gave ${result.error.code} ${result.error.message}`);
  });
}

export async function errorsOf(
  formulas: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: string; message: string }[]> {
  const results = await evaluate(formulas, environment);
  return results.map((result, index) => {
    if ("error" in result) return result.error;
    throw new Error(`${formulas[index]} gave the value ${JSON.stringify(result.value)}`);
  });
}
