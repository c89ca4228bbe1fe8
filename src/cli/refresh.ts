/** `insights refresh`: refreshes workbooks' files without Excel. */
import { serviceOf } from "../insights";
import { createRunSource, type RunSource } from "./answerSource";
import type { RefreshCommand } from "./arguments";
import { readConnection, readDefaultSettings } from "./environment";
import { commandFailureOf } from "./failure";
import type { CommandIO } from "./io";
import { runPool } from "./pool";
import { refreshMany } from "./refreshMany";
import { startRun } from "./runTimes";
import { failedReport, printTask, runTask, type FileOptions, type RefreshTask, type RunContext } from "./refreshTask";
import { isFolder, standsForMany } from "./workbookFiles";

/** Refreshes the workbooks and prints a report, also of a failure. Resolves to the exit status. */
export async function runRefresh(command: RefreshCommand, io: CommandIO): Promise<number> {
  const { files, out, json, quiet, stats, each, shard, list } = command;
  const [file = "", ...others] = files;
  const isRun = others.length > 0 || each !== undefined || shard !== undefined || standsForMany(file);
  const isIntoFolder = out !== undefined && isFolder(out);
  const now = io.now ?? Date.now;
  const run = startRun(now());
  const options: FileOptions = { ...fileOptionsOf(command), list: list ?? (isRun ? 5 : 50), isOneOfMany: isRun, run };
  const isShown = !quiet && (!json || io.isOutputTerminal === true);
  const show = (isShown && io.showProgress) || (() => undefined);
  const startedAt = performance.now();
  const opened: RunSource[] = [];
  const open = (): RunContext & { readonly source: RunSource } => {
    const connection = readConnection(io.environment);
    const source = createRunSource(connection, io.fetch);
    opened.push(source);
    const service = serviceOf(connection.appUrl);
    return {
      options: { ...options, run: { ...run, service } },
      source,
      settings: readDefaultSettings(io.environment),
      service,
    };
  };
  try {
    if (isRun || isIntoFolder) return await refreshMany(command, open, options, io, show);
    return await refreshOne({ file, out, inputs: command.inputs }, open, options, io, show);
  } finally {
    const milliseconds = Math.round(performance.now() - startedAt);
    for (const { traffic, close } of opened) {
      if (stats) io.printError(`${JSON.stringify({ ...traffic, milliseconds })}\n`);
      close();
    }
  }
}

/** Refreshes one file, in a process that is killed when its time is over. Resolves to the exit status. */
async function refreshOne(
  task: RefreshTask,
  open: () => RunContext,
  options: FileOptions,
  io: CommandIO,
  show: (line: string) => void,
): Promise<number> {
  const { startWorker } = io;
  let context: RunContext;
  try {
    context = open();
  } catch (error) {
    const report = failedReport(task, commandFailureOf(error, "file"));
    printTask(report, task, options, io);
    return report.status;
  }
  if (!startWorker) return (await runTask(task, context, io, show)).status;
  let status = 0;
  await runPool([task], 1, context, startWorker, io, (outcome) => (status = outcome.status), show);
  return status;
}

function fileOptionsOf(command: RefreshCommand): Omit<FileOptions, "list" | "isOneOfMany" | "run"> {
  const { valuesOnly, charts, json, limits, strict, dryRun, force, moveService, quiet, timeout } = command;
  return { valuesOnly, charts, json, limits, strict, dryRun, force, moveService, quiet, timeout };
}
