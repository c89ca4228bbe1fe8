/** @jest-environment jsdom */
import { builtText } from "./dist";

interface Page {
  type: (text: string, key?: string) => void;
  input: HTMLInputElement;
  /** What a screen reader says. */
  status: () => string | undefined;
  headings: () => (string | null)[];
  rows: () => (string | null)[];
}

/** Opens a built page with its script. jsdom has no highlights. */
async function openPage(path: string): Promise<Page> {
  Object.assign(globalThis, { CSS: {} });
  document.documentElement.innerHTML = builtText(path);
  jest.resetModules();
  // @ts-expect-error -- It is the page's script, and exports nothing.
  await import("../../scripts/help/search.js");
  const input = document.querySelector<HTMLInputElement>("[role=search] input")!;
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => !element.closest("[hidden]"));
  return {
    input,
    type: (text, key) => {
      input.value = text;
      input.dispatchEvent(key === undefined ? new Event("input") : new KeyboardEvent("keydown", { key }));
    },
    status: () => document.querySelector("output")?.value,
    headings: () => shown("main h2").map(({ textContent }) => textContent),
    rows: () => shown("main tbody tr").map((row) => row.querySelector("td")?.textContent ?? null),
  };
}

test("a page without the script has no search box", () => {
  document.documentElement.innerHTML = builtText("help/messages.html");
  expect(document.querySelector<HTMLElement>("[role=search]")?.hidden).toBe(true);
});

test("a part of a message shows only the messages with it", async () => {
  const { type, rows, status, headings } = await openPage("help/messages.html");
  const all = rows().length;
  expect(document.querySelector<HTMLElement>("[role=search]")?.hidden).toBe(false);
  type("Ends Before");
  expect(rows()).toEqual(["The period … ends before it begins."]);
  expect([status(), headings()]).toEqual(["2 hits in 1 section", ["The formula has a mistake (#VALUE!)"]]);
  type("");
  expect([rows().length, status()]).toEqual([all, ""]);
});

test("a whole message with its names finds its row", async () => {
  const { type, rows } = await openPage("help/messages.html");
  type("The period 2026-06:2026-01 ends before it begins.");
  expect(rows()).toContain("The period … ends before it begins.");
  expect(rows().length).toBeLessThan(4);
});

test("words show the sections with all of them, and the contents how often", async () => {
  const { type, headings } = await openPage("help/users.html");
  const all = headings().length;
  type("rolling basis");
  expect(headings()).toContain("Periods and bases");
  expect(headings().length).toBeLessThan(all / 2);
  // Parts of a section stay with it.
  const links = [...document.querySelectorAll<HTMLElement>("div.contents .sections li")].filter(
    (each) => !each.hidden && !each.closest(".depth-3"),
  );
  expect(links.map(({ textContent }) => textContent)).toEqual(headings());
  expect(Number(links[0]?.querySelector("a")?.dataset.hits)).toBeGreaterThan(0);
});

test("sections of other pages are listed, as far as they have all words", async () => {
  const texts = [
    ["help/files.html", "Refreshing files", [["Exit status", "exit-status", "A rolling basis is <b>kept</b>."]]],
    ["help/decks.html", "Decks", [["Markers", "markers", "Nothing of a basis."]]],
  ];
  Object.assign(globalThis, { helpTexts: texts });
  const { type, status } = await openPage("help/messages.html");
  const links = () => [...document.querySelectorAll<HTMLAnchorElement>(".elsewhere a")];
  type("rolling basis kept");
  expect(links().map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Refreshing files: Exit status", "../help/files.html#exit-status"],
  ]);
  expect(status()).toBe("On other pages:");
  type("");
  expect([links(), document.querySelector<HTMLElement>(".elsewhere")?.hidden]).toEqual([[], true]);
  Reflect.deleteProperty(globalThis, "helpTexts");
});

test("nothing found is said, and Escape shows all again", async () => {
  const { type, input, headings, status } = await openPage("help/users.html");
  const all = headings();
  type("<img src=x onerror=alert(1)>");
  expect([headings(), status()]).toEqual([[], "Nothing found."]);
  expect(document.querySelector("[onerror]")).toBeNull();
  type(input.value, "Escape");
  expect([headings(), input.value, status()]).toEqual([all, "", ""]);
});

test("a link to a hidden section shows it", async () => {
  const { type, headings } = await openPage("help/users.html");
  const all = headings();
  // As newer browsers do.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });
  type("rolling basis");
  location.hash = "#names";
  window.dispatchEvent(new Event("hashchange"));
  expect(headings()).toEqual(all);
});
