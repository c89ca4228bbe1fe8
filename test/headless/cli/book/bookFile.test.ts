/** What a refresh does to files, whatever they are: none is lost, and none is replaced that should not be. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import type * as FileSystem from "node:fs/promises";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBook, writeBook } from "../../../../src/headless/cli/book/bookFile";
import { createSandbox } from "../../../../sandbox/sandbox";
import { createBook } from "../../../spreadsheet/xlsx/book";
import { cellsIn } from "../../../spreadsheet/xlsx/cells";
import { runInsights } from "../run";

jest.mock("node:fs/promises", () => {
  const actual = jest.requireActual<typeof FileSystem>("node:fs/promises");
  return { ...actual, readFile: jest.fn(actual.readFile) };
});

const sandbox = createSandbox();
const BYTES = new TextEncoder().encode("new");
const ID = "11111111-2222-4333-8444-555555555555";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "files-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

function put(name: string): string {
  writeFileSync(at(name), "old");
  return at(name);
}

async function putBook(): Promise<string> {
  const f = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")';
  writeFileSync(at("book.xlsx"), await createBook({ sheets: [{ name: "Plan", cells: { A1: { f, v: 5 } } }] }));
  return at("book.xlsx");
}

async function refresh(...args: string[]) {
  const printed: (string | Uint8Array)[] = [];
  const { status, errors } = await runInsights(["refresh", ...args], sandbox, {
    print: (text) => void printed.push(text),
    printBytes: (bytes) => {
      printed.push(bytes);
      return Promise.resolve();
    },
  });
  return { status, printed, errors };
}

describe("What is no regular file", () => {
  test("is refused as input: a pipe, which would wait for ever, a device and a folder", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    await expect(readBook(at("pipe"))).rejects.toThrow("cannot be read: it is a device, a pipe");
    await expect(readBook("/dev/null")).rejects.toThrow("/dev/null cannot be read: it is a device");
    await expect(readBook(folder)).rejects.toThrow("cannot be read: it is a folder.");
  });

  test("is never replaced: a device, a pipe, a folder, and what a link to them leads to", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    symlinkSync("/dev/null", at("null"));
    for (const path of ["/dev/null", at("null"), at("pipe")])
      await expect(writeBook(path, BYTES)).rejects.toThrow("and is unchanged: it is a device");
    await expect(writeBook(folder, BYTES)).rejects.toThrow("it is a folder");
    expect([statSync("/dev/null").isCharacterDevice(), statSync(at("pipe")).isFIFO()]).toEqual([true, true]);
  });

  test("is refused if it is a broken or circular link, which stays", async () => {
    symlinkSync(at("gone"), at("link"));
    symlinkSync(at("loop"), at("loop"));
    await expect(writeBook(at("link"), BYTES)).rejects.toThrow("it is a link to a file that does not exist.");
    await expect(writeBook(at("loop"), BYTES)).rejects.toThrow("it is a link");
    await expect(readBook(at("loop"))).rejects.toThrow("it is a link that leads to itself.");
    expect(readdirSync(folder).sort()).toEqual(["link", "loop"]);
    expect(lstatSync(at("link")).isSymbolicLink()).toBe(true);
  });
});

describe("-o -", () => {
  test("writes the workbook to standard output, the summary to standard error", async () => {
    const path = await putBook();
    const before = readFileSync(path);
    const { status, printed, errors } = await refresh(path, "-o", "-");
    const [bytes] = printed;
    if (printed.length !== 1 || !(bytes instanceof Uint8Array)) throw new Error("Not one workbook was written.");
    expect(status).toBe(0);
    expect((await cellsIn(bytes))["Plan!A1"]).not.toBe(5);
    expect(errors).toContain("1 cell refreshed, 1 value changed. Written to standard output.");
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
    expect(readdirSync(folder)).toEqual(["book.xlsx"]);
  });
});

describe("--values never destroys the workbook's own formulas", () => {
  test.each<[string, (path: string) => string]>([
    ["its own name", (path) => path],
    ["another spelling", (path) => join(path, "..", ".", "book.xlsx").replace("book", "./book")],
    ["a symbolic link", (path) => (symlinkSync(path, at("link.xlsx")), at("link.xlsx"))],
    ["a hard link", (path) => (linkSync(path, at("hard.xlsx")), at("hard.xlsx"))],
    ["a linked folder", (path) => (symlinkSync(folder, at("there")), join(at("there"), path.slice(folder.length)))],
  ])("by way of %s", async (_what, outFor) => {
    const path = await putBook();
    const before = readFileSync(path);
    const { status, errors } = await refresh(path, "--values", "-o", outFor(path));
    expect(status).toBe(2);
    expect(errors).toContain("--values needs another file");
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
  });
});

describe("A file that is replaced", () => {
  test("keeps its rights, its owner and its group", async () => {
    const path = put("book.xlsx");
    chmodSync(path, 0o2664);
    // Only root may give a file away; others keep their own.
    if (process.getuid?.() === 0) chownSync(path, 1234, 2345);
    const before = statSync(path);
    await writeBook(path, BYTES);
    const { uid, gid, mode, ino } = statSync(path);
    expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: before.uid, gid: before.gid, mode: 0o664 });
    expect(ino).not.toBe(before.ino);
    expect(readFileSync(path, "utf8")).toBe("new");
  });

  test("is refused where it is read-only, also to those who could replace it", async () => {
    const path = put("book.xlsx");
    chmodSync(path, 0o444);
    await expect(writeBook(path, BYTES)).rejects.toThrow("and is unchanged: it is read-only.");
    expect(readFileSync(path, "utf8")).toBe("old");
  });

  test("leaves no draft behind, whether it was written or not", async () => {
    mkdirSync(at("folder"));
    await writeBook(put("book.xlsx"), BYTES);
    await expect(writeBook(at("folder"), BYTES)).rejects.toThrow();
    expect(readdirSync(folder).sort()).toEqual(["book.xlsx", "folder"]);
  });

  test("stays if a user saves it while the draft is written", async () => {
    const path = put("book.xlsx");
    const { checkUnchanged } = await readBook(path);
    const saved = async () => {
      expect(readdirSync(folder)).toHaveLength(2);
      writeFileSync(path, "saved by a user");
      await checkUnchanged();
    };
    await expect(writeBook(path, BYTES, { check: saved })).rejects.toThrow(
      /^\S+ changed during the refresh, so nothing was written/,
    );
    expect([readdirSync(folder), readFileSync(path, "utf8")]).toEqual([["book.xlsx"], "saved by a user"]);
  });

  test("stays if the disk returns other bytes than were written", async () => {
    const path = put("book.xlsx");
    jest.mocked(readFile).mockResolvedValueOnce(Buffer.from("ne"));
    await expect(writeBook(path, BYTES)).rejects.toThrow("is unchanged: the disk does not return what was written.");
    expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["old", ["book.xlsx"]]);
  });

  test("may have a name as long as a file system allows", async () => {
    const path = put(`${"é".repeat(125)}.xlsx`);
    await writeBook(path, BYTES);
    expect(readFileSync(path, "utf8")).toBe("new");
  });

  test("removes old drafts of killed processes only", async () => {
    const path = put("book.xlsx");
    const names = [
      `.book.xlsx.${ID}.tmp`,
      `.book.xlsx.${ID.replace(/1/g, "6")}.tmp`,
      ".book.xlsx.mine.tmp",
      `.other.xlsx.${ID}.tmp`,
    ];
    for (const name of names) put(name);
    const yesterday = Date.now() / 1000 - 90_000;
    for (const name of [names[0]!, names[2]!, names[3]!]) utimesSync(at(name), yesterday, yesterday);
    await writeBook(path, BYTES);
    expect(readdirSync(folder).sort()).toEqual([...names.slice(1), "book.xlsx"].sort());
  });

  test("is new with the usual rights where there was none", async () => {
    await writeBook(at("new.xlsx"), BYTES);
    expect(statSync(at("new.xlsx")).mode & 0o777).toBe(0o666 & ~process.umask());
  });
});

test("A file beyond a limit says which, and how to raise it", async () => {
  const path = await putBook();
  const { status, errors } = await refresh(path, "--limit", "unpacked=1", "--limit", "cells=1", "--limit", "part=1");
  expect([status, errors]).toEqual([0, ""]);
  const sheets = [{ name: "Plan", cells: { A1: { f: "1", v: 1, array: "A1:XFD1048576" } } }];
  writeFileSync(path, await createBook({ sheets }));
  const refused = await refresh(path);
  expect(refused.status).toBe(5);
  expect(refused.errors).toContain("If you trust the file, raise the limit with --limit cells=NUMBER.");
});

test.each<[string, () => string, string]>([
  ["its folder is none", () => join(put("file"), "book.xlsx"), "its folder is a file."],
  ["its folder is missing", () => at("no/book.xlsx"), "there is no such file or folder."],
  ["its name is too long", () => at("x".repeat(300)), "its name is too long."],
])("A file that cannot be written says why: %s", async (_why, path, reason) => {
  await expect(writeBook(path(), BYTES)).rejects.toThrow(`and is unchanged: ${reason}`);
});
