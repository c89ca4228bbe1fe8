/** Finds the numbers of the active cell, and shows them. */
import { kindOfNumber } from "../../../numbers/analysis/explainedNumber";
import { findOutlook } from "../../../numbers/analysis/outlookSum";
import { titleOf } from "../../../numbers/analysis/question";
import { findShownNumber } from "../../../numbers/analysis/shownNumber";
import { callKey } from "../../../numbers/language/callKey";
import { traceCell, type CellNumber, type CellTrace } from "../../workbook/explain/cellNumbers";
import { numberOfWords } from "../../../reporting/reports/commentaryWords";
import { formatSheetPosition, parsePosition, parseSheetPosition } from "../../../spreadsheet/cells/address";
import { isErrorCode } from "../../../spreadsheet/cells/errorCodes";
import { onEdit } from "../../workbook/edits";
import { onActiveCell, readActiveCell, type ActiveCell } from "../../workbook/insertion";
import { showErrors } from "../activity/activity";
import { failureOf, onChanged, setState, stopperOf, type StoreContext } from "../context";
import { followComments, followCovering } from "./comments";
import { dimensionAsked, openNumber } from "./explainedPath";
import { explaining, NO_NUMBERS, showExplanation } from "./explaining";

/** Milliseconds after which a change of the workbook's numbers is followed. */
const PAUSE = 500;

/**
 * Explains the number of the briefing if that is asked, else the active cell. Reads the cell again at each selection, and after the
 * workbook's numbers or its cells have changed: a heading that is edited may leave a cell without its number. Returns a function that stops this.
 */
export function followCell(context: StoreContext): () => void {
  const reader = createReader(context);
  const looked = () => context.state.explanation?.looked;
  const asked = looked();
  const registration = onActiveCell(reader.read);
  if (asked) void openNumber(context, asked.call, {});
  else {
    // Numbers may have changed while the section was closed.
    const { address = "", by } = context.state.explanation ?? {};
    showExplanation(context, { ...NO_NUMBERS, state: "reading", ...(by && { address, by }) });
    // A cell that is selected before Excel reports selections would be missed.
    void registration.catch(() => undefined).then(reader.read);
  }
  let cancelRead = () => {};
  const readSoon = () => {
    cancelRead();
    cancelRead = context.after(PAUSE, () => looked() ?? reader.read());
  };
  const stops = [
    context.ledger.subscribe(readSoon),
    onChanged(context, ({ refreshed, status }) => [refreshed, status], readSoon),
    stopperOf(registration),
    stopperOf(onEdit(readSoon)),
    followComments(context),
    reader.stop,
  ];
  return () => {
    for (const stop of stops) stop();
    cancelRead();
    if (looked()) setState(context, { explanation: undefined });
  };
}

interface CellReader {
  /** Reads the active cell, and shows its number. Of several reads, only the last one counts. */
  readonly read: () => void;
  readonly stop: () => void;
}

function createReader(context: StoreContext): CellReader {
  let [reads, isStopped] = [0, false];
  return {
    read() {
      if (isStopped) return;
      const own = (reads += 1);
      const isLast = () => own === reads && !isStopped;
      readCell(context, isLast).catch((error: unknown) => {
        const { message } = failureOf(error);
        if (isLast()) showExplanation(context, { ...NO_NUMBERS, state: "failed", message });
      });
    },
    stop: () => void (isStopped = true),
  };
}

/** Shows the number of the active cell, or those that it depends on. @param isLast True until another read starts */
async function readCell(context: StoreContext, isLast: () => boolean): Promise<void> {
  const active = await readActiveCell();
  if (!isLast()) return;
  const covering = await followCovering(context, active);
  if (!isLast()) return;
  const address = numberBeside(active, covering?.number);
  const { explanation } = context.state;
  const before = explanation?.address === address ? explanation : undefined;
  if (!before) showExplanation(context, { ...NO_NUMBERS, address, state: "reading" });
  const { generation } = context.session;
  const { shown, numbers, unread, isCut } = await traceShown(context, address);
  if (isErrorCode(shown) || unread.length > 0) await showErrors(context);
  const isSame =
    before?.state === "done" && isSameTrace(before.numbers, numbers) && before.unread.join() === unread.join();
  // Without a connection, what is shown stays.
  if (!isLast() || (isSame && (!generation || generation === before.generation))) return;
  const listed = await Promise.all(numbers.map((number) => listNumber(context, number)));
  if (!isLast()) return;
  const [opened, ...further] = context.state.explanation?.steps ?? [];
  showExplanation(context, { address, state: "done", numbers: listed, unread, isCut, generation, steps: [] });
  const [only, ...others] = listed;
  if (!only || others.length > 0) return;
  // Of the same number, what the user has agreed to ask is not to be clicked again.
  const isSameCall = opened && further.length === 0 && callKey(opened.call) === callKey(only.call);
  const asked = isSameCall ? dimensionAsked(opened) : undefined;
  // A single number needs no choice.
  await openNumber(context, only.call, { shown: only, by: before?.by, asked });
}

/**
 * Returns the cell of the number that a cell of words is on; of any other cell its own address.
 * @param covered The number of words that a text stands over
 */
function numberBeside({ address, formula }: ActiveCell, covered: string | undefined): string {
  const number = parsePosition(covered ?? numberOfWords(formula) ?? "");
  const own = parseSheetPosition(address);
  return number && own ? formatSheetPosition({ ...number, sheet: own.sheet }) : address;
}

/** Finds the numbers behind a cell; of one that shows a number, a variance or an outlook of them, only that. */
async function traceShown(context: StoreContext, address: string): Promise<CellTrace> {
  const { ledger, settings } = context;
  const trace = await traceCell(address, { ledger, settings: settings.current });
  const { shown, numbers, unread, isCut } = trace;
  const own = numbers.filter((number) => number.address === address);
  const all = unread.length === 0 && !isCut ? numbers : undefined;
  const outlook = await findOutlook({ ...trace, own, all }, explaining(context));
  if (outlook) {
    const known = numbers.find(({ call }) => call === outlook.call);
    return { ...trace, numbers: [{ address, ...known, ...outlook }], unread: [] };
  }
  if (numbers.length < 2) return trace;
  const one = findShownNumber(shown, numbers, { isAll: unread.length === 0 });
  const known = one && numbers.find(({ call }) => call === one.call);
  return one ? { ...trace, numbers: [known ?? { address, ...one }], unread: [] } : trace;
}

async function listNumber(context: StoreContext, number: CellNumber) {
  const title = await titleOf(number.call, explaining(context).source);
  return { ...number, title, kind: kindOfNumber(number.call) };
}

/** True if the cell shows the same numbers as before, so what the user has opened stays. */
function isSameTrace(before: readonly CellNumber[], after: readonly CellNumber[]): boolean {
  const traceText = (numbers: readonly CellNumber[]) =>
    JSON.stringify(
      numbers.map(({ address, call, value, error, besides }) => [address, callKey(call), value, error, besides]),
    );
  return traceText(before) === traceText(after);
}
