// The texts of all help pages, in which their search finds what is on other pages.
const { readFileSync } = require("node:fs");
const { resolve } = require("node:path");
const { withNamespace } = require("../environment.cjs");
const { PAGES, placeOf } = require("./pages.cjs");

const DOCS = resolve(__dirname, "../../docs");
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** @typedef {Awaited<ReturnType<typeof import("./content.cjs").contentRenderer>>} Render */

/**
 * A script that sets `helpTexts`: a page's place in dist, its title, and its sections with heading, anchor and text. It is no JSON,
 * because the pages' policy allows them to load scripts alone.
 * @param {Render} render
 * @param {import("../environment.cjs").Environment} environment
 */
function searchTexts(render, environment) {
  const pages = PAGES.filter((page) => page !== "index.md").map((page) => {
    const place = placeOf(page);
    const text = withNamespace(readFileSync(resolve(DOCS, page), "utf8"), environment);
    const { title, sections } = render(text, page, place);
    return [place, plain(title), sectionsOf(sections)];
  });
  return `globalThis.helpTexts = ${JSON.stringify(pages)};\n`;
}

/** @param {string} html */
function sectionsOf(html) {
  return html.split("</section>").flatMap((section) => {
    const text = plain(section).replace(/\s+/g, " ").trim();
    const [, anchor = "", heading = ""] = /<h2 id="([^"]*)"[^>]*>(.*?)<\/h2>/s.exec(section) ?? [];
    return text === "" ? [] : [[plain(heading), anchor, text]];
  });
}

/** @param {string} html */
function plain(html) {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (name)])
    .trim();
}

module.exports = { searchTexts };
