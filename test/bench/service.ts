/** The sandbox in a process of its own, so that its work is not counted as ours. */
import { spawn } from "node:child_process";
import { join } from "node:path";

export interface BenchService {
  readonly url: string;
  readonly apiKey: string;
  close(): void;
}

/** Milliseconds that the service takes to answer. */
const LATENCY = 50;

/** @param root The project's folder, whose sandbox has been built. */
export async function startService(root: string, latency = LATENCY): Promise<BenchService> {
  const program = join(root, "build/sandbox/main.cjs");
  const child = spawn(process.execPath, [program, "--port", "0", "--latency", String(latency)]);
  child.stderr.pipe(process.stderr);
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data: Buffer) => {
      text += data.toString();
      if (text.includes("INSIGHTS_API_KEY=")) resolve(text);
    });
    child.once("exit", () => reject(new Error(`The sandbox ended: ${text}`)));
  });
  const read = (name: string) => new RegExp(`${name}=(\\S+)`).exec(said)?.[1] ?? "";
  return { url: read("INSIGHTS_URL"), apiKey: read("INSIGHTS_API_KEY"), close: () => void child.kill() };
}
