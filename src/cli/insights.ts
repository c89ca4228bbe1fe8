/** The command `insights`. */
import { text } from "node:stream/consumers";
import { channelToRun, startChildProcess, WORKER } from "./childProcess";
import { runCommand } from "./command";
import { failure, commandFailureOf } from "./failure";
import { serveWorker } from "./worker";

// A program such as `head` may close the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// Only an error that no code expects ends here, such as an error in a timer.
process.on("uncaughtException", (error: unknown) => {
  process.stderr.write(`insights: ${commandFailureOf(error, "unexpected").message}\n`);
  process.exit(failure("unexpected", "").exitCode);
});

if (process.send && process.argv[2] === WORKER) serveWorker(channelToRun(process));
else
  void runCommand(process.argv.slice(2), {
    environment: process.env,
    fetch,
    readInput: () => (process.stdin.isTTY ? undefined : text(process.stdin)),
    print: (output) => void process.stdout.write(output),
    printBytes: (bytes) => void process.stdout.write(bytes),
    printError: (output) => void process.stderr.write(output),
    showProgress: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\x1b[K${line}`) : undefined,
    isOutputTerminal: process.stdout.isTTY,
    startWorker: () => startChildProcess(__filename, process.env),
  }).then((status) => {
    process.exitCode = status;
  });
