/** The figures as a page of docs/bench, so that no other page has to repeat them. */
import type { Figure } from "./figures";
import { figureRow, HEADINGS } from "./table";

/** When and where a group was measured. */
export interface GroupRun {
  /** ISO 8601. */
  readonly date: string;
  /** Processes that wanted a processor at the end, on average over a minute. */
  readonly load: number;
  readonly node: string;
  readonly processor: string;
  readonly processors: number;
}

export interface BenchReport {
  /** By group. */
  readonly runs: Readonly<Partial<Record<string, GroupRun>>>;
  readonly figures: readonly Figure[];
}

const HEAD = `# Figures

\`npm run bench\` writes this page. [README.md](README.md) says what is measured, and how. "Ours" and "Others" are medians.`;

export function pageOf({ runs, figures }: BenchReport): string {
  const groups = [...new Set(figures.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const rows = figures.filter((figure) => figure.group === group).map((figure) => figureRow(figure).slice(1));
    return [`## ${group}`, placeOf(runs[group]), tableIn([HEADINGS.slice(1), ...rows])].join("\n\n");
  });
  return `${[HEAD, ...sections].join("\n\n")}\n`;
}

function placeOf(run: GroupRun | undefined): string {
  if (!run) return "Measured on an unknown day.";
  const { date, load, node, processor, processors } = run;
  return `Measured on ${date}: ${processors} × ${processor}, Node ${node}, load ${load.toFixed(1)}.`;
}

/** A table of Markdown, with columns as wide as oxfmt makes them. */
function tableIn(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll("\n", ", ").replaceAll("|", "\\|")));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)));
  const lineOf = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...others] = cells;
  return [lineOf(head), lineOf(widths.map((width) => "-".repeat(width))), ...others.map(lineOf)].join("\n");
}
