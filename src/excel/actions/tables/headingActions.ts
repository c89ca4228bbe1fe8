/** Fills cells from headings that stand in the sheet. */
import { formatAddress, formatSheetPosition } from "../../../spreadsheet/cells/address";
import { cellCount } from "../../../spreadsheet/cells/area";
import { inSlices } from "../../../insights";
import type { WorkbookSettings } from "../../../reporting/saved/chosenSettings";
import { saveSettings } from "../../workbook/customXml/settingsPart";
import type { OccupiedCell } from "../../workbook/insertion";
import { isSameFormula } from "../../../reporting/roll/rolledBlock";
import { fillCells, readEmptySelection, readSelection } from "../../workbook/tableArea";
import { followWritten } from "../refresh/followedCells";
import { runAction, runBusy, setState, showSettings, type StoreContext } from "../context";
import { MOST_GRID_CELLS } from "../../../reporting/tables/definition";
import type { HeadingAnswers } from "../../../reporting/headings/headingAnswers";
import type { FillStyle } from "../../../reporting/headings/cellNumbers";
import type { HeadingQuestion } from "../../../reporting/headings/headingQuestions";
import { withKeptWords } from "../../../reporting/headings/keptWords";
import { answersFor, type HeadingAnswer } from "./tableOffers";
import { findObstacle, tooLarge, type TableUpdater } from "./tableWriting";
import { stylesOf } from "./headingPreview";
import { noticeHeadings, readSliced, type HeadingReading } from "./headingReading";
import { readOwnTables } from "./ownTables";
import { findLeftBlank } from "./leftBlank";
import { createShownHeadings, type ShownReading } from "./shownHeadings";

export interface HeadingActions {
  /** Reads the headings around the selected cells. */
  readonly readHeadings: () => Promise<void>;
  /** Notices empty cells that are selected between headings. The service is asked nothing. */
  readonly notice: () => Promise<void>;
  readonly answersFor: (question: HeadingQuestion) => readonly HeadingAnswer[];
  readonly answer: (id: string, answer: string) => void;
  readonly setStyle: (style: FillStyle) => void;
  /** Asks for the numbers again, as after a refresh. */
  readonly refreshHeadings: () => void;
  readonly closeHeadings: () => void;
  readonly fill: (overwrite: boolean) => Promise<void>;
}

/** @param setPlan Starts with another plan, by its name, and reads the headings again once it knows its actuals. */
export function createHeadingActions(
  context: StoreContext,
  update: TableUpdater,
  setPlan: (name: string) => void,
): HeadingActions {
  const shown = createShownHeadings(context, update);
  return {
    readHeadings: () =>
      runAction(context, async () => {
        const selection = await readSelection();
        const before = await shown.settled();
        const isSame = before && addressOf(before.reading) === addressOf(selection);
        await shown.show(
          isSame ? await readOver(context, before, selection) : { ...selection, answers: {}, style: "reports" },
        );
      }),
    async notice() {
      const selection = await readEmptySelection(MOST_GRID_CELLS);
      const noticed = selection && (await noticeHeadings(context, { ...selection, answers: {}, style: "reports" }));
      const { address, headings } = context.state.grid?.noticed ?? {};
      if (noticed?.address !== address || noticed?.headings !== headings) update({ noticed });
    },
    answersFor: (question) => answersFor(context, question, context.state.grid?.headings?.scenarios),
    answer(id, answer) {
      if (id === "plan") {
        shown.prepare((reading) => ({ ...reading, answers: withoutScenarios(reading.answers) }));
        setPlan(answer);
      } else shown.again((reading) => ({ ...reading, answers: { ...reading.answers, [id]: answer } }));
    },
    setStyle: (style) => shown.again((reading) => ({ ...reading, style })),
    // Another run may have other items.
    refreshHeadings: () => shown.again(({ items: _before, ...reading }) => reading),
    closeHeadings() {
      shown.close();
      update({ headings: undefined });
    },
    fill: (overwrite) =>
      runBusy(context, async () => {
        const now = await shown.settled();
        const formulas = now ? await fillSelection(context, now, overwrite) : 0;
        if (!now || formulas === 0) return;
        const address = addressOf(now.reading);
        shown.close();
        const blank = findLeftBlank(now.reading, now.read);
        update({ headings: undefined, noticed: undefined, rolled: undefined, filled: { address, formulas, blank } });
        await keepWords(context, now.read.questions, now.reading.answers);
      }),
  };
}

