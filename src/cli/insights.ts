#!/usr/bin/env node
/** The command `insights`. */
import { constants } from "node:os";
import { text } from "node:stream/consumers";
import { channelToRun, startChildProcess, WORKER } from "./childProcess";
import { runCommand } from "./command";
import { failure, commandFailureOf } from "./failure";
import { reasonOf } from "./fileReasons";
import { serveWorker } from "./worker";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A program such as `head` may close the pipe early.
  if (error.code === "EPIPE") return;
  const { exitCode, message } = failure("file", `Standard output cannot be written: ${reasonOf(error)}`);
  process.stderr.write(`insights: ${message}\n`);
  process.exit(exitCode);
});

// Only an error that no code expects ends here, such as an error in a timer.
process.on("uncaughtException", (error: unknown) => {
  process.stderr.write(`insights: ${commandFailureOf(error, "unexpected").message}\n`);
  process.exit(failure("unexpected", "").exitCode);
});

if (process.send && process.argv[2] === WORKER) serveWorker(channelToRun(process));
else {
  // Ended by a signal, the process would leave its workers to themselves. A closed terminal ends them all, unless `nohup` is used.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  void runCommand(process.argv.slice(2), {
    environment: process.env,
    fetch,
    readInput: () => (process.stdin.isTTY ? undefined : text(process.stdin)),
    streams: { input: process.stdin, output: process.stdout },
    print: (output) => void process.stdout.write(output),
    printBytes: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => {
          if (error) reject(new Error(`Standard output did not take the whole workbook: ${reasonOf(error)}`));
          else resolve();
        });
      }),
    printError: (output) => void process.stderr.write(output),
    showProgress: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\x1b[K${line}`) : undefined,
    isOutputTerminal: process.stdout.isTTY,
    startWorker: () => startChildProcess(__filename, process.env),
  }).then((status) => {
    process.exitCode = status;
  });
}
