/** A file that is written in place, and whatever may end that in the middle: it is whole at the next refresh. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import type * as FileSystem from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readBook, writeBook } from "../../../../src/headless/cli/book/bookFile";
import { createSandbox } from "../../../../sandbox/sandbox";
import { runs } from "../../../propertyOptions";
import { createBook } from "../../../spreadsheet/xlsx/book";
import { runInsights } from "../run";

/** The fate of the steps on the disk, counted from 1. */
interface Fate {
  steps: number;
  /** The step in the middle of which the machine stops. */
  stopsAt: number;
  isStopped: boolean;
  /** Called before a write into the file itself. */
  onWrite: (() => void) | undefined;
}
const mockFate: Fate = { steps: 0, stopsAt: Infinity, isStopped: false, onWrite: undefined };
const mockOpened: FileHandle[] = [];

jest.mock("node:fs/promises", () => {
  const actual = jest.requireActual<typeof FileSystem>("node:fs/promises");
  const stop = () => new Promise<never>(() => (mockFate.isStopped = true));
  const isStop = () => (mockFate.steps += 1) >= mockFate.stopsAt;
  // oxlint-disable-next-line typescript/no-explicit-any -- any function of the module
  type Work = (...args: any[]) => Promise<unknown>;
  const step =
    (work: Work): Work =>
    (...args) =>
      isStop() ? stop() : work(...args);
  const watched = (file: FileHandle, path: string): FileHandle => {
    const [write, truncate] = [file.write.bind(file) as Work, file.truncate.bind(file)];
    return Object.assign(file, {
      sync: step(file.sync.bind(file)),
      truncate: async (length: number) => {
        const isLast = isStop();
        await truncate(length);
        if (isLast) await stop();
      },
      write: async (bytes: Uint8Array, at: number, length: number, to: number) => {
        if (path.endsWith("book.xlsx")) mockFate.onWrite?.();
        if (!isStop()) return write(bytes, at, length, to);
        await write(bytes, at, Math.floor(length / 2), to);
        return stop();
      },
    });
  };
  return {
    ...actual,
    // A server of files: what getfacl does not tell may be an access list.
    statfs: () => Promise.resolve({ type: 0x6969 }),
    rm: step(actual.rm),
    readFile: step(actual.readFile),
    rename: step(actual.rename),
    open: async (path: string, ...args: [string, number]) => {
      if (isStop()) return stop();
      const file = await actual.open(path, ...args);
      mockOpened.push(file);
      return watched(file, path);
    },
  };
});

const OLD = Buffer.from("the old workbook ".repeat(20));
const NEW = Buffer.from("THE NEW WORKBOOK, which is longer ".repeat(20));
const NEWER = Buffer.from("the newest workbook ".repeat(10));
const AT_ONCE = { wait: () => Promise.resolve() };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "in-place-"));
  path = join(folder, "book.xlsx");
  writeFileSync(path, OLD);
});
afterEach(async () => {
  Object.assign(mockFate, { steps: 0, stopsAt: Infinity, isStopped: false, onWrite: undefined });
  // A stopped machine has closed nothing.
  for (const file of mockOpened.splice(0)) await file.close().catch(() => undefined);
  rmSync(folder, { recursive: true });
});

/** Writes until the machine stops at this step. Returns true if it was done before. */
async function writeUntil(stopsAt: number): Promise<boolean> {
  Object.assign(mockFate, { steps: 0, stopsAt, isStopped: false });
  let isDone = false;
  void writeBook(path, NEW).then(() => (isDone = true));
  while (!mockFate.isStopped && !isDone) await new Promise((resolve) => setImmediate(resolve));
  mockFate.stopsAt = Infinity;
  return isDone;
}

const beside = (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending));

test("it keeps its place on the disk, and nothing stays beside it", async () => {
  const { ino } = statSync(path);
  await writeBook(path, NEW);
  expect([statSync(path).ino, readFileSync(path).equals(NEW), readdirSync(folder)]).toEqual([ino, true, ["book.xlsx"]]);
});

test("a machine that stops at any step leaves a file that is whole at the next refresh", async () => {
  const completed: number[] = [];
  let step = 0;
  for (let isDone = false; !isDone;) {
    writeFileSync(path, OLD);
    isDone = await writeUntil((step += 1));
    const left = readFileSync(path);
    const isWhole = left.equals(OLD) || left.equals(NEW);
    const { bytes, isCompleted } = await readBook(path, AT_ONCE);
    expect([step, Buffer.from(bytes).equals(left.equals(OLD) ? OLD : NEW)]).toEqual([step, true]);
    if (!isWhole) completed.push(step);
    if (!isWhole) expect(isCompleted).toBe(true);
    expect(beside(".copy")).toEqual([]);
    await writeBook(path, NEWER);
    expect(readFileSync(path).equals(NEWER)).toBe(true);
    for (const name of beside(".tmp")) rmSync(join(folder, name));
  }
  // Emptied, and half written.
  expect(completed.length).toBeGreaterThanOrEqual(2);
  expect(step).toBeGreaterThan(10);
});

