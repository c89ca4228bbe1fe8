/** Fills cells from headings that stand in the sheet. */
import { fullYearsInWords, namedYearsOf } from "../../analysis/fullYear";
import { formatAddress } from "../../sheet/address";
import { cellCount, type SheetArea } from "../../sheet/area";
import type { DateSystem } from "../../sheet/dateSerial";
import { inSlices, type Awaitable, type Sliced } from "../../insights";
import { firstOfYear, fiscalYearOf, monthsFrom } from "../../sheet/months";
import { saveSettings } from "../../workbook/customXml/settings";
import { fillCells, readEmptySelection, readSelection, type ReadCells } from "../../workbook/gridArea";
import type { TableLook } from "../../reports/sheetSpec";
import { scenariosNamed } from "../../language/names";
import { argumentIn } from "../../language/signatures";
import { explaining } from "../explaining";
import { runAction, runBusy, setState, type StoreContext } from "../context";
import { MOST_GRID_CELLS, scenarioNames } from "../../tables/definition";
import { answersFor, gridPlan, type HeadingAnswer } from "./gridOffers";
import type { HeadingsState, NoticedHeadings } from "./gridState";
import { withTexts } from "./previewTexts";
import { formatLanguage } from "../formatLanguage";
import { findObstacle, tooLarge, type UpdateGrid } from "./gridWriting";
import type { HeadingAnswers } from "../../headings/cellMeanings";
import type { FillLook } from "../../headings/cellNumbers";
import { fillSliced, type FilledCells } from "../../headings/headingFormulas";
import type { HeadingQuestion } from "../../headings/headingQuestions";
import { findHeadings, type FoundHeadings } from "../../headings/findHeadings";
import { numberCall, type NumberOfCell } from "../../headings/headingNumbers";
import { readKeptWords, withKeptWords } from "../../headings/keptWords";
import { sentencesOf, type HeadingSentence } from "../../headings/headingSentences";

export interface HeadingActions {
  /** Reads the headings around the selected cells. */
  readonly readHeadings: () => Promise<void>;
  /** Notices empty cells that are selected between headings. The service is asked nothing. */
  readonly notice: () => Promise<void>;
  readonly answersFor: (question: HeadingQuestion) => readonly HeadingAnswer[];
  readonly answer: (id: string, answer: string) => void;
  readonly setLook: (look: FillLook) => void;
  /** Asks for the numbers again, as after a refresh. */
  readonly refreshHeadings: () => void;
  readonly closeHeadings: () => void;
  readonly fill: (overwrite: boolean) => Promise<void>;
}

interface Reading {
  readonly selected: SheetArea;
  readonly around: ReadCells;
  readonly dateSystem: DateSystem;
  readonly answers: HeadingAnswers;
  readonly look: FillLook;
}

/** @param setPlan Starts with another plan, by its name, and reads the headings again once it knows its actuals. */
export function createHeadingActions(
  context: StoreContext,
  update: UpdateGrid,
  setPlan: (name: string) => void,
): HeadingActions {
  let reading: Reading | undefined;
  const show = (next: Reading): Awaitable<void> => {
    reading = next;
    setState(context, { obstacle: undefined });
    const read = readReading(context, next);
    return read instanceof Promise ? read.then((done) => showRead(next, done)) : showRead(next, read);
  };
  const showRead = (next: Reading, { found, ...filled }: Read) => {
    // The user may have answered another question meanwhile.
    if (reading !== next) return;
    const headings = headingsState(next, found, filled);
    update({ headings, written: undefined, filled: undefined });
    const numbering = Promise.all([numbersOf(context, headings.sentences), blockOf(context, next, filled)]);
    void numbering.then(([numbers, block]) => {
      // The user may have answered a question meanwhile.
      if (reading === next)
        update({ headings: { ...headings, numbers, block, fullYear: fullYearsShown(context, headings.sentences) } });
    });
  };
  return {
    readHeadings: () =>
      runAction(context, async () => show({ ...(await readSelection()), answers: {}, look: "reports" })),
    async notice() {
      const selection = await readEmptySelection(MOST_GRID_CELLS);
      const noticed = selection && (await noticedHeadings(context, { ...selection, answers: {}, look: "reports" }));
      const { address, headings } = context.state.grid?.noticed ?? {};
      if (noticed?.address !== address || noticed?.headings !== headings) update({ noticed });
    },
    answersFor: (question) => answersFor(context, question),
    answer(id, answer) {
      if (!reading) return;
      if (id === "plan") {
        reading = { ...reading, answers: withoutScenarios(reading.answers) };
        setPlan(answer);
      } else void show({ ...reading, answers: { ...reading.answers, [id]: answer } });
    },
    setLook(look) {
      if (reading) void show({ ...reading, look });
    },
    refreshHeadings() {
      if (reading) void show({ ...reading });
    },
    closeHeadings() {
      reading = undefined;
      update({ headings: undefined });
    },
    fill: (overwrite) =>
      runBusy(context, async () => {
        const formulas = reading ? await fillSelection(context, reading, overwrite) : 0;
        if (!reading || formulas === 0) return;
        const address = formatAddress(reading.selected.sheet, reading.selected);
        update({ headings: undefined, noticed: undefined, filled: { address, formulas } });
        reading = undefined;
      }),
  };
}

