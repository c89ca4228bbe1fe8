/** Parses the arguments of the command. */
import { parseArgs } from "node:util";
import { textLiteral } from "../../../spreadsheet/formulas/textLiteral";
import { isLoopback } from "../../standalone/loopback";
import type { ListenAddress, ServedAgents } from "../../agents/serveHttp";
import { NAMESPACE } from "../../../numbers/language/environment";
import { FILE_LIMITS, type FileLimits } from "../../../spreadsheet/xlsx/limits";
import { parseSetting, type CellSetting } from "../book/cellSettings";
import { checkAddinEnvironment } from "./environment";
import { parseEach, type EachItem } from "../run/eachItem";
import { meaningsFor, OPTION_NAMES, OPTIONS, type OptionName } from "./options";
import { COMMANDS, type CommandName } from "./usage";
import { wrongUsage } from "../../standalone/failure";

/** A part of the files of a run: `part` of `parts`, from 1. */
export interface FileShard {
  readonly part: number;
  readonly parts: number;
}

export interface RefreshCommand {
  /** Files, folders and patterns. */
  readonly files: readonly string[];
  /** The file or folder to write, "-" for standard output; undefined for the workbooks themselves. */
  readonly out: string | undefined;
  /** New values for input cells. */
  readonly inputs: readonly CellSetting[];
  /** Writes one file for each item. */
  readonly each: EachItem | undefined;
  readonly shard: FileShard | undefined;
  /** The page to write about the run. */
  readonly report: string | undefined;
  /** The number of processes. @default by the number of files and cores */
  readonly jobs: number | undefined;
  readonly valuesOnly: boolean;
  readonly charts: boolean;
  readonly json: boolean;
  readonly stats: boolean;
  readonly limits: FileLimits;
  /** The most changes, errors and named cells that a summary lists. @default 50, or 5 in a run over many files */
  readonly list: number | undefined;
  /** True to write nothing if a formula could not be calculated. */
  readonly strict: boolean;
  /** True to write a copy of a template although numbers are missing. */
  readonly allowMissing: boolean;
  /** True to end with a status of its own if a check is not TRUE. */
  readonly checks: boolean;
  /** The workbook whose checks have to be TRUE. */
  readonly requireChecks: string | undefined;
  readonly dryRun: boolean;
  /** True to move a workbook of another service to the connected one. */
  readonly moveService: boolean;
  /** True to replace a file that seems to be open in another program. */
  readonly force: boolean;
  readonly quiet: boolean;
  /** Milliseconds that the refresh may take. */
  readonly timeout: number;
}

export interface CommentsCommand {
  /** The workbook. */
  readonly file: string;
  readonly json: boolean;
}

export type ParsedCommand =
  | { readonly help: true; readonly of: CommandName | undefined }
  | { readonly help: false; readonly version: true }
  | { readonly help: false; readonly refresh: RefreshCommand }
  | { readonly help: false; readonly comments: CommentsCommand }
  | {
      readonly help: false;
      /** `http` for many agents over HTTP. @default one agent, over standard input and output */
      readonly mcp: { readonly http?: ServedAgents };
    }
  | {
      readonly help: false;
      /** Undefined to read them from standard input, one per line. */
      readonly formulas: readonly string[] | undefined;
      /** True for a list, such as that of the plans, whose failure is the command's. */
      readonly isList: boolean;
      readonly json: boolean;
      readonly stats: boolean;
    };

/** Parses arguments. Throws an error of usage. @param args Without the name of the command. */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const { values, positionals } = parse(args);
  checkAddinEnvironment({ INSIGHTS_ENVIRONMENT: values.environment }, "--environment");
  const [command, ...rest] = positionals;
  if (values.help || command === "help")
    return { help: true, of: commandNamed(command === "help" ? rest[0] : command) };
  if (values.version) return { help: false, version: true };
  checkOwners(command, values);
  if (command === "refresh") return { help: false, refresh: refreshOf(rest, values) };
  if (command === "mcp") return mcpOf(rest, values);
  if (command === "comments") return { help: false, comments: commentsAsked(rest, values) };
  const isList = command !== "eval";
  return { help: false, formulas: formulasOf(command, rest), isList, json: values.json, stats: values.stats };
}

