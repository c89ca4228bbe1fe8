// The text of a page of docs as HTML, in sections.
const { existsSync, readFileSync } = require("node:fs");
const { posix, resolve } = require("node:path");
const { addressIn, PAGES, placeOf } = require("./pages.cjs");

const DOCS = resolve(__dirname, "../../docs");
/** Files that a page hands out, below docs. */
const FILES = ["../manifest.xml", "trial/unknown-names.xlsx"];

/** Letters of a cell. */
const LONG = 32;

/** @typedef {{ title: string, heading: string, sections: string, headings: Heading[] }} Content */
/** @typedef {{ depth: number, text: string, anchor: string }} Heading `text` is HTML. */

/**
 * Returns a function that renders a page for its place in dist. Links to pages that the help lacks become text.
 * @returns {Promise<(text: string, page: string, place: string) => Content>}
 */
async function contentRenderer() {
  // The library is an ES module.
  const { Marked } = await import("marked");
  return (text, page, place) => {
    const marked = new Marked({ renderer: renderer(page, place) });
    const tokens = marked.lexer(text);
    const [first, ...rest] = tokens.filter((token) => token.type !== "space" && token.type !== "html");
    if (!isHeading(first, 1)) throw new Error(`docs/${page} does not begin with its title.`);
    const inline = (/** @type {import("marked").Tokens.Heading} */ { tokens: parts }) =>
      marked.Parser.parseInline(parts, marked.defaults);
    const headings = rest.filter((token) => isHeading(token, 2) || isHeading(token, 3));
    return {
      title: escaped(first.text),
      heading: inline(first),
      sections: inSections(rest)
        .map((each) => `<section>\n${marked.parser(each)}</section>\n`)
        .join(""),
      headings: headings.map((each) => ({ depth: each.depth, text: inline(each), anchor: anchorOf(each.text) })),
    };
  };
}

/**
 * @param {import("marked").Token | undefined} token
 * @param {number} depth
 * @returns {token is import("marked").Tokens.Heading}
 */
function isHeading(token, depth) {
  return token?.type === "heading" && token.depth === depth;
}

/**
 * What stands before the first heading of a section, and each section with its heading.
 * @param {readonly import("marked").Token[]} tokens
 */
function inSections(tokens) {
  /** @type {import("marked").Token[][]} */
  const sections = [];
  for (const token of tokens) {
    if (sections.length === 0 || isHeading(token, 2)) sections.push([]);
    sections.at(-1)?.push(token);
  }
  return sections;
}

/**
 * @param {string} page
 * @param {string} place
 * @returns {import("marked").RendererObject}
 */
function renderer(page, place) {
  const below = (/** @type {string} */ path) => posix.join(posix.dirname(page), path);
  return {
    html: () => "",
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      if (/^(https:|#)/.test(href)) return `<a href="${href}">${content}</a>`;
      const [path = "", anchor] = href.split("#");
      const target = below(path);
      if (FILES.includes(target)) return `<a href="${addressIn(place, placeOf(target))}" download>${content}</a>`;
      if (!PAGES.includes(target)) return content;
      return `<a href="${addressIn(place, placeOf(target))}${anchor ? `#${anchor}` : ""}">${content}</a>`;
    },
    paragraph({ tokens }) {
      const [image] = tokens;
      if (tokens.length !== 1 || image?.type !== "image") return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      const caption = image.title ? `<figcaption>${escaped(image.title)}</figcaption>` : "";
      return `<figure>${this.parser.parseInline(tokens)}${caption}</figure>\n`;
    },
    image({ href, text }) {
      const [width, height] = sizeOf(resolve(DOCS, below(href)));
      const source = addressIn(place, placeOf(below(href)));
      return `<img src="${source}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy" />`;
    },
    code({ text }) {
      const lines = text.split("\n");
      if (lines.every((line) => line.startsWith("=")))
        return `<pre class="formula">${lines.map((line) => `<code>${escaped(line)}</code>`).join("\n")}</pre>\n`;
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
    },
    table({ header, rows }) {
      const row = (/** @type {import("marked").Tokens.TableCell[]} */ cells, /** @type {"th" | "td"} */ name) =>
        `<tr>${cells.map((cell) => `<${name}${classOf(cell)}>${this.parser.parseInline(cell.tokens)}</${name}>`).join("")}</tr>\n`;
      const body = rows.map((cells) => row(cells, "td")).join("");
      const table = `<table><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table>`;
      // Two columns fit into any page, more may have to be scrolled.
      if (header.length <= 2) return `<div class="pairs">${table}</div>\n`;
      const label = header.map(({ text }) => text).join(", ");
      return `<div class="table" role="group" tabindex="0" aria-label="${escaped(label)}">${table}</div>\n`;
    },
  };
}

/**
 * Numbers stand at the right, and a long text gets a width in which it can be read.
 * @param {import("marked").Tokens.TableCell} cell
 */
function classOf({ align, text }) {
  if (align === "right") return ' class="number"';
  return text.length > LONG ? ' class="long"' : "";
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/**
 * As GitHub makes them of headings.
 * @param {string} heading
 */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/**
 * Width and height of a PNG, which its header has as two numbers after the signature and the chunk's name.
 * @param {string} file
 */
function sizeOf(file) {
  if (!existsSync(file)) throw new Error(`A page of docs shows ${file}, which is missing.`);
  const bytes = readFileSync(file);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

module.exports = { contentRenderer };
