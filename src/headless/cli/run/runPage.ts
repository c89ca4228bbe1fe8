/** `--report`: a run as one page of HTML for the morning's mail. It needs no other file, no script and no network. */
import { lstat, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EXIT_STATUS, statusWords } from "../../standalone/failure";
import type { Driver } from "../../../numbers/analysis/drivers";
import { sortedBySize, type LargestChange } from "../book/largestChanges";
import { plain, showNumber } from "../../standalone/print";
import { completeFile, writeBook } from "../book/bookFile";
import { isReadByMore, narrowestRights } from "../book/fileRights";
import { count, showValue, type FileReport, type RunTimes } from "./refreshPrint";
import type { FileSummary } from "../book/refreshBook";
import type { WorkbookCheck } from "../../../reporting/saved/checks";
import { shareInFormat } from "../../../numbers/language/shareWords";

/** The section of the page about one file. */
export interface PageFile {
  /** Undefined if the arguments name no file. */
  readonly path?: string | undefined;
  /** The path, and the item that it is for. */
  readonly file: string;
  readonly status: number;
  readonly message: string | undefined;
  readonly isWritten: boolean;
  readonly changes: number;
  /** How many errors it has, and how many problems. */
  readonly errors: number;
  readonly problems: number;
  /** The first of both, with their cells. */
  readonly failures: readonly (readonly [cell: string, what: string])[];
  /** The first checks that are not TRUE. */
  readonly checks: readonly WorkbookCheck[];
  /** How many of them there are, and how many checks in all. */
  readonly failing: number;
  readonly checked: number;
  /** The notes of its summary. */
  readonly notes: readonly string[];
  readonly largest: readonly LargestChange[];
  readonly asOf: FileSummary["asOf"];
}

export interface RunPage {
  readonly status: number;
  readonly files: readonly PageFile[];
  readonly requests: number;
  readonly run: RunTimes;
  /** Why the run ended before its files were done. */
  readonly failure?: string | undefined;
}

/** Changes of a page, and of each file before they are compared with others'. */
export const MOST_CHANGES = 50;
/** Errors, and problems, of each file. */
export const MOST_OF_A_FILE = 5;
/** Lines of a list that is not the list of files. */
const MOST_LINES = 200;

export function pageFileOf(report: FileReport): PageFile {
  const { file, item, status, written, failure, summary, required } = report;
  const { errors = [], problems = [], notes = [], largest = [], checked = 0, asOf } = summary ?? {};
  const { changes, errors: inError, problems: named, checks: failing } = summary?.counts ?? NOTHING;
  return {
    path: file ?? undefined,
    file: `${file ?? ""}${item === undefined ? "" : ` for ${item}`}`,
    status,
    message: failure?.message,
    isWritten: written !== undefined,
    changes,
    errors: inError,
    problems: named,
    checks: (required ?? summary)?.checks.slice(0, MOST_OF_A_FILE) ?? [],
    failing: required?.checks.length ?? failing,
    checked,
    failures: [
      ...errors.slice(0, MOST_OF_A_FILE).map(({ cell, code, message }) => [cell, `${code} ${message}`] as const),
      ...problems.slice(0, MOST_OF_A_FILE).map(({ cell, problem }) => [cell, problem] as const),
    ],
    notes,
    largest,
    asOf,
  };
}

const NOTHING = { changes: 0, errors: 0, problems: 0, checks: 0 } as const;

/**
 * Writes the page, which is as private as each of its workbooks; a page that exists keeps its rights. Returns true if more people may
 * read it than the workbooks. Rejects for a link to a file of another folder: the page must not take that file's place. */
export async function writePage(path: string, page: string, workbooks: readonly string[]): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink()) {
    const target = await realpath(path).catch(() => "");
    if (target === "" || dirname(target) !== (await realpath(dirname(path))))
      throw new Error(`${path} cannot be written: it is a link out of its folder.`);
  }
  const rights = await narrowestRights(workbooks);
  await completeFile(path);
  await writeBook(path, Buffer.from(page), { rights });
  return isReadByMore((await stat(path)).mode, rights);
}

