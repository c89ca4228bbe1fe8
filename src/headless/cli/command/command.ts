/** The whole command as a function of its arguments and process. */
import { isLoopback } from "../../standalone/loopback";
import type { ServedAgents } from "../../agents/serveHttp";
import { parseCommand } from "./parsedCommand";
import { checkAddinEnvironment, readConnection, readDefaultSettings, readServiceAddress } from "./environment";
import { createEvaluator } from "../../standalone/evaluator";
import { DONE, commandFailureOf, wrongUsage } from "../../standalone/failure";
import type { CommandIO } from "./io";
import { fetchBy } from "../../standalone/network";
import { escapeControls, printJson, printTables } from "../../standalone/print";
import { runComments } from "../run/comments";
import { refuseRefresh, runRefresh } from "../run/refreshRun";
import { failedReport, jsonLine, NOTHING_LISTED, reportJson, timesOf } from "../run/refreshPrint";
import { usageOf } from "./usage";
import { ENVIRONMENT_NAME, VERSION } from "./version";

/** Runs the command. Resolves to its exit status, which the help text lists. */
export async function runCommand(args: readonly string[], process: CommandIO): Promise<number> {
  const io = withoutControls(process);
  const { now = Date.now } = io;
  const startedAt = now();
  try {
    return await dispatch(args, io);
  } catch (error) {
    const failure = commandFailureOf(error, "unexpected");
    const json = isJsonWanted(args);
    if (args[0] === "refresh") return refuseRefresh({ json, report: pageIn(args) }, failure, io);
    if (!json) io.printError(`insights: ${failure.message}\n`);
    else
      io.print(
        jsonLine(reportJson(failedReport({ file: null }, failure), NOTHING_LISTED, timesOf(startedAt, now(), null))),
      );
    return failure.exitCode;
  }
}

/** Returns the page that `--report` names, even if the arguments cannot be parsed. */
function pageIn(args: readonly string[]): string | undefined {
  const at = args.indexOf("--report");
  const page = at < 0 ? undefined : args[at + 1];
  return page?.startsWith("-") ? undefined : page;
}

/** True if the arguments ask for JSON, even if they cannot be parsed. */
function isJsonWanted(args: readonly string[]): boolean {
  const options = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  return options.includes("--json");
}

/** Escapes control characters in all output: names and messages of a service must not control the terminal. */
function withoutControls(io: CommandIO): CommandIO {
  return {
    ...io,
    print: (text) => io.print(escapeControls(text)),
    printError: (text) => io.printError(escapeControls(text)),
  };
}

async function dispatch(args: readonly string[], process: CommandIO): Promise<number> {
  const command = parseCommand(args);
  if (command.help) {
    process.print(usageOf(command.of));
    return DONE.clean;
  }
  checkAddinEnvironment(process.environment);
  const io = { ...process, fetch: fetchBy(process.environment, process.fetch) };
  if ("version" in command) {
    io.print(`${VERSION} (${ENVIRONMENT_NAME})\n`);
    return DONE.clean;
  }
  if ("refresh" in command) return runRefresh(command.refresh, io);
  if ("comments" in command) return runComments(command.comments, io);
  if ("mcp" in command) return command.mcp.http ? runHttpServer(command.mcp.http, io) : runAgentServer(io);
  const { environment, print, printError } = io;
  const evaluator = createEvaluator(readConnection(environment), readDefaultSettings(environment), io.fetch);
  try {
    const formulas = command.formulas ?? (await readFormulas(io));
    const startedAt = performance.now();
    const results = await evaluator.evaluate(formulas);
    const lines = results.map((result, index) => ({ formula: formulas[index] ?? "", result }));
    const failure = command.isList ? results[0]?.failure : undefined;
    if (failure && !command.json) printError(`insights: ${failure.message}\n`);
    else print(command.json ? printJson(lines) : printTables(lines));
    if (command.stats) {
      const milliseconds = Math.round(performance.now() - startedAt);
      printError(`${JSON.stringify({ ...evaluator.traffic, milliseconds })}\n`);
    }
    const isAnyError = results.some((result) => "error" in result);
    return Math.max(isAnyError ? DONE.errors : DONE.clean, ...evaluator.failures.map(({ exitCode }) => exitCode));
  } finally {
    evaluator.dispose();
  }
}

async function runAgentServer({ environment, fetch, streams }: CommandIO): Promise<number> {
  if (!streams) throw wrongUsage("insights mcp needs standard input and output.");
  const [connection, settings] = [readConnection(environment), readDefaultSettings(environment)];
  // Other commands start faster without the protocol's modules.
  const { serveAgent } = await import("../../agents/serveAgent");
  await serveAgent({ connection, settings, fetch }, streams);
  return DONE.clean;
}

const OPEN_TO_NETWORK =
  "insights: warning: keys cross the network as they are, and any host name is answered. Put a server with HTTPS before this one, and name its address by --url.\n";

/** Resolves when a signal asks the process to end. */
async function runHttpServer(served: ServedAgents, { environment, fetch, now, ...io }: CommandIO): Promise<number> {
  const settings = readDefaultSettings(environment);
  const connection = served.oauth ? readConnection(environment) : readServiceAddress(environment);
  const { serveHttp } = await import("../../agents/serveHttp");
  const onAsked = (id: string) => io.printError(`insights: asked by ${id}.\n`);
  const server = await serveHttp({ connection, settings, fetch, now: now ?? Date.now, onAsked, ...served });
  const whose = served.oauth
    ? `for those whom ${served.oauth.issuer} lets read, by this server's own account`
    : "each by the API key of its own requests";
  io.printError(`insights: serving agents at ${server.url}, ${whose}.\n`);
  if (!served.url && !isLoopback(served.host)) io.printError(OPEN_TO_NETWORK);
  await (io.interrupted ?? new Promise(() => undefined));
  await server.close();
  return DONE.clean;
}

async function readFormulas({ readInput }: CommandIO): Promise<string[]> {
  const input = await readInput();
  const formulas = (input ?? "").split(/\r?\n/).filter((line) => line.trim() !== "");
  if (formulas.length > 0) return formulas;
  throw wrongUsage("There is no formula. Pass formulas as arguments, or one per line on standard input.");
}