/** Another plan has other scenarios. */
function withoutScenarios(answers: HeadingAnswers): HeadingAnswers {
  const isOfScenario = ([id, answer]: [string, string]) =>
    /^(?:scenario|base|outlook)$|^compared /.test(id) || /^(?:scenario|outlook)=/.test(answer);
  return Object.fromEntries(Object.entries(answers).filter((each) => !isOfScenario(each)));
}

/** Fewer headings may as well be notes. */
const LEAST_HEADINGS = 2;

async function noticedHeadings(context: StoreContext, reading: Reading): Promise<NoticedHeadings | undefined> {
  const { found, isUsed } = await readReading(context, reading);
  const headings = countRead(found, isUsed);
  const { selected } = reading;
  return headings >= LEAST_HEADINGS ? { address: formatAddress(selected.sheet, selected), headings } : undefined;
}

function countRead({ headings }: FoundHeadings, isUsed: FilledCells["isUsed"]): number {
  return headings.filter((heading) => heading.meanings?.some((meaning) => isUsed(heading, meaning))).length;
}

/** Headings read, and what would be written into the selected cells. */
type Read = FilledCells & { readonly found: FoundHeadings };

/** Reads a large block in slices. */
function readReading(context: StoreContext, reading: Reading): Awaitable<Read> {
  return inSlices(readSliced(context, reading));
}

function* readSliced(context: StoreContext, { selected, around, dateSystem, answers, look }: Reading): Sliced<Read> {
  const { plans = [] } = context.state;
  const plan = gridPlan(context);
  const known = { plans: plans.map(({ name }) => name), scenarios: plan?.scenarios ?? [] };
  const found = findHeadings(around, selected, known);
  const { currency = plan?.currency ?? "", scale } = context.settings.current;
  const defaults = {
    plan: plan?.name ?? "",
    currency,
    scale,
    look,
    scenarios: plan ? scenarioNames(plan) : [],
    year: String(context.state.grid?.year ?? ""),
    fiscalYear: fiscalYearOf(context.settings.current),
    dateSystem,
    actuals: context.state.grid?.actuals?.yearToDate,
    actualsTo: context.state.grid?.actualsTo,
    words: readKeptWords(context.settings.current.words),
  };
  return { found, ...(yield* fillSliced(found, selected, answers, defaults)) };
}

function headingsState({ selected, answers, look }: Reading, found: FoundHeadings, filled: FilledCells): HeadingsState {
  const { questions, formulas, isUsed } = filled;
  const all = formulas.flat().filter(Boolean);
  return {
    address: formatAddress(selected.sheet, selected),
    understood: countRead(found, isUsed),
    sentences: sentencesOf(filled, selected),
    numbers: {},
    block: undefined,
    look,
    questions,
    unserved: found.headings.filter(({ called }) => called?.length === 0).map(({ text }) => text),
    answers,
    formulas: all.length,
    example: all[0],
    fullYear: undefined,
  };
}

/** Says which months the scenarios have of the full years that columns show: one without all of them is #N/A there. */
function fullYearsShown(context: StoreContext, sentences: readonly HeadingSentence[]): string | undefined {
  const plan = gridPlan(context);
  const byYear = new Map<string, Set<string>>();
  for (const { number } of sentences) {
    const year = number && fullYearIn(number);
    if (!plan || !number || year === undefined) continue;
    const named = scenariosNamed(String(argumentIn(number, "scenario")), plan.scenarios).map(({ id }) => id);
    byYear.set(year, new Set([...(byYear.get(year) ?? []), ...named]));
  }
  const words = [...byYear].flatMap(([year, ids]) => {
    const months = monthsFrom(firstOfYear(Number(year), fiscalYearOf(context.settings.current)), 12);
    const scenarios = plan?.scenarios.filter(({ id }) => ids.has(id)) ?? [];
    return plan
      ? (fullYearsInWords(namedYearsOf(explaining(context).source, { ...plan, scenarios }, months)) ?? [])
      : [];
  });
  return words.join(" ") || undefined;
}

