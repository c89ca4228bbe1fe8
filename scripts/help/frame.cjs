// What stands around the text of each help page: navigation, contents and search.
const { readFileSync } = require("node:fs");
const { resolve } = require("node:path");
const { addressIn, CHAPTERS, FUNCTIONS, placeOf } = require("./pages.cjs");

const template = (/** @type {string} */ name) => readFileSync(resolve(__dirname, name), "utf8");
const FRAME = template("frame.html");
const ASIDE = template("aside.html");
const SEARCH = template("search.html");

/** @typedef {import("./content.cjs").Content} Content */

/**
 * The whole page. The first one has no contents beside its search.
 * @param {Content} content
 * @param {string} page below docs
 * @param {string} place in dist
 */
function framed(content, page, place) {
  const root = "../".repeat(place.split("/").length - 1);
  const isStart = page === "index.md";
  const chapter = chapterOf(page);
  return filled(FRAME, {
    title: content.title,
    heading: content.heading,
    sections: content.sections,
    kind: isStart ? "start" : "page",
    root,
    start: addressIn(place, placeOf("index.md")),
    privacy: addressIn(place, placeOf("privacy.md")),
    chapters: linksTo(CHAPTERS, place, (each) => each === chapter && (page === chapter ? "page" : "true")),
    aside: isStart ? `<aside aria-label="Search">${SEARCH}</aside>` : asideOf(content, page, place),
  });
}

/** @param {string} page */
function chapterOf(page) {
  return FUNCTIONS.some((each) => each.page === page) ? "functions/README.md" : page;
}

/**
 * @param {Content} content
 * @param {string} page
 * @param {string} place
 */
function asideOf({ headings }, page, place) {
  const sections = headings.map(
    ({ depth, text, anchor }) => `<li class="depth-${depth}"><a href="#${anchor}">${text}</a></li>`,
  );
  const functions = linksTo(FUNCTIONS, place, (each) => each === page && "page");
  const lists = [
    ...(sections.length > 0 ? [labelled("On this page", "sections", `<ul>${sections.join("")}</ul>`)] : []),
    ...(chapterOf(page) === "functions/README.md" ? [labelled("All functions", "functions", functions)] : []),
  ];
  return filled(ASIDE, { search: SEARCH, contents: lists.join("") });
}

/** @param {string} label @param {string} name of the class @param {string} list */
function labelled(label, name, list) {
  return `<p class="label">${label}</p><nav class="${name}" aria-label="${label}">${list}</nav>`;
}

/**
 * @param {string} text
 * @param {Record<string, string>} parts
 */
function filled(text, parts) {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name] ?? "");
}

/**
 * @param {readonly { page: string, label: string }[]} pages
 * @param {string} place where the links are
 * @param {(page: string) => string | false} currentOf the value of aria-current
 */
function linksTo(pages, place, currentOf) {
  const items = pages.map(({ page, label }) => {
    const current = currentOf(page);
    const mark = current === false ? "" : ` aria-current="${current}"`;
    return `<li><a href="${addressIn(place, placeOf(page))}"${mark}>${label}</a></li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

module.exports = { framed };
