/** Finds the numbers of the active cell, and shows them. */
import { numberKind, titleOf } from "../analysis/explainedNumber";
import type { NumberCall } from "../analysis/numberCall";
import type { Dimension } from "../analysis/parts";
import { shownNumber } from "../analysis/shownNumber";
import { shownVariance } from "../analysis/shownVariance";
import { traceCell, type CellNumber, type CellTrace } from "../workbook/explain/cellNumbers";
import { onActiveCell, readActiveCell } from "../workbook/insertion";
import { failureOf, setState, stopperOf, type StoreContext } from "./context";
import { explaining, NO_NUMBERS, showExplanation, type IsShown } from "./explaining";

/** Opens a number as the first step of the path. */
type OpenNumber = (call: NumberCall, shown?: CellNumber, by?: Dimension) => Promise<void>;

/** Milliseconds after which a change of the workbook's numbers is followed. */
const PAUSE = 500;

/**
 * Explains the number of the briefing if that is asked, else the active cell. Reads the cell again at each selection, and after the
 * workbook's numbers have changed. Returns a function that stops this.
 */
export function followCell(context: StoreContext, open: OpenNumber): () => void {
  let reads = 0;
  const read = () => {
    const own = (reads += 1);
    void readCell(context, open, () => own === reads);
  };
  const looked = () => context.state.explanation?.looked;
  const asked = looked();
  if (asked) void open(asked.call);
  else {
    // Numbers may have changed while the section was closed.
    const { address = "", by } = context.state.explanation ?? {};
    showExplanation(context, { ...NO_NUMBERS, state: "reading", ...(by && { address, by }) });
    read();
  }
  let cancelRead = () => {};
  const unsubscribe = context.ledger.subscribe(() => {
    cancelRead();
    cancelRead = context.after(PAUSE, () => looked() ?? read());
  });
  const stop = stopperOf(onActiveCell(read));
  return () => {
    reads += 1;
    cancelRead();
    unsubscribe();
    stop();
    if (looked()) setState(context, { explanation: undefined });
  };
}

/** @param isLast True until another read starts. */
async function readCell(context: StoreContext, open: OpenNumber, isLast: IsShown): Promise<void> {
  try {
    const { address } = await readActiveCell();
    if (!isLast()) return;
    const before = context.state.explanation;
    if (before?.address !== address) showExplanation(context, { ...NO_NUMBERS, address, state: "reading" });
    const { numbers, unread, isCut } = await traceShown(context, address);
    const isRead = before?.address === address && before.state === "done";
    if (!isLast() || (isRead && isSameTrace(before.numbers, numbers))) return;
    const listed = await Promise.all(numbers.map((number) => listNumber(context, number)));
    if (!isLast()) return;
    showExplanation(context, { address, state: "done", numbers: listed, unread, isCut, steps: [] });
    const [only, ...others] = listed;
    // A single number needs no choice.
    if (only && others.length === 0) await open(only.call, only, before?.address === address ? before.by : undefined);
  } catch (error) {
    const { message } = failureOf(error);
    if (isLast()) showExplanation(context, { ...NO_NUMBERS, state: "failed", message });
  }
}

/** Finds the numbers behind a cell; of one that shows a number or a variance among them, only that. */
async function traceShown({ ledger, settings }: StoreContext, address: string): Promise<CellTrace> {
  const trace = await traceCell(address, { ledger, settings: settings.current });
  const { shown, numbers, unread } = trace;
  if (numbers.length < 2) return trace;
  const one = (unread.length === 0 ? shownVariance(shown, numbers) : undefined) ?? shownNumber(shown, numbers);
  const known = one && numbers.find(({ call }) => call === one.call);
  return one ? { ...trace, numbers: [known ?? { address, ...one }], unread: [] } : trace;
}

async function listNumber(context: StoreContext, number: CellNumber) {
  const title = await titleOf(number.call, explaining(context));
  return { ...number, title, kind: numberKind(number.call) };
}

/** True if the cell shows the same numbers as before, so what the user has opened stays. */
function isSameTrace(before: readonly CellNumber[], after: readonly CellNumber[]): boolean {
  const traceText = (numbers: readonly CellNumber[]) =>
    JSON.stringify(numbers.map(({ address, call, value, error }) => [address, call.id, call.args, value, error]));
  return traceText(before) === traceText(after);
}
