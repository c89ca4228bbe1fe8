// Makes test/golden/classes.json anew: each verified function with each kind of argument, and what Excel gives. Most values are
// LibreOffice's; where it differs from what Microsoft documents, the rule stands here.
const { execFileSync } = require("node:child_process");
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { documentOf, resultsOf } = require("./flatOds.cjs");
const {
  AS_NUMBERS,
  CALLS,
  ERRORS,
  LISTS,
  NO_NUMBERS,
  RANGES,
  ROLES,
  SINGLES,
  WANTED,
} = require("./functionClasses.cjs");

const TARGET = resolve(__dirname, "../test/golden/classes.json");

/** @typedef {{ value?: unknown, error?: string }} Result */
/** @typedef {{ template: string, name: string, role: string, kind: string, formula: string, rule?: string, same?: string, list?: string, rest?: string[] }} Call */

/** Texts that stand in the formula too, not only in a cell that it reads. */
const WRITTEN = ["percent", "thousands", "dollars", "minus", "letters", "isoDate"];

const ANY_ERROR = { error: "any" };
/** @type {Record<string, Result>} */
const ERROR_OF = { notAvailable: { error: "#N/A" }, divided: { error: "#DIV/0!" } };

/** Functions of the former Analysis ToolPak: of logical values they make no numbers. */
const OF_TOOLPAK =
  /^(?:MROUND|EDATE|EOMONTH|WEEKNUM|NETWORKDAYS|WORKDAY|ISEVEN|ISODD|MULTINOMIAL|SERIESSUM|DEC2BIN|DEC2HEX|EFFECT|NOMINAL|XNPV|XIRR)$/;

