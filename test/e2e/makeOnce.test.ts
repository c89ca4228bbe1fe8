import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeOnce } from "./makeOnce";

const place = () => join(mkdtempSync(join(tmpdir(), "make-once-")), "made");
const write = (text: string) => (draft: string) => writeFileSync(join(draft, "file"), text);
const read = (folder: string) => readFileSync(join(folder, "file"), "utf8");
const beside = (folder: string) => readdirSync(join(folder, ".."));

test("A folder appears when it is whole", () => {
  const folder = place();
  makeOnce(folder, (draft) => {
    expect(existsSync(folder)).toBe(false);
    write("whole")(draft);
  });
  expect(read(folder)).toBe("whole");
});

test("A folder that exists is not made again", () => {
  const folder = place();
  makeOnce(folder, write("once"));
  makeOnce(folder, () => {
    throw new Error("made twice");
  });
  expect(read(folder)).toBe("once");
  expect(beside(folder)).toEqual(["made"]);
});

test("If two processes make a folder at once, the first counts and no draft is left", () => {
  const folder = place();
  makeOnce(folder, (draft) => {
    makeOnce(folder, write("first"));
    write("second")(draft);
  });
  expect(read(folder)).toBe("first");
  expect(beside(folder)).toEqual(["made"]);
});

test("A folder that cannot be made whole does not appear", () => {
  const folder = place();
  const fail = (draft: string) => {
    write("part")(draft);
    throw new Error("disk full");
  };
  expect(() => makeOnce(folder, fail)).toThrow("disk full");
  expect(beside(folder)).toEqual([]);
});
