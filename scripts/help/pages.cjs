// The pages of docs that the help shows, and where each one is in dist.
const { posix } = require("node:path");
const metadata = require("../../src/numbers/functions/functions.json");

const FUNCTIONS = metadata.functions.map(({ id }) => ({ page: `functions/${id}.md`, label: id }));

/** The links at the top of each page. */
const CHAPTERS = [
  { page: "users.md", label: "Guide" },
  { page: "functions/README.md", label: "Functions" },
  { page: "messages.md", label: "Messages" },
  { page: "administrators.md", label: "Install" },
  { page: "files.md", label: "Command line" },
  { page: "decks.md", label: "Decks and documents" },
  { page: "excel-trial.md", label: "Trial" },
];

/** Pages by their paths below docs. */
const PAGES = ["index.md", "privacy.md", ...[...CHAPTERS, ...FUNCTIONS].map(({ page }) => page)];

/**
 * The place in dist of a page or picture of docs, to which links lead.
 * @param {string} file below docs
 */
function placeOf(file) {
  // Its address is in the marketplace's listing.
  if (file === "privacy.md") return "privacy.html";
  return posix.join("help", file.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html"));
}

/**
 * All places of a page in dist. Hosts look for index.html, and manifests name help.html.
 * @param {string} page below docs
 */
function placesOf(page) {
  return page === "index.md" ? [placeOf(page), "index.html", "help.html"] : [placeOf(page)];
}

/**
 * The relative address of one place of dist in another.
 * @param {string} from
 * @param {string} to
 */
function addressIn(from, to) {
  return posix.relative(posix.dirname(from), to);
}

module.exports = { addressIn, CHAPTERS, FUNCTIONS, PAGES, placeOf, placesOf };