function fullYearIn(number: NumberOfCell): string | undefined {
  const [period, basis] = [argumentIn(number, "period"), argumentIn(number, "basis")];
  return typeof period === "string" && /^\d{4}$/.test(period) && basis === "" ? period : undefined;
}

/** Asks for the first number of each column, by the calls that its formulas will make. */
async function numbersOf(
  context: StoreContext,
  sentences: readonly HeadingSentence[],
): Promise<HeadingsState["numbers"]> {
  const numbers = sentences.map(async ({ address, number }): Promise<readonly [string, unknown][]> =>
    number ? [[address, await resultOf(context, number)]] : [],
  );
  return Object.fromEntries((await Promise.all(numbers)).flat());
}

async function resultOf(context: StoreContext, number: NumberOfCell): Promise<unknown> {
  const invoke = async ({ id, args }: Pick<NumberOfCell, "id" | "args">) =>
    (await context.ledger.invoke({ id, args: [...args] }, {})).result;
  const { divisor = 1 } = number;
  try {
    const [value, by] = await Promise.all([invoke(number), typeof divisor === "number" ? divisor : invoke(divisor)]);
    return typeof value === "number" && typeof by === "number" && by !== 0 ? value / by : "#N/A";
  } catch (error) {
    return (error as { code?: unknown }).code === "#N/A" ? "#N/A" : "#VALUE!";
  }
}

/** Cells of a block that are shown before it is filled. */
const SHOWN = { rows: 8, columns: 5 };
/** Stands for a number that only the sheet can compute. */
const LATER = "…";

/** Returns the first cells as they will look, with the headings right above and beside them. */
async function blockOf(context: StoreContext, { selected, around }: Reading, filled: FilledCells) {
  const { formulas, cells, filling, formats } = filled;
  const there = (row: number, column: number) => around.values[row - around.row]?.[column - around.column] ?? "";
  const formatThere = (column: number) => around.numberFormats[selected.row - 1 - around.row]?.[column - around.column];
  const shown = cells.slice(0, SHOWN.rows).map((row) => row.slice(0, SHOWN.columns));
  const numbers = shown.map((row, down) =>
    row.map(async (cell, right): Promise<unknown> => {
      const call = numberCall(cell, filling);
      return call ? resultOf(context, call) : formulas[down]?.[right] ? LATER : "";
    }),
  );
  const resolved = await Promise.all(numbers.map((row) => Promise.all(row)));
  const above = shown[0]?.map((_, right) => there(selected.row - 1, selected.column + right)) ?? [];
  const headings = above.map((_, right): TableLook => ({
    row: 0,
    column: right + 1,
    rows: 1,
    columns: 1,
    isHeading: true,
    numberFormat: String(formatThere(selected.column + right)),
  }));
  const first = {
    rows: [["", ...above], ...resolved.map((row, down) => [there(selected.row + down, selected.column - 1), ...row])],
    formats: [...headings, ...formats.map((each) => ({ ...each, row: each.row + 1, column: each.column + 1 }))],
  };
  return { state: "done" as const, ...withTexts(first, formatLanguage()) };
}

/** Resolves to the number of formulas that were written. */
async function fillSelection(context: StoreContext, reading: Reading, overwrite: boolean): Promise<number> {
  const { selected } = reading;
  if (cellCount(selected) > MOST_GRID_CELLS) throw new Error(tooLarge(selected));
  const { formulas, formats, questions } = await readReading(context, reading);
  const all = formulas.flat().filter(Boolean).length;
  if (all === 0 || (!overwrite && (await findObstacle(context, selected)))) return 0;
  const notes = await fillCells(selected, formulas, context.settings.current.formats === false ? [] : formats);
  setState(context, { obstacle: undefined, notes });
  await keepWords(context, withKeptWords(context.settings.current.words, questions, reading.answers));
  return all;
}

/** Keeps with the workbook what the user has said that words mean. */
async function keepWords(context: StoreContext, words: readonly string[] | undefined): Promise<void> {
  if (!words) return;
  context.settings.current = { ...context.settings.current, words };
  setState(context, { settings: context.settings.current });
  await saveSettings({ words });
}
