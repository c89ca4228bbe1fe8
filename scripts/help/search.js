// Finds words in a help page: hides the sections and the rows of tables without them, counts them, and marks them.
"use strict";

/** @typedef {{ typed: string, words: string[] }} Query In lower case. */

const LEAST_PART = 4;

/**
 * True if all words are in the text.
 * @param {Query} query
 * @param {string | null} text
 */
function has({ words }, text) {
  const lower = (text ?? "").toLowerCase();
  return words.every((word) => lower.includes(word));
}

/**
 * True if the typed text is a whole message such as the row's, which has "…" in place of names.
 * @param {Query} query
 * @param {Element} row
 */
function isMessageOf({ typed }, row) {
  const parts = (row.querySelector("td code")?.textContent ?? "").toLowerCase().split("…");
  const long = parts.map((part) => part.trim()).filter((part) => part.length >= LEAST_PART);
  return parts.length > 1 && long.length > 0 && long.every((part) => typed.includes(part));
}

/**
 * Shows the rows with the words, or all if the table has none of them. Returns true if it has some.
 * @param {Query} query
 * @param {HTMLTableElement} table
 * @param {string} heading of the section, whose words count for each row
 */
function filterTable(query, table, heading) {
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const found = rows.filter((row) => has(query, `${heading} ${row.textContent}`) || isMessageOf(query, row));
  for (const row of rows) row.hidden = found.length > 0 && !found.includes(row);
  return found.length > 0;
}

/**
 * Shows or hides a section and rows of its tables.
 * @param {Query} query
 * @param {HTMLElement} section
 */
function filterSection(query, section) {
  const heading = section.querySelector("h2")?.textContent ?? "";
  const tables = [...section.querySelectorAll("table")].filter((table) => filterTable(query, table, heading));
  const prose = [...section.children].filter((each) => !each.querySelector("table"));
  section.hidden = tables.length === 0 && !has(query, prose.map((each) => each.textContent).join(" "));
}

/**
 * The places of the words in what an element shows.
 * @param {Query} query
 * @param {Element} element
 */
function rangesIn({ words }, element) {
  const ranges = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement?.closest("[hidden]")) continue;
    const text = node.textContent?.toLowerCase() ?? "";
    for (const word of words)
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
  }
  return ranges;
}

/**
 * Shows in the contents how often each section has the words, and leaves out sections without them.
 * @param {ReadonlyMap<Element, number>} counts of sections; none if nothing is searched
 */
function markContents(counts) {
  for (const link of document.querySelectorAll(".sections a")) {
    const section = document.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.closest("section");
    const isPart = link.closest(".depth-3") !== null;
    const count = section && !isPart ? counts.get(section) : undefined;
    if (link.parentElement) link.parentElement.hidden = section?.hidden === true;
    if (link instanceof HTMLElement && count) link.dataset.hits = String(count);
    else link.removeAttribute("data-hits");
  }
}

/** @typedef {readonly [place: string, title: string, sections: readonly (readonly [heading: string, anchor: string, text: string])[]]} PageText */

const MOST_ELSEWHERE = 12;
/** The address of this script, beside which the texts of all pages are. */
const OWN_ADDRESS = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";

/**
 * Loads the texts of all pages at the first search, as a script: a page's policy allows nothing else.
 * @param {() => void} done
 */
function loadTexts(done) {
  const script = document.createElement("script");
  script.src = new URL("texts.js", OWN_ADDRESS || location.href).href;
  script.addEventListener("load", done);
  document.head.append(script);
}

/**
 * The sections of other pages that have all words, first those with the text as it is typed. None before the texts are loaded.
 * @param {Query} query
 */
function findElsewhere(query) {
  const texts = /** @type {{ helpTexts?: readonly PageText[] }} */ (globalThis).helpTexts ?? [];
  const others = texts.filter(([place]) => !location.pathname.endsWith(`/${place}`));
  const found = others.flatMap(([place, title, sections]) =>
    sections
      .filter(([, , text]) => query.words.length > 0 && has(query, `${title} ${text}`))
      .map(([heading, anchor, text]) => ({
        isExact: text.toLowerCase().includes(query.typed),
        name: heading === "" || heading === title ? title : `${title}: ${heading}`,
        address: `${rootOfHelp()}${place}${anchor && `#${anchor}`}`,
      })),
  );
  return [...found.filter(({ isExact }) => isExact), ...found.filter(({ isExact }) => !isExact)];
}

/** The way from this page to the root, as its stylesheet's address tells. */
function rootOfHelp() {
  const style = document.querySelector('link[rel="stylesheet"]')?.getAttribute("href") ?? "";
  return style.replace(/help\/style\.css$/, "");
}

/** @param {readonly { name: string, address: string }[]} found */
function showElsewhere(found) {
  const place = document.querySelector(".elsewhere");
  if (!(place instanceof HTMLElement)) return;
  const items = found.slice(0, MOST_ELSEWHERE).map(({ name, address }) => {
    const link = Object.assign(document.createElement("a"), { href: address, textContent: name });
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  const rest = found.length - items.length;
  if (rest > 0) items.push(Object.assign(document.createElement("li"), { textContent: `and ${rest} more` }));
  place.querySelector("ul")?.replaceChildren(...items);
  place.hidden = items.length === 0;
}

/** @param {number} count @param {string} one @param {string} several */
const counted = (count, one, several) => `${count} ${count === 1 ? one : several}`;

/**
 * Shows what the page has of a text. Returns what to say about it.
 * @param {string} text
 */
function find(text) {
  const typed = text.trim().toLowerCase();
  const query = { typed, words: typed.split(/\s+/).filter(Boolean) };
  const sections = [...document.querySelectorAll("main > section")].filter((each) => each instanceof HTMLElement);
  for (const section of sections) filterSection(query, section);
  const shown = sections.filter((section) => !section.hidden);
  const found = shown.map((section) => /** @type {const} */ ([section, rangesIn(query, section)]));
  const ranges = found.flatMap(([, each]) => each);
  markContents(new Map(found.map(([section, each]) => [section, each.length])));
  if ("highlights" in CSS) CSS.highlights.set("found", new Highlight(...ranges));
  const elsewhere = findElsewhere(query);
  showElsewhere(elsewhere);
  if (typed === "") return "";
  if (shown.length === 0) return elsewhere.length > 0 ? "On other pages:" : "Nothing found.";
  return `${counted(ranges.length, "hit", "hits")} in ${counted(shown.length, "section", "sections")}`;
}

function start() {
  const search = document.querySelector("[role=search]");
  const input = search?.querySelector("input");
  const output = search?.querySelector("output");
  if (!(search instanceof HTMLElement) || !input || !output) return;
  let isLoading = false;
  const update = () => {
    if (!isLoading && input.value.trim() !== "") {
      isLoading = true;
      loadTexts(update);
    }
    output.value = find(input.value);
  };
  const clear = () => {
    input.value = "";
    update();
  };
  search.hidden = false;
  input.addEventListener("input", update);
  input.addEventListener("keydown", ({ key }) => key === "Escape" && clear());
  // A link may lead to a section that is hidden.
  window.addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[hidden]")) return;
    clear();
    target.scrollIntoView();
  });
  // After the way back, browsers fill the box again.
  update();
}

start();
