/** What a refresh has done, for people and for programs. */
import { align, plain, showScalar, type Cell } from "./print";
import type { Summary } from "./refreshBook";
import type { Change } from "./refreshSheets";

export interface Report extends Summary {
  readonly file: string;
  /** Where it was written to; null where nothing had to be. */
  readonly written: string | null;
}

/** One JSON object. Errors among values are {"error": code}; a blank is null. */
export function printReportJson(report: Report): string {
  return `${JSON.stringify({ ...report, asOf: report.asOf ?? null })}\n`;
}

export function printReport({ file, written, refreshed, changes, errors, problems, asOf }: Report): string {
  const outcome = written === null ? `Nothing has changed in ${file}.` : `Written to ${written}.`;
  const blocks = [
    `${count(refreshed, "cell")} refreshed, ${count(changes.length, "value")} changed. ${outcome}`,
    asOf && `As of ${asOf.oldest === asOf.newest ? asOf.oldest : `${asOf.oldest} to ${asOf.newest}`}.`,
    list("Changed values", changes, ({ cell, old, new: now }) => [plain(cell), show(old), "→", show(now)]),
    list("Errors", errors, ({ cell, code, message }) => [plain(cell), code, plain(message)]),
    list("Not calculated, old values kept", problems, ({ cell, problem }) => [plain(cell), plain(problem)]),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

/** Nobody reads thousands of lines; `--json` has them all. */
const MOST_LINES = 50;

function list<Item>(title: string, items: readonly Item[], cellsOf: (item: Item) => Cell[]): string | undefined {
  if (items.length === 0) return undefined;
  const more = items.length > MOST_LINES ? `\n… and ${count(items.length - MOST_LINES, "more")}` : "";
  return `${title}\n${align(items.slice(0, MOST_LINES).map(cellsOf))}${more}`;
}

function show(value: Change["old"]): Cell {
  if (value === null) return "(blank)";
  return typeof value === "object" ? value.error : showScalar(value);
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 || noun === "more" ? "" : "s"}`;
}
