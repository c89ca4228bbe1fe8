/** `insights refresh`: refreshes workbooks' files without Excel. */
import { serviceOf } from "../../insights";
import { createRunSource, type RunSource } from "./answerSource";
import type { RefreshCommand } from "../command/arguments";
import { readConnection, readDefaultSettings } from "../command/environment";
import { commandFailureOf, failure } from "../../standalone/failure";
import type { CommandIO } from "../command/io";
import { runPool } from "./pool";
import { refreshMany } from "./refreshMany";
import {
  endOf,
  failedReport,
  printTask,
  runTask,
  type FileOptions,
  type RefreshTask,
  type RunContext,
  type TaskEnd,
} from "./refreshTask";
import { formatRunPage, writePage } from "./runPage";
import { endRun, startRun, type RunStart } from "./runTimes";
import { addFile, createTally, printTally, printTallyJson, statusOf, type Tally } from "./tally";
import { isFolder, isMissingFolder, standsForMany } from "./workbookFiles";

/** Refreshes the workbooks and prints a report, also of a failure. Resolves to the exit status. */
export async function runRefresh(command: RefreshCommand, io: CommandIO): Promise<number> {
  const { files, out, json, quiet, stats, each, shard } = command;
  const [file = "", ...others] = files;
  const isRun =
    others.length > 0 || each !== undefined || shard !== undefined || standsForMany(file) || isMissingFolder(file);
  const isIntoFolder = out !== undefined && isFolder(out);
  const options = fileOptionsOf(command, isRun, startRun(nowOf(io)));
  const isShown = !quiet && (!json || io.isOutputTerminal === true);
  const show = (isShown && io.showProgress) || (() => undefined);
  const startedAt = performance.now();
  const opened: OpenContext[] = [];
  const open = () => {
    const context = openContext(options, io);
    opened.push(context);
    return context;
  };
  const tally = createTally(shard !== undefined);
  try {
    const work =
      isRun || isIntoFolder
        ? refreshMany(command, open, options, io, show, tally)
        : refreshOne({ file, out, inputs: command.inputs }, open, options, io, show, tally);
    await Promise.race([work, interruption(io)]);
  } catch (error) {
    tally.failure = commandFailureOf(error, "file");
    printTask({ status: tally.failure.exitCode, file: null, failure: tally.failure }, { out }, options, io);
  } finally {
    for (const { source } of opened) source.close();
  }
  show("");
  const [context] = opened;
  await endRefresh(command, context?.options ?? options, context?.source.traffic.requests ?? 0, io, tally);
  const milliseconds = Math.round(performance.now() - startedAt);
  if (stats && context) io.printError(`${JSON.stringify({ ...context.source.traffic, milliseconds })}\n`);
  return statusOf(tally);
}

/** Rejects when a signal asks the process to end: what was done until then is summed up. */
async function interruption({ interrupted }: CommandIO): Promise<never> {
  const { signal, status } = await (interrupted ?? new Promise<never>(() => undefined));
  throw Object.assign(
    failure("interrupted", `The run was ended by ${signal}. Files without a line were not refreshed.`),
    {
      exitCode: status,
    },
  );
}

type OpenContext = RunContext & { readonly source: RunSource };

function nowOf({ now = Date.now }: CommandIO): number {
  return now();
}

function openContext(options: FileOptions, { environment, fetch }: CommandIO): OpenContext {
  const connection = readConnection(environment);
  const source = createRunSource(connection, fetch);
  const service = serviceOf(connection.appUrl);
  const settings = readDefaultSettings(environment);
  return { options: { ...options, run: { ...options.run, service } }, source, settings, service };
}

/** Writes the page about the run, and prints the summary of many files. */
async function endRefresh(
  { report }: RefreshCommand,
  { isOneOfMany, json, quiet, run: start }: FileOptions,
  requests: number,
  io: CommandIO,
  ended: Tally,
): Promise<void> {
  // After a signal, files may still be done while the page is written: page and summary are of the same moment.
  const tally = { ...ended, byStatus: new Map(ended.byStatus), pages: [...ended.pages] };
  const run = endRun(start, nowOf(io));
  if (report !== undefined) {
    const { pages, failure } = tally;
    const page = formatRunPage({ status: statusOf(tally), files: pages, requests, run, failure: failure?.message });
    await writePage(report, page).catch((error: unknown) => {
      tally.failure = ended.failure = commandFailureOf(error, "file");
      io.printError(`insights: ${tally.failure.message}\n`);
    });
  }
  if (isOneOfMany && json) io.print(printTallyJson(tally, requests, run));
  else if (isOneOfMany && !quiet) io.print(printTally(tally, requests, run));
}

/** Refreshes one file, in a process that is killed when its time is over. */
async function refreshOne(
  task: RefreshTask,
  open: () => RunContext,
  options: FileOptions,
  io: CommandIO,
  show: (line: string) => void,
  tally: Tally,
): Promise<void> {
  const { startWorker } = io;
  const onOutcome = (outcome: TaskEnd) => addFile(tally, outcome, false);
  let context: RunContext;
  try {
    context = open();
  } catch (error) {
    const report = failedReport(task, commandFailureOf(error, "file"));
    printTask(report, task, options, io);
    return onOutcome(endOf(report, options));
  }
  if (startWorker) await runPool([task], 1, context, startWorker, io, onOutcome, show);
  else onOutcome(endOf(await runTask(task, context, io, show), options));
}

function fileOptionsOf(command: RefreshCommand, isOneOfMany: boolean, run: RunStart): FileOptions {
  const { valuesOnly, charts, json, limits, strict, allowMissing, dryRun, force, moveService, quiet, timeout } =
    command;
  const { list = isOneOfMany ? 5 : 50, report } = command;
  const asked = { valuesOnly, charts, json, limits, strict, allowMissing, dryRun, force, moveService, quiet, timeout };
  return { ...asked, list, isOneOfMany, hasPage: report !== undefined, run };
}