/** Formats the page. The order in which the files were done makes no difference. */
export function formatRunPage({ status, files, requests, run, failure }: RunPage): string {
  const sorted = [...files].sort((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : 0));
  const day = run.endedAt.slice(0, 10);
  const body = [
    `<h1>Insights refresh, ${escaped(day)}</h1>`,
    `<p class="${status === 0 ? "good" : "bad"}"><b>${escaped(headline(sorted, status, failure))}</b></p>`,
    failure === undefined ? "" : `<p class="bad">${escaped(failure)}</p>`,
    factsOf(sorted, requests, run),
    section("Checks that are not TRUE", ["Workbook", "Check", "Cell", "Is", "Reads"], checksOf(sorted), MOST_LINES),
    changesOf(sorted),
    section("In error", ["Workbook", "Cell", "What"], errorsOf(sorted), MOST_LINES),
    section("Not done", ["Workbook", "Status", "Why"], notDone(sorted), MOST_LINES),
    section("Notes", ["Workbook", "Note"], notesOf(sorted), MOST_LINES),
    section("All workbooks", FILE_HEADINGS, sorted.map(fileRow), Infinity),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Insights refresh, ${escaped(day)}: ${escaped(statusWords(status))}</title>
<style>${STYLE}</style>
</head>
<body>
${body.filter(Boolean).join("\n")}
</body>
</html>
`;
}

/** A table that is wider than its window scrolls by itself. */
const STYLE = `:root{color-scheme:light dark}body{font:14px/1.4 sans-serif;margin:2em;color:#222;background:#fff}
.t{overflow-x:auto}table{border-collapse:collapse}
th,td{padding:2px 10px 2px 0;text-align:left;vertical-align:top;border-bottom:1px solid #ddd}
td{overflow-wrap:anywhere;min-width:7em}th,.n{white-space:nowrap}.n{text-align:right;min-width:0}.good{color:#107c10}.bad{color:#a4262c}
@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1f1f1f}th,td{border-color:#555}.good{color:#6ccb5f}.bad{color:#ff99a4}}
@media(max-width:40em){body{margin:1em}}`;

/** A run that ended early does not know the files that it has not come to. */
function headline(files: readonly PageFile[], status: number, failure: string | undefined): string {
  const done = files.filter(({ message }) => message === undefined).length;
  const workbooks =
    failure === undefined
      ? `${done.toLocaleString("en-US")} of ${count(files.length, "workbook")}`
      : count(done, "workbook");
  const changes = files.reduce((sum, file) => sum + file.changes, 0);
  const failing = files.reduce((sum, file) => sum + file.failing, 0);
  const checks = failing > 0 ? `, ${count(failing, "check")} not TRUE` : "";
  return `${workbooks} done, ${count(changes, "value")} changed${checks}. ${sentence(statusWords(status))} (status ${status}).`;
}

function factsOf(files: readonly PageFile[], requests: number, run: RunTimes): string {
  const times = files.flatMap(({ asOf }) => (asOf ? [asOf.oldest, asOf.newest] : [])).sort();
  const [oldest = "", newest = oldest] = [times[0], times.at(-1)];
  const asOf =
    oldest === "" ? "nothing was asked" : oldest === newest ? inUtc(oldest) : `${inUtc(oldest)} to ${inUtc(newest)}`;
  const facts: [string, string][] = [
    ["Service", `${run.service ?? "none"}, environment ${run.environment}`],
    ["Numbers as of", asOf],
    ["Started", inUtc(run.startedAt)],
    ["Ended", inUtc(run.endedAt)],
    ["Requests", requests.toLocaleString("en-US")],
  ];
  return table(
    [],
    facts.map(([name, value]) => [name, value]),
  );
}

/** Formats a time as people read it, with its zone: "2026-11-27 02:30 UTC". */
function inUtc(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, "$1 $2 UTC");
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Cell = string | { readonly number: string };

function changesOf(files: readonly PageFile[]): string {
  const shared = sharedChanges(files).slice(0, MOST_CHANGES);
  const rows = shared.map(({ change, files: names, cells }): Cell[] => {
    const { label, plan, old, new: now } = change;
    const difference = typeof old === "number" && typeof now === "number" ? shown(now - old) : { number: "" };
    const places = [firstOf(names, "workbook"), firstOf(cells, "cell")];
    return [label, plan, shown(old), shown(now), difference, whyOf(change), ...places];
  });
  const total = files.reduce((sum, { changes }) => sum + changes, 0);
  const repeated = shared.reduce((sum, { times }) => sum + times - 1, 0);
  const headings = ["What", "Plan", "Before", "After", "Difference", "Why", "Workbook", "Cell"];
  return section("What changed most", headings, rows, MOST_CHANGES, total - repeated);
}

/** Drivers of a change that are named. */
const MOST_DRIVERS = 3;

/** Formats the drivers of a change: "Gross sales +900, COGS -300, 2 more -100"; "" if its workbook does not show them. */
function whyOf({ drivers = [] }: LargestChange): string {
  const named = drivers.slice(0, MOST_DRIVERS);
  const rest = drivers.slice(MOST_DRIVERS);
  const all = rest.length === 0 ? named : [...named, { label: `${rest.length} more`, amount: sumOf(rest) }];
  return all.map(({ label, amount }) => `${label} ${withSign(amount)}`).join(", ");
}

function sumOf(drivers: readonly Driver[]): number {
  return drivers.reduce((sum, { amount }) => sum + amount, 0);
}

function withSign(amount: number): string {
  return `${amount > 0 ? "+" : ""}${showNumber(amount)}`;
}

/** A change, and where it is. */
interface SharedChange {
  change: LargestChange;
  readonly files: Set<string>;
  readonly cells: Set<string>;
  times: number;
}

/** Returns each change once, the largest first. The same call with the same numbers is often in many workbooks. */
function sharedChanges(files: readonly PageFile[]): SharedChange[] {
  const shared = new Map<string, SharedChange>();
  const all = sortedBySize(files.flatMap(({ file, largest }) => largest.map((change) => ({ ...change, file }))));
  for (const { file, ...change } of all) {
    const { label, plan, formula, old, new: now } = change;
    const key = JSON.stringify([label, plan, formula, old, now]);
    const found = shared.get(key) ?? { change, files: new Set(), cells: new Set(), times: 0 };
    // One workbook may show the drivers that another lacks.
    if (!found.change.drivers) found.change = change;
    found.files.add(file);
    found.cells.add(change.cell);
    found.times += 1;
    shared.set(key, found);
  }
  return [...shared.values()];
}

/** Names of a row that stand for all. */
const MOST_NAMES = 3;

function firstOf(names: ReadonlySet<string>, what: string): string {
  const first = [...names].slice(0, MOST_NAMES).join(", ");
  if (names.size === 1) return first;
  return `in ${count(names.size, what)}: ${first}${names.size > MOST_NAMES ? ", …" : ""}`;
}

function errorsOf(files: readonly PageFile[]): Cell[][] {
  return files.flatMap(({ file, failures, errors, problems }) => {
    const left = errors + problems - failures.length;
    const rows = failures.map(([cell, what]): Cell[] => [file, cell, what]);
    return left > 0 ? [...rows, [file, "", `… and ${count(left, "more")}`]] : rows;
  });
}

/** Numbers of a check that are shown. */
const MOST_NUMBERS = 12;

function checksOf(files: readonly PageFile[]): Cell[][] {
  return files.flatMap(({ file, checks, failing }) => {
    const left = failing - checks.length;
    const rows = checks.map(({ label, cell, stands, numbers }): Cell[] => {
      const read = numbers.slice(0, MOST_NUMBERS).map((number) => `${number.of} = ${numberText(number)}`);
      const more = numbers.length > MOST_NUMBERS ? [`${count(numbers.length - MOST_NUMBERS, "more")}`] : [];
      return [file, label, cell, stands, [...read, ...more].join("; ")];
    });
    return left > 0 ? [...rows, [file, `… and ${count(left, "more")}`, "", "", ""]] : rows;
  });
}

/** A share near the one that it must reach would look like it with fewer. */
const SHARE_DECIMALS = 2;

function numberText({ value, format = "" }: WorkbookCheck["numbers"][number]): string {
  if (typeof value !== "number") return value;
  return shareInFormat(value, format, { decimals: SHARE_DECIMALS, language: "en-US" }) ?? showNumber(value);
}

/** Returns each note once: many workbooks of a run often have the same. */
function notesOf(files: readonly PageFile[]): Cell[][] {
  const filesWith = new Map<string, Set<string>>();
  for (const { file, notes } of files)
    for (const note of notes) filesWith.set(note, (filesWith.get(note) ?? new Set()).add(file));
  return [...filesWith].map(([note, names]) => [firstOf(names, "workbook"), note]);
}

function notDone(files: readonly PageFile[]): Cell[][] {
  return files.flatMap(({ file, status, message }) =>
    message === undefined || status === EXIT_STATUS.noFormulas ? [] : [[file, statusWords(status), message]],
  );
}

const FILE_HEADINGS = ["Workbook", "Status", "Written", "Changed", "In error", "Not calculated", "Checks", "As of"];

function fileRow({ file, status, isWritten, changes, errors, problems, failing, checked, asOf }: PageFile): Cell[] {
  const numbers = [changes, errors, problems].map((each) => ({ number: each.toLocaleString("en-US") }));
  const checks = checked === 0 ? "" : failing === 0 ? `${checked} TRUE` : `${failing} of ${checked} not TRUE`;
  return [file, statusWords(status), isWritten ? "yes" : "no", ...numbers, checks, asOf ? inUtc(asOf.newest) : ""];
}

/** @param total The length of the whole list, if `rows` is only a part of it. @default the number of rows */
function section(
  title: string,
  headings: readonly string[],
  rows: readonly Cell[][],
  most: number,
  total = rows.length,
): string {
  if (rows.length === 0) return "";
  const listed = rows.slice(0, most);
  const more = total > listed.length ? `\n<p>… and ${count(total - listed.length, "more")}</p>` : "";
  return `<h2>${escaped(title)}</h2>\n${table(headings, listed)}${more}`;
}

function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = headings.length > 0 ? [`<tr>${headings.map((each) => `<th>${escaped(each)}</th>`).join("")}</tr>`] : [];
  const body = rows.map((row) => `<tr>${row.map(formatCell).join("")}</tr>`);
  return `<div class="t" tabindex="0"><table>\n${[...head, ...body].join("\n")}\n</table></div>`;
}

function formatCell(cell: Cell): string {
  if (typeof cell === "string") return `<td>${escaped(cell)}</td>`;
  return `<td class="n">${escaped(cell.number)}</td>`;
}

function shown(value: LargestChange["old"]): Cell {
  const cell = showValue(value);
  return typeof cell === "string" ? cell : { number: cell.content };
}

/** A text that is cut is still known by its beginning. */
const LONGEST = 600;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Texts come from a service, from workbooks and from names of files: none is ever read as HTML. */
function escaped(text: string): string {
  const visible = plain(text);
  const cut = visible.length > LONGEST ? `${visible.slice(0, LONGEST - 1)}…` : visible;
  return cut.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
