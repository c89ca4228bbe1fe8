// Formulas in Excel's notation as a flat OpenDocument spreadsheet, and what LibreOffice made of them.
const { DOMParser } = require("@xmldom/xmldom");

const NAMESPACES = {
  office: "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
  table: "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
  text: "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
  style: "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
  number: "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0",
  calcext: "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
  msoxl: "http://schemas.microsoft.com/office/excel/formula",
};

/** Formulas stand here, one below the other, and far enough apart for what spills. */
const FIRST = { row: 100, column: 25, apart: 8 };

const CELLS = ["table-cell", "covered-table-cell"];

/** What a file writes `_xlfn.` before, and LibreOffice knows. */
const NEWER =
  /(?<![\w.])(ACOT|AGGREGATE|ARABIC|BASE|BETA\.DIST|BINOM\.DIST|CEILING\.MATH|CONCAT|CONFIDENCE\.NORM|COVARIANCE\.[PS]|DAYS|EXPON\.DIST|FLOOR\.MATH|FORECAST\.LINEAR|IFNA|IFS|ISFORMULA|ISOWEEKNUM|MAXIFS|MINIFS|MODE\.SNGL|NORM\.(?:S\.)?(?:DIST|INV)|NUMBERVALUE|PDURATION|PERCENTILE\.(?:EXC|INC)|PERCENTRANK\.(?:EXC|INC)|POISSON\.DIST|QUARTILE\.(?:EXC|INC)|RANK\.(?:AVG|EQ)|RRI|SHEETS?|STDEV\.[PS]|SWITCH|T\.(?:DIST|INV)(?:\.\dT)?|TEXTJOIN|UNICHAR|UNICODE|VAR\.[PS]|XOR)\(/gi;

/** @typedef {{ formula: string, at?: string, array?: string }} Call */
/** @typedef {{ row: number, column: number }} Place */
/** @typedef {{ value?: unknown, error?: string }} Result */

/** @param {Record<string, unknown>} fixture @param {Call[]} calls @param {boolean} asNumbers */
function documentOf(fixture, calls, asNumbers) {
  /** @type {Map<number, Map<number, string>>} */
  const rows = new Map();
  /** @param {Place} place @param {string} xml */
  const put = (place, xml) => rows.set(place.row, (rows.get(place.row) ?? new Map()).set(place.column, xml));
  for (const [address, value] of Object.entries(fixture)) put(placeOf(address), cellXml(value));
  calls.forEach((call, index) => put(placeOfCall(call, index), callXml(call, asNumbers)));
  const namespaces = Object.entries(NAMESPACES)
    .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
    .join(" ");
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles><number:number-style style:name="N1"><number:number number:decimal-places="2" number:min-integer-digits="1"/></number:number-style>
<style:style style:name="number" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles>
<office:body><office:spreadsheet><table:calculation-settings table:use-wildcards="true" table:automatic-find-labels="false" table:case-sensitive="false"/>
<table:table table:name="Plan">${rowsXml(rows)}</table:table><table:table table:name="Other">${otherXml()}</table:table>
</office:spreadsheet></office:body></office:document>`;
}

function otherXml() {
  return `<table:table-row>${cellXml(100)}${cellXml("other")}</table:table-row><table:table-row>${cellXml(200)}</table:table-row>`;
}

/** @param {Map<number, Map<number, string>>} rows */
function rowsXml(rows) {
  let next = 0;
  return [...rows.keys()]
    .sort((one, other) => one - other)
    .map((row) => {
      const skipped =
        row > next
          ? `<table:table-row table:number-rows-repeated="${row - next}"><table:table-cell/></table:table-row>`
          : "";
      next = row + 1;
      let column = 0;
      const cells = [...(rows.get(row) ?? [])]
        .sort(([one], [other]) => one - other)
        .map(([at, xml]) => {
          const gap = at > column ? `<table:table-cell table:number-columns-repeated="${at - column}"/>` : "";
          column = at + 1;
          return gap + xml;
        });
      return `${skipped}<table:table-row>${cells.join("")}</table:table-row>`;
    })
    .join("\n");
}

/** @param {unknown} value */
function cellXml(value) {
  if (typeof value === "number") return `<table:table-cell office:value-type="float" office:value="${value}"/>`;
  if (typeof value === "boolean")
    return `<table:table-cell office:value-type="boolean" office:boolean-value="${value}"/>`;
  if (typeof value === "string")
    return `<table:table-cell office:value-type="string" office:string-value="${escaped(value)}"><text:p>${escaped(value)}</text:p></table:table-cell>`;
  const { formula } = /** @type {Call} */ (value);
  return `<table:table-cell table:formula="msoxl:=${escaped(formula)}"/>`;
}

/** @param {Call} call @param {boolean} asNumbers */
function callXml({ formula, array }, asNumbers) {
  const [rows, columns] = (array ?? "").split("x");
  const size = array
    ? ` table:number-matrix-rows-spanned="${rows}" table:number-matrix-columns-spanned="${columns}"`
    : "";
  const style = asNumbers ? ' table:style-name="number"' : "";
  const text = formula.replace(/"(?:[^"]|"")*"|[^"]+/g, (part) =>
    part.startsWith('"') ? part : part.replace(NEWER, "_xlfn.$1("),
  );
  return `<table:table-cell${style}${size} table:formula="msoxl:=${escaped(text)}"/>`;
}

/** @param {string} text */
function escaped(text) {
  /** @type {Record<string, string>} */
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;" };
  return text.replace(/[&<>"\n]/g, (character) => entities[character] ?? character);
}

/** @param {Call} call @param {number} index @returns {Place} */
function placeOfCall({ at }, index) {
  return at === undefined ? { row: FIRST.row + FIRST.apart * index, column: FIRST.column } : placeOf(at);
}

/** @param {string} address @returns {Place} */
function placeOf(address) {
  const [, letters = "", digits] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** The rows of values of each call. @param {string} xml @param {Call[]} calls @returns {Result[][][]} */
function resultsOf(xml, calls) {
  const cells = cellsOf(xml);
  return calls.map((call, index) => {
    const { row, column } = placeOfCall(call, index);
    const [rows = 1, columns = 1] = (call.array ?? "1x1").split("x").map(Number);
    return Array.from({ length: rows }, (_, down) =>
      Array.from({ length: columns }, (_, right) => cells.get(row + down)?.get(column + right) ?? { value: null }),
    );
  });
}

/** @param {string} xml @returns {Map<number, Map<number, Result>>} */
function cellsOf(xml) {
  const table = new DOMParser()
    .parseFromString(xml, "text/xml")
    .getElementsByTagNameNS(NAMESPACES.table, "table")
    .item(0);
  if (!table) throw new Error("LibreOffice wrote a document without a sheet.");
  const rows = new Map();
  let row = 0;
  for (const element of Array.from(table.getElementsByTagNameNS(NAMESPACES.table, "table-row"))) {
    const cells = new Map();
    let column = 0;
    for (const cell of Array.from(element.getElementsByTagName("*")).filter(({ localName }) =>
      CELLS.includes(localName ?? ""),
    )) {
      const result = resultOf(cell);
      if (result) cells.set(column, result);
      column += Number(cell.getAttributeNS(NAMESPACES.table, "number-columns-repeated") || 1);
    }
    rows.set(row, cells);
    row += Number(element.getAttributeNS(NAMESPACES.table, "number-rows-repeated") || 1);
  }
  return rows;
}

/** @param {import("@xmldom/xmldom").Element} cell @returns {Result | undefined} */
function resultOf(cell) {
  /** @param {string} name */
  const of = (name) => cell.getAttributeNS(NAMESPACES.office, name);
  const text = () =>
    Array.from(cell.getElementsByTagNameNS(NAMESPACES.text, "p"))
      .map((each) => each.textContent)
      .join("\n");
  if (cell.getAttributeNS(NAMESPACES.calcext, "value-type") === "error") return { error: text() };
  const type = of("value-type");
  if (type === "string")
    return { value: cell.hasAttributeNS(NAMESPACES.office, "string-value") ? of("string-value") : text() };
  if (type === "boolean") return { value: of("boolean-value") === "true" };
  if (type) return { value: Number(of("value")) };
  // An empty text has no kind, but a paragraph.
  return cell.getElementsByTagNameNS(NAMESPACES.text, "p").length > 0 ? { value: "" } : undefined;
}

module.exports = { documentOf, resultsOf };
