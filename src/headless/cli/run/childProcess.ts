/** Worker processes as Node's child processes. */
import { fork } from "node:child_process";
import type { Environment } from "../command/environment";
import { ENVIRONMENT_NAME } from "../command/version";
import type { FromWorker, ToWorker, WorkerChannel, WorkerProcess } from "./workerMessages";

/** The argument that makes the command a worker. */
export const WORKER = "--worker-process";

/** @param program The file of the command. @param environment Without secrets: only the run asks the service. */
export function startChildProcess(program: string, environment: Environment): WorkerProcess {
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("INSIGHTS_")));
  const child = fork(program, [WORKER, "--environment", ENVIRONMENT_NAME], {
    env,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // A message to a process that has just ended fails; its end is reported anyway.
  child.on("error", () => undefined);
  // A worker that calculates hears nothing of the end of its run.
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  return {
    send: (message) => void (child.connected && child.send(message)),
    onMessage: (listener) => void child.on("message", (message) => listener(message as FromWorker)),
    onEnd: (listener) => void child.once("exit", (code, signal) => listener(signal ?? `status ${code}`)),
    end,
  };
}

/** The channel of this process to its run. The process ends with the run. */
export function channelToRun(run: NodeJS.Process): WorkerChannel {
  run.on("disconnect", () => run.exit());
  return {
    send: (message) => void run.send?.(message),
    onMessage: (listener) => void run.on("message", (message) => listener(message as ToWorker)),
  };
}
