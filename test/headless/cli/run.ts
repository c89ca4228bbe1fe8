/** The command in the test's own process, with what it prints as texts. */
import { runCommand } from "../../../src/headless/cli/command/command";
import type { CommandIO } from "../../../src/headless/cli/command/io";

export interface Finished {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command on a service, whose `fetch` answers at any address. There is no standard input. */
export async function runInsights(
  args: readonly string[],
  { fetch, apiKey }: { readonly fetch: typeof globalThis.fetch; readonly apiKey: string },
  io: Partial<CommandIO> = {},
): Promise<Finished> {
  let [output, errors] = ["", ""];
  const status = await runCommand(args, {
    environment: { INSIGHTS_URL: "https://planning.example", INSIGHTS_API_KEY: apiKey },
    fetch,
    readInput: () => undefined,
    print: (text) => void (output += text),
    printBytes: () => Promise.resolve(),
    printError: (text) => void (errors += text),
    ...io,
  });
  return { status, output, errors };
}
