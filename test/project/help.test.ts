/** @jest-environment jsdom */
import { existsSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { built, builtText } from "./dist";

/** The site's pages: all of the build but the pane's. */
const PAGES = ["index.html", "help.html", "privacy.html", ...filesIn("help").filter((file) => file.endsWith(".html"))];

function filesIn(folder: string): string[] {
  const files = readdirSync(built(folder), { recursive: true, encoding: "utf8" });
  return files.map((file) => posix.join(folder, file.replaceAll("\\", "/")));
}

const parsed = new Map<string, Document>();

function page(path: string): Document {
  const known = parsed.get(path) ?? new DOMParser().parseFromString(builtText(path), "text/html");
  parsed.set(path, known);
  return known;
}

/** The addresses that a page refers to. */
function addressesIn(path: string): string[] {
  return [...page(path).querySelectorAll("[href], [src]")].map(
    (element) => element.getAttribute("href") ?? element.getAttribute("src") ?? "",
  );
}

/** Files and anchors that a page refers to and that are missing. */
function missingFrom(path: string): string[] {
  return addressesIn(path).filter((target) => {
    if (target.startsWith("https:")) return false;
    const [file = "", anchor] = target.split("#");
    const to = file === "" ? path : posix.join(posix.dirname(path), file);
    if (to.startsWith("..") || !existsSync(built(to))) return true;
    return anchor !== undefined && page(to).getElementById(anchor) === null;
  });
}

describe.each(PAGES)("%s", (path) => {
  test("leads only to files, sections and pictures of the build, or to other sites", () => {
    expect(page(path).querySelectorAll("h1")).toHaveLength(1);
    expect(missingFrom(path)).toEqual([]);
    const elsewhere = addressesIn(path).filter((target) => /^([a-z]+:|\/)/.test(target));
    expect(elsewhere.filter((target) => !/^https:\/\/(?!localhost)/.test(target))).toEqual([]);
  });

  test("gets nothing from other sites, and has no script or style within it", () => {
    const { head, body } = page(path);
    const policy = head.querySelector("meta[http-equiv=Content-Security-Policy]")?.getAttribute("content");
    expect(policy?.replace("script-src 'self'; ", "")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'",
    );
    const scripts = [...head.querySelectorAll("script"), ...body.querySelectorAll("script")];
    expect(scripts.length).toBe(policy?.includes("script-src") ? 1 : 0);
    expect(scripts.filter((script) => !script.src || script.textContent !== "")).toEqual([]);
    expect(body.querySelectorAll("style, [style], iframe, object")).toHaveLength(0);
    const handlers = [...body.querySelectorAll("*")].flatMap((element) => element.getAttributeNames());
    expect(handlers.filter((name) => name.startsWith("on"))).toEqual([]);
  });

  test("has each id once, and each picture with a text and its size", () => {
    const ids = [...page(path).querySelectorAll("[id]")].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const pictures = [...page(path).querySelectorAll<HTMLImageElement>("main img")];
    expect(pictures.filter(({ alt, width, height }) => !alt || !width || !height)).toEqual([]);
  });

  test("lists its sections", () => {
    const sections = [...page(path).querySelectorAll("main :is(h2, h3)")].map(({ id }) => `#${id}`);
    for (const list of page(path).querySelectorAll(".sections ul"))
      expect([...list.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(sections);
  });
});

test("the first page leads to each chapter, and is what hosts and manifests look for", () => {
  const links = (path: string) => [...page(path).querySelectorAll("main li a")].map(({ textContent }) => textContent);
  const chapters = [...page("help/index.html").querySelectorAll("header nav a")].map(({ textContent }) => textContent);
  expect(links("help/index.html").slice(0, chapters.length)).toEqual(chapters);
  for (const path of ["index.html", "help.html"])
    expect([path, page(path).querySelector("main")?.textContent]).toEqual([
      path,
      page("help/index.html").querySelector("main")?.textContent,
    ]);
  expect(builtText("manifest.xml")).toContain("/help.html");
});

test("each page marks itself in the navigation", () => {
  const current = (path: string) =>
    [...page(path).querySelectorAll(":is(header, div.contents) [aria-current]")].map((link) => [
      link.textContent,
      link.getAttribute("aria-current"),
    ]);
  expect(current("help/messages.html")).toEqual([["Messages", "page"]]);
  expect(current("help/functions/index.html")).toEqual([["Functions", "page"]]);
  expect(current("help/functions/KPI.html")).toEqual([
    ["Functions", "true"],
    ["KPI", "page"],
  ]);
});

test("Excel's help link of each function leads to its page, which the functions' page lists", () => {
  const { functions } = JSON.parse(builtText("functions.json")) as { functions: { id: string; helpUrl: string }[] };
  const listed = [...page("help/functions/index.html").querySelectorAll("main td a")].map((each) => each.textContent);
  for (const { id, helpUrl } of functions) {
    const path = new URL(helpUrl).pathname.slice(1);
    expect(page(path).querySelector("h1")?.textContent).toBe(id);
  }
  expect(listed).toEqual(functions.map(({ id }) => id));
  expect(functions.length).toBeGreaterThan(10);
});

test("the pages show the signature of each function, and its results in tables", () => {
  for (const path of PAGES.filter((each) => /functions\/[A-Z]+\.html/.test(each))) {
    const name = page(path).querySelector("h1")?.textContent ?? "";
    expect(page(path).querySelector("pre.formula code")?.textContent).toMatch(`=INSIGHTS.${name}(`);
    const examples = page(path).getElementById("examples")?.closest("section");
    expect(examples?.querySelectorAll("table").length).toBeGreaterThan(0);
  }
});