/** Refuses an option that the command does not have. */
function checkOwners(command: string | undefined, values: Values): void {
  const isGiven = (name: OptionName) => values[name] !== undefined && values[name] !== false;
  const foreign = OPTION_NAMES.find((name) => isGiven(name) && meaningsFor(command, OPTIONS[name]).length === 0);
  if (foreign === undefined) return;
  const [owner, another] = OPTIONS[foreign].help.map(([each]) => each);
  const isOfOne = another === undefined && (owner === "refresh" || owner === "mcp");
  throw wrongUsage(
    isOfOne
      ? `--${foreign} is an option of insights ${owner} only.`
      : `--${foreign} is no option of insights ${command}.`,
  );
}

function commandNamed(word: string | undefined): CommandName | undefined {
  return COMMANDS.find((name) => name === word);
}

type Values = ReturnType<typeof parse>["values"];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function refreshOf(files: readonly string[], values: Values): RefreshCommand {
  const { out, values: valuesOnly, "dry-run": dryRun, charts, json, stats, strict, force, quiet } = values;
  const { "move-service": moveService, "allow-missing": allowMissing, report, checks } = values;
  const { "require-checks": requireChecks } = values;
  if (files.length === 0) throw wrongUsage("There is no workbook. Try insights refresh BOOK.xlsx.");
  if (out === "") throw wrongUsage("--out needs a file name.");
  if (report !== undefined && !/[^/\\]\.html?$/i.test(report))
    throw wrongUsage("--report needs a file name, such as night.html.");
  if (requireChecks !== undefined && !/\.xl[ts][xm]$/i.test(requireChecks))
    throw wrongUsage("--require-checks needs a workbook, such as checks.xlsx.");
  if (valuesOnly && out === undefined) {
    throw wrongUsage("--values needs another file (-o OUT.xlsx), because the copy has no formulas.");
  }
  const each = values.each === undefined ? undefined : parseEach(values.each);
  if (each && (out === undefined || out === "-")) throw wrongUsage("--each needs a folder for its files (-o FOLDER).");
  const inputs = (values.set ?? []).map(parseSetting);
  const [shard, jobs] = [shardOf(values.shard), jobsOf(values.jobs)];
  const limits = limitsOf(values.limit ?? []);
  const [list, timeout] = [listOf(values.list), timeoutOf(values.timeout)];
  const run = { files, out, inputs, each, shard, jobs, report };
  return {
    ...run,
    valuesOnly,
    charts,
    json,
    stats,
    limits,
    list,
    strict,
    allowMissing,
    checks,
    requireChecks,
    dryRun,
    force,
    moveService,
    quiet,
    timeout,
  };
}

function commentsAsked(files: readonly string[], { json }: Values): CommentsCommand {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    throw wrongUsage("insights comments takes one workbook, such as insights comments report.xlsx.");
  return { file, json };
}

function mcpOf(rest: readonly string[], { http, ...values }: Values): ParsedCommand {
  if (rest.length > 0) throw wrongUsage("insights mcp takes no arguments.");
  const url = values.url === undefined ? undefined : addressOf("--url", values.url);
  const oauth = oauthOf(values);
  if (http === undefined) {
    if (url ?? oauth) throw wrongUsage("--url and --oauth-issuer are for a server over HTTP: add --http [HOST:]PORT.");
    return { help: false, mcp: {} };
  }
  if (oauth && !url) throw wrongUsage("--oauth-issuer needs --url, the address at which clients reach the server.");
  return { help: false, mcp: { http: { ...listenAddressOf(http), url, oauth } } };
}

