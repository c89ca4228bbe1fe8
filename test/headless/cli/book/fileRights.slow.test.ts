/** Writing a file changes nothing about who may read or write it, and lets nobody read it meanwhile who could not before. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type * as FileSystem from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBook } from "../../../../src/headless/cli/book/bookFile";
import { createSandbox } from "../../../../sandbox/sandbox";
import { createBook } from "../../../spreadsheet/xlsx/book";
import { runInsights } from "../run";

let mockIsServer = false;
jest.mock("node:fs/promises", () => {
  const actual = jest.requireActual<typeof FileSystem>("node:fs/promises");
  const statfs = async (path: string) => (mockIsServer ? { type: 0x6969 } : await actual.statfs(path));
  return { ...actual, statfs };
});

/** Only root can be other people in turn. */
const IS_ROOT = process.getuid?.() === 0;
const OWNER = 2001;
const LISTED = 2002;
const JOB = 1000;
const GROUP = 1000;
const BYTES = new TextEncoder().encode("new");

interface Person {
  readonly uid: number;
  readonly gid: number;
}
const PEOPLE: Readonly<Record<string, Person>> = {
  owner: { uid: OWNER, gid: OWNER },
  "a member of the group": { uid: 3001, gid: GROUP },
  "somebody who is listed": { uid: LISTED, gid: LISTED },
  "somebody else": { uid: 3002, gid: 3002 },
};

function as<T>({ uid, gid }: Person, work: () => T): T {
  become({ uid, gid });
  try {
    return work();
  } finally {
    become({ uid: 0, gid: 0 });
  }
}

function become({ uid, gid }: Person): void {
  process.seteuid?.(0);
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
}

function mayOpen(path: string, flags: string): boolean {
  try {
    closeSync(openSync(path, flags));
    return true;
  } catch {
    return false;
  }
}

/** Who may read and write a file, by trying. */
function readersOf(path: string): Record<string, string> {
  const rights = Object.entries(PEOPLE).map(([name, person]) => {
    const found = as(person, () => `${mayOpen(path, "r") ? "r" : "-"}${mayOpen(path, "r+") ? "w" : "-"}`);
    return [name, found];
  });
  return Object.fromEntries(rights) as Record<string, string>;
}

/** Access lists, and what they have to do with the mode. */
const LISTS: Readonly<Record<string, readonly string[] | undefined>> = {
  "no list": undefined,
  "a list whose mask looks like the group's right": ["-m", `u:${LISTED}:rw,g::---,m::rw`],
  "a list that only reads": ["-m", `u:${LISTED}:r`],
  "a list that forbids": ["-m", `u:${LISTED}:---`],
  "a folder that gives new files a list": ["-d", "-m", `u:${LISTED}:rwx,m::rwx`],
};
const CAN_LIST = spawnSync("setfacl", ["--version"]).status === 0;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rights-"));
  if (IS_ROOT) chownSync(folder, 0, GROUP);
  chmodSync(folder, 0o2777);
  path = join(folder, "book.xlsx");
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(mode: number, list: readonly string[] | undefined): void {
  writeFileSync(path, "old");
  chownSync(path, OWNER, GROUP);
  chmodSync(path, mode);
  if (list) execFileSync("setfacl", [...list, list[0] === "-d" ? folder : path]);
}

const MODES = [0o600, 0o640, 0o664, 0o666];
const ACTORS: Readonly<Record<string, Person>> = {
  root: { uid: 0, gid: 0 },
  "a job of the group": { uid: JOB, gid: GROUP },
  "its owner, who is not of the group": { uid: OWNER, gid: OWNER },
  "somebody else": { uid: 3002, gid: 3002 },
};

const describeAsRoot = IS_ROOT ? describe : describe.skip;

/** Where all lists are seen, each of them; elsewhere one that matters most. */
const PLACES = { "a local disk": Object.keys(LISTS), "a server of files": Object.keys(LISTS).slice(0, 2) };

describeAsRoot.each(Object.entries(PLACES))("A file that is written on %s", (place, lists) => {
  beforeEach(() => (mockIsServer = place === "a server of files"));
  afterEach(() => (mockIsServer = false));

  const names = lists.filter((name) => LISTS[name] === undefined || CAN_LIST);
  const cases = names.flatMap((list) => Object.keys(ACTORS).map((actor) => ({ list, actor })));
  test.each(cases)("by $actor, with $list: each person may do what they could", async ({ list, actor }) => {
    for (const mode of MODES) {
      put(mode, LISTS[list]);
      const [before, { uid, gid }] = [readersOf(path), statSync(path)];
      const check = async () => {
        const person = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
        const others = readdirSync(folder).filter((name) => name !== "book.xlsx");
        expect(others).toHaveLength(1);
        // The owner of the draft reads what it has just written.
        for (const name of others)
          for (const [who, rights] of Object.entries(readersOf(join(folder, name))))
            if (PEOPLE[who]?.uid !== person.uid)
              expect([`${who} -`, `${who} ${before[who]?.[0]}`]).toContain(`${who} ${rights[0]}`);
        become(person);
      };
      become(ACTORS[actor] ?? { uid: 0, gid: 0 });
      const error = await writeBook(path, BYTES, { check }).then(
        () => undefined,
        (reason: Error) => reason.message,
      );
      become({ uid: 0, gid: 0 });
      expect(error ?? "written").toMatch(/^written$|cannot be written and is unchanged: .*you have no permission\.$/);
      expect(readFileSync(path, "utf8")).toBe(error === undefined ? "new" : "old");
      const now = statSync(path);
      expect([mode, readersOf(path), now.uid, now.gid, now.mode & 0o7777]).toEqual([
        mode,
        before,
        uid,
        gid,
        now.mode & 0o7777,
      ]);
      expect(readdirSync(folder)).toEqual(["book.xlsx"]);
      if (actor === "root" || (actor === "a job of the group" && before["a member of the group"] === "rw"))
        expect(error).toBeUndefined();
      rmSync(path);
    }
  });
});

