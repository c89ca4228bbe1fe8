/** The command `insights`. */
import { text } from "node:stream/consumers";
import { runCommand } from "./command";

void runCommand(process.argv.slice(2), {
  environment: process.env,
  readInput: () => (process.stdin.isTTY ? undefined : text(process.stdin)),
  print: (output) => void process.stdout.write(output),
  printError: (output) => void process.stderr.write(output),
}).then((status) => {
  process.exitCode = status;
});