/** Without a rule of who may read, everybody who can sign in would. */
function oauthOf(values: Values): ServedAgents["oauth"] {
  const { "oauth-issuer": issuer, "oauth-audience": audience, "oauth-readers": readers, "oauth-scope": scope } = values;
  if ([issuer, audience, readers, scope].every((each) => each === undefined)) return undefined;
  if (issuer === undefined || audience === undefined || readers === undefined)
    throw wrongUsage("--oauth-issuer, --oauth-audience and --oauth-readers belong together. Give all three.");
  addressOf("--oauth-issuer", issuer);
  const [, claim = "", value = ""] = /^([^=]+)=(.+)$/.exec(readers) ?? [];
  if (claim === "") throw wrongUsage("--oauth-readers needs CLAIM=VALUE, such as scope=insights.read.");
  return { issuer, audience, readers: { claim, value }, scope };
}

/** People sign in, or send keys, over this address. */
function addressOf(option: string, given: string): URL {
  const url = URL.parse(given);
  const isLocal = url && isLoopback(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) return url;
  throw wrongUsage(`${option} needs an address that begins with https://, not ${given}.`);
}

/** Without a host only this machine is served. */
function listenAddressOf(given: string): ListenAddress {
  const [, address, name, port] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(given) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw wrongUsage("--http needs [HOST:]PORT, such as 8765 or [::1]:8765.");
  return { host: address ?? name ?? "127.0.0.1", port: Number(port) };
}

function shardOf(given: string | undefined): FileShard | undefined {
  if (given === undefined) return undefined;
  const [part = 0, parts = 0] = /^\d+\/\d+$/.test(given) ? given.split("/").map(Number) : [];
  if (part >= 1 && part <= parts) return { part, parts };
  throw wrongUsage("--shard needs PART/PARTS from 1, such as 3/16.");
}

function jobsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(given)) return Number(given);
  throw wrongUsage("--jobs needs a number of processes, such as 4.");
}

function listOf(given: string | undefined): number | undefined {
  if (given === undefined || /^\d+$/.test(given)) return given === undefined ? undefined : Number(given);
  throw wrongUsage("--list needs a number, such as 50.");
}

/** The longest time that a timer can run. */
const MAX_TIMEOUT = 2 ** 31 - 1;

function timeoutOf(minutes = "30"): number {
  if (/^\d*\.?\d+$/.test(minutes) && Number(minutes) > 0) return Math.min(Number(minutes) * 60_000, MAX_TIMEOUT);
  throw wrongUsage("--timeout needs minutes, such as 30.");
}

/** @param given Such as "cells=5000000". */
function limitsOf(given: readonly string[]): FileLimits {
  const raised = given.map((text): [name: string, most: number] => {
    const [, name = "", number = ""] = /^(\w+)=(\d+)$/.exec(text) ?? [];
    if (Object.hasOwn(FILE_LIMITS, name) && Number(number) > 0) return [name, Number(number)];
    const names = Object.entries(FILE_LIMITS).map(([limit, most]) => `${limit}=${most}`);
    throw wrongUsage(`--limit needs NAME=NUMBER. The names and defaults are ${names.join(", ")}.`);
  });
  return { ...FILE_LIMITS, ...Object.fromEntries(raised) };
}

function formulasOf(command: string | undefined, rest: readonly string[]): readonly string[] | undefined {
  switch (command) {
    case "eval":
      return rest.length > 0 ? rest : undefined;
    case "plans":
      return [call("PLANS", rest, 0)];
    case "scenarios":
      return [call("SCENARIOS", rest, 1)];
    case "fields":
      return [call("FIELDS", rest, 1)];
    case undefined:
      throw wrongUsage(
        "There is no command. Try insights eval, refresh, plans, scenarios, fields, comments, mcp, or insights --help.",
      );
    default:
      throw wrongUsage(
        `'${command}' is not a command. The commands are eval, refresh, plans, scenarios, fields, comments and mcp.`,
      );
  }
}

function call(name: string, given: readonly string[], most: number): string {
  if (given.length > most)
    throw wrongUsage(`insights ${name.toLowerCase()} takes ${most === 0 ? "no argument" : "at most one argument"}.`);
  return `=${NAMESPACE}.${name}(${given.map(textLiteral).join(",")})`;
}
