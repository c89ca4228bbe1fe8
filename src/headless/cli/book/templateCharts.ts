/** Refreshes the workbooks inside of a template's charts: each becomes a values-only copy, and its chart shows its values. */
import { chartsIn, chartWithValues, type TemplateChart } from "../../../spreadsheet/documents/embeddedCharts";
import type { Template } from "../../../spreadsheet/documents/template";
import { isInsightsError, type AnswerSource } from "../../../insights";
import { commandFailureOf, createFailure } from "../../standalone/failure";
import { loadWorkbook, type Workbook } from "../../../spreadsheet/xlsx/workbook";
import { hasInput } from "./cellSettings";
import { reasonOf } from "./fileReasons";
import { bookOf, callersOf } from "./refreshSheets";
import { createFileSession, type AnswerTimes } from "./freshAnswers";
import { refreshBook, type FileSummary, type RefreshBookOptions, type RefreshedBook } from "./refreshBook";
import type { TemplateInput } from "./templateInputs";

export interface RefreshTemplateOptions extends Omit<
  RefreshBookOptions,
  "session" | "valuesOnly" | "areMistakesShown" | "charts" | "largest"
> {
  readonly source: AnswerSource;
}

export interface RefreshedCharts {
  /** New parts of the template. */
  readonly changes: Map<string, string | Uint8Array>;
  /** The number of cells with INSIGHTS formulas. */
  refreshed: number;
  readonly cells: FileSummary["changes"][number][];
  readonly errors: FileSummary["errors"][number][];
  readonly problems: FileSummary["problems"][number][];
  readonly checks: FileSummary["checks"][number][];
  readonly notes: string[];
  readonly asOf: (AnswerTimes | undefined)[];
  /** The inputs of the template, in small letters, that a workbook has too. */
  readonly inputs: Set<string>;
}

/** Rejects if the service fails, or a workbook cannot be read. */
export async function refreshCharts(
  template: Template,
  inputs: ReadonlyMap<string, TemplateInput>,
  options: RefreshTemplateOptions,
): Promise<RefreshedCharts> {
  const made: RefreshedCharts = {
    changes: new Map(),
    refreshed: 0,
    cells: [],
    errors: [],
    problems: [],
    checks: [],
    notes: [],
    asOf: [],
    inputs: new Set(),
  };
  const books = new Map<string, ChartBook | undefined>();
  for (const chart of await chartsIn(template)) {
    const { book, place } = chart;
    if (book === undefined) {
      made.notes.push(`The chart in ${place} has no workbook in the file, so it is not refreshed.`);
      continue;
    }
    const isKnown = books.has(book);
    const refreshed = isKnown ? books.get(book) : await refreshChartBook(made, template, chart, inputs, options);
    books.set(book, refreshed);
    if (!refreshed) continue;
    if (!isKnown) addBook(made, chart, book, refreshed);
    await addChart(made, template, chart, refreshed);
  }
  return made;
}

interface ChartBook {
  readonly before: Workbook;
  readonly result: RefreshedBook;
  readonly inputs: readonly TemplateInput[];
  /** Inputs that the workbook lacks. */
  readonly others: readonly TemplateInput[];
}

/** Returns undefined for a workbook without our formulas, which may be of any kind. */
async function refreshChartBook(
  { notes }: RefreshedCharts,
  { zip }: Template,
  { place, book = "" }: TemplateChart,
  inputs: ReadonlyMap<string, TemplateInput>,
  { source, inputs: _set, kind: _kind, ...options }: RefreshTemplateOptions,
): Promise<ChartBook | undefined> {
  const read = await readChartBook(zip, book, options.limits).catch((error: unknown) => {
    notes.push(`The chart in ${place} is not refreshed, since its workbook cannot be read. ${reasonOf(error)}`);
  });
  if (!read || callersOf(bookOf(read.before)).size === 0) return undefined;
  const { bytes, before } = read;
  try {
    const all = [...inputs.values()];
    const own = all.filter(({ name }) => hasInput(before, name));
    const settings = own.map(({ name, value }) => ({ written: name, name, text: value }));
    const session = createFileSession(source);
    const result = await refreshBook(bytes, {
      ...options,
      session,
      inputs: settings,
      valuesOnly: true,
      areMistakesShown: true,
    });
    return { before, result, inputs: own, others: all.filter((input) => !own.includes(input)) };
  } catch (error) {
    // What the service says is no fault of this chart.
    if (isInsightsError(error)) throw error;
    const { kind, message } = commandFailureOf(error, "file");
    throw Object.assign(
      createFailure(kind, `The workbook of the chart in ${place}: ${message}`, error),
      limitOf(error),
    );
  }
}

async function readChartBook(zip: Template["zip"], book: string, limits: RefreshTemplateOptions["limits"]) {
  const bytes = await zip.bytes(book);
  return { bytes, before: await loadWorkbook(bytes, limits) };
}

function limitOf(error: unknown): object {
  return error instanceof Error && "limit" in error ? { limit: error.limit } : {};
}

function addBook(
  made: RefreshedCharts,
  { place }: TemplateChart,
  book: string,
  { result: { bytes, summary }, inputs, others }: ChartBook,
): void {
  const within = <Item extends { readonly cell: string }>(item: Item) => ({ ...item, cell: `${place}, ${item.cell}` });
  made.changes.set(book, bytes);
  made.refreshed += summary.refreshed;
  made.cells.push(...summary.changes.map(within));
  made.errors.push(...summary.errors.map(within));
  made.problems.push(...summary.problems.map(within));
  made.checks.push(...summary.checks.map(within));
  made.asOf.push(summary.asOf);
  for (const { name } of inputs) made.inputs.add(name.toLowerCase());
  if (others.length > 0) {
    const names = others.map(({ name }) => name).join(", ");
    made.notes.push(
      `The workbook of the chart in ${place} does not use ${names} of the template: it has no such input.`,
    );
  }
}

async function addChart(
  made: RefreshedCharts,
  template: Template,
  chart: TemplateChart,
  { before, result }: ChartBook,
): Promise<void> {
  const after = await loadWorkbook(result.bytes, template.limits);
  const xml = await chartWithValues(template, chart, before, after);
  if (xml !== undefined) made.changes.set(chart.xmlPart, xml);
  if (xml !== undefined && chart.isNewer)
    made.notes.push(
      `The chart in ${chart.place} is of a kind that older programs show as a picture, which keeps its old numbers.`,
    );
  if (xml === undefined)
    made.problems.push({ cell: chart.place, problem: "The chart's values cannot be told from its workbook." });
}