function addressOf({ selected }: Pick<HeadingReading, "selected">): string {
  return formatAddress(selected.sheet, selected);
}

/** The user may have corrected headings of the same cells: an answer stays as long as its question does. */
async function readOver(
  context: StoreContext,
  { reading: { answers, style, items }, read }: ShownReading,
  selection: Pick<HeadingReading, "selected" | "around" | "dateSystem">,
): Promise<HeadingReading> {
  const reading = { ...selection, answers, style, ...(items && { items }) };
  const { questions } = await inSlices(readSliced(context, reading));
  const keyOf = ({ assumed: _assumed, ...question }: HeadingQuestion) => JSON.stringify(question);
  const asked = new Set(questions.map(keyOf));
  const same = new Set(read.questions.filter((question) => asked.has(keyOf(question))).map(({ id }) => id));
  return { ...reading, answers: Object.fromEntries(Object.entries(answers).filter(([id]) => same.has(id))) };
}

/** Another plan has other scenarios. */
function withoutScenarios(answers: HeadingAnswers): HeadingAnswers {
  const isOfScenario = ([id, answer]: [string, string]) =>
    /^(?:scenario|base|outlook)$|^compared /.test(id) || /^(?:scenario|outlook)=/.test(answer);
  return Object.fromEntries(Object.entries(answers).filter((each) => !isOfScenario(each)));
}

/** Finds the cells that still have exactly the formula that the add-in wrote, also if a heading says something else since. */
async function findAsWritten(
  context: StoreContext,
  { reading: { selected }, read: { formulas } }: ShownReading,
  occupied: readonly OccupiedCell[],
): Promise<ReadonlySet<string>> {
  const given = new Map(
    formulas.flatMap((cells, down) =>
      cells.map((formula, right) => [
        formatSheetPosition({ sheet: selected.sheet, row: selected.row + down, column: selected.column + right }),
        formula,
      ]),
    ),
  );
  const unchanged = occupied.filter(({ address, formula }) => isSameFormula(formula, given.get(address) ?? ""));
  const tables = unchanged.length < occupied.length ? await readOwnTables(context, selected) : [];
  const written = tables.flatMap(({ sheet, asWritten }) =>
    asWritten.map((at) => formatSheetPosition({ ...at, sheet })),
  );
  return new Set([...unchanged.map(({ address }) => address), ...written]);
}

/** Writes what the pane shows. Resolves to the number of formulas that were written. */
async function fillSelection(context: StoreContext, shown: ShownReading, overwrite: boolean): Promise<number> {
  const { reading, read } = shown;
  const { selected } = reading;
  if (cellCount(selected) > MOST_GRID_CELLS) throw new Error(tooLarge(selected));
  const { formulas } = read;
  const all = formulas.flat().filter(Boolean).length;
  if (
    all === 0 ||
    (!overwrite && (await findObstacle(context, selected, (occupied) => findAsWritten(context, shown, occupied))))
  )
    return 0;
  const notes = await fillCells(selected, formulas, stylesOf(context, read));
  followWritten(context);
  setState(context, { obstacle: undefined, notes });
  return all;
}

/** Keeps with the workbook what the user has said that words mean, beside what other users have. */
async function keepWords(
  context: StoreContext,
  questions: readonly HeadingQuestion[],
  answers: HeadingAnswers,
): Promise<void> {
  if (!withKeptWords([], questions, answers)) return;
  let words: WorkbookSettings["words"];
  const keep = (saved: WorkbookSettings) => {
    words = withKeptWords(saved.words, questions, answers) ?? saved.words;
    return { words };
  };
  // Settings that stand in for lost ones are written by the user's decision alone. The words are written with them.
  if (context.settings.kept) keep(context.settings.current);
  else await saveSettings(keep);
  context.settings.current = { ...context.settings.current, words };
  showSettings(context);
}
