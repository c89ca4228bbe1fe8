/** Fills cells from headings that stand in the sheet. */
import { formatAddress } from "../../sheet/address";
import { cellCount } from "../../sheet/area";
import type { Awaitable } from "../../insights";
import { saveSettings } from "../../workbook/customXml/settings";
import { fillCells, readEmptySelection, readSelection } from "../../workbook/gridArea";
import { runAction, runBusy, setState, type StoreContext } from "../context";
import { MOST_GRID_CELLS } from "../../tables/definition";
import type { HeadingAnswers } from "../../headings/cellMeanings";
import type { FillLook } from "../../headings/cellNumbers";
import type { FoundHeadings } from "../../headings/findHeadings";
import type { FilledCells } from "../../headings/headingFormulas";
import type { HeadingQuestion } from "../../headings/headingQuestions";
import { sentencesOf } from "../../headings/headingSentences";
import { withKeptWords } from "../../headings/keptWords";
import { answersFor, type HeadingAnswer } from "./gridOffers";
import type { HeadingsState } from "./gridState";
import { findObstacle, tooLarge, type UpdateGrid } from "./gridWriting";
import { looksOf, previewHeadings } from "./headingPreview";
import { countRead, noticedHeadings, readReading, type Read, type Reading } from "./headingReading";

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
    void previewHeadings(context, next, filled, headings.sentences).then((previewed) => {
      // The user may have answered a question meanwhile.
      if (reading === next) update({ headings: { ...headings, ...previewed } });
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

function headingsState({ selected, answers, look }: Reading, found: FoundHeadings, filled: FilledCells): HeadingsState {
  const { questions, formulas, isUsed } = filled;
  const all = formulas.flat().filter(Boolean);
  return {
    address: formatAddress(selected.sheet, selected),
    understood: countRead(found, isUsed),
    sentences: sentencesOf(filled, selected),
    numbers: {},
    texts: {},
    block: { state: "working" },
    look,
    questions,
    unserved: found.headings.filter(({ called }) => called?.length === 0).map(({ text }) => text),
    answers,
    formulas: all.length,
    example: all[0],
    fullYear: undefined,
  };
}

/** Resolves to the number of formulas that were written. */
async function fillSelection(context: StoreContext, reading: Reading, overwrite: boolean): Promise<number> {
  const { selected } = reading;
  if (cellCount(selected) > MOST_GRID_CELLS) throw new Error(tooLarge(selected));
  const read = await readReading(context, reading);
  const { formulas, questions } = read;
  const all = formulas.flat().filter(Boolean).length;
  if (all === 0 || (!overwrite && (await findObstacle(context, selected)))) return 0;
  const notes = await fillCells(selected, formulas, looksOf(context, read));
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
