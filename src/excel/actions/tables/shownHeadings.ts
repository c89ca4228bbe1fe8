/** The headings that the pane shows: as they are read, and as answers change their meaning. */
import { formatAddress } from "../../../spreadsheet/cells/address";
import type { Awaitable } from "../../../insights";
import { setState, type StoreContext } from "../context";
import type { HeadingsState } from "./tableState";
import type { TableUpdater } from "./tableWriting";
import { findSameTotals } from "./comparedTotals";
import { previewHeadings } from "./headingPreview";
import { itemsOfPlan } from "./planItems";
import { planToSearch, readForPane, type HeadingReading, type ReadToShow } from "./headingReading";

export interface ShownReading {
  readonly reading: HeadingReading;
  readonly read: ReadToShow;
}

export interface ShownHeadings {
  /** Shows a reading in place of the one before. A large block is shown later. */
  readonly show: (reading: HeadingReading) => Awaitable<void>;
  /** Changes what is shown, if anything is. */
  readonly again: (changed: (reading: HeadingReading) => HeadingReading) => void;
  /** Changes what is shown next. */
  readonly prepare: (changed: (reading: HeadingReading) => HeadingReading) => void;
  /** Resolves to what is shown once all answers are read; undefined for nothing. */
  readonly settled: () => Promise<ShownReading | undefined>;
  readonly close: () => void;
}

export function createShownHeadings(context: StoreContext, update: TableUpdater): ShownHeadings {
  let reading: HeadingReading | undefined;
  let shown: ShownReading | undefined;
  let showing: Awaitable<void>;
  const showRead = (next: HeadingReading, read: ReadToShow) => {
    // The user may have answered another question meanwhile.
    if (reading !== next) return;
    shown = { reading: next, read };
    const headings = headingsState(next, read);
    update({ headings, written: undefined, filled: undefined });
    void previewHeadings(context, next, read).then((previewed) => {
      // The user may have answered a question meanwhile.
      if (reading === next) update({ headings: { ...headings, ...previewed } });
    });
  };
  const show = (next: HeadingReading): Awaitable<void> => {
    reading = next;
    setState(context, { obstacle: undefined });
    const read = readForPane(context, next);
    return (showing = read instanceof Promise ? read.then((done) => complete(next, done)) : complete(next, read));
  };
  /** Reads once more with the plan's items if some words are not understood, and with the totals that need no question. */
  const complete = (next: HeadingReading, read: ReadToShow): Awaitable<void> => {
    const plan = planToSearch(context, next, read);
    const hasTotals = !next.sameTotals && read.questions.some(({ kind }) => kind === "total");
    if (!plan && hasTotals)
      return findSameTotals(context, next, read).then((sameTotals) =>
        reading === next ? show({ ...next, sameTotals }) : undefined,
      );
    if (!plan) return showRead(next, read);
    return itemsOfPlan(context, plan).then((items) =>
      reading === next ? show({ ...next, items: new Map([...(next.items ?? []), [plan.id, items]]) }) : undefined,
    );
  };
  return {
    show,
    again(changed) {
      // Other answers make other numbers.
      if (reading) void show({ ...changed(reading), sameTotals: undefined });
    },
    prepare(changed) {
      reading &&= changed(reading);
    },
    async settled() {
      await showing;
      return shown;
    },
    close() {
      reading = undefined;
      shown = undefined;
    },
  };
}

function headingsState({ selected, answers, style }: HeadingReading, read: ReadToShow): HeadingsState {
  const { found, questions, formulas, used, sentences, unread, unserved } = read;
  const all = formulas.flat().filter(Boolean);
  return {
    address: formatAddress(selected.sheet, selected),
    understood: used.size,
    sentences,
    numbers: {},
    texts: {},
    block: { state: "working" },
    style,
    questions,
    scenarios: found.known.scenarios,
    unserved,
    unread,
    answers,
    formulas: all.length,
    example: all[0],
    fullYear: undefined,
  };
}
