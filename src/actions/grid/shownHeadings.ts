/** The headings that the pane shows: as they are read, and as answers change their meaning. */
import { formatAddress } from "../../sheet/address";
import type { Awaitable } from "../../insights";
import type { FoundHeadings } from "../../headings/findHeadings";
import type { FilledCells } from "../../headings/headingFormulas";
import { sentencesOf } from "../../headings/headingSentences";
import { setState, type StoreContext } from "../context";
import type { HeadingsState } from "./gridState";
import type { UpdateGrid } from "./gridWriting";
import { previewHeadings } from "./headingPreview";
import { countRead, readReading, type Read, type HeadingReading } from "./headingReading";

export interface ShownReading {
  readonly reading: HeadingReading;
  readonly read: Read;
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

export function createShownHeadings(context: StoreContext, update: UpdateGrid): ShownHeadings {
  let reading: HeadingReading | undefined;
  let shown: ShownReading | undefined;
  let showing: Awaitable<void>;
  const showRead = (next: HeadingReading, read: Read) => {
    // The user may have answered another question meanwhile.
    if (reading !== next) return;
    shown = { reading: next, read };
    const { found, ...filled } = read;
    const headings = headingsState(next, found, filled);
    update({ headings, written: undefined, filled: undefined });
    void previewHeadings(context, next, filled, headings.sentences).then((previewed) => {
      // The user may have answered a question meanwhile.
      if (reading === next) update({ headings: { ...headings, ...previewed } });
    });
  };
  const show = (next: HeadingReading): Awaitable<void> => {
    reading = next;
    setState(context, { obstacle: undefined });
    const read = readReading(context, next);
    return (showing = read instanceof Promise ? read.then((done) => showRead(next, done)) : showRead(next, read));
  };
  return {
    show,
    again(changed) {
      if (reading) void show(changed(reading));
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

function headingsState(
  { selected, answers, look }: HeadingReading,
  found: FoundHeadings,
  filled: FilledCells,
): HeadingsState {
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
