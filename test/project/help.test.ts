/** @jest-environment jsdom */
import { existsSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { built, builtText } from "./dist";

const PAGES = ["help.html", ...pagesIn("help")];

function pagesIn(folder: string): string[] {
  const files = readdirSync(built(folder), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".html")).map((file) => posix.join(folder, file.replaceAll("\\", "/")));
}

const page = (path: string) => new DOMParser().parseFromString(builtText(path), "text/html");

/** Files and anchors that a page refers to and that are missing. */
function missingFrom(path: string): string[] {
  const targets = [...page(path).querySelectorAll("a[href], img[src], link[href]")].map(
    (element) => element.getAttribute("href") ?? element.getAttribute("src") ?? "",
  );
  return targets.filter((target) => {
    if (target.startsWith("https:")) return false;
    const [file = "", anchor] = target.split("#");
    const to = file === "" ? path : posix.join(posix.dirname(path), file);
    if (!existsSync(built(to))) return true;
    return anchor !== undefined && page(to).getElementById(anchor) === null;
  });
}

test.each(PAGES)("%s leads only to pages, sections and pictures that exist", (path) => {
  expect(page(path).querySelector("h1")).not.toBeNull();
  expect(missingFrom(path)).toEqual([]);
});

test("Excel's help link of each function leads to its page", () => {
  const { functions } = JSON.parse(builtText("functions.json")) as { functions: { id: string; helpUrl: string }[] };
  for (const { id, helpUrl } of functions) {
    const path = new URL(helpUrl).pathname.slice(1);
    expect(page(path).querySelector("h1")?.textContent).toBe(id);
  }
  expect(functions.length).toBeGreaterThan(10);
});
