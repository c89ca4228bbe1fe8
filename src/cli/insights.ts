/** The command `insights`. */
import { text } from "node:stream/consumers";
import { runCommand } from "./command";

// A program such as `head` may close the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

void runCommand(process.argv.slice(2), {
  environment: process.env,
  fetch,
  readInput: () => (process.stdin.isTTY ? undefined : text(process.stdin)),
  print: (output) => void process.stdout.write(output),
  printBytes: (bytes) => void process.stdout.write(bytes),
  printError: (output) => void process.stderr.write(output),
}).then((status) => {
  process.exitCode = status;
});
