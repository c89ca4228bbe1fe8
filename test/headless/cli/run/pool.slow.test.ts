/** Worker processes of a run, with the worker's own code at the other end of a channel in this process. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveWorker } from "../../../../src/headless/cli/run/worker";
import type { FromWorker, ToWorker, WorkerProcess } from "../../../../src/headless/cli/run/workerMessages";
import { createSandbox } from "../../../../sandbox/sandbox";
import { createBook } from "../../../spreadsheet/xlsx/book";
import { cellsIn } from "../../../spreadsheet/xlsx/cells";
import { runInsights } from "../run";

const sandbox = createSandbox();

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "pool-"))));
afterEach(() => rmSync(folder, { recursive: true }));

async function save(name: string, scenario: string): Promise<string> {
  const path = join(folder, name);
  const cells = { A1: { f: `_xldudf_INSIGHTS_KPI("FY26 Plan","${scenario}","ebit")`, v: 5 } };
  writeFileSync(path, await createBook({ sheets: [{ name: "Plan", cells }] }));
  return path;
}

/** Starts a worker whose process ends when it gets one of these files. Messages are copied, as between processes. */
function workerThatDiesOf(deadly: readonly string[]): WorkerProcess {
  const toWorker: ((message: ToWorker) => void)[] = [];
  const toRun: ((message: FromWorker) => void)[] = [];
  const onEnd: ((reason: string) => void)[] = [];
  serveWorker({
    send: (message) => setImmediate(() => toRun.forEach((listener) => listener(structuredClone(message)))),
    onMessage: (listener) => toWorker.push(listener),
  });
  return {
    send(message) {
      if (message.kind === "task" && deadly.includes(message.task.file))
        return void setImmediate(() => onEnd.forEach((listener) => listener("SIGABRT")));
      setImmediate(() => toWorker.forEach((listener) => listener(structuredClone(message))));
    },
    onMessage: (listener) => toRun.push(listener),
    onEnd: (listener) => onEnd.push(listener),
    end: () => undefined,
  };
}

/** Starts a worker that never answers, and counts how often it is killed. */
function workerThatHangs(killed: { times: number }): WorkerProcess {
  let onEnd: (reason: string) => void = () => undefined;
  return {
    send: () => undefined,
    onMessage: () => undefined,
    onEnd: (listener) => (onEnd = listener),
    end() {
      killed.times += 1;
      onEnd("SIGKILL");
    },
  };
}

async function refresh(
  paths: readonly string[],
  startWorker: () => WorkerProcess,
  { fetch = sandbox.fetch, options = ["--jobs", "2"] } = {},
) {
  const asked: string[] = [];
  const recorded: typeof fetch = (input, init) => {
    asked.push(input as string);
    return fetch(input, init);
  };
  const service = { fetch: recorded, apiKey: sandbox.apiKey };
  const { status, output } = await runInsights(["refresh", ...paths, "--json", ...options], service, { startWorker });
  const lines = output.trim().split("\n");
  return { status, asked, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test("Two workers ask each question once, through the run", async () => {
  const paths = [await save("a.xlsx", "committed"), await save("b.xlsx", "committed"), await save("c.xlsx", "actual")];
  const { status, asked, lines } = await refresh(paths, () => workerThatDiesOf([]));
  expect([status, lines.length]).toEqual([0, 4]);
  expect(new Set(asked).size).toBe(asked.length);
  for (const path of paths) expect((await cellsIn(readFileSync(path)))["Plan!A1"]).not.toBe(5);
});

test("A process that dies costs its own file only", async () => {
  const [first = "", deadly = "", ...others] = await Promise.all(
    ["a", "b", "c", "d"].map((name) => save(`${name}.xlsx`, "actual")),
  );
  const { status, lines } = await refresh([first, deadly, ...others], () => workerThatDiesOf([deadly]));
  expect(status).toBe(8);
  expect(lines.find(({ file }) => file === deadly)).toMatchObject({
    status: 8,
    error: { kind: "unexpected", message: expect.stringContaining("Its process ended (SIGABRT)") },
  });
  expect(lines.at(-1)).toMatchObject({ summary: { files: 4, written: 3 } });
  expect((await cellsIn(readFileSync(deadly)))["Plan!A1"]).toBe(5);
});

test("An error of the service reaches the cells and the files of a worker", async () => {
  const paths = [await save("a.xlsx", "nope"), await save("b.xlsx", "actual")];
  const broken: typeof fetch = (input, init) =>
    (input as string).includes("pnl-summary")
      ? Promise.resolve(Response.json({ statusCode: 403, error: "Forbidden", message: "Not you" }, { status: 403 }))
      : sandbox.fetch(input, init);
  const { lines } = await refresh(paths, () => workerThatDiesOf([]), { fetch: broken });
  expect(lines.map(({ status }) => status)).toEqual(expect.arrayContaining([1, 10]));
  expect(JSON.stringify(lines)).toContain("Not you");
});

test("A single file is refreshed in a process, which is killed when its time is over", async () => {
  const path = await save("a.xlsx", "actual");
  const killed = { times: 0 };
  const { status, lines } = await refresh([path], () => workerThatHangs(killed), { options: ["--timeout", "0.0001"] });
  expect([status, killed.times > 0]).toEqual([6, true]);
  expect(lines).toMatchObject([{ file: path, error: { kind: "timeout" } }]);
});

test("After a process was killed, the next file gets another", async () => {
  const paths = [await save("a.xlsx", "actual"), await save("b.xlsx", "actual")];
  const killed = { times: 0 };
  let started = 0;
  const start = () => (++started === 1 ? workerThatHangs(killed) : workerThatDiesOf([]));
  const { lines } = await refresh(paths, start, { options: ["--jobs", "1", "--timeout", "0.0001"] });
  expect(lines.at(-1)).toMatchObject({ summary: { files: 2, byStatus: { 6: expect.any(Number) } } });
  expect([started, killed.times > 0]).toEqual([2, true]);
});

test("A workbook for standard output comes from the process", async () => {
  const path = await save("a.xlsx", "actual");
  const written: Uint8Array[] = [];
  const { status } = await runInsights(["refresh", path, "-o", "-"], sandbox, {
    printBytes(bytes) {
      written.push(bytes);
      return Promise.resolve();
    },
    startWorker: () => workerThatDiesOf([]),
  });
  expect(status).toBe(0);
  expect((await cellsIn(Buffer.from(written[0]!)))["Plan!A1"]).not.toBe(5);
});
