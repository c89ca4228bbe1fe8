// The help and the project's site: what CopyPlugin writes into dist for them, and the links that lead there.
const { resolve } = require("node:path");
const { withNamespace } = require("../environment.cjs");
const { contentRenderer } = require("./content.cjs");
const { searchTexts } = require("./texts.cjs");
const { framed } = require("./frame.cjs");
const { PAGES, placeOf, placesOf } = require("./pages.cjs");
const { withTheme } = require("./theme.cjs");

/** Webpack would write a source map beside what it makes smaller. */
const AS_IT_IS = { minimized: true };

const FILES = [
  { from: "docs/trial/*.xlsx", to: "help/trial/[name][ext]" },
  { from: "docs/pictures/*.png", to: "help/pictures/[name][ext]" },
  { from: resolve(__dirname, "search.js"), to: "help/search.js", info: AS_IT_IS },
];

/**
 * Patterns for CopyPlugin: pages, their stylesheet, their search and their pictures.
 * @param {import("../environment.cjs").Environment} environment
 */
async function helpPatterns(environment) {
  const render = await contentRenderer();
  const pageAt = (/** @type {string} */ page, /** @type {string} */ place) => ({
    from: `docs/${page}`,
    to: place,
    transform: (/** @type {Buffer} */ text) =>
      framed(render(withNamespace(text.toString(), environment), page, place), page, place),
  });
  const style = {
    from: resolve(__dirname, "style.css"),
    to: "help/style.css",
    info: AS_IT_IS,
    transform: (/** @type {Buffer} */ css) => withTheme(css.toString()),
  };
  const texts = {
    from: resolve(__dirname, "search.js"),
    to: "help/texts.js",
    info: AS_IT_IS,
    transform: () => searchTexts(render, environment),
  };
  return [...PAGES.flatMap((page) => placesOf(page).map((place) => pageAt(page, place))), style, texts, ...FILES];
}

/**
 * Adds the help links that Excel shows beside functions.
 * @param {string} functionsJson
 * @param {URL} address where the add-in will be hosted
 */
function withHelpLinks(functionsJson, address) {
  const metadata = JSON.parse(functionsJson);
  const root = address.href.replace(/\/+$/, "");
  for (const each of metadata.functions) each.helpUrl = `${root}/${placeOf(`functions/${each.id}.md`)}`;
  return `${JSON.stringify(metadata, null, 4)}\n`;
}

module.exports = { helpPatterns, withHelpLinks };