/** The copy that a machine has left which stopped while it wrote the file. */
async function leaveCopy(): Promise<string> {
  for (let step = 1; readFileSync(path).equals(OLD); step += 1) {
    for (const name of [...beside(".copy"), ...beside(".tmp")]) rmSync(join(folder, name));
    await writeUntil(step);
  }
  const [name = ""] = beside(".copy");
  return join(folder, name);
}

test("any beginning of the new content is completed, and blocks that the disk lost as well", async () => {
  const copy = await leaveCopy();
  const whole = readFileSync(copy);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const states = fc.tuple(fc.nat({ max: NEW.length }), fc.nat({ max: 60 }));
  await fc.assert(
    fc.asyncProperty(states, async ([length, lost]) => {
      const left = Buffer.from(NEW.subarray(0, length));
      left.fill(0, Math.max(0, length - lost));
      writeFileSync(copy, whole);
      writeFileSync(path, left);
      const { bytes, isCompleted } = await readBook(path, AT_ONCE);
      expect([Buffer.from(bytes).equals(NEW), readFileSync(path).equals(NEW), isCompleted]).toEqual([true, true, true]);
    }),
    { numRuns: runs(30) },
  );
});

test("what somebody has saved since stays", async () => {
  await leaveCopy();
  writeFileSync(path, "saved by a user");
  const { bytes, isCompleted } = await readBook(path, AT_ONCE);
  expect([Buffer.from(bytes).toString(), isCompleted]).toEqual(["saved by a user", false]);
  expect(readFileSync(path, "utf8")).toBe("saved by a user");
});

test("a copy is left alone while its process may still be writing", async () => {
  const copy = await leaveCopy();
  let waits = 0;
  const wait = () => {
    waits += 1;
    // The other process ends its work.
    if (waits === 3) writeFileSync(path, NEW);
    if (waits === 3) rmSync(copy);
    return Promise.resolve();
  };
  const { bytes, isCompleted } = await readBook(path, { wait });
  expect([Buffer.from(bytes).equals(NEW), isCompleted, waits]).toEqual([true, false, 3]);
});

test("a second process does not write a file that one is writing", async () => {
  await leaveCopy();
  const left = readFileSync(path);
  await expect(writeBook(path, NEWER)).rejects.toThrow("is unchanged: another refresh is writing it");
  expect(readFileSync(path).equals(left)).toBe(true);
  expect(beside(".copy")).toHaveLength(1);
});

test("a full disk leaves the old file", async () => {
  let writes = 0;
  mockFate.onWrite = () => {
    if ((writes += 1) === 1) throw Object.assign(new Error("full"), { code: "ENOSPC" });
  };
  await expect(writeBook(path, NEW)).rejects.toThrow("cannot be written and is unchanged: the disk is full.");
  expect([readFileSync(path).equals(OLD), readdirSync(folder)]).toEqual([true, ["book.xlsx"]]);
});

test("a disk that takes neither the new file nor the old one is named with the copy, which the next refresh takes", async () => {
  mockFate.onWrite = () => {
    throw Object.assign(new Error("broken"), { code: "EIO" });
  };
  const told =
    /book\.xlsx is incomplete: the disk has failed\. The new content is in \S+\.copy, and the next refresh completes/;
  await expect(writeBook(path, NEW)).rejects.toThrow(told);
  mockFate.onWrite = undefined;
  expect(Buffer.from((await readBook(path, AT_ONCE)).bytes).equals(NEW)).toBe(true);
});

test("refresh completes a workbook, says so, and refreshes it; with --dry-run it says what to do", async () => {
  const sandbox = createSandbox();
  const f = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")';
  const book = await createBook({ sheets: [{ name: "Plan", cells: { A1: { f, v: 5 } } }] });
  const copy = await leaveCopy();
  writeFileSync(copy, book);
  writeFileSync(path, book.subarray(0, 700));
  const longAgo = Date.now() / 1000 - 7200;
  utimesSync(copy, longAgo, longAgo);
  const dry = await runInsights(["refresh", path, "--dry-run"], sandbox);
  expect([dry.status, dry.errors]).toEqual([5, expect.stringContaining("A refresh without --dry-run completes")]);
  expect(readFileSync(path)).toHaveLength(700);
  const { status, output } = await runInsights(["refresh", path], sandbox);
  expect([status, output]).toEqual([0, expect.stringContaining("It was completed first, from the copy beside it.")]);
  expect(readdirSync(folder)).toEqual(["book.xlsx"]);
});