/** Of these, empty texts, texts of numbers and logical values in ranges count, or are no ranges of numbers. */
const COUNTS_ALL = /^(?:COUNT.*|AVERAGEA|MAXA|MINA|AND|OR|XOR|SUBTOTAL\(3)/;

/** What LibreOffice gives otherwise than Excel, by formula. The reasons are Microsoft's documentation unless they say more. */
/** @type {[pattern: RegExp, kinds: RegExp, result: Result | ((lo: Result) => Result | undefined), why: string][]} */
const RULES = [
  [/^\?<2$/, /^(?:true|false)$/, { value: false }, "logical values come after numbers"],
  [/^\?>"b"$/, /^(?:true|false)$/, { value: true }, "logical values come after texts"],
  [/^\?=FALSE$/, /^zero$/, { value: false }, "a number is no logical value"],
  [
    /^(?:COUNTIFS?|SUMIFS?)\(.*\?/,
    /^true$/,
    (lo) => (typeof lo.value === "number" ? { value: 0 } : lo),
    "a number is no logical value",
  ],

  [/^MOD\(\?,3/, /^huge$/, ANY_ERROR, "the quotient is beyond 1,125,900,000,000"],
  [/^MROUND\(/, /^(?:negative.*|minus|brackets)$/, ANY_ERROR, "the signs differ"],
  [/^DEC2HEX\(\?/, /^minusOneAndHalf$/, { value: "FFFFFFFFFF" }, "parts are cut off"],
  [
    /^COUNT\((?:1,)?\?\)/,
    /^withLogical$/,
    (lo) => ({ value: Number(lo.value) - 1 }),
    "logical values in ranges do not count",
  ],
  [/^COUNTIF\(\?,1\)/, /^withLogical$/, { value: 1 - 0 }, "a logical value is no number"],
  [/^COUNTIF\(\?,"<>1"\)/, /^withLogical$/, { value: 5 }, "a logical value is no number"],
  [
    /^(?:COUNTIF|SUMIF)\(C1:C6,\?/,
    /^(?:true|emptyText|letters|notAvailable|divided)$/,
    { value: 0 },
    "none of the numbers meets it",
  ],
  [
    /^AVERAGEIF\(C1:C6,\?/,
    /^(?:true|emptyText|letters|notAvailable|divided)$/,
    { error: "#DIV/0!" },
    "none of the numbers meets it",
  ],
  [
    /^RANK.*\(\?/,
    /^(?:half|negativeHalf|zero|tiny|manyDigits|blank|false)$/,
    { error: "#N/A" },
    "the number is not among those that are ranked",
  ],
  [/^(?:FIND|SEARCH)\(\?/, /^(?:emptyText|blank)$/, { value: 1 }, "nothing is found at the beginning"],
  [/^CHAR/, /^(?:zero|blank|false)$/, ANY_ERROR, "there is no character 0"],
  [/^CODE/, /^(?:emptyText|blank)$/, ANY_ERROR, "there is no first character"],
  [/^FIXED\(1234\.5,\?,0/, /^minusOneAndHalf$/, { value: "1,230" }, "parts are cut off"],
  [/^TEXT\(\?/, /^(?:emptyText|letters)$/, (lo) => lo, "texts stay as they are"],
  [/^TEXT\(\?,"0%"/, /^halfCent$/, { value: "215185%" }, "halves of the decimal number are rounded up"],
  [/^TEXT\(\?,"yyyy/, /^(?:zero|blank|false)$/, { value: "1900-01-00,00:00" }, "Excel's day 0"],
  [/^DATE\(\?/, /^(?:one|true)$/, { value: 397 }, "years up to 1899 are added to 1900"],
  [/^DATE\(\?/, /^(?:two|almostThree|half)$/, { value: 762 }, "years up to 1899 are added to 1900"],
  [/^YEAR\(/, /^(?:zero|blank|false)$/, { value: 1900 }, "Excel's day 0"],
  [/^MONTH\(/, /^(?:zero|blank|false)$/, { value: 1 }, "Excel's day 0"],
  [/^DAY\(/, /^(?:zero|blank|false)$/, { value: 0 }, "Excel's day 0"],
  [/^WEEKNUM\(46053,\?/, /^(?:minus.*|zero|blank)$/, ANY_ERROR, "there is no such kind of week"],
  [/^SWITCH\(\?/, /^(?:true|emptyText|letters)$/, { value: 20 }, "it equals no case"],
  [/^[VH]LOOKUP\(\?,C1:D6/, /^(?:true|emptyText|letters)$/, { error: "#N/A" }, "it is not in the list"],
  [/^MATCH\(\?,AD/, /^digit$/, { value: 5 }, "the last text that is not before it"],
  [/^(?:MATCH|[VH]LOOKUP|LOOKUP)\(\?/, /^digit$/, { error: "#N/A" }, "a text is no number"],
  [/^HLOOKUP\(\?,C8[46]/, /^true$/, { error: "#N/A" }, "a logical value is no number"],
  [/^HLOOKUP\(\?,C87/, /^true$/, { value: true }, "it is the last of the list"],
  [/^(?:MATCH|VLOOKUP|LOOKUP)\(\?,A[E-G]/, /^true$/, { error: "#N/A" }, "a logical value is no number"],
  [/^V?LOOKUP\(\?,AH1/, /^true$/, { value: true }, "it is the last of the list"],
  [/^MATCH\(\?,AH1/, /^true$/, { value: 5 }, "it is the last of the list"],
  [/^LOOKUP\(\?,AH1/, /^huge$/, { value: 5 }, "the last number of the list"],
  [/^MATCH\(\?,AH1:AH5,1/, /^huge$/, { value: 3 }, "the last number of the list"],
  [/^LOOKUP\(\?,AH1/, /^after$/, { value: "dog" }, "the last text of the list"],
  [/^MATCH\(\?,AH1:AH5,1/, /^after$/, { value: 4 }, "the last text of the list"],
  [/^EFFECT\(\?/, /^(?:zero|blank)$/, ANY_ERROR, "the rate is not positive"],
  [/^ISNUMBER\(/, /^(?:true|false)$/, { value: false }, "a logical value is no number"],
  [/^ISLOGICAL\(/, /^(?:true|false)$/, { value: true }, "LibreOffice holds logical values as numbers"],
  [/^NUMBERVALUE\(\?\)/, /^thousands$/, { value: 1234 }, "a comma separates groups"],
  [/^NUMBERVALUE\(/, /^(?:emptyText|blank)$/, { value: 0 }, "an empty text is 0"],
  [/^TIMEVALUE\(/, /^isoDate$/, { value: 0 }, "the date is ignored"],
  [/^XIRR\(X1:X6,\?/, /^positive$/, () => undefined, "LibreOffice's search ends far from a rate"],
  // Microsoft documents positive heights and widths alone. Excel takes negative ones too: the range ends at the first cell.
  [/^SUM\(OFFSET\(D3,1,1,\?/, /^minus(?:One|Two)$/, { value: 1.5 }, "upwards, over E4 and the blank cell E3"],
  [/^SUM\(OFFSET\(D3,1,1,2,\?/, /^minusOne$/, { value: -7.5 }, "to the left, over E4:E5"],
  [/^SUM\(OFFSET\(D3,1,1,2,\?/, /^minusTwo$/, { value: -15 }, "to the left, over D4:E5"],
  [/^COUNT\(OFFSET\(N1:N6,0,0,\?/, /^minusOne$/, { value: 1 }, "upwards, over N1"],
  [/^(?:ROWS|COLUMNS)\(OFFSET\(D3/, /^minusOne$/, { value: 1 }, "upwards or to the left"],
  [/^(?:ROWS|COLUMNS)\(OFFSET\(D3/, /^minusTwo$/, { value: 2 }, "upwards or to the left"],
  [/^IRR\(/, /^(?:one|true)$/, { value: 0.205777950068727 }, "the rate is the same from any guess"],
];

/** @type {Record<string, unknown>} */
const cells = {};
/** @type {Record<string, string>} */
const places = {};
/** @param {number} column */
const letters = (column) => (column < 26 ? "" : "A") + String.fromCharCode(65 + (column % 26));

function placeCells() {
  Object.entries({ ...SINGLES, ...WANTED }).forEach(([name, value], row) => {
    places[name] = `A${row + 1}`;
    if (value !== undefined) cells[`A${row + 1}`] = value;
  });
  Object.entries(RANGES).forEach(([name, values], at) => placeList(`r ${name}`, values, at + 2));
  Object.entries(LISTS).forEach(([name, values], at) => placeList(name, values, at + 27));
  Object.entries(LISTS).forEach(([name, values], at) => placeRow(`${name}Across`, values, at + 81));
  placeList("amounts", [-1000, 300, 420, 680, -50, 250], 23);
  placeList("dates", [45292, 45352, 45444, 45597, 45658, 46054], 24);
}

/** @param {string} role @param {string} kind */
function placeOf(role, kind) {
  return places["rq".includes(role) ? `r ${kind}` : kind] ?? "";
}

/** Returns what LibreOffice calculates in the place of a formula. @param {string} same @param {string} role @param {string} kind */
function sameFormula(same, role, kind) {
  const number = "nipd".includes(role) ? AS_NUMBERS[kind] : undefined;
  return same.replaceAll("?", placeOf(role, number ?? kind));
}

/** @param {string} name @param {unknown[]} values @param {number} column */
function placeList(name, values, column) {
  places[name] = `${letters(column)}1:${letters(column)}${values.length}`;
  values.forEach((value, row) => {
    if (value !== undefined) cells[`${letters(column)}${row + 1}`] = value;
  });
}

/** @param {string} name @param {unknown[]} values @param {number} row */
function placeRow(name, values, row) {
  places[name] = `C${row}:${letters(values.length + 1)}${row}`;
  values.forEach((value, at) => (cells[`${letters(at + 2)}${row}`] = value));
}

/** @returns {Call[]} */
function callsOf() {
  return CALLS.trim()
    .split(/[\n|]/)
    .flatMap((line) => {
      const [, operation, operand = "", same] = /^= (.*?) ([a-z])(?: => (.*))?$/.exec(line) ?? [];
      if (operation)
        return (ROLES[operand] ?? []).map((kind) => {
          const place = placeOf(operand, kind);
          const formula = operation.replace("?", place);
          const call = { template: operation, name: "=", role: operand, kind, formula };
          return same === undefined ? call : { ...call, same };
        });
      const [call = "", rule] = line.split(" => ");
      const [name = "", ...args] = call.split(" ");
      const parsed = args.map((arg) => {
        const [, role = "", base] = /^([a-z])(?::(.*))?$/.exec(arg) ?? [];
        const text = (base ?? arg).replaceAll("'", '"');
        return ROLES[role]
          ? { role, text: base === undefined ? places["r numbers"] : text }
          : { role: "", text: places[text] ?? text };
      });
      return parsed.flatMap(({ role }, at) => {
        const template = `${name}(${parsed.map(({ text }, index) => (index === at ? "?" : text)).join(",")})`;
        const callWith = (/** @type {string} */ kind, /** @type {string} */ argument) => ({
          template,
          name,
          role,
          kind,
          formula: template.replace("?", argument),
          ...(rule && { rule }),
          ...(role === "k" && { list: args[1], rest: args.slice(2) }),
        });
        const byReference = (ROLES[role] ?? []).map((kind) => callWith(kind, placeOf(role, kind)));
        if (!"nipd".includes(role) || role === "") return byReference;
        const written = WRITTEN.map((kind) => callWith(kind, `"${String(cells[places[kind] ?? ""] ?? "")}"`));
        return [...byReference, ...written];
      });
    });
}

/** @param {Call[]} all @returns {Map<string, Result>} */
function calculate(all) {
  const calls = all.map((call) =>
    call.same === undefined ? call : { ...call, formula: sameFormula(call.same, call.role, call.kind) },
  );
  const folder = mkdtempSync(join(tmpdir(), "classes-"));
  /** @type {Map<string, Result>} */
  const found = new Map();
  try {
    const groups = Array.from({ length: Math.ceil(calls.length / 3000) }, (_, at) =>
      calls.slice(at * 3000, at * 3000 + 3000),
    );
    const fileOf = (/** @type {string} */ which, /** @type {number} */ at) => `${which}-${at}.fods`;
    const which = ["kinds", "numbers"];
    groups.forEach((group, at) =>
      which.forEach((each) =>
        writeFileSync(join(folder, fileOf(each, at)), documentOf(cells, group, each === "numbers")),
      ),
    );
    const files = groups.flatMap((_, at) => which.map((each) => join(folder, fileOf(each, at))));
    const options = { encoding: /** @type {const} */ ("utf8"), env: { ...process.env, LC_ALL: "C.UTF-8" } };
    execFileSync(
      "soffice",
      [
        `-env:UserInstallation=file://${folder}/profile`,
        "--headless",
        "--convert-to",
        "fods",
        "--outdir",
        join(folder, "out"),
        ...files,
      ],
      { ...options, stdio: ["ignore", "pipe", "ignore"] },
    );
    groups.forEach((group, at) => {
      const [kinds = [], numbers = []] = which.map((each) =>
        resultsOf(readFileSync(join(folder, "out", fileOf(each, at)), "utf8"), group),
      );
      group.forEach(({ formula }, index) => {
        const [kind, number] = [kinds[index]?.[0]?.[0] ?? {}, numbers[index]?.[0]?.[0] ?? {}];
        found.set(formula, kind.error !== undefined || typeof kind.value === "boolean" ? kind : number);
      });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return found;
}

/** @param {Call} call @param {Map<string, Result>} libre @returns {Result | undefined} */
function expected(call, libre) {
  const { template, name, role, kind, formula, rule } = call;
  for (const [pattern, kinds, result] of RULES)
    if (pattern.test(template) && kinds.test(kind)) {
      const of = AS_NUMBERS[kind] && role !== "r" ? template.replace("?", places[AS_NUMBERS[kind]] ?? "") : formula;
      const libreResult = libre.get(of) ?? {};
      return typeof result === "function" ? known(result(libreResult)) : result;
    }
  const { same } = call;
  if (same !== undefined) {
    if (same === "INDEX(?,3)" && kind === "withLogical") return { value: true };
    if (same === "?" && !ERRORS.includes(kind)) return identity(kind);
    if ("nipd".includes(role) && NO_NUMBERS.includes(kind)) return { error: "#VALUE!" };
    if (/^(?:true|false)$/.test(kind) && OF_TOOLPAK.test(template.replace(/\(.*/, ""))) return { error: "#VALUE!" };
    return known(libre.get(sameFormula(same, role, kind)));
  }
  if (ERRORS.includes(kind) && !/^(?:COUNT|SUBTOTAL)/.test(name) && (role !== "v" || rule === "?"))
    return ERROR_OF[kind];
  if (rule !== undefined) return rule === "?" ? identity(kind) : { value: Number(rule) };
  if (/^X(?:MATCH|LOOKUP)/.test(name)) return lookedUp(call);
  const of = (/** @type {string} */ other) => libre.get(template.replace("?", places[other] ?? ""));
  if ("nipd".includes(role)) {
    if (/^(?:true|false)$/.test(kind) && OF_TOOLPAK.test(name)) return { error: "#VALUE!" };
    if (NO_NUMBERS.includes(kind)) return { error: "#VALUE!" };
    const number = AS_NUMBERS[kind];
    if (number) return known(of(number));
  }
  if (role === "t" && kind === "true") return undefined;
  if (role === "a" && /^(?:true|percent|emptyText)$/.test(kind)) return known(of("letters"));
  if (role === "r" && /^with(?:Logical|NumericText|Percent|EmptyText)$/.test(kind) && !COUNTS_ALL.test(template))
    return known(of("r withText"));
  return known(libre.get(formula));
}

/** @param {Result | undefined} result @returns {Result | undefined} */
function known(result) {
  if (result?.error === undefined) return result;
  if (result.error === "#NAME?") return undefined;
  return result.error === "#N/A" ? result : ANY_ERROR;
}

/** @param {string} kind @returns {Result} */
function identity(kind) {
  const value = /** @type {Record<string, unknown>} */ (SINGLES)[kind];
  if (typeof value === "object") return { value: "" };
  return { value: value ?? 0 };
}

/** Of XMATCH and XLOOKUP, which LibreOffice 7 does not have: value by value, as Microsoft describes them. @param {Call} call @returns {Result | undefined} */
function lookedUp({ name, kind, list = "", rest = [] }) {
  const isLookup = name === "XLOOKUP";
  const [mode = "0", direction = "1"] = isLookup ? rest.slice(2) : rest;
  const values = /** @type {Record<string, unknown[]>} */ (LISTS)[list] ?? [];
  const wanted = kind === "emptyText" ? "" : /** @type {Record<string, unknown>} */ ({ ...SINGLES, ...WANTED })[kind];
  const fold = (/** @type {unknown} */ value) => (typeof value === "string" ? value.toLowerCase() : value);
  const indexes = values.map((_, at) => at);
  if (direction === "-1") indexes.reverse();
  const kin = indexes.filter((at) => typeof values[at] === typeof wanted);
  const isLess = (/** @type {unknown} */ one, /** @type {unknown} */ other) =>
    typeof one === "string"
      ? one.localeCompare(String(other), "en", { sensitivity: "accent" }) < 0
      : Number(one) < Number(other);
  const pattern = new RegExp(`^${String(fold(wanted)).replace("?", ".").replace("*", ".*").replace("~n", "~n")}$`);
  let found = kin.find((at) =>
    mode === "2" && typeof wanted === "string"
      ? pattern.test(String(fold(values[at])))
      : fold(values[at]) === fold(wanted),
  );
  if (found === undefined && mode === "-1")
    for (const at of kin)
      if (isLess(values[at], wanted) && (found === undefined || isLess(values[found], values[at]))) found = at;
  if (found === undefined && mode === "1")
    for (const at of kin)
      if (isLess(wanted, values[at]) && (found === undefined || isLess(values[at], values[found]))) found = at;
  if (found === undefined) return isLookup ? { value: "none" } : { error: "#N/A" };
  return { value: isLookup ? values[found] : found + 1 };
}

function makeClasses() {
  placeCells();
  const calls = callsOf();
  const libre = calculate(calls);
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const call of calls) {
    const result = expected(call, libre);
    if (!result || (result.value === undefined && result.error === undefined)) continue;
    const kept = result.error === undefined ? result.value : { error: result.error };
    const line = lines.get(call.template) ?? [];
    lines.set(call.template, line);
    line.push(`${JSON.stringify(call.formula)}: ${JSON.stringify(kept)}`);
  }
  const groups = [...lines].map(([template, line]) => `${JSON.stringify(template)}: { ${line.join(", ")} }`);
  writeFileSync(TARGET, `{\n"cells": ${JSON.stringify(cells)},\n"calls": {\n${groups.join(",\n")}\n}\n}\n`);
}

module.exports = { makeClasses };
