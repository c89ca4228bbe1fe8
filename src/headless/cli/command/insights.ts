#!/usr/bin/env node
/** The command `insights`. */
import { constants } from "node:os";
import { text } from "node:stream/consumers";
import { channelToRun, startChildProcess, WORKER } from "../run/childProcess";
import { runCommand } from "./command";
import { createFailure, commandFailureOf } from "../../standalone/failure";
import { reasonOf } from "../book/fileReasons";
import type { Interruption } from "./io";
import { serveWorker } from "../run/worker";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A program such as `head` may close the pipe early.
  if (error.code === "EPIPE") return;
  const { exitCode, message } = createFailure("file", `Standard output cannot be written: ${reasonOf(error)}`);
  process.stderr.write(`insights: ${message}\n`);
  process.exit(exitCode);
});

// Only an error that no code expects ends here, such as an error in a timer.
process.on("uncaughtException", (error: unknown) => {
  process.stderr.write(`insights: ${commandFailureOf(error, "unexpected").message}\n`);
  process.exit(createFailure("unexpected", "").exitCode);
});

if (process.send && process.argv[2] === WORKER) serveWorker(channelToRun(process));
else {
  const interrupted = untilSignal(process.argv[2] === "refresh" || process.argv.some((word) => /^--http\b/.test(word)));
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
    interrupted,
    isOutputTerminal: process.stdout.isTTY,
    startWorker: () => startChildProcess(__filename, process.env),
  }).then((status) => {
    process.exitCode = status;
    // A run that a signal has ended leaves workers, requests and timers behind.
    void interrupted.then(() => process.exit());
  });
}

/**
 * Resolves at the first signal, for a command that then sums up what it has done, or closes its connections. The second one ends the
 * process at once, as the first one does for other commands: ended by the system, it would leave its workers to themselves.
 */
function untilSignal(endsItself: boolean): Promise<Interruption> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      const status = 128 + constants.signals[signal];
      const end = () => process.exit(status);
      process.once(signal, () => {
        if (!endsItself) end();
        resolve({ signal, status });
        process.on(signal, end);
      });
    }
  });
}
