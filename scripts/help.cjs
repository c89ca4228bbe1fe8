// The pages of docs for users, rendered for dist/help, and the links that lead there.
const { existsSync, readFileSync } = require("node:fs");
const { basename, extname, posix, relative, resolve } = require("node:path");
const { withNamespace } = require("./environment.cjs");

const DOCS = resolve(__dirname, "../docs");
const FRAME = resolve(__dirname, "help.html");
/** Below docs. */
const PAGES = ["users.md", "messages.md", "excel-trial.md", "functions/*.md"];
/** Files that a page hands out, by where they are below docs and below dist/help. */
const FILES = ["../manifest.xml", "trial/unknown-names.xlsx"];

/** @param {string} path below docs, with `/` */
const isRendered = (path) => /^(users|messages|excel-trial|functions\/\w+)\.md$/.test(path);

/** @param {string} path */
const htmlName = (path) => path.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");

/**
 * The place of a page of docs in dist.
 * @param {string} file absolute
 */
function helpPath(file) {
  return posix.join("help", htmlName(relative(DOCS, file).replaceAll("\\", "/")));
}

/**
 * Returns a function that renders a page. Links to pages that are not rendered become text.
 * @param {import("./environment.cjs").Environment} environment
 * @returns {Promise<(text: string, file: string) => string>}
 */
async function pageRenderer(environment) {
  // The library is an ES module.
  const { Marked } = await import("marked");
  const frame = readFileSync(FRAME, "utf8");
  return (text, file) => {
    const page = relative(DOCS, file).replaceAll("\\", "/");
    const content = new Marked({ renderer: renderer(page) }).parse(withNamespace(text, environment), { async: false });
    const title = /^# (.*)$/m.exec(text)?.[1] ?? basename(file, extname(file));
    const parts = { title, content, root: "../".repeat(page.split("/").length) };
    return frame.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[/** @type {keyof typeof parts} */ (name)]);
  };
}

/**
 * @param {string} page below docs
 * @returns {import("marked").RendererObject}
 */
function renderer(page) {
  return {
    html: () => "",
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      if (/^(https:|#)/.test(href)) return `<a href="${href}">${content}</a>`;
      const [path = "", anchor] = href.split("#");
      const target = posix.join(posix.dirname(page), path);
      if (FILES.includes(target)) return `<a href="${href}" download>${content}</a>`;
      if (!isRendered(target)) return content;
      if (!existsSync(resolve(DOCS, target)))
        throw new Error(`docs/${page} links to docs/${target}, which is missing.`);
      return `<a href="${htmlName(path)}${anchor ? `#${anchor}` : ""}">${content}</a>`;
    },
    table(token) {
      const cells = (/** @type {import("marked").Tokens.TableCell[]} */ row, /** @type {string} */ name) =>
        `<tr>${row.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join("")}</tr>\n`;
      const body = token.rows.map((row) => cells(row, "td")).join("");
      return `<div class="table"><table><thead>${cells(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
    },
  };
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
 * Patterns for CopyPlugin: pages and their pictures.
 * @param {import("./environment.cjs").Environment} environment
 */
async function helpPatterns(environment) {
  const render = await pageRenderer(environment);
  const pages = PAGES.map((page) => ({
    from: `docs/${page}`,
    to: (/** @type {{ absoluteFilename?: string }} */ { absoluteFilename = "" }) => helpPath(absoluteFilename),
    transform: (/** @type {Buffer} */ text, /** @type {string} */ file) => render(text.toString(), file),
  }));
  const given = { from: "docs/trial/*.xlsx", to: "help/trial/[name][ext]" };
  return [...pages, given, { from: "docs/pictures/*.png", to: "help/pictures/[name][ext]" }];
}

/**
 * Adds the help links that Excel shows beside functions.
 * @param {string} functionsJson
 * @param {URL} address where the add-in will be hosted
 */
function withHelpLinks(functionsJson, address) {
  const metadata = JSON.parse(functionsJson);
  const root = address.href.replace(/\/+$/, "");
  for (const each of metadata.functions) each.helpUrl = `${root}/help/functions/${each.id}.html`;
  return `${JSON.stringify(metadata, null, 4)}\n`;
}

module.exports = { helpPatterns, withHelpLinks };