/** A refresh of workbooks by the command line. */
const sandbox = createSandbox();
const refresh = (...args: string[]) => runInsights(["refresh", ...args], sandbox);

async function putBook(name: string, { uid, gid }: Person, mode: number): Promise<string> {
  const f = '_xldudf_INSIGHTS_KPI("FY26 Plan","committed","ebit")';
  const book = join(folder, name);
  writeFileSync(book, await createBook({ sheets: [{ name: "Plan", cells: { A1: { f, v: 5 } } }] }));
  if (IS_ROOT) chownSync(book, uid, gid);
  chmodSync(book, mode);
  return book;
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

describeAsRoot("The night of the guide", () => {
  test("refreshes files that people of the group have saved, and leaves each to its owner", async () => {
    await refresh(await putBook("warm.xlsx", { uid: 0, gid: 0 }, 0o600));
    rmSync(join(folder, "warm.xlsx"));
    const one = await putBook("one.xlsx", { uid: 2001, gid: GROUP }, 0o664);
    const other = await putBook("other.xlsx", { uid: 2002, gid: GROUP }, 0o664);
    chmodSync(folder, 0o2775);
    become({ uid: JOB, gid: GROUP });
    const { status, output } = await refresh(folder, "--json");
    become({ uid: 0, gid: 0 });
    expect([status, output.split("\n").slice(-2)[0]]).toEqual([0, expect.stringContaining('"written":2')]);
    const owners = [one, other].map((file) => [statSync(file).uid, statSync(file).gid, modeOf(file)]);
    expect(owners).toEqual([
      [2001, GROUP, 0o664],
      [2002, GROUP, 0o664],
    ]);
    expect(readdirSync(folder).sort()).toEqual(["one.xlsx", "other.xlsx"]);
  });

  test("refuses by name, before it writes, a file whose folder takes no copy", async () => {
    const book = await putBook("one.xlsx", { uid: 2001, gid: GROUP }, 0o664);
    const before = readFileSync(book);
    chmodSync(folder, 0o2755);
    become({ uid: JOB, gid: GROUP });
    const { status, errors } = await refresh(book);
    become({ uid: 0, gid: 0 });
    expect([status, errors]).toEqual([5, expect.stringContaining(`${book} cannot be written and is unchanged`)]);
    expect(readFileSync(book).equals(before)).toBe(true);
  });
});

describe("What is made of a workbook", () => {
  const OURS = { uid: 0, gid: 0 };
  const USUAL = 0o666 & ~process.umask();

  test.each([
    [0o600, 0o600],
    [0o640, 0o640],
    [0o644, 0o644],
    [0o666, 0o666],
  ])("is as private as the workbook: %o", async (mode, most) => {
    const book = await putBook("book.xlsx", OURS, mode);
    mkdirSync(join(folder, "copies"));
    const page = join(folder, "page.html");
    await refresh(book, "-o", join(folder, "live.xlsx"));
    await refresh(book, "--values", "-o", join(folder, "values.xlsx"), "--report", page);
    await refresh(book, "--values", "-o", join(folder, "copies"));
    const made = ["live.xlsx", "values.xlsx", "page.html", "copies/book.xlsx"].map((name) =>
      modeOf(join(folder, name)),
    );
    expect(made).toEqual(made.map(() => most & USUAL));
  });

  test("is the owner's alone where an access list may say who reads the workbook", async () => {
    mockIsServer = true;
    const book = await putBook("book.xlsx", OURS, 0o664);
    const [copy, page] = [join(folder, "copy.xlsx"), join(folder, "page.html")];
    await refresh(book, "-o", copy, "--report", page);
    expect([modeOf(copy), modeOf(page)]).toEqual([0o600, 0o600]);
    mockIsServer = false;
  });

  (CAN_LIST ? test : test.skip)("is the owner's alone if the workbook has an access list", async () => {
    const book = await putBook("book.xlsx", OURS, 0o664);
    execFileSync("setfacl", ["-m", `u:${LISTED}:rw,g::---`, book]);
    const copy = join(folder, "copy.xlsx");
    await refresh(book, "-o", copy);
    expect(modeOf(copy)).toBe(0o600);
  });

  test("is as private as the most private of several workbooks", async () => {
    await putBook("one.xlsx", OURS, 0o664);
    await putBook("other.xlsx", OURS, 0o640);
    await putBook("third.xlsx", OURS, 0o604);
    const page = join(folder, "page.html");
    await refresh(folder, "--report", page);
    expect(modeOf(page)).toBe(0o600);
  });

  test("keeps its rights if it is there, and a word says that more people may read it", async () => {
    const book = await putBook("book.xlsx", OURS, 0o600);
    const [copy, page] = [join(folder, "copy.xlsx"), join(folder, "page.html")];
    for (const file of [copy, page]) {
      writeFileSync(file, "");
      chmodSync(file, 0o644);
    }
    const { output, errors } = await refresh(book, "-o", copy, "--report", page);
    expect([modeOf(copy), modeOf(page)]).toEqual([0o644, 0o644]);
    expect(output).toContain(`More people may read ${copy} than ${book}: a copy that exists keeps its rights.`);
    expect(errors).toContain(`More people may read ${page} than its workbooks: a page that exists keeps its rights.`);
  });
});
